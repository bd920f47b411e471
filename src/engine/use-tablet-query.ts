import { useLiveQuery } from 'dexie-react-hooks';
import { useContext } from 'react';
import { useLoaded } from '../ui/use-loaded.ts';
import { useOutbox } from './engine-provider.tsx';
import { type LiveQueries, LiveQueriesContext } from './live-queries.ts';

/**
 * Reads this tablet's own database, live across tabs: repeated when a table that it reads changes, when the engine
 * reports an entry (its quick steps bypass Dexie) or when one of `inputs` changes. Answers undefined until the first
 * read is there, and where this browser keeps nothing: then the engine's memory is all there is to show.
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
