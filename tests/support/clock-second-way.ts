import type { HospitalRows } from './figures-second-way.ts';

type Ticket = Pick<HospitalRows['tickets'][number], 'id' | 'reportedAt' | 'closedAt'>;
type Step = Pick<HospitalRows['events'][number], 'id' | 'ownerKind' | 'ownerId' | 'kind' | 'at' | 'data'>;

const order = ['accepted', 'arrived', 'waiting', 'resumed', 'restored', 'left-pending'];

/** Computes the stored times of a ticket from its events with plain loops; shares no code with the rules or the SQL. */
export function clockSecondWay(ticket: Ticket, events: readonly Step[]) {
  const from = ticket.reportedAt.getTime();
  const until = ticket.closedAt?.getTime() ?? Infinity;
  const steps = events
    .filter(({ ownerKind, ownerId, kind }) => ownerKind === 'ticket' && ownerId === ticket.id && order.includes(kind))
    .filter(({ at }) => at.getTime() >= from && at.getTime() <= until)
    .toSorted(
      (a, b) =>
        a.at.getTime() - b.at.getTime() ||
        order.indexOf(a.kind) - order.indexOf(b.kind) ||
        // Ids are compared by code unit, which localeCompare does not do.
        (a.id < b.id ? -1 : 1),
    );
  // What goes on from each moment: `work`, a reason to wait, `left` for a later visit, or nothing.
  const marks: { ms: number; doing: string }[] = [{ ms: from, doing: '' }];
  let restored: Date | null = null;
  let arrived: Date | null = null;
  for (const { kind, at, data } of steps) {
    const doing = marks.at(-1)?.doing ?? '';
    const waits = doing !== '' && doing !== 'work';
    if (kind === 'restored') {
      restored = at;
      break;
    }
    if (kind === 'resumed' && !waits) continue;
    if (kind === 'arrived') arrived ??= at;
    let next = doing;
    if (kind === 'arrived' || kind === 'resumed') next = 'work';
    if (kind === 'waiting') next = 'reason' in data ? data.reason : 'other';
    if (kind === 'left-pending' && !waits) next = 'left';
    marks.push({ ms: at.getTime(), doing: next });
  }
  const last = marks.at(-1) ?? { ms: from, doing: '' };
  const end = restored?.getTime() ?? (ticket.closedAt === null ? null : until);
  if (end !== null) marks.push({ ms: end, doing: '' });
  let handsOnMs = 0;
  const waitingMs: Record<string, number> = {};
  for (const [place, { ms, doing }] of marks.entries()) {
    const span = (marks[place + 1]?.ms ?? ms) - ms;
    if (doing === 'work') handsOnMs += span;
    else if (doing !== '' && doing !== 'left' && span > 0) waitingMs[doing] = (waitingMs[doing] ?? 0) + span;
  }
  const isWaiting = end === null && !['', 'work', 'left'].includes(last.doing);
  return {
    firstArrivedAt: arrived,
    restoredAt: restored,
    handsOnMs: end !== null && (arrived !== null || handsOnMs > 0) ? handsOnMs : null,
    waitingMs,
    waitingFor: isWaiting ? last.doing : null,
    waitingSince: isWaiting ? new Date(last.ms) : null,
  };
}

/** Returns the stored times of a ticket in the form of `clockSecondWay`. */
export function storedClock(ticket: HospitalRows['tickets'][number]) {
  const { firstArrivedAt, restoredAt, handsOnMs, waitingMs, waitingFor, waitingSince } = ticket;
  const waited = Object.entries(waitingMs ?? {}).filter(([, ms]) => ms > 0);
  return { firstArrivedAt, restoredAt, handsOnMs, waitingMs: Object.fromEntries(waited), waitingFor, waitingSince };
}
