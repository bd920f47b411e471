import { useMemo, useState } from 'react';
import { useView } from '#ui/engine/engine-provider.tsx';
import { useNow, useTimeZone } from '#ui/engine/use-now.ts';
import { sameValue } from '#ui/platform/same-value.ts';
import { alertsOf, timelessRows, type TicketRow, withAlerts } from './ticket-rows.ts';

/**
 * All tickets in their present state, the latest first; undefined before the first download. Each minute only the
 * alerts of vendors' promises are recomputed, and the rows keep their identity while these are unchanged.
 */
export function useTicketRows(): readonly TicketRow[] | undefined {
  const now = useNow();
  const timeZone = useTimeZone();
  const rows = useView((view) => (view.ready ? timelessRows(view, timeZone) : undefined), [timeZone]);
  const alerts = useSame(useView((view) => alertsOf(view, { now, timeZone }), [now, timeZone]));
  return useMemo(() => rows && withAlerts(rows, alerts), [rows, alerts]);
}

/** The value that was given before, as long as the new one says the same. */
function useSame<T>(value: T): T {
  const [kept, setKept] = useState(value);
  if (sameValue(kept, value)) return kept;
  setKept(value);
  return value;
}
