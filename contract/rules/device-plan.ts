import type { DevicePlan } from '../replica.ts';
import { addDays, type LocalDay } from './hospital-day.ts';
import { horizonOf, type Plan, plannedJobs } from './plan.ts';
import type { PlanSource } from './schedule-kinds.ts';

/** Where a plan of a device comes from. */
export function sourceOfPlan({ scheduleId, warranty }: DevicePlan): PlanSource {
  if (scheduleId !== undefined) return 'own';
  return warranty === undefined ? 'installation' : 'warranty';
}

/**
 * The days on which a plan brings work within a time, whether its jobs are made yet or not. Of a floating plan only the
 * next day is known.
 */
export function plannedDays(plan: DevicePlan, { from, to }: { from: LocalDay; to: LocalDay }): LocalDay[] {
  return plannedJobs(planOf(plan), { from, to }).map(({ on }) => on);
}

/** The first day after the horizon on which work is planned; null where none is. */
export function nextPlannedDay(plans: readonly DevicePlan[], today: LocalDay): LocalDay | null {
  const from = addDays(horizonOf(today), 1);
  const days = plans.flatMap((plan) => {
    // The longest interval is in this time, wherever its returns lie.
    const to = plan.until ?? addDays(from > plan.from ? from : plan.from, longestInterval);
    return plannedDays(plan, { from, to }).slice(0, 1);
  });
  return days.toSorted()[0] ?? null;
}

/** Units: days. Source: contract/calls/schedule.ts (an interval of 50 years). */
const longestInterval = 50 * 366;

/** The plans of the documents begin one interval after their first day; a floating one is its next day only. */
function planOf({ from: anchor, until, every, unit, scheduleId, isFloating }: DevicePlan): Plan {
  const offset = scheduleId === undefined ? 1 : 0;
  return { anchor, offset, interval: { every, unit }, until: until ?? null, count: isFloating ? 1 : null };
}
