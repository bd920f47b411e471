import { and, eq, inArray } from 'drizzle-orm';
import type { BodyOf } from '#contract/define.ts';
import type { Calls } from '#contract/index.ts';
import type { WorkEvent, WorkEventKind } from '#contract/records/work-event.ts';
import { formatShortDay } from '#contract/rules/dates-format.ts';
import { hospitalDay, hospitalInstant, hospitalTime } from '#contract/rules/hospital-day.ts';
import { entryOf, eventSentence, orderEvents } from '#contract/rules/work-events.ts';
import type { SessionActor } from '../context.ts';
import { workEvent } from '../db/schema.ts';
import type { WriteScope } from '../db/scope.ts';
import { ApiError, invalidField, unknownRecord } from '../problem.ts';

const minuteMs = 60_000;

interface Correction {
  hospital: WriteScope;
  actor: SessionActor;
  body: BodyOf<Calls['correctTicketTime']>;
  /** The ticket or task; `known` are its events. */
  owner: { kind: 'ticket' | 'task'; id: string };
  known: readonly WorkEvent[];
  /** Narrows the possible times, which lie between the estimate and the arrival. */
  bounds: (estimated: WorkEvent) => { from?: Date | undefined; to?: Date | null | undefined };
}

/** The events of a ticket or task after the time of one entry was corrected. */
export interface Corrected {
  events: WorkEvent[];
  /** The kinds of the events that have moved: those of one entry move together. */
  moved: ReadonlySet<WorkEventKind>;
  /** The ids of the authors by event. */
  authors: ReadonlyMap<string, string | null>;
  /** The text of the note. */
  text: string;
}

/**
 * Corrects the estimated time of an entry: all its events get the new time. Only the office and the author may do so. The
 * caller updates what the ticket or task derives from them. Source: docs/product.md P203 and P233.
 * Throws: ApiError `record.unknown`, `auth.forbidden`, `input.invalid` for a time that is impossible for the entry.
 */
export async function correctEventTime(correction: Correction): Promise<Corrected> {
  const { hospital, actor, body, owner, known, bounds } = correction;
  const { timeZone } = hospital.facts;
  const estimated = known.find(({ id }) => id === body.eventId);
  if (!estimated) throw unknownRecord('entry');
  const { tabletTime } = estimated;
  if (tabletTime === undefined) throw invalidField('time', 'This time is not an estimate.');
  const ofOwner = and(eq(workEvent.ownerKind, owner.kind), eq(workEvent.ownerId, owner.id));
  const rows = await hospital.list(workEvent, ofOwner);
  const authors = new Map(rows.map((row) => [row.id, row.byId]));
  if (actor.role !== 'Hospital' && authors.get(estimated.id) !== actor.id) throw new ApiError('auth.forbidden');

  const at = hospitalInstant(body.on, body.time, timeZone);
  const moment = (instant: Date | string) =>
    `${formatShortDay(hospitalDay(instant, timeZone))} ${hospitalTime(instant, timeZone)}`;
  // An estimate is never too late, and nothing arrives before it happens.
  const { from, to } = bounds(estimated);
  const earliest = new Date(Math.max(Date.parse(estimated.at), from?.getTime() ?? -Infinity));
  const latest = new Date(Math.min(Date.parse(estimated.receivedAt ?? estimated.at), to?.getTime() ?? Infinity));
  if (at.getTime() <= earliest.getTime() - minuteMs || at.getTime() > latest.getTime())
    throw invalidField('time', `Enter a time between ${moment(earliest)} and ${moment(latest)}.`);

  const moved = known.filter((event) => entryOf(event) === entryOf(estimated));
  const ids = moved.map(({ id }) => id);
  await hospital.update(workEvent, { at, tabletTime: null }, and(ofOwner, inArray(workEvent.id, ids))!);
  return {
    events: known.map((event): WorkEvent => (ids.includes(event.id) ? { ...event, at: at.toISOString() } : event)),
    moved: new Set(moved.map(({ kind }) => kind)),
    authors,
    text: `Time corrected: "${eventSentence(estimated, 'staff')}" was on ${moment(at)}. The tablet had estimated ${moment(estimated.at)}, and its clock showed ${moment(tabletTime)}.`,
  };
}

/** Returns what a ticket or task says about assignments, departures and escalations after one of them has moved. */
export function afterMoved({ events, moved }: Corrected) {
  const last = <K extends WorkEventKind>(kind: K) =>
    moved.has(kind)
      ? orderEvents(events).findLast((event): event is Extract<WorkEvent, { kind: K }> => event.kind === kind)
      : undefined;
  const [assigned, dispatched, escalated] = [last('assigned'), last('dispatched'), last('escalated')];
  return {
    ...(assigned && { technicianId: assigned.data.technicianId, assignedAt: new Date(assigned.at) }),
    ...(dispatched && { dispatchedAt: new Date(dispatched.at) }),
    ...(escalated && { escalatedAt: new Date(escalated.at) }),
  };
}
