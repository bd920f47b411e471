import { sql, type SQL } from 'drizzle-orm';
import { furtherEventId, orderEvents, workEvent } from '#contract/rules/work-events.ts';
import type { WorkEvent, WorkEventData, WorkEventKind } from '#contract/records/work-event.ts';
import type { EntryTime, SessionActor } from '../context.ts';
import { isoInstant } from '../db/database.ts';
import { workEvent as workEventTable } from '../db/schema.ts';
import type { HospitalScope, WriteScope } from '../db/scope.ts';
import { withTabletTime } from './tablet-time.ts';

/** What events belong to. */
export interface WorkOwner {
  kind: 'task' | 'ticket';
  id: string;
}

/** One event with what it happened to and the account that made it. */
export interface OwnedEvent {
  owner: WorkOwner;
  event: WorkEvent;
  byId: string | null;
}

/** What a write knows of the events it makes. */
export interface EventContext {
  /** Key of the write: the id of its first event. */
  id: string;
  actor: SessionActor;
  time: EntryTime;
  now: Date;
}

/** The event of a write; `further` ones of the same write get an id of their own. */
export function eventOf<K extends WorkEventKind>(
  { id, actor, time, now }: EventContext,
  owner: WorkOwner,
  kind: K,
  data: WorkEventData[K],
  { at = time.at, further = false }: { at?: Date; further?: boolean } = {},
): OwnedEvent {
  const facts = {
    id: further ? furtherEventId(id, kind) : id,
    at: at.toISOString(),
    receivedAt: now.toISOString(),
    by: actor.name,
    byRole: actor.role,
    ...(time.tabletTime && { tabletTime: time.tabletTime.toISOString() }),
  };
  return { owner, event: workEvent(kind, data, facts), byId: actor.id };
}

/** Records events; whoever changes their tasks and tickets touches those. */
export async function addEvents(scope: WriteScope, events: readonly OwnedEvent[]): Promise<void> {
  await scope.insert(
    workEventTable,
    events.map(({ owner, event, byId }) => ({
      ownerKind: owner.kind,
      ownerId: owner.id,
      id: event.id,
      at: new Date(event.at),
      receivedAt: new Date(event.receivedAt ?? event.at),
      tabletTime: event.tabletTime === undefined ? null : new Date(event.tabletTime),
      byId,
      byName: event.by,
      byRole: event.byRole,
      kind: event.kind,
      data: event.data,
    })),
  );
}

/** Reads what happened to tasks or tickets, in order, by their ids (an array in SQL); one without events is not in it. */
export async function readEvents(
  scope: HospitalScope,
  ownerKind: WorkOwner['kind'],
  ownerIds: SQL,
): Promise<Map<string, WorkEvent[]>> {
  const rows = await scope.rows<WorkEvent & Record<string, unknown> & { ownerId: string; receivedAt: string }>(sql`
    select owner_id as "ownerId", id, at, received_at as "receivedAt", tablet_time as "tabletTime", by_name as by, by_role as "byRole", kind, data
    from work_event
    where hospital_id = ${scope.id} and owner_kind = ${ownerKind} and owner_id = any(${ownerIds})`);
  const found = new Map<string, WorkEvent[]>();
  for (const { ownerId, at, receivedAt, ...row } of rows) {
    const event: WorkEvent = withTabletTime({ ...row, at: isoInstant(at), receivedAt: isoInstant(receivedAt) });
    const known = found.get(ownerId);
    if (known) known.push(event);
    else found.set(ownerId, [event]);
  }
  return new Map([...found].map(([ownerId, events]) => [ownerId, orderEvents(events)]));
}
