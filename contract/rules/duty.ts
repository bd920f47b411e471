import type { DutyLeave, DutyShift, DutyTable } from '../records/duty.ts';
import { addDays, hospitalDay, hospitalTime, type LocalDay } from './hospital-day.ts';
import { weekdayOf } from './work-days.ts';

/** The engineers on duty at a moment. */
export interface OnDuty {
  ids: string[];
  /** False if the table names nobody for the moment, so that others stand in. */
  isByTable: boolean;
}

/**
 * Returns who is on duty at an instant: those whose shift covers it and who are not on leave on the day on which the
 * shift begins. If the table names nobody, all engineers who are not on leave are on duty; if all are on leave, all of
 * them are, so that there is always somebody on duty. Source: docs/product.md P322.
 */
export function onDuty(
  table: DutyTable | undefined,
  engineerIds: readonly string[],
  { instant, timeZone }: { instant: Date | string; timeZone: string },
): OnDuty {
  const { shifts = [], leave = [] } = table ?? {};
  const today = hospitalDay(instant, timeZone);
  const time = hospitalTime(instant, timeZone);
  const named = new Set(
    shifts.filter((shift) => covers(shift, today, time, leave)).map(({ technicianId }) => technicianId),
  );
  const byTable = engineerIds.filter((id) => named.has(id));
  if (byTable.length > 0) return { ids: byTable, isByTable: true };
  const present = engineerIds.filter((id) => !isOnLeave(leave, id, today));
  return { ids: present.length > 0 ? present : [...engineerIds], isByTable: false };
}

/** Returns whether an engineer is on leave on a day. */
export function isOnLeave(leave: readonly DutyLeave[], technicianId: string, day: LocalDay): boolean {
  return leave.some((each) => each.technicianId === technicianId && each.from <= day && day <= each.to);
}

function covers(shift: DutyShift, today: LocalDay, time: string, leave: readonly DutyLeave[]): boolean {
  const { days, from, to, technicianId } = shift;
  const begins = (day: LocalDay) => days.includes(weekdayOf(day)) && !isOnLeave(leave, technicianId, day);
  if (from < to) return begins(today) && from <= time && time < to;
  return (begins(today) && from <= time) || (begins(addDays(today, -1)) && time < to);
}
