import type { DevicePlan } from '../records/plan.ts';
import { addDays, type LocalDay } from './hospital-day.ts';
import { firstFrom, horizonOf, type Plan, plannedJobs } from './plan.ts';
import type { PlanSource } from './schedule-kinds.ts';

/** The source of a device's plan. */
export function sourceOfPlan({ scheduleId, warranty }: DevicePlan): PlanSource {
  if (scheduleId !== undefined) return 'own';
  return warranty === undefined ? 'installation' : 'warranty';
}

/**
 * Returns the days within a period on which work of a plan is due, whether or not its tasks exist yet. For a floating plan,
 * only the next day is known.
 */
export function plannedDays(plan: DevicePlan, { from, to }: { from: LocalDay; to: LocalDay }): LocalDay[] {
  return plannedJobs(planOf(plan), { from, to }).map(({ on }) => on);
}

/** Returns the first day after the horizon on which work is planned, or null. */
export function nextPlannedDay(plans: readonly DevicePlan[], today: LocalDay): LocalDay | null {
  const from = addDays(horizonOf(today), 1);
  return plans.flatMap((plan) => firstDay(plan, from) ?? []).toSorted()[0] ?? null;
}

/** Computed directly instead of searching all days, because a tablet needs it for every device that it shows. */
function firstDay(plan: DevicePlan, from: LocalDay): LocalDay | null {
  const on = firstFrom(planOf(plan), plan.isFloating ? null : from);
  return on < from || (plan.until !== undefined && on > plan.until) ? null : on;
}

/** Plans of the documents begin one interval after their first day; a floating plan consists of its next day only. */
function planOf({ from: anchor, until, every, unit, scheduleId, isFloating }: DevicePlan): Plan {
  const offset = scheduleId === undefined ? 1 : 0;
  return { anchor, offset, interval: { every, unit }, until: until ?? null, count: isFloating ? 1 : null };
}
