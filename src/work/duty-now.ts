import { isOnLeave, onDuty, type OnDuty } from '#contract/rules/duty.ts';
import { hospitalDay } from '#contract/rules/hospital-day.ts';
import { inNaturalOrder } from '#contract/rules/natural-order.ts';
import { useView } from '#ui/engine/engine-provider.tsx';
import type { WardView } from '#ui/engine/engine.ts';
import { useNow, useTimeZone } from '#ui/engine/use-now.ts';

type Reads = Pick<WardView, 'all' | 'get'>;
interface At {
  instant: Date;
  timeZone: string;
}

/** Returns who is on duty, by the table on this tablet. Source: docs/product.md P322. */
export function dutyNow(view: Reads, at: At): OnDuty {
  return onDuty(
    dutyTableOf(view),
    view.all('technician').map(({ id }) => id),
    at,
  );
}

function dutyTableOf(view: Reads) {
  const setting = view.get('setting', 'duty');
  return setting?.id === 'duty' ? setting : undefined;
}

/**
 * Returns the engineers to choose from by name. If the duty table names somebody for now, those on duty come first;
 * those on duty and on leave are marked.
 */
export function useTechnicianOptions(): { value: string; label: string }[] {
  const instant = useNow();
  const timeZone = useTimeZone();
  return useView((view) => technicianOptions(view, { instant, timeZone }), [instant, timeZone]);
}

/** See `useTechnicianOptions`. */
export function technicianOptions(view: Reads, at: At): { value: string; label: string }[] {
  const { ids, isByTable } = dutyNow(view, at);
  const { leave = [] } = dutyTableOf(view) ?? {};
  const today = hospitalDay(at.instant, at.timeZone);
  const mark = (id: string): string => {
    if (isByTable && ids.includes(id)) return ' (on duty)';
    return isOnLeave(leave, id, today) ? ' (on leave)' : '';
  };
  const isFirst = (id: string) => isByTable && ids.includes(id);
  return view
    .all('technician')
    .toSorted((a, b) => Number(isFirst(b.id)) - Number(isFirst(a.id)) || inNaturalOrder(a.name, b.name))
    .map(({ id, name }) => ({ value: id, label: `${name}${mark(id)}` }));
}
