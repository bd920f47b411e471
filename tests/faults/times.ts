import { addDays, hospitalDay } from '#contract/rules/hospital-day.ts';
import type { round, testRecord, workEvent } from '#server/db/schema.ts';
import type { ServerFacts } from './real-server.ts';
import type { Ward } from './ward.ts';
import { timeZone } from './workload.ts';
import type { Attempt } from './workload.ts';

/** The time of a record. */
export interface EffectTime {
  /** Units: ms since 1970. */
  atMs: number;
  /** The day that the record counts for, if it has its own. */
  day?: string;
  /** The record says that its tablet estimated the time. */
  isMarked: boolean;
}

/** Returns the times of the entries' effects, by key. */
export function timesOf(
  events: readonly (typeof workEvent.$inferSelect)[],
  rounds: readonly (typeof round.$inferSelect)[],
  tests: readonly (typeof testRecord.$inferSelect)[],
): Map<string, EffectTime> {
  const times = new Map<string, EffectTime>();
  const add = (id: string, at: Date, tabletTime: Date | null, day?: string): void => {
    times.set(id, { atMs: at.getTime(), isMarked: tabletTime !== null, ...(day !== undefined && { day }) });
  };
  for (const { id, at, tabletTime } of events) add(id, at, tabletTime);
  for (const { id, submittedAt, onDay, tabletTime } of rounds) add(id, submittedAt, tabletTime, onDay);
  for (const { id, testedAt, testedOn, tabletTime } of tests) add(id, testedAt, tabletTime, testedOn);
  return times;
}

/** Smaller clock errors are not reported. Units: milliseconds. */
const toleranceMs = 10 * 60_000;

/** Returns the day that a round or report names; undefined if it names a moment or nothing. */
function dayIn({ kind, body }: Attempt): string | undefined {
  const said = kind.startsWith('daily-round.submit@')
    ? (body as { date: string }[])[0]?.date
    : (body as { reportedDate?: string }).reportedDate;
  return said?.length === 10 ? said : undefined;
}

const describe = (ms: number) => new Date(ms).toISOString();

/** Returns records with a wrong time that do not say that it was estimated (5.13). */
export function wrongTimes({ workload }: Ward, { times }: ServerFacts): string[] {
  const wrong: string[] = [];
  for (const one of workload.attempts) {
    const time = one.id === null ? undefined : times.get(one.id);
    // A clock that is ahead is believed until the entry arrives.
    if (time === undefined || time.isMarked || one.shownMs > one.madeMs + toleranceMs) continue;
    const said = dayIn(one);
    const isOfEarlierDay = said !== undefined && said !== hospitalDay(new Date(one.shownMs), timeZone);
    if (one.kind.startsWith('breakdown.report@') && (said === undefined || isOfEarlierDay)) continue;
    const says = `${one.mark} of ${describe(one.madeMs)} stands at ${describe(time.atMs)} without a mark`;
    // A closing is never before its report, whose tablet may have been ahead.
    const isLate = time.atMs - one.madeMs > toleranceMs && !one.kind.startsWith('breakdown.close@');
    if (isLate || one.madeMs - time.atMs > toleranceMs) wrong.push(says);
    const today = hospitalDay(new Date(one.madeMs), timeZone);
    const day = isOfEarlierDay ? addDays(today, -1) : today;
    // A round for the day by its tablet's clock counts for today, and its author is told (P43).
    const isToldOf = isOfEarlierDay && said === hospitalDay(new Date(one.clockMs), timeZone);
    if (time.day !== undefined && time.day !== day && !isToldOf) wrong.push(`${says}, on ${time.day}`);
  }
  return wrong;
}
