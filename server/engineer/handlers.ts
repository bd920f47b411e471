import { randomUUID } from 'node:crypto';
import { and, eq, isNull, ne, sql } from 'drizzle-orm';
import type { EngineerRecord, EngineerRow } from '#contract/calls/engineer.ts';
import { areAlikeNames, mixesAlphabets } from '#contract/rules/alike-names.ts';
import { mayChangeAccount, officeChangesAccounts } from '#contract/permissions.ts';
import { hashNewPassword } from '../auth/new-password.ts';
import { endSessionsIn, resetPassword } from '../session/reset-password.ts';
import { refusingLivingEmail } from '../session/accounts.ts';
import { givingEmail } from '../session/taken-email.ts';
import type { Handlers, SessionActor } from '../context.ts';
import { namedPage } from '../records/page.ts';
import { appUser } from '../db/schema.ts';
import type { HospitalScope, WriteScope } from '../db/scope.ts';
import { ApiError, invalidField, unknownRecord } from '../problem.ts';
import { changedValues, dismissNotices, noteAccountChange } from '../records/account-changes.ts';
import { requireAccountManager } from '../records/account-managers.ts';
import { touchNamed } from '../records/author-name.ts';
import { acceptEdit } from '../records/accept-edit.ts';
import { withRevision } from '../records/revision.ts';
import { readQuota } from './quota.ts';

const officeResets = 'Only the hospital’s office can set another engineer’s password.';
const nameTaken =
  'Another account of this hospital, perhaps a deleted one, has this name. Please use a name that tells them apart.';

type UserRow = typeof appUser.$inferSelect;

/** BME accounts of a hospital. */
export const engineerHandlers = {
  engineerPage: namedPage<EngineerRow>((hospital) => ({
    from: sql`app_user x where x.hospital_id = ${hospital.id} and x.role = 'BME' and x.deleted_at is null`,
    columns: sql`x.id, x.name, x.phone, x.email, x.role, x.hospital_id as "hospitalId"`,
  })),

  bmeCount: ({ hospital }) => readQuota(hospital),

  bme: async ({ params, hospital }) => presentEngineer(await findEngineer(hospital, params.id)),

  createEngineer: async ({ body, hospital, actor, address, services, now, id: key }) => {
    await requireAccountManager(hospital, actor);
    const passwordHash = await hashNewPassword('password', body.password, body.email);
    await requirePlace(hospital);
    const id = randomUUID();
    const email = body.email.toLowerCase();
    const { name, phone } = body;
    await requireFreeName(hospital, id, name);
    await givingEmail({ services, hospital, actor, address, now }, { id, email }, () =>
      hospital.insert(appUser, {
        id,
        role: 'BME',
        email,
        name,
        phone,
        passwordHash,
        isPasswordOneTime: true,
        createdAt: now,
      }),
    );
    const values = changedValues({}, { name, phone, email, role: 'BME', active: 'Yes' });
    await noteAccountChange(hospital, { id: key, now, actor, account: { id, name }, act: 'added', values });
    hospital.touch('technician', id);
    return presentEngineer({ id, name, phone, email, hospitalId: hospital.id });
  },

  updateEngineer: async ({ params, body: sent, hospital, actor, address, services, now, note, id: key }) => {
    const known = await findEngineer(hospital, params.id, { lock: true });
    const body = await acceptEdit(hospital, { kind: 'account', sent, current: presentEngineer(known), now });
    const { name, phone, password } = body;
    if (password) requireReset(actor, known.id);
    const email = body.email.toLowerCase();
    requireOffice(actor, known, { name, email });
    if (name !== known.name) await requireFreeName(hospital, known.id, name);
    const write = () => hospital.update(appUser, { name, phone, email }, eq(appUser.id, known.id));
    const giver = { services, hospital, actor, address, now };
    await (email === known.email ? write() : givingEmail(giver, { id: known.id, email }, write));
    if (password) {
      await resetPassword(hospital, { id: known.id, email }, password, now);
      await note('password.reset', { account: known.id });
    }
    const values = changedValues(known, { name, phone, email, role: known.role });
    if (values.length > 0 || password) {
      const act = values.length > 0 ? 'changed' : 'password';
      await noteAccountChange(hospital, { id: key, now, actor, account: known, act, values });
    }
    hospital.touch('technician', known.id);
    if (name !== known.name) await touchNamed(hospital, known.id);
    return presentEngineer({ ...known, name, phone, email });
  },

  deleteEngineer: async ({ params, hospital, actor, now, id: key }) => {
    await requireAccountManager(hospital, actor);
    const known = await findEngineer(hospital, params.id, { lock: true });
    await hospital.update(appUser, { deletedAt: now }, eq(appUser.id, known.id));
    await endSessionsIn(hospital, known.id, now);
    const values = changedValues({ active: 'Yes' }, { active: 'No' });
    await noteAccountChange(hospital, { id: key, now, actor, account: known, act: 'removed', values });
    hospital.tombstone('technician', known.id);
  },

  restoreEngineer: async ({ params, hospital, actor, now, id: key }) => {
    const isEngineer = and(eq(appUser.id, params.id), eq(appUser.role, 'BME'));
    const known = await hospital.find(appUser, isEngineer!, { lock: true });
    if (!known) throw unknownRecord('BME account');
    if (known.deletedAt) {
      await requirePlace(hospital);
      // An account that was deleted before addresses became permanent may have lost its address to another one.
      await refusingLivingEmail(() => hospital.update(appUser, { deletedAt: null }, eq(appUser.id, known.id)));
      const values = changedValues({ active: 'No' }, { active: 'Yes' });
      await noteAccountChange(hospital, { id: key, now, actor, account: known, act: 'restored', values });
      hospital.touch('technician', known.id);
    }
    return presentEngineer(known);
  },

  dismissAccountNotices: async ({ body, hospital, actor }) => {
    await dismissNotices(hospital, body.ids, actor.id);
  },
} satisfies Handlers<
  | 'engineerPage'
  | 'bmeCount'
  | 'bme'
  | 'createEngineer'
  | 'updateEngineer'
  | 'deleteEngineer'
  | 'restoreEngineer'
  | 'dismissAccountNotices'
