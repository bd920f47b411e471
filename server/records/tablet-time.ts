import { isoInstant } from '../db/database.ts';

/** Returns a row with the tablet's own time as records carry it: absent unless the time of the entry is an estimate. */
export function withTabletTime<R extends object>(
  row: R & { tabletTime?: string | null | undefined },
): R & { tabletTime?: string } {
  const { tabletTime, ...rest } = row;
  return { ...(rest as unknown as R), ...(typeof tabletTime === 'string' && { tabletTime: isoInstant(tabletTime) }) };
}
