import { randomUUID } from 'node:crypto';
import { and, eq, isNull, sql } from 'drizzle-orm';
import type { BmeRecord } from '#contract/bme.ts';
import { refusingTakenEmail } from '../auth/accounts.ts';
import { hashPassword } from '../auth/password.ts';
import type { Handlers } from '../context.ts';
import { containing, pageAnswer, pageWindow } from '../db/page.ts';
import { appUser } from '../db/schema.ts';
import type { HospitalScope, WriteScope } from '../db/scope.ts';
import { ApiError, unknownRecord } from '../problem.ts';

type UserRow = typeof appUser.$inferSelect;

/** BME accounts of a hospital. */
export const bmeHandlers = {
  bmePage: async ({ query, hospital }) => {
    const window = pageWindow(query);
    const pattern = containing(query.search);
    const from = sql`
      from app_user
      where hospital_id = ${hospital.id} and role = 'BME' and deleted_at is null
        and (lower(name) like ${pattern} or lower(phone) like ${pattern} or email like ${pattern})`;
    const [count] = await hospital.rows<{ count: string }>(sql`select count(*) as count ${from}`);
    const items = await hospital.rows<BmeRecord>(sql`
      select id, name, phone, email, role, hospital_id as "hospitalId"
      ${from} order by lower(name), id limit ${window.pageSize} offset ${window.offset}`);
    return pageAnswer(items, Number(count?.count ?? 0), window);
  },

  bmeCount: ({ hospital }) => readQuota(hospital),

  bme: async ({ params, hospital }) => presentBme(await findBme(hospital, params.id)),

  createBme: async ({ body, hospital, now }) => {
    const passwordHash = await hashPassword(body.password);
    // Two creations at the last free place wait for each other here.
    await hospital.rows(sql`select 1 from hospital where id = ${hospital.id} for no key update`);
    const { numberOfBMEAdded, numberOfBMEAssigned } = await readQuota(hospital);
    if (numberOfBMEAdded >= numberOfBMEAssigned) throw new ApiError('bme.quota_reached');
    const id = randomUUID();
    const email = body.email.toLowerCase();
    const { name, phone } = body;
    await refusingTakenEmail(() =>
      hospital.insert(appUser, { id, role: 'BME', email, name, phone, passwordHash, createdAt: now }),
    );
    hospital.touch('technician', id);
    return { id, name, phone, email, role: 'BME' as const, hospitalId: hospital.id };
  },

  updateBme: async ({ params, body, hospital, actor, now }) => {
    const known = await findBme(hospital, params.id, { lock: true });
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
} satisfies Handlers<'bmePage' | 'bmeCount' | 'bme' | 'createBme' | 'updateBme' | 'deleteBme'>;

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

function presentBme({ id, name, phone, email, hospitalId }: UserRow): BmeRecord {
  return { id, name, phone, email, role: 'BME', hospitalId: hospitalId ?? '' };
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
