import { QueryClient, keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import type { AnswerOf } from '#contract/define.ts';
import type { CallName, Calls } from '#contract/index.ts';
import { type CallInput, isOffline, type WardEngine } from './engine.ts';
import { useEngine, useSession } from './engine-provider.tsx';

/** How long an answer is taken for fresh when a screen is opened again. Units: ms. */
const freshMs = 15_000;
/** Repeats of a read that got no answer. */
const repeats = 1;

const clients = new WeakMap<WardEngine, QueryClient>();

function clientOf(engine: WardEngine): QueryClient {
  const known = clients.get(engine);
  if (known) return known;
  const client = new QueryClient({ defaultOptions: { queries: { networkMode: 'always', staleTime: freshMs } } });
  clients.set(engine, client);
  return client;
}

/** An online read as a screen shows it. */
export interface OnlineCall<Answer> {
  data: Answer | undefined;
  /** A first answer is on its way. */
  loading: boolean;
  /** A newer answer is on its way; `data` is the older one. */
  refreshing: boolean;
  error: Error | null;
  /** Instant of the answer shown. */
  asOf: string | null;
  reload: () => void;
}

/** Reads from the server while the screen is open: for what the replica does not hold. `enabled: false` waits. */
export function useOnlineCall<N extends CallName>(
  name: N,
  input: CallInput<N> = {},
  options: { enabled?: boolean } = {},
): OnlineCall<AnswerOf<Calls[N]>> {
  const engine = useEngine();
  const session = useSession();
  const userId = session.kind === 'signed-in' ? session.session.userId : null;
  const query = useQuery(
    {
      queryKey: [userId, name, input.params, input.query],
      queryFn: ({ signal }) => engine.call(name, { ...input, signal }),
      enabled: options.enabled ?? true,
      placeholderData: keepPreviousData,
      retry: (failures, error) => failures < repeats && isOffline(error),
      refetchOnReconnect: true,
    },
    clientOf(engine),
  );
  return {
    data: query.data,
    loading: query.isPending && query.fetchStatus !== 'idle',
    refreshing: query.isFetching && query.data !== undefined,
    error: query.error,
    asOf: query.dataUpdatedAt > 0 ? new Date(query.dataUpdatedAt).toISOString() : null,
    reload: () => void query.refetch(),
  };
}

/** An online act (create, update, delete): runs once, makes the reads named by `stale` load again. */
export function useOnlineAction<N extends CallName>(name: N, options: { stale?: readonly CallName[] } = {}) {
  const engine = useEngine();
  const client = clientOf(engine);
  const action = useMutation(
    {
      networkMode: 'always',
      mutationFn: (input: CallInput<N>) => engine.call(name, input),
      onSuccess: () => {
        const stale = new Set<unknown>(options.stale);
        return client.invalidateQueries({ predicate: (query) => stale.has(query.queryKey[1]) });
      },
    },
    client,
  );
  return { run: action.mutateAsync, busy: action.isPending, error: action.error, reset: action.reset };
}
