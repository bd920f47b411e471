import { sql } from 'drizzle-orm';
import { bigint, boolean, index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { at, day, hospitalId, id, version } from './columns.ts';
import { hospital } from './people.ts';

/** Facts of this installation: epoch, signing key. */
export const appMeta = pgTable('app_meta', { name: text('name').primaryKey(), value: text('value').notNull() });

/** A hospital's version counter, locked last in each writing transaction. */
export const hospitalHead = pgTable('hospital_head', {
  hospitalId: text('hospital_id')
    .primaryKey()
    .references(() => hospital.id),
  version: version('version').notNull().default(0),
  /** Tombstones up to this version may have been pruned: a replica below it must be rebuilt. */
  prunedVersion: version('pruned_version').notNull().default(0),
  /** The last day of the hospital whose nightly clearing is done. */
  clearedOn: day('cleared_on'),
  /** The last day of the hospital on which its users were notified of overdue work. */
  listedOn: day('listed_on'),
  /** The version at which the tasks of all devices were last checked. */
  tasksVersion: version('tasks_version'),
  /** The rules and the time zone by which they were checked. */
  tasksCheckedBy: text('tasks_checked_by'),
});

/** The next day of each device on which the horizon reaches a job that is not made yet. */
export const nextJob = pgTable(
  'next_job',
  {
    hospitalId: hospitalId(),
    deviceId: text('device_id').notNull(),
    /** The day of that job; null if no plan has one. */
    on: day('on_day'),
  },
  (t) => [primaryKey({ columns: [t.hospitalId, t.deviceId] })],
);

/**
 * The idempotency key of each write with its answer, for as long as a tablet may ask again (docs/decisions/479). An
 * Admin's writes have the hospital id `-`.
 */
export const idempotencyKey = pgTable(
  'idempotency_key',
  {
    hospitalId: hospitalId(),
    key: text('key').notNull(),
    userId: text('user_id').notNull(),
    bodyHash: text('body_hash').notNull(),
    call: text('call').notNull(),
    /** `kind@version` of the outbox entry. */
    kind: text('kind'),
    /** Null only inside the transaction that creates it. */
    status: integer('status'),
    answer: jsonb('answer').$type<unknown>(),
    version: version('version'),
    madeAt: at('made_at'),
    createdAt: at('created_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.hospitalId, t.key] }),
    index('idempotency_key_created').on(t.hospitalId, t.createdAt),
  ],
);

/** Work that the server refused permanently, with its payload. */
export const refusal = pgTable(
  'refusal',
  {
    hospitalId: hospitalId(),
    id: id(),
    kind: text('kind').notNull(),
    title: text('title').notNull(),
    userId: text('user_id').notNull(),
    userName: text('user_name').notNull(),
    at: at('at').notNull(),
    code: text('code').notNull(),
    message: text('message').notNull(),
    payload: jsonb('payload').$type<unknown>(),
  },
  (t) => [primaryKey({ columns: [t.hospitalId, t.id] })],
);

/** Each record of the replica with the version it last changed in. */
export const syncIndex = pgTable(
  'sync_index',
  {
    hospitalId: hospitalId(),
    kind: text('kind').notNull(),
    entityId: text('entity_id').notNull(),
    version: version('version').notNull(),
    deleted: boolean('deleted').notNull().default(false),
    /** The version in which it was added or removed; null if that was before this column existed. */
    since: version('since'),
    changedAt: at('changed_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.hospitalId, t.kind, t.entityId] }),
    index('sync_index_version').on(t.hospitalId, t.version),
    index('sync_index_deleted')
      .on(t.hospitalId, t.changedAt)
      .where(sql`${t.deleted}`),
  ],
);

/** The activity log; one row for each accepted write, which also recognises its key once that has been pruned. */
export const auditEntry = pgTable(
  'audit_entry',
  {
    hospitalId: hospitalId(),
    /** The key of the write. */
    id: id(),
    at: at('at').notNull(),
    userId: text('user_id').notNull(),
    call: text('call').notNull(),
    /** Which of its variants the call was, for a call whose body decides what it did (`activity` in the contract). */
    variant: text('variant'),
    /** The records touched, as `kind:id`. */
    records: text('records').array().notNull(),
    /** The tablet's time of the write, taken over from its key when that is pruned. */
    madeAt: at('made_at'),
  },
  (t) => [primaryKey({ columns: [t.hospitalId, t.id] }), index('audit_entry_at').on(t.hospitalId, t.at)],
);

/**
 * What the Admin's dashboard counts, as amounts that triggers add and clearing sums up: a row that is locked for each
 * change would make writers wait for each other. Source: docs/decisions/480-tallies.md
 */
export const hospitalTally = pgTable(
  'hospital_tally',
  {
    hospitalId: hospitalId(),
    /** In use. */
    devices: integer('devices').notNull().default(0),
    openTickets: integer('open_tickets').notNull().default(0),
    /** Bytes of files that are stored or have begun to arrive. */
    storedBytes: bigint('stored_bytes', { mode: 'number' }).notNull().default(0),
  },
  (t) => [index('hospital_tally_hospital').on(t.hospitalId)],
);

/** Runs of scheduled jobs; the key keeps several servers from running a slot twice. */
export const jobRun = pgTable(
  'job_run',
  { job: text('job').notNull(), slot: text('slot').notNull(), ranAt: at('ran_at').notNull() },
  (t) => [primaryKey({ columns: [t.job, t.slot] })],
);
