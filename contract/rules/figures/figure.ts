import { waitingReasons } from '../../records/work-event.ts';
import { priorities } from '../../records/values.ts';

/** The unit of a figure. `rate` is per device and year. */
export const figureUnits = ['percent', 'hours', 'count', 'inr', 'rate', 'days'] as const;
export type FigureUnit = (typeof figureUnits)[number];

/** Units of a figure's parts. */
export const partUnits = ['count', 'hours', 'years', 'inr'] as const;

/** Bands for the time between two moments; `none`: there is no evidence. */
export const timeBands = ['hour', 'day', 'week', 'ten-days', 'more', 'none'] as const;
export type TimeBand = (typeof timeBands)[number];

/** The measured times of a ticket. */
export const timeKinds = ['response', 'hands-on', 'turnaround'] as const;
export type TimeKind = (typeof timeKinds)[number];

/** Classes that are not failures of the device, each counted separately. */
export const excludedClasses = ['use-error', 'could-not-reproduce', 'no-fault'] as const;
export type ExcludedClass = (typeof excludedClasses)[number];

/** Sets of devices that a round did not see, by reason. */
export const notSeenKeys = {
  'In use': 'in-use',
  'Not located': 'not-located',
  Moved: 'moved',
  Other: 'other',
} as const;
export type NotSeenReason = keyof typeof notSeenKeys;

/** The figures, in order of display. */
export const figureIds = [
  'completion',
  'credit',
  'in-date',
  'not-located',
  'without-schedule',
  'availability',
  'response',
  'hands-on',
  'turnaround',
  'waiting',
  'failures',
  'mtbf',
  'repeat',
  'first-visit',
  'out-of-tolerance',
  'cost',
  'cost-ratio',
  'rounds',
  'not-seen',
  'findings',
] as const;
export type FigureId = (typeof figureIds)[number];

const timeSets = timeKinds.flatMap((kind) =>
  (['measured', ...timeBands, ...priorities] as const).map((part) => `${kind}.${part}` as const),
);
const notSeenSets = Object.values(notSeenKeys).map((key) => `entry.${key}` as const);

/** The sets of rows that figures count. */
export const figureSets = [
  'job.due',
  'job.done',
  'job.late',
  'job.attempted',
  'job.open',
  'job.credited',
  'job.moved',
  'job.cancelled',
  'job.due-so-far',
  'job.done-so-far',
  'job.credited-so-far',
  'device.in-service',
  'device.scheduled',
  'device.in-date',
  'device.overdue',
  'device.not-located',
  'device.without-schedule',
  'availability.covered',
  'availability.down',
  'availability.restricted',
  'ticket.reported',
  ...timeSets,
  'waiting.now',
  'waiting.any',
  ...waitingReasons.map((reason) => `waiting.${reason}` as const),
  'failure.counted',
  'failure.not-stated',
  ...excludedClasses.map((name) => `failure.${name}` as const),
  'failure.devices',
  'repeat.repeats',
  'repeat.closed',
  'first-visit.fixed',
  'first-visit.closed',
  'first-visit.unknown',
  'tolerance.measured',
  'tolerance.found',
  'tolerance.adjusted',
  'tolerance.left',
  'cost.tickets',
  'cost.contracts',
  'cost.devices',
  'cost-ratio.spent',
  'cost-ratio.tickets',
  'cost-ratio.contracts',
  'cost-ratio.devices',
  'round.due',
  'round.done',
  'round.missed',
  'entry.all',
  'entry.not-seen',
  ...notSeenSets,
  'finding.all',
  'finding.ticket',
  'finding.without',
] as const;
export type FigureSet = (typeof figureSets)[number];

/** A named set of rows with its amount; it opens a list of `rows` rows. */
export interface FigurePart {
  set: FigureSet;
  label: string;
  amount: number;
  unit: (typeof partUnits)[number];
  rows: number;
}

/** A line of a figure's table: the median and the 90th percentile. */
export interface FigureLine {
  set: FigureSet;
  label: string;
  rows: number;
  /** Units: hours. */
  median: number | null;
  p90: number | null;
}

/** One figure; `value` is null if it cannot be computed. */
export interface Figure {
  id: FigureId;
  title: string;
  unit: FigureUnit;
  value: number | null;
  target: number | null;
  rule: string;
  numerator: FigurePart | null;
  denominator: FigurePart | null;
  /** The figure up to today, shown beside that of the whole running period; null if both are equal. */
  soFar: Pick<Figure, 'value' | 'numerator' | 'denominator'> | null;
  parts: FigurePart[];
  lines: FigureLine[];
}

/** Fills in the defaults of a figure. */
export function figure(
  facts: Pick<Figure, 'id' | 'title' | 'unit' | 'value' | 'rule' | 'numerator' | 'denominator'> & Partial<Figure>,
): Figure {
  return { target: null, soFar: null, parts: [], lines: [], ...facts };
}

/** Returns a set that counts its rows. */
export function counted(set: FigureSet, label: string, rows: number): FigurePart {
  return { set, label, amount: rows, unit: 'count', rows };
}

/** Returns a share in percent with 2 decimals; null if the whole is zero. */
export function share(part: number, whole: number): number | null {
  return whole > 0 ? Math.round((10_000 * part) / whole) / 100 : null;
}

/** Rounds to a number of decimals. */
export function rounded(value: number, decimals: number): number {
  const scale = 10 ** decimals;
  return Math.round(value * scale) / scale;
}

const hourMs = 3_600_000;

/** Returns hours with 2 decimals. */
export function hoursOf(ms: number): number {
  return rounded(ms / hourMs, 2);
}