>;

async function findEngineer(scope: HospitalScope, id: string, more?: { lock: boolean }): Promise<UserRow> {
  const isLiving = and(eq(appUser.id, id), eq(appUser.role, 'BME'), isNull(appUser.deletedAt));
  const row = await scope.find(appUser, isLiving!, more);
  if (!row) throw unknownRecord('BME account');
  return row;
}

function presentEngineer(row: Pick<UserRow, 'id' | 'name' | 'phone' | 'email' | 'hospitalId'>): EngineerRecord {
  const { id, name, phone, email, hospitalId } = row;
  return withRevision({ id, name, phone, email, role: 'BME', hospitalId: hospitalId ?? '' });
}

/**
 * Refuses a password reset by anyone but the office, so that no colleague can sign in as the engineer; engineers change
 * their own password by entering the current one. Throws: ApiError `auth.forbidden`, `input.invalid`.
 */
function requireReset(actor: SessionActor, engineerId: string): void {
  if (actor.id === engineerId) throw invalidField('password', 'Please change your own password under Settings.');
  if (actor.role !== 'Hospital') throw new ApiError('auth.forbidden', officeResets);
}

/**
 * Refuses changes that this actor may not make.
 * Throws: ApiError `auth.forbidden`.
 */
function requireOffice(actor: SessionActor, known: UserRow, sent: { name: string; email: string }): void {
  const may = mayChangeAccount(actor, known.id);
  if (may === 'all') return;
  if (may === 'phone' && sent.name === known.name && sent.email === known.email) return;
  throw new ApiError('auth.forbidden', officeChangesAccounts);
}

/**
 * Refuses a name that another account of the hospital has, even a deleted one, or that looks like it: records show
 * people by name. Throws: ApiError `record.duplicate`, `input.invalid`. Source: docs/product.md P397
 */
async function requireFreeName(scope: WriteScope, id: string, name: string): Promise<void> {
  if (mixesAlphabets(name)) throw invalidField('name', 'Please write the name in the letters of one alphabet.');
  // Two requests for the same name wait for each other here.
  await scope.rows(sql`select 1 from hospital where id = ${scope.id} for no key update`);
  const others = await scope.list(appUser, ne(appUser.id, id));
  if (!others.some((other) => areAlikeNames(other.name, name))) return;
  throw new ApiError('record.duplicate', nameTaken, { errors: { name: [nameTaken] } });
}

/**
 * Refuses another engineer when the quota is used up.
 * Throws: ApiError `bme.quota_reached`.
 */
async function requirePlace(scope: WriteScope): Promise<void> {
  // Two requests for the last free place wait for each other here.
  await scope.rows(sql`select 1 from hospital where id = ${scope.id} for no key update`);
  const { numberOfBMEAdded, numberOfBMEAssigned } = await readQuota(scope);
  if (numberOfBMEAdded >= numberOfBMEAssigned) throw new ApiError('bme.quota_reached');
}
