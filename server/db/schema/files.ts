import { foreignKey, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { missingReasons } from '#contract/records/values.ts';
import { at, createdAt, hospitalId } from './columns.ts';

/** A file by its content; its bytes are in the file store, complete up to `received_bytes`. */
export const attachment = pgTable(
  'attachment',
  {
    hospitalId: hospitalId(),
    sha256: text('sha256').notNull(),
    sizeBytes: integer('size_bytes').notNull(),
    mime: text('mime').notNull(),
    receivedBytes: integer('received_bytes').notNull().default(0),
    receivedAt: at('received_at'),
    createdAt: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.hospitalId, t.sha256] })],
);

/**
 * Bytes to delete from the file store unless a record names them by then. The row is inserted before the bytes are
 * stored and deleted by the transaction that names them, so it outlives a process that dies in between.
 */
export const fileRemoval = pgTable(
  'file_removal',
  {
    hospitalId: hospitalId(),
    sha256: text('sha256').notNull(),
    /** When to delete; while a deletion is in progress, when to retry. */
    dueAt: at('due_at').notNull(),
    /** Set once a deletion may have reached the store: until it is confirmed, the same bytes are not stored again. */
    begunAt: at('begun_at'),
  },
  (t) => [primaryKey({ columns: [t.hospitalId, t.sha256] }), index('file_removal_due').on(t.dueAt)],
);

const ownerKinds = ['task', 'ticket', 'round', 'installation', 'warranty', 'test', 'tester', 'faultReport'] as const;

/**
 * The owner of a file: `task` and `ticket` by id, `round` by round id, `test` by record id, `tester` by its id,
 * `faultReport` by the id of the report that its device had first, `installation` and `warranty` (documents) by the id of the device or contract.
 */
export const attachmentUse = pgTable(
  'attachment_use',
  {
    hospitalId: hospitalId(),
    sha256: text('sha256').notNull(),
    ownerKind: text('owner_kind', { enum: ownerKinds }).notNull(),
    ownerId: text('owner_id').notNull(),
    /**
     * The device for a photo of a round entry, the step for one of a test, the certificate for one of a tester; empty
     * for other owners.
     */
    partId: text('part_id').notNull().default(''),
    name: text('name').notNull(),
    /** Why the author saved without the bytes; null if they are expected or have arrived. */
    missing: text('missing', { enum: missingReasons }),
    addedBy: text('added_by').notNull().default(''),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.hospitalId, t.ownerKind, t.ownerId, t.partId, t.sha256] }),
    foreignKey({ columns: [t.hospitalId, t.sha256], foreignColumns: [attachment.hospitalId, attachment.sha256] }),
    index('attachment_use_file').on(t.hospitalId, t.sha256),
  ],
);
