import { sql } from 'drizzle-orm';
import { defaultStorageMB } from '#contract/rules/storage.ts';
import { boolean, check, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core';
import type { TabletReport } from '#contract/records/tablet.ts';
import type { ChangedValue } from '#contract/calls/audit.ts';
import { crashKinds } from '#contract/records/crash.ts';
import { accountActs } from '#contract/records/agreement.ts';
import { at, attemptColumns, createdAt, hospitalId, id, orderOf, searchOf } from './columns.ts';

export const hospital = pgTable('hospital', {
  id: text('id').primaryKey(),
  name: text('name').notNull(),
  phone: text('phone').notNull(),
  address: text('address').notNull(),
  stateId: text('state_id').notNull(),
  stateName: text('state_name').notNull(),
  cityId: text('city_id').notNull(),
  cityName: text('city_name').notNull(),
  numberOfBme: integer('number_of_bme').notNull().default(0),
  numberOfBeds: integer('number_of_beds').notNull().default(0),
  /** Quota for its files. Units: megabytes. */
  storageMb: integer('storage_mb').notNull().default(defaultStorageMB),
  isActive: boolean('is_active').notNull().default(true),
  timeZone: text('time_zone').notNull().default('Asia/Kolkata'),
  createdAt: createdAt(),
});

/** The logo of a hospital that has had one. */
export const hospitalLogo = pgTable('hospital_logo', {
  hospitalId: hospitalId()
    .primaryKey()
    .references(() => hospital.id),
  /** A `data:` address; null after it was removed. */
  picture: text('picture'),
});

/** An account; an Admin has no hospital. */
export const appUser = pgTable(
  'app_user',
  {
    id: text('id').primaryKey(),
    hospitalId: text('hospital_id').references(() => hospital.id),
    role: text('role', { enum: ['Admin', 'BME', 'Hospital'] }).notNull(),
    email: text('email').notNull(),
    passwordHash: text('password_hash').notNull(),
    /** Somebody else set the password, so that it only allows setting a new one. */
    isPasswordOneTime: boolean('is_password_one_time').notNull().default(false),
    name: text('name').notNull(),
    phone: text('phone').notNull().default(''),
    createdAt: createdAt(),
    deletedAt: at('deleted_at'),
    search: searchOf(`name || ' ' || phone || ' ' || email`),
    nameOrder: orderOf('name_order', 'name'),
  },
  (t) => [
    uniqueIndex('app_user_email')
      .on(t.email)
      .where(sql`${t.deletedAt} is null`),
    index('app_user_hospital').on(t.hospitalId, t.role),
    check('app_user_email_lower', sql`${t.email} = lower(${t.email})`),
    check('app_user_hospital_by_role', sql`(${t.role} = 'Admin') = (${t.hospitalId} is null)`),
  ],
);

/** Changes of an account, one row for each write, with old and new values. */
export const accountChange = pgTable(
  'account_change',
  {
    hospitalId: hospitalId().references(() => hospital.id),
    /** The key of the write: the id of its line in the activity log. */
    id: id(),
    at: at('at').notNull(),
    accountId: text('account_id').notNull(),
    /** The name before the change. */
    name: text('name').notNull(),
    byName: text('by_name').notNull(),
    act: text('act', { enum: accountActs }).notNull(),
    values: jsonb('values').$type<ChangedValue[]>().notNull(),
    /** The users whose dashboard shows the change until they dismiss it. */
    told: text('told').array().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.hospitalId, t.id] }),
    index('account_change_told')
      .on(t.hospitalId, t.at)
      .where(sql`cardinality(${t.told}) > 0`),
  ],
);

/** One sign-in on one browser; its refresh token changes at each use. */
export const refreshFamily = pgTable(
  'refresh_family',
  {
    id: text('id').primaryKey(),
    userId: text('user_id')
      .notNull()
      .references(() => appUser.id),
    scope: text('scope', { enum: ['full', 'outbox'] })
      .notNull()
      .default('full'),
    deviceId: text('device_id'),
    currentHash: text('current_hash').notNull(),
    previousHash: text('previous_hash'),
    /**
     * Fingerprint of the key without which a refresh gives the scope `outbox`; null: the session began before unlock
     * keys existed.
     */
    unlockHash: text('unlock_hash'),
    rotatedAt: at('rotated_at').notNull(),
    createdAt: createdAt(),
    expiresAt: at('expires_at').notNull(),
    revokedAt: at('revoked_at'),
    /** What its tablet last reported about itself, and when. */
    report: jsonb('report').$type<TabletReport>(),
    reportedAt: at('reported_at'),
    /** When its tablet was reported lost; null: it was not, or somebody has signed in on it since. */
    lostAt: at('lost_at'),
    /** When the lost tablet first came back and was told to delete its hospital data. */
    lostToldAt: at('lost_told_at'),
  },
  (t) => [
    index('refresh_family_user').on(t.userId),
    index('refresh_family_end').on(sql`least(${t.revokedAt}, ${t.expiresAt})`),
    index('refresh_family_lost')
      .on(t.deviceId)
      .where(sql`${t.lostAt} is not null`),
  ],
);

/** A link for a new password that somebody has asked for, whether the address has an account or not. */
export const passwordReset = pgTable(
  'password_reset',
  {
    /** Made of the address and the minutes in which it was asked for, so that asking again makes no second one. */
    id: text('id').primaryKey(),
    email: text('email').notNull(),
    askedAt: at('asked_at').notNull(),
    /** When a new password was set with it. */
    usedAt: at('used_at'),
    ...attemptColumns(),
  },
  (t) => [
    index('password_reset_waiting')
      .on(t.nextAt)
      .where(sql`${t.state} = 'waiting'`),
    index('password_reset_asked').on(t.askedAt),
  ],
);

/** Failed password attempts by account and place, whether the account exists or not. */
export const loginThrottle = pgTable('login_throttle', {
  /**
   * `<e-mail> from <network>`, `<e-mail> on <browser>`, `<user> in <session>`; for totals `<e-mail>`, `<network> at
   * <minute>`.
   */
  key: text('email').primaryKey(),
  failures: integer('failures').notNull(),
  lastAt: at('last_at').notNull(),
});

/** Faults of the app that tablets and browsers have reported, each once. */
export const crash = pgTable('crash', {
  id: text('id').primaryKey(),
  kind: text('kind', { enum: crashKinds }).notNull(),
  name: text('name').notNull(),
  stack: text('stack').array().notNull(),
  route: text('route').notNull(),
  release: text('release').notNull(),
  engine: text('engine').notNull(),
  /** The hospital of the last report; null: an Admin's. */
  hospitalId: text('hospital_id').references(() => hospital.id),
  count: integer('count').notNull(),
  firstAt: at('first_at').notNull(),
  lastAt: at('last_at').notNull(),
});
