import { sql, type SQL } from 'drizzle-orm';
import { furtherEventId, orderEvents, workEvent } from '#contract/rules/work-events.ts';
import type { WorkEvent, WorkEventData, WorkEventKind } from '#contract/records/work-event.ts';
import type { EntryTime, SessionActor } from '../context.ts';
import { isoInstant } from '../db/database.ts';
import { workEvent as workEventTable } from '../db/schema.ts';
import type { HospitalScope, WriteScope } from '../db/scope.ts';
import { authorName } from './author-name.ts';
import { withTabletTime } from './tablet-time.ts';

/** The task or ticket that events belong to. */
export interface WorkOwner {
  kind: 'task' | 'ticket';
  id: string;
}

/** An event with its task or ticket and the account that made it. */
export interface OwnedEvent {
  owner: WorkOwner;
  event: WorkEvent;
  byId: string | null;
}

/** Facts about a write that its events record. */
export interface EventContext {
  /** Key of the write: the id of its first event. */
  id: string;
  actor: SessionActor;
  time: EntryTime;
  now: Date;
}

/** Returns the event of a write; each `further` event of the same write gets a separate id. */
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

/** Records events; the caller marks their tasks and tickets as changed. */
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

/**
 * Reads the events of tasks or tickets, in order, by their ids (an SQL array), with names as records show them; leaves
 * out those without events.
 */
export function readEvents(
  scope: HospitalScope,
  ownerKind: WorkOwner['kind'],
  ownerIds: SQL,
): Promise<Map<string, WorkEvent[]>> {
  const technician = authorName(sql`(e.data ->> 'technicianName')`, sql`e.data ->> 'technicianId'`);
  return readEventRows(scope, ownerKind, ownerIds, {
    by: authorName(sql`e.by_name`, sql`e.by_id`),
    data: sql`case e.kind
      when 'assigned' then jsonb_set(e.data, '{technicianName}', coalesce(to_jsonb(${technician}), 'null'))
      when 'reported' then case when e.data ->> 'reportedBy' = e.by_name
        then jsonb_set(e.data, '{reportedBy}', to_jsonb(${authorName(sql`e.by_name`, sql`e.by_id`)})) else e.data end
      else e.data end`,
  });
}

/** Reads the same events with the names as recorded, for a write that records them again. */
export function readRecordedEvents(
  scope: HospitalScope,
  ownerKind: WorkOwner['kind'],
  ownerIds: SQL,
): Promise<Map<string, WorkEvent[]>> {
  return readEventRows(scope, ownerKind, ownerIds, { by: sql`e.by_name`, data: sql`e.data` });
}

async function readEventRows(
  scope: HospitalScope,
  ownerKind: WorkOwner['kind'],
  ownerIds: SQL,
  { by, data }: { by: SQL; data: SQL },
): Promise<Map<string, WorkEvent[]>> {
  const rows = await scope.rows<WorkEvent & Record<string, unknown> & { ownerId: string; receivedAt: string }>(sql`
    select e.owner_id as "ownerId", e.id, e.at, e.received_at as "receivedAt", e.tablet_time as "tabletTime", ${by} as by, e.by_role as "byRole", e.kind,
      ${data} as data
    from work_event e
    where e.hospital_id = ${scope.id} and e.owner_kind = ${ownerKind} and e.owner_id = any(${ownerIds})`);
  const found = new Map<string, WorkEvent[]>();
  for (const { ownerId, at, receivedAt, ...row } of rows) {
    const event: WorkEvent = withTabletTime({ ...row, at: isoInstant(at), receivedAt: isoInstant(receivedAt) });
    const known = found.get(ownerId);
    if (known) known.push(event);
    else found.set(ownerId, [event]);
  }
  return new Map([...found].map(([ownerId, events]) => [ownerId, orderEvents(events)]));
}
