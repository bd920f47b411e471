import { inArray, sql } from 'drizzle-orm';
import type { ChangedValue } from '#contract/calls/audit.ts';
import type { AccountNotice } from '#contract/records/agreement.ts';
import type { SessionActor } from '../context.ts';
import { isoInstant } from '../db/database.ts';
import { accountChange } from '../db/schema.ts';
import type { HospitalScope, WriteScope } from '../db/scope.ts';
import { unknownRecord } from '../problem.ts';

/** Maximum number of notices on tablets; the activity log has all changes. */
const maxNotices = 100;

/** Labels for the values of an account in the activity log. */
const fieldWords = { name: 'Name', email: 'Email', phone: 'Phone', role: 'Role', active: 'Active' } as const;

type AccountValues = Partial<Record<keyof typeof fieldWords, string>>;

/** Compares two states of an account; a new account has no earlier values. */
export function changedValues(before: AccountValues, after: AccountValues): ChangedValue[] {
  return (Object.keys(fieldWords) as (keyof AccountValues)[]).flatMap((field) =>
    (before[field] ?? '') === (after[field] ?? '')
      ? []
      : { field: fieldWords[field], before: before[field] ?? null, after: after[field] ?? null },
  );
}

interface Change {
  /** The key of the write. */
  id: string;
  now: Date;
  actor: Pick<SessionActor, 'id' | 'name'>;
  /** `name` is the name before the change. */
  account: { id: string; name: string };
  act: AccountNotice['act'];
  values: ChangedValue[];
}

/**
 * Records a change of an account for the activity log, and for the dashboards of the account's owner and the office,
 * but not of its author. Source: docs/product.md P199
 */
export async function noteAccountChange(
  scope: WriteScope,
  { id, now, actor, account, act, values }: Change,
): Promise<void> {
  // Engineers can only change the phone number of their own account.
  const isOwnEdit = act === 'changed' && account.id === actor.id;
  const told = isOwnEdit ? [] : await readTold(scope, account.id, act, actor.id);
  const change = { at: now, accountId: account.id, name: account.name, byName: actor.name, act, values, told };
  await scope.insert(accountChange, { id, ...change });
  if (told.length > 0) scope.touch('setting', 'accounts');
}

async function readTold(scope: WriteScope, accountId: string, act: Change['act'], actorId: string): Promise<string[]> {
  const hasPerson = act !== 'added' && act !== 'removed';
  const rows = await scope.rows<{ id: string }>(sql`
    select id from app_user
    where hospital_id = ${scope.id} and deleted_at is null and id <> ${actorId}
      and (role = 'Hospital' or (${hasPerson} and id = ${accountId}))`);
  return rows.map(({ id }) => id);
}

/** Reads the account changes that a user has not dismissed yet, newest first. */
export async function readAccountNotices(scope: HospitalScope): Promise<AccountNotice[]> {
  type Row = Omit<AccountNotice, 'fields' | 'newName'> & { values: ChangedValue[] };
  const rows = await scope.rows<Row & Record<string, unknown>>(sql`
    select id, at, by_name as by, account_id as "accountId", name, act, "values", told from account_change
    where hospital_id = ${scope.id} and cardinality(told) > 0 order by at desc, id limit ${maxNotices}`);
  return rows.map(({ values, ...row }) => ({
    ...row,
    at: isoInstant(row.at),
    fields: values.map(({ field }) => field.toLowerCase()),
    newName: values.find(({ field }) => field === fieldWords.name)?.after ?? null,
  }));
}

/** Dismisses notices for one user. Throws: ApiError `record.unknown`. */
export async function dismissNotices(scope: WriteScope, ids: readonly string[], userId: string): Promise<void> {
  const told = sql`array_remove(${accountChange.told}, ${userId})`;
  const found = await scope.update(accountChange, { told }, inArray(accountChange.id, [...ids]));
  if (found < new Set(ids).size) throw unknownRecord('notice');
  scope.touch('setting', 'accounts');
}
