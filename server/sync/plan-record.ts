import type { DevicePlan } from '#contract/records/plan.ts';
import type { LocalDay } from '#contract/rules/hospital-day.ts';
import { floatingJob, lastDayOf } from '#contract/rules/plan.ts';
import type { DevicePlanFacts } from '../records/plans.ts';

/** Returns a plan as part of its device's record; null if it has ended. */
export function planRecord(facts: DevicePlanFacts, today: LocalDay): DevicePlan | null {
  const { source, plan, type, title, target, basis, recordFrom, finished, vendorName, procedureId, warrantyNumber } =
    facts;
  const isFloating = basis === 'floating';
  const from = isFloating ? floatingJob(plan, recordFrom, finished)?.on : plan.anchor;
  // The dates of a floating plan depend on when its work is done, so its number of jobs gives no last day.
  const until = isFloating ? plan.until : lastDayOf(plan);
  if (from === undefined || (!isFloating && until !== null && until < today)) return null;
  return {
    type,
    ...plan.interval,
    from,
    ...(until !== null && { until }),
    ...(source.kind === 'schedule' && { scheduleId: source.id }),
    ...(title !== '' && { title }),
    ...(target !== null && target !== 'device' && { of: target }),
    ...(isFloating && { isFloating }),
    ...(vendorName !== null && { by: vendorName }),
    ...(procedureId !== null && { procedureId }),
    ...(warrantyNumber !== null && { warranty: warrantyNumber }),
  };
}
