import { createContext } from 'react';
import type { LiveQueries } from '#sync/page.ts';

export type { LiveQueries, OutboxRoom, TabletHoldings } from '#sync/page.ts';

/** Opens live queries on this tablet's own database; without a provider nothing is stored. */
export const LiveQueriesContext = createContext<() => Promise<LiveQueries | null>>(async () => null);

/** Returns this page's live queries, which load with the engine's chunk. */
export const openLiveQueries = async (): Promise<LiveQueries | null> =>
  (await import('#sync/page.ts')).openLiveQueries();
