import { QueryClient, keepPreviousData, notifyManager, useMutation, useQuery } from '@tanstack/react-query';
import type { AnswerOf } from '#contract/define.ts';
import type { CallName, Calls } from '#contract/index.ts';
import { type CallInput, isOffline, type WardEngine } from './engine.ts';
import { useEngine, useSession } from './engine-provider.tsx';
import { whenReleased } from '#ui/ui/press.ts';

/** How long an answer counts as fresh when a screen is opened again. Units: ms. */
const freshMs = 15_000;
/** Retries of a read that got no answer. */
const repeats = 1;

// Answers wait for a lifted finger, so that nothing moves under it.
notifyManager.setScheduler((run) => setTimeout(() => whenReleased(run)));

const clients = new WeakMap<WardEngine, QueryClient>();

function clientOf(engine: WardEngine): QueryClient {
  const known = clients.get(engine);
  if (known) return known;
  const client = new QueryClient({ defaultOptions: { queries: { networkMode: 'always', staleTime: freshMs } } });
  clients.set(engine, client);
  let { revision } = engine.view();
  engine.subscribe(() => {
    const now = engine.view().revision;
    if (now === revision) return;
    revision = now;
    void markStale(client, 'none');
  });
  return client;
}

/**
 * Any list may depend on the saved record: all reads become stale and reload when their screen is opened, or
 * immediately if it is open (`active`). Forms keep the values they began with.
 */
function markStale(client: QueryClient, refetchType: 'active' | 'none'): Promise<void> {
  return client.invalidateQueries({ refetchType, predicate: ({ meta }) => meta?.['once'] !== true });
}

/** An online read as a screen shows it. */
export interface OnlineCall<Answer> {
  data: Answer | undefined;
  /** A first answer is on its way. */
  loading: boolean;
  /** A newer answer is on its way; `data` is the older one. */
  refreshing: boolean;
  /** `data` answers the question before this one, whose answer is on its way. */
  isOther: boolean;
  error: Error | null;
  /** Instant of the answer shown, which may be one of an earlier visit. */
  asOf: string | null;
  reload: () => void;
  /** Asks the same once more with another page of it, beside what the screen shows. */
  pageAt: (page: number, pageSize: number) => Promise<Answer>;
}

interface OnlineCallOptions {
  /** `false` waits. */
  enabled?: boolean;
  /** For a form: the current answer and no newer one, since a form keeps the revision that it began from. */
  once?: boolean;
}

/** Reads what the replica does not hold from the server while the screen is open. */
export function useOnlineCall<N extends CallName>(
  name: N,
  input: CallInput<N> = {},
  { enabled = true, once = false }: OnlineCallOptions = {},
): OnlineCall<AnswerOf<Calls[N]>> {
  const engine = useEngine();
  const session = useSession();
  const userId = session.kind === 'signed-in' ? session.session.userId : null;
  const query = useQuery(
    {
      queryKey: [userId, name, input.params, input.query],
      queryFn: ({ signal }) => engine.call(name, { ...input, signal }),
      enabled,
      retry: (failures, error) => failures < repeats && isOffline(error),
      ...(once
        ? {
            meta: { once: true },
            gcTime: 0,
            staleTime: Infinity,
            refetchOnReconnect: false,
            refetchOnWindowFocus: false,
          }
        : { placeholderData: keepPreviousData, refetchOnReconnect: true }),
    },
    clientOf(engine),
  );
  const waits = query.data === undefined || query.isPlaceholderData;
  const seen = useQuery(
    {
      queryKey: [userId, name, input.params, input.query, 'last seen'],
      queryFn: async () => (await engine.responseCache(name, input)) ?? null,
      enabled: enabled && !once && waits,
      gcTime: 0,
      retry: false,
    },
    clientOf(engine),
  ).data;
  const data = waits && seen ? seen.answer : query.data;
  const answeredAt = query.dataUpdatedAt > 0 ? new Date(query.dataUpdatedAt).toISOString() : null;
  return {
    data,
    loading: data === undefined && query.isPending && query.fetchStatus !== 'idle',
    refreshing: query.isFetching && data !== undefined,
    isOther: query.isPlaceholderData && !seen,
    error: query.error,
    asOf: waits && seen ? seen.at : answeredAt,
    reload: () => void query.refetch(),
    pageAt: (page, pageSize) => engine.call(name, withPage(input, page, pageSize)),
  };
}

function withPage<N extends CallName>(input: CallInput<N>, page: number, pageSize: number): CallInput<N> {
  return { ...input, query: { ...input.query, page, pageSize } } as CallInput<N>;
}

/** Rows per request. Source: docs/product.md P13. */
const wholePageSize = 100;
/** A drop-down ends after this many pages: nobody scrolls further. */
const mostPages = 20;

interface AnyPage<Row> {
  items: readonly Row[];
  totalPages: number;
}

/** All rows of a paged list, for drop-downs; `read` asks for one page of the call `name`. */
export function useEveryPage<Row>(
  name: CallName,
  read: (query: { page: number; pageSize: number }) => Promise<AnyPage<Row>>,
): Pick<OnlineCall<readonly Row[]>, 'data' | 'error' | 'reload'> {
  const engine = useEngine();
  const session = useSession();
  const userId = session.kind === 'signed-in' ? session.session.userId : null;
  const query = useQuery(
    {
      queryKey: [userId, name, 'every page'],
      queryFn: async () => {
        const rows: Row[] = [];
        for (let page = 1; page <= mostPages; page += 1) {
          const { items, totalPages } = await read({ page, pageSize: wholePageSize });
          rows.push(...items);
          if (page >= totalPages) break;
        }
        return rows;
      },
      retry: (failures, error) => failures < repeats && isOffline(error),
    },
    clientOf(engine),
  );
  return { data: query.data, error: query.error, reload: () => void query.refetch() };
}

/** Makes all reads reload after a write that did not use `useOnlineAction`. */
export function renewReads(engine: WardEngine): void {
  void markStale(clientOf(engine), 'active');
}

/** An online action (create, update, delete): runs once, then makes all reads reload. */
export function useOnlineAction<N extends CallName>(name: N) {
  const engine = useEngine();
  const client = clientOf(engine);
  const action = useMutation(
    {
      networkMode: 'always',
      mutationFn: (input: CallInput<N>) => engine.call(name, input),
      onSuccess: () => markStale(client, 'active'),
    },
    client,
  );
  return { run: action.mutateAsync, busy: action.isPending, error: action.error, reset: action.reset };
}
