import { QueryClient, keepPreviousData, notifyManager, useMutation, useQuery } from '@tanstack/react-query';
import type { AnswerOf } from '#contract/define.ts';
import type { CallName, Calls } from '#contract/index.ts';
import { type CallInput, isOffline, type WardEngine } from './engine.ts';
import { useEngine, useSession } from './engine-provider.tsx';
import { whenReleased } from '#ui/ui/press.ts';

/** How long an answer stays fresh when a screen is opened again. Units: ms. */
const freshMs = 15_000;
/** Retries of a read that was not answered. */
const repeats = 1;

// Delays answers until no finger is on the screen, so that nothing moves under one.
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
 * Marks all reads as stale, because any list may depend on the saved record; they reload when their screen is opened,
 * or immediately if it is open (`active`). Forms keep the values they began with.
 */
function markStale(client: QueryClient, refetchType: 'active' | 'none'): Promise<void> {
  return client.invalidateQueries({ refetchType, predicate: ({ meta }) => meta?.['once'] !== true });
}

/** An online read as a screen shows it. */
export interface OnlineCall<Answer> {
  data: Answer | undefined;
  /** Waiting for the first answer. */
  loading: boolean;
  /** Waiting for a newer answer; `data` is the older one. */
  refreshing: boolean;
  /** `data` answers the previous question while the answer to the current one is loading. */
  isOther: boolean;
  error: Error | null;
  /** When the answer on screen was received, possibly on an earlier visit. */
  asOf: string | null;
  reload: () => void;
  /** Requests another page of the same list without changing what the screen shows. */
  pageAt: (page: number, pageSize: number) => Promise<Answer>;
}

interface OnlineCallOptions {
  /** `false` postpones the request. */
  enabled?: boolean;
  /**
   * For a form: fetches the current answer once and ignores later ones, so that the form keeps the revision it started
   * from.
   */
  once?: boolean;
}

/** Reads data that the replica does not hold from the server while the screen is open. */
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
/** Limit on the pages read for a drop-down: nobody scrolls further. */
const mostPages = 20;

interface AnyPage<Row> {
  items: readonly Row[];
  totalPages: number;
}

/** Reads all rows of a paged list, for drop-downs; `read` requests one page of the call `name`. */
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

/** Makes all reads reload after a write that bypassed `useOnlineAction`. */
export function renewReads(engine: WardEngine): void {
  void markStale(clientOf(engine), 'active');
}

/** Runs an online action (create, update, delete) once, then makes all reads reload. */
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
