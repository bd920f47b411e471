import { classFindings } from '#contract/rules/class-findings.ts';
import type { Moment } from '#contract/pages/moment.ts';
import { firstOf } from '#contract/rules/first-of.ts';
import type { LocalDay } from '#contract/rules/hospital-day.ts';
import { goodUptimePercentage, maxSuggestions } from '#contract/rules/suggestions.ts';
import type { DeviceState, FoundDevice } from './device-states.ts';
import type { DownDevice } from './downtimes.ts';
import { uptimesOf } from './uptimes.ts';
import type { VisitFigures } from './visit-figures.ts';
import type { TaskFigures, TicketFigures } from './work-figures.ts';

/** The facts about a device that a suggestion shows. */
export type CandidateDevice = Omit<DeviceState, 'isInRoundTemplate'>;

/** Only its template can change whether it is in a round, so that is looked up among the unvisited devices. */
export function candidateOf({ isInRoundTemplate: _walked, ...device }: DeviceState): CandidateDevice {
  return device;
}

/** The devices found by each rule. */
interface Found {
  today: LocalDay;
  unvisited: ReadonlyMap<string, FoundDevice>;
  uncovered: ReadonlyMap<string, FoundDevice>;
  ending: ReadonlyMap<string, FoundDevice>;
  attentionRuns: ReadonlyMap<string, number>;
  down: ReadonlyMap<string, DownDevice>;
  tasks: Pick<TaskFigures, 'overdue'>;
  tickets: Pick<TicketFigures, 'reported' | 'classed'>;
  visits: Pick<VisitFigures, 'missed'>;
}

/**
 * Returns the ids of the devices that suggestions can be about until the end of the day. Two rules match every device
 * of a new hospital; of these, only as many as are shown. Source: docs/product.md P47.
 */
export async function candidatesOf(found: Found, moment: Moment): Promise<string[]> {
  const uptimes = await uptimesOf(found.down, moment);
  const low = [...found.down].flatMap(([id, { downtimes }]) => {
    const isDown = downtimes.some(({ to }) => to === null);
    return isDown || (uptimes.get(id) ?? 100) < goodUptimePercentage ? [id] : [];
  });
  const { tasks, tickets, attentionRuns, ending, unvisited, uncovered, visits } = found;
  return [
    ...new Set([
      ...tasks.overdue.keys(),
      ...tickets.reported.keys(),
      ...classFindings(tickets.classed, moment.now).keys(),
      ...attentionRuns.keys(),
      ...ending.keys(),
      ...visits.missed.keys(),
      ...low,
      ...firstIds(unvisited, bySerial),
      ...firstIds(uncovered, (a, b) => byEnd(a, b) || bySerial(a, b)),
    ]),
  ];
}

const compare = (a: string, b: string): number => (a < b ? -1 : Number(a > b));
const bySerial = (a: FoundDevice, b: FoundDevice): number => compare(a.serialNumber, b.serialNumber);
/** Sorts by longest time without a warranty; devices that never had one come last. */
const byEnd = (a: FoundDevice, b: FoundDevice): number => compare(a.warrantyEndsOn ?? '~', b.warrantyEndsOn ?? '~');

/** Returns the ids of the first devices in an order, without sorting all of what may be a hundred thousand. */
function firstIds(
  devices: ReadonlyMap<string, FoundDevice>,
  order: (a: FoundDevice, b: FoundDevice) => number,
): string[] {
  return firstOf(devices.values(), maxSuggestions, order).map(({ id }) => id);
}
