import { randomUUID } from 'node:crypto';
import { and, eq, isNull, sql } from 'drizzle-orm';
import type { BmeRecord, BmeRow } from '#contract/bme.ts';
import { refusingTakenEmail } from '../auth/accounts.ts';
import { hashPassword } from '../auth/password.ts';
import type { Handlers } from '../context.ts';
import { containing, namedPage } from '../db/page.ts';
import { appUser } from '../db/schema.ts';
import type { HospitalScope, WriteScope } from '../db/scope.ts';
import { ApiError, unknownRecord } from '../problem.ts';
import { requireRevision, withRevision } from '../revision.ts';

type UserRow = typeof appUser.$inferSelect;

/** BME accounts of a hospital. */
export const bmeHandlers = {
  bmePage: ({ query, hospital }) => {
    const pattern = containing(query.search);
    return namedPage<BmeRow>(hospital, query, {
      from: sql`app_user x
        where x.hospital_id = ${hospital.id} and x.role = 'BME' and x.deleted_at is null
          and (lower(x.name) like ${pattern} or lower(x.phone) like ${pattern} or x.email like ${pattern})`,
      columns: sql`x.id, x.name, x.phone, x.email, x.role, x.hospital_id as "hospitalId"`,
    });
  },

  bmeCount: ({ hospital }) => readQuota(hospital),

  bme: async ({ params, hospital }) => presentBme(await findBme(hospital, params.id)),

  createBme: async ({ body, hospital, now }) => {
    const passwordHash = await hashPassword(body.password);
    await requirePlace(hospital);
    const id = randomUUID();
    const email = body.email.toLowerCase();
    const { name, phone } = body;
    await refusingTakenEmail(() =>
      hospital.insert(appUser, { id, role: 'BME', email, name, phone, passwordHash, createdAt: now }),
    );
    hospital.touch('technician', id);
    return presentBme({ id, name, phone, email, hospitalId: hospital.id });
  },

  updateBme: async ({ params, body, hospital, actor, now }) => {
    const known = await findBme(hospital, params.id, { lock: true });
    requireRevision(body.revision, presentBme(known));
    const { name, phone, password } = body;
    const email = body.email.toLowerCase();
    const passwordHash = password ? await hashPassword(password) : known.passwordHash;
    await refusingTakenEmail(() =>
      hospital.update(appUser, { name, phone, email, passwordHash }, eq(appUser.id, known.id)),
    );
    if (password) {
      const own = actor.id === known.id ? actor.familyId : '';
      await endSessions(hospital, known.id, now, own);
    }
    hospital.touch('technician', known.id);
    if (name !== known.name) await touchAssigned(hospital, known.id);
    return presentBme({ ...known, name, phone, email });
  },

  deleteBme: async ({ params, hospital, now }) => {
    const known = await findBme(hospital, params.id, { lock: true });
    await hospital.update(appUser, { deletedAt: now }, eq(appUser.id, known.id));
    await endSessions(hospital, known.id, now);
    hospital.tombstone('technician', known.id);
  },

  restoreBme: async ({ params, hospital }) => {
    const isBme = and(eq(appUser.id, params.id), eq(appUser.role, 'BME'));
    const known = await hospital.find(appUser, isBme!, { lock: true });
    if (!known) throw unknownRecord('BME account');
    if (known.deletedAt) {
      await requirePlace(hospital);
      await refusingTakenEmail(() => hospital.update(appUser, { deletedAt: null }, eq(appUser.id, known.id)));
      hospital.touch('technician', known.id);
    }
    return presentBme(known);
  },
} satisfies Handlers<'bmePage' | 'bmeCount' | 'bme' | 'createBme' | 'updateBme' | 'deleteBme' | 'restoreBme'>;

async function readQuota(scope: HospitalScope): Promise<{ numberOfBMEAdded: number; numberOfBMEAssigned: number }> {
  const [row] = await scope.rows<{ added: string; assigned: number }>(sql`
    select number_of_bme as assigned,
      (select count(*) from app_user where hospital_id = ${scope.id} and role = 'BME' and deleted_at is null) as added
    from hospital where id = ${scope.id}`);
  return { numberOfBMEAdded: Number(row?.added ?? 0), numberOfBMEAssigned: row?.assigned ?? 0 };
}

async function findBme(scope: HospitalScope, id: string, more?: { lock: boolean }): Promise<UserRow> {
  const isLiving = and(eq(appUser.id, id), eq(appUser.role, 'BME'), isNull(appUser.deletedAt));
  const row = await scope.find(appUser, isLiving!, more);
  if (!row) throw unknownRecord('BME account');
  return row;
}

function presentBme(row: Pick<UserRow, 'id' | 'name' | 'phone' | 'email' | 'hospitalId'>): BmeRecord {
  const { id, name, phone, email, hospitalId } = row;
  return withRevision({ id, name, phone, email, role: 'BME', hospitalId: hospitalId ?? '' });
}

/** Throws: ApiError `bme.quota_reached`. */
async function requirePlace(scope: WriteScope): Promise<void> {
  // Two that ask for the last free place wait for each other here.
  await scope.rows(sql`select 1 from hospital where id = ${scope.id} for no key update`);
  const { numberOfBMEAdded, numberOfBMEAssigned } = await readQuota(scope);
  if (numberOfBMEAdded >= numberOfBMEAssigned) throw new ApiError('bme.quota_reached');
}

/** Tablets show the technician's name inside his tasks and tickets. */
async function touchAssigned(scope: WriteScope, technicianId: string): Promise<void> {
  const rows = await scope.rows<{ kind: 'task' | 'ticket'; id: string }>(sql`
    select 'task' as kind, id from task
      where hospital_id = ${scope.id} and technician_id = ${technicianId} and removed_at is null
    union all
    select 'ticket', id from ticket where hospital_id = ${scope.id} and technician_id = ${technicianId}`);
  for (const { kind, id } of rows) scope.touch(kind, id);
}

async function endSessions(scope: WriteScope, userId: string, now: Date, exceptFamilyId = ''): Promise<void> {
  await scope.rows(sql`
    update refresh_family f set revoked_at = ${now.toISOString()}::timestamptz from app_user u
    where u.hospital_id = ${scope.id} and u.id = ${userId} and f.user_id = u.id and f.revoked_at is null
      and f.id <> ${exceptFamilyId}`);
}
