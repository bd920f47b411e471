import { addDays, daysBetween, type LocalDay } from '#contract/rules/hospital-day.ts';
import type { WorkEventData } from '#contract/records/work-event.ts';
import type { Seeded } from './seeded.ts';

/** The outcome of a job that was due before today. */
export interface JobStory {
  /** The day on which it was done; null while it is open. */
  doneOn: LocalDay | null;
  attempt?: { on: LocalDay; data: WorkEventData['attempted'] };
  move?: { on: LocalDay; data: WorkEventData['moved'] };
  cancel?: { on: LocalDay; data: WorkEventData['cancelled'] };
}

/** Shares of jobs that deviate from the plan. */
const shares = { cancelled: 0.01, moved: 0.02, attempted: 0.06, late: 0.05, recentlyDone: 0.72 };
/** Jobs due within this time may still be open. Units: days. */
const recentDays = 14;

/** Reasons why jobs cannot be done, as engineers write them; frequent ones are listed twice. */
const obstacles: readonly Pick<WorkEventData['attempted'], 'reason' | 'note'>[] = [
  { reason: 'in-use', note: '' },
  { reason: 'in-use', note: 'On a patient.' },
  { reason: 'not-located', note: 'Not in its place; ward asked to look for it.' },
  { reason: 'waiting-for-part', note: 'Service kit ordered.' },
  { reason: 'vendor-late', note: '' },
  { reason: 'refused', note: 'Ward asked to come after the visit hours.' },
];
const move = { reason: 'Ward full, no spare device', approver: 'Dr. Kulkarni, Medical Superintendent' };
const cancelReason = 'Done by the maker during an update visit.';

/** Draws the outcome of a job. Nothing has happened on `today` yet. */
export function jobStory(random: Seeded, dueOn: LocalDay, today: LocalDay): JobStory {
  const yesterday = addDays(today, -1);
  const within = (day: LocalDay): LocalDay => (day < today ? day : yesterday);
  /** Returns the day this many days after the due day, or leaves the job open if that day is in the future. */
  const doneAfter = (day: LocalDay, from: number, to: number): LocalDay | null => {
    const on = addDays(day, random.between(from, to));
    return on < today ? on : null;
  };
  const drawn = random.next();
  let least = shares.cancelled;
  if (drawn < least) return { doneOn: null, cancel: { on: dueOn, data: { reason: cancelReason } } };
  if (drawn < (least += shares.moved)) {
    const to = addDays(dueOn, random.between(5, 16));
    return { doneOn: doneAfter(to, 0, 2), move: { on: addDays(dueOn, -1), data: { from: dueOn, to, ...move } } };
  }
  if (drawn < (least += shares.attempted)) {
    const on = within(addDays(dueOn, random.between(0, 2)));
    const obstacle = random.pick(obstacles);
    const isRecent = daysBetween(dueOn, today) <= 3 * recentDays;
    const isLost = obstacle.reason === 'not-located' && isRecent;
    const next = addDays(isLost ? today : on, random.between(3, 12));
    return { doneOn: doneAfter(next, 0, 3), attempt: { on, data: { ...obstacle, next } } };
  }
  if (drawn < (least += shares.late)) return { doneOn: doneAfter(dueOn, 12, 40) };
  const isOpen = daysBetween(dueOn, today) <= recentDays && !random.chance(shares.recentlyDone);
  return { doneOn: isOpen ? null : within(addDays(dueOn, random.between(0, 4))) };
}
