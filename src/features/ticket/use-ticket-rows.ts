import { useMemo, useState } from 'react';
import { useView } from '#ui/engine/engine-provider.tsx';
import { useNow, useTimeZone } from '#ui/engine/use-now.ts';
import { sameValue } from '#ui/platform/same-value.ts';
import { alertsOf, timelessRows, type TicketRow, withAlerts } from './ticket-rows.ts';

/**
 * Returns all tickets in their current state, latest first; undefined before the first download. Only the alerts about
 * vendors' promises are recomputed each minute, and rows keep their identity if their alert is unchanged.
 */
export function useTicketRows(): readonly TicketRow[] | undefined {
  const now = useNow();
  const timeZone = useTimeZone();
  const rows = useView((view) => (view.ready ? timelessRows(view, timeZone) : undefined), [timeZone]);
  const alerts = useSame(useView((view) => alertsOf(view, { now, timeZone }), [now, timeZone]));
  return useMemo(() => rows && withAlerts(rows, alerts), [rows, alerts]);
}

/** Returns the previous value as long as the new one is equal. */
function useSame<T>(value: T): T {
  const [kept, setKept] = useState(value);
  if (sameValue(kept, value)) return kept;
  setKept(value);
  return value;
}
