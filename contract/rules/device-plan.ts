import type { DevicePlan } from '../records/plan.ts';
import { addDays, type LocalDay } from './hospital-day.ts';
import { firstFrom, horizonOf, type Plan, plannedJobs } from './plan.ts';
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
  return plans.flatMap((plan) => firstDay(plan, from) ?? []).toSorted()[0] ?? null;
}

/** Computed and not looked for among all days: a tablet asks it of each device that it shows. */
function firstDay(plan: DevicePlan, from: LocalDay): LocalDay | null {
  const on = firstFrom(planOf(plan), plan.isFloating ? null : from);
  return on < from || (plan.until !== undefined && on > plan.until) ? null : on;
}

/** The plans of the documents begin one interval after their first day; a floating one is its next day only. */
function planOf({ from: anchor, until, every, unit, scheduleId, isFloating }: DevicePlan): Plan {
  const offset = scheduleId === undefined ? 1 : 0;
  return { anchor, offset, interval: { every, unit }, until: until ?? null, count: isFloating ? 1 : null };
}
