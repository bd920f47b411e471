import { useLiveQuery } from 'dexie-react-hooks';
import { useContext } from 'react';
import { useLoaded } from '../ui/use-loaded.ts';
import { useOutbox } from './engine-provider.tsx';
import { type LiveQueries, LiveQueriesContext } from './live-queries.ts';

/**
 * Runs a live query on this tablet's own database: it is repeated when a table it reads changes in any tab, when the
 * engine reports an entry (its quick steps bypass Dexie) or when one of `inputs` changes. Returns undefined until the
 * first result, and in a browser that stores nothing, where only the engine's memory has data.
 */
export function useTabletQuery<T>(
  query: (queries: LiveQueries) => Promise<T>,
  inputs: readonly unknown[] = [],
): T | undefined {
  const open = useContext(LiveQueriesContext);
  const queries = useLoaded(open);
  const entries = useOutbox();
  return useLiveQuery(
    async () => (queries ? query(queries).catch(() => undefined) : undefined),
    [queries, entries, ...inputs],
  );
}
