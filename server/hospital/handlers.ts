import { randomUUID } from 'node:crypto';
import { and, eq, getTableColumns, inArray, isNull, sql } from 'drizzle-orm';
import { counted } from '#contract/rules/counted.ts';
import { readStorage } from '../attachment/storage.ts';
import { hashNewPassword } from '../auth/new-password.ts';
import { refusingTakenEmail } from '../session/accounts.ts';
import { resetPassword } from '../session/reset-password.ts';
import type { Handlers } from '../context.ts';
import { type HospitalScope, noHospital, readScope } from '../db/scope.ts';
import { readQuota } from '../engineer/quota.ts';
import { appUser, hospital, hospitalHead, refreshFamily } from '../db/schema.ts';
import { invalidField, unknownRecord } from '../problem.ts';
import { acceptEdit } from '../records/accept-edit.ts';
import { noteAccountChange } from '../records/account-changes.ts';
import { lockReportSettings, readReportSettings, writeReportSettings } from '../records/report-settings.ts';
import { hospitalColumns, presentHospital } from './hospital-record.ts';
import { findState, states } from './places.ts';

/** A hospital with the e-mail address of its office. */
const withOffice = {
  ...getTableColumns(hospital),
  // Written out, because drizzle omits the table name from the columns of a plain select.
  email: sql<string>`coalesce((select u.email from app_user u
    where u.hospital_id = hospital.id and u.role = 'Hospital' and u.deleted_at is null limit 1), '')`,
};

/** Serves all hospitals of the server to its Admin. */
export const hospitalHandlers = {
  hospitals: async ({ system }) => {
    const rows = await system.db
      .select(withOffice)
      .from(hospital)
      .orderBy(sql`ward_order(${hospital.name}) collate "C"`, hospital.id);
    return rows.map(presentHospital);
  },

  hospitalStates: () => Promise.resolve(states.map(({ stateId, stateName }) => ({ stateId, stateName }))),

  hospitalCities: ({ params }) => Promise.resolve([...(findState(params.stateId)?.cities ?? [])]),

  hospitalStorage: ({ hospital: own }) => readStorage(own),

  hospital: async ({ params, system }) => {
    const [row] = await system.db.select(withOffice).from(hospital).where(eq(hospital.id, params.id));
    if (!row) throw unknownRecord('hospital');
    const scope = readScope(system.db, row);
    const { isOn: takesReports } = await readReportSettings(scope);
    return { ...presentHospital(row), storage: await readStorage(scope), takesReports };
  },

  createHospital: async ({ body, system, now }) => {
    const passwordHash = await hashNewPassword('password', body.password, body.email);
    const { db } = system;
    const id = randomUUID();
    const email = body.email.toLowerCase();
    const [row] = await db
      .insert(hospital)
      .values({ ...hospitalColumns(body), id, createdAt: now })
      .returning();
    if (!row) throw new Error('The new hospital is not there');
    await db.insert(hospitalHead).values({ hospitalId: id });
    const userId = randomUUID();
    await refusingTakenEmail(readScope(db, row), { id: userId, email }, 'Admin', () =>
      db.insert(appUser).values({
        id: userId,
        hospitalId: id,
        role: 'Hospital',
        email,
        name: body.name,
        phone: body.phone,
        passwordHash,
        isPasswordOneTime: true,
        createdAt: now,
      }),
    );
    return presentHospital({ ...row, email });
  },

  updateHospital: async ({ params, body: sent, system, now }) => {
    const { db } = system;
    const [known] = await db.select(withOffice).from(hospital).where(eq(hospital.id, params.id)).for('no key update');
    if (!known) throw unknownRecord('hospital');
    // What the Admin writes is kept under no hospital.
    const writes = readScope(db, { ...known, id: noHospital });
    const body = await acceptEdit(writes, { kind: 'hospital', sent, current: presentHospital(known), now });
    if (body.numberOfBME < known.numberOfBme) await requireQuota(readScope(db, known), body.numberOfBME);
    const changes = hospitalColumns(body, known);
    await db.update(hospital).set(changes).where(eq(hospital.id, known.id));
    return presentHospital({ ...known, ...changes });
  },

  resetOfficePassword: async ({ params, body, system, now, note, actor }) => {
    const scope = await system.inHospital(params.id);
    if (!scope) throw unknownRecord('hospital');
    const office = await scope.find(appUser, and(eq(appUser.role, 'Hospital'), isNull(appUser.deletedAt))!, {
      lock: true,
    });
    if (!office) throw unknownRecord('office');
    await resetPassword(scope, office, body.password, now);
    // The write's own key belongs to the Admin; the hospital may already have the same one.
    const id = randomUUID();
    await noteAccountChange(scope, { id, now, actor, account: office, act: 'password', values: [] });
    await note('password.reset', { account: office.id, hospital: scope.id });
  },

  switchHospitalReports: async ({ params, body: { isOn }, system }) => {
    const scope = await system.inHospital(params.id);
    if (!scope) throw unknownRecord('hospital');
    await lockReportSettings(scope);
    const { revision: _revision, ...values } = await readReportSettings(scope);
    await writeReportSettings(scope, { ...values, isOn });
  },

  toggleHospital: async ({ params, body, system, now }) => {
    const { db } = system;
    const [row] = await db
      .update(hospital)
      .set({ isActive: body.isActive })
      .where(eq(hospital.id, params.id))
      .returning(withOffice);
    if (!row) throw unknownRecord('hospital');
    if (!row.isActive) {
      const users = db.select({ id: appUser.id }).from(appUser).where(eq(appUser.hospitalId, row.id));
      await db
        .update(refreshFamily)
        .set({ revokedAt: now })
        .where(and(inArray(refreshFamily.userId, users), isNull(refreshFamily.revokedAt)));
    }
    return presentHospital(row);
  },
} satisfies Handlers<
  | 'hospitals'
  | 'hospitalStates'
  | 'hospitalCities'
  | 'hospitalStorage'
  | 'hospital'
  | 'createHospital'
  | 'updateHospital'
  | 'resetOfficePassword'
  | 'switchHospitalReports'
  | 'toggleHospital'
>;

/**
 * Refuses a quota below the number of engineers that the hospital has.
 * Throws: ApiError `input.invalid`.
 */
async function requireQuota(scope: HospitalScope, numberOfBME: number): Promise<void> {
  const { numberOfBMEAdded: added } = await readQuota(scope);
  if (numberOfBME >= added) return;
  throw invalidField(
    'numberOfBME',
    `This hospital has ${counted(added, 'BME account')}. Enter at least ${added}, or have the office remove accounts first.`,
  );
}
