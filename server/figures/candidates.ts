import { classFindings } from '#contract/rules/class-findings.ts';
import type { LocalDay } from '#contract/rules/hospital-day.ts';
import { goodUptimePercentage, maxSuggestions } from '#contract/rules/suggestions.ts';
import { uptimePercentage } from '#contract/rules/uptime.ts';
import type { DeviceState, FoundDevice } from './device-states.ts';
import type { DownDevice } from './downtimes.ts';
import type { TaskFigures, TicketFigures } from './work-figures.ts';

/** What a suggestion says of its device. */
export type CandidateDevice = Omit<DeviceState, 'isInRoundTemplate'>;

/** Where it stands may change with its template alone: it is looked up among the unvisited. */
export function candidateOf({ isInRoundTemplate: _walked, ...device }: DeviceState): CandidateDevice {
  return device;
}

/** What candidates are chosen from. */
interface Found {
  today: LocalDay;
  unvisited: ReadonlyMap<string, FoundDevice>;
  uncovered: ReadonlyMap<string, FoundDevice>;
  ending: ReadonlyMap<string, FoundDevice>;
  attentionRuns: ReadonlyMap<string, number>;
  down: ReadonlyMap<string, DownDevice>;
  tasks: Pick<TaskFigures, 'overdue'>;
  tickets: Pick<TicketFigures, 'reported' | 'classed'>;
}

/**
 * The ids of the devices that a suggestion can be about to the end of the day. Of the two rules that find every device of
 * a hospital which has just begun, the first that are shown. Source: docs/product.md P47.
 */
export function candidatesOf(found: Found, now: Date, timeZone: string): string[] {
  const low = [...found.down].flatMap(([id, device]) => {
    const isDown = device.downtimes.some(({ to }) => to === null);
    return isDown || uptimePercentage({ ...device, now, timeZone }) < goodUptimePercentage ? [id] : [];
  });
  const { tasks, tickets, attentionRuns, ending, unvisited, uncovered } = found;
  return [
    ...new Set([
      ...tasks.overdue.keys(),
      ...tickets.reported.keys(),
      ...classFindings(tickets.classed, now).keys(),
      ...attentionRuns.keys(),
      ...ending.keys(),
      ...low,
      ...firstOf(unvisited.values(), bySerial),
      ...firstOf(uncovered.values(), (a, b) => byEnd(a, b) || bySerial(a, b)),
    ]),
  ];
}

const compare = (a: string, b: string): number => (a < b ? -1 : Number(a > b));
const bySerial = (a: FoundDevice, b: FoundDevice): number => compare(a.serialNumber, b.serialNumber);
/** The longest without a warranty first, those that never had one last. */
const byEnd = (a: FoundDevice, b: FoundDevice): number => compare(a.warrantyEndsOn ?? '~', b.warrantyEndsOn ?? '~');

/** The ids of the first devices in an order; a hospital may have a hundred thousand. */
function firstOf(devices: Iterable<FoundDevice>, order: (a: FoundDevice, b: FoundDevice) => number): string[] {
  const first: FoundDevice[] = [];
  for (const device of devices) {
    const last = first.at(-1);
    if (first.length >= maxSuggestions && last && order(device, last) >= 0) continue;
    first.push(device);
    first.sort(order);
    first.splice(maxSuggestions);
  }
  return first.map(({ id }) => id);
}
