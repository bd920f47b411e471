import { createContext } from 'react';
import type { LiveQueries } from '#sync/page.ts';

export type { LiveQueries, OutboxRoom, TabletHoldings } from '#sync/page.ts';

/** Opens the live reads of this tablet's own database; without a provider nothing is kept. */
export const LiveQueriesContext = createContext<() => Promise<LiveQueries | null>>(async () => null);

/** The live reads of this page, loaded with the engine's chunk. */
export const openLiveQueries = async (): Promise<LiveQueries | null> =>
  (await import('#sync/page.ts')).openLiveQueries();
