import { sql } from 'drizzle-orm';
import { boolean, foreignKey, index, integer, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { at, createdAt, day, hospitalId, id, isTwin } from './columns.ts';
import { installation } from './installations.ts';
import { department } from './master-data.ts';
import { hospital } from './people.ts';

export const roundTemplate = pgTable(
  'round_template',
  {
    hospitalId: hospitalId().references(() => hospital.id),
    id: id(),
    name: text('name').notNull(),
    departmentId: text('department_id'),
    /** True if somebody has ordered the devices by hand; otherwise they are sorted by department, place and serial. */
    isOrdered: boolean('is_ordered').notNull().default(false),
    /** The time of the hospital's clock by which a round of the day should be submitted; empty: none. */
    submitBy: text('submit_by').notNull().default(''),
    /** The last day for which a missing round needs no further notice. */
    lateToldOn: day('late_told_on'),
    completedRoundsCount: integer('completed_rounds_count').notNull().default(0),
    lastRoundAt: at('last_round_at'),
    lastRoundOn: day('last_round_on'),
    createdAt: createdAt(),
    retiredAt: at('retired_at'),
    isTwin: isTwin(),
  },
  (t) => [
    primaryKey({ columns: [t.hospitalId, t.id] }),
    foreignKey({ columns: [t.hospitalId, t.departmentId], foreignColumns: [department.hospitalId, department.id] }),
    uniqueIndex('round_template_name')
      .on(t.hospitalId, sql`ward_key(${t.name})`)
      .where(sql`${t.retiredAt} is null and not ${t.isTwin}`),
  ],
);

export const roundTemplateDevice = pgTable(
  'round_template_device',
  {
    hospitalId: hospitalId(),
    templateId: text('template_id').notNull(),
    deviceId: text('device_id').notNull(),
    position: integer('position').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.hospitalId, t.templateId, t.deviceId] }),
    foreignKey({ columns: [t.hospitalId, t.templateId], foreignColumns: [roundTemplate.hospitalId, roundTemplate.id] }),
    foreignKey({ columns: [t.hospitalId, t.deviceId], foreignColumns: [installation.hospitalId, installation.id] }),
    index('round_template_device_device').on(t.hospitalId, t.deviceId),
  ],
);

/** A submitted round; its id is the id of the command that created it. */
export const round = pgTable(
  'round',
  {
    hospitalId: hospitalId(),
    id: id(),
    templateId: text('template_id').notNull(),
    onDay: day('on_day').notNull(),
    userId: text('user_id').notNull(),
    userName: text('user_name').notNull(),
    /** The tablet's time, corrected by its measured offset and never later than the receipt. */
    submittedAt: at('submitted_at').notNull(),
    /** The time that the tablet showed. */
    madeAt: at('made_at'),
    receivedAt: at('received_at').notNull(),
    /** The tablet's clock was more than 10 minutes off. */
    clockFlagged: boolean('clock_flagged').notNull().default(false),
    /** The time that the tablet showed, for an entry whose time is an estimate; null otherwise. */
    tabletTime: at('tablet_time'),
    operational: integer('operational').notNull(),
    needsAttention: integer('needs_attention').notNull(),
    notWorking: integer('not_working').notNull(),
    notSeen: integer('not_seen').notNull(),
    /** Devices that worked and whose entries were dropped after the time that the hospital has set. */
    plainDevices: text('plain_devices').array(),
  },
  (t) => [
    primaryKey({ columns: [t.hospitalId, t.id] }),
    foreignKey({ columns: [t.hospitalId, t.templateId], foreignColumns: [roundTemplate.hospitalId, roundTemplate.id] }),
    index('round_template_day').on(t.hospitalId, t.templateId, t.onDay),
    index('round_template_submitted').on(t.hospitalId, t.templateId, t.submittedAt),
    index('round_day').on(t.hospitalId, t.onDay),
  ],
);

export const roundEntry = pgTable(
  'round_entry',
  {
    hospitalId: hospitalId(),
    roundId: text('round_id').notNull(),
    deviceId: text('device_id').notNull(),
    status: text('status', { enum: ['Operational', 'Needs Attention', 'Not Working', 'Not Seen'] }).notNull(),
    description: text('description').notNull().default(''),
    notSeenReason: text('not_seen_reason'),
    confirmedBy: text('confirmed_by').notNull().default('tap'),
    observedAt: at('observed_at').notNull(),
    templateId: text('template_id').notNull(),
    onDay: day('on_day').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.hospitalId, t.roundId, t.deviceId] }),
    foreignKey({ columns: [t.hospitalId, t.roundId], foreignColumns: [round.hospitalId, round.id] }),
    foreignKey({ columns: [t.hospitalId, t.deviceId], foreignColumns: [installation.hospitalId, installation.id] }),
    index('round_entry_device').on(t.hospitalId, t.deviceId, t.observedAt),
    index('round_entry_exception')
      .on(t.hospitalId, t.onDay)
      .where(sql`${t.status} <> 'Operational'`),
  ],
);
