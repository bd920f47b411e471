import { jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { type WorkEvent, workEventKinds } from '#contract/records/work-event.ts';
import { at, hospitalId, id } from './columns.ts';

/** Events of tasks and tickets; never changed once written, except for estimated times (P203, P233). */
export const workEvent = pgTable(
  'work_event',
  {
    hospitalId: hospitalId(),
    ownerKind: text('owner_kind', { enum: ['task', 'ticket'] }).notNull(),
    ownerId: text('owner_id').notNull(),
    id: id(),
    at: at('at').notNull(),
    receivedAt: at('received_at').notNull(),
    /** The time that the tablet showed, for an entry whose time is an estimate; null otherwise. */
    tabletTime: at('tablet_time'),
    byId: text('by_id'),
    byName: text('by_name'),
    byRole: text('by_role', { enum: ['Admin', 'BME', 'Hospital'] }),
    kind: text('kind', { enum: workEventKinds }).notNull(),
    data: jsonb('data').$type<WorkEvent['data']>().notNull(),
  },
  (t) => [primaryKey({ columns: [t.hospitalId, t.ownerKind, t.ownerId, t.id] })],
);
