import type { WorkEventData } from '#contract/records/work-event.ts';
import type { Seeded } from './seeded.ts';

type StepKind = 'accepted' | 'arrived' | 'waiting' | 'resumed' | 'restored' | 'left-pending';

/** One step of a ticket of the demo. */
export type DemoStep = { [K in StepKind]: { kind: K; data: WorkEventData[K]; at: Date } }[StepKind];

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
/** A ticket that took longer than this may have waited. */
const longMs = 6 * hourMs;
/** Shares of the closed tickets: no reported arrival, resolved by phone, waited, reported as restored. */
const shares = { unseen: 0.08, byPhone: 0.1, waited: 0.45, restored: 0.85 };

/** Reasons for waiting, as engineers write them. */
const waits = [
  { reason: 'part', note: 'Part ordered from the maker.' },
  { reason: 'part', note: 'Part taken from the store of the service partner.' },
  { reason: 'vendor', note: 'Vendor informed, visit promised.' },
  { reason: 'access', note: 'In use on a patient.' },
  { reason: 'approval', note: 'Quotation with the purchase office.' },
] as const;

const after = (at: Date, ms: number): Date => new Date(at.getTime() + ms);

/** Generates the steps of a ticket that was closed two hours or more after its report. */
export function closedSteps(random: Seeded, reportedAt: Date, closedAt: Date): DemoStep[] {
  const span = closedAt.getTime() - reportedAt.getTime();
  const acceptedAt = after(reportedAt, random.between(3, 25) * minuteMs);
  const steps: DemoStep[] = [{ kind: 'accepted', data: {}, at: acceptedAt }];
  if (random.chance(shares.unseen)) return steps;
  const arrivedAt = after(acceptedAt, Math.min(random.between(5, 300) * minuteMs, span * 0.3));
  steps.push({ kind: 'arrived', data: random.chance(shares.byPhone) ? { isByPhone: true } : {}, at: arrivedAt });
  let workedFrom = arrivedAt;
  if (span > longMs && random.chance(shares.waited)) {
    steps.push({ kind: 'waiting', data: random.pick(waits), at: after(arrivedAt, random.between(10, 40) * minuteMs) });
    workedFrom = after(reportedAt, (span * random.between(70, 90)) / 100);
    steps.push({ kind: 'resumed', data: {}, at: workedFrom });
  }
  const doneAt = after(workedFrom, random.between(15, 150) * minuteMs);
  const lastAt = after(closedAt, -5 * minuteMs);
  if (random.chance(shares.restored)) {
    steps.push({ kind: 'restored', data: {}, at: doneAt < lastAt ? doneAt : lastAt });
  }
  return steps;
}

/** Generates the steps of open tickets by position: one of each state, all within three hours after the report. */
export function openSteps(place: number, reportedAt: Date): DemoStep[] {
  const at = (minutes: number): Date => after(reportedAt, minutes * minuteMs);
  const accepted: DemoStep = { kind: 'accepted', data: {}, at: at(10) };
  const arrived: DemoStep = { kind: 'arrived', data: {}, at: at(45) };
  const waiting = (data: WorkEventData['waiting']): DemoStep => ({ kind: 'waiting', data, at: at(90) });
  const byPlace: readonly (readonly DemoStep[])[] = [
    [
      accepted,
      arrived,
      waiting({ reason: 'part', note: 'Spare part ordered.' }),
      { kind: 'left-pending', data: {}, at: at(120) },
    ],
    [accepted, arrived],
    [accepted, arrived, waiting({ reason: 'part', note: 'Ordered, three working days.' })],
    [accepted, arrived, waiting({ reason: 'vendor', note: 'Vendor informed, visit promised.' })],
    [accepted, arrived, { kind: 'restored', data: {}, at: at(150) }],
    [accepted],
  ];
  return [...(byPlace[place] ?? [])];
}
