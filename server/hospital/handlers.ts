import { randomUUID } from 'node:crypto';
import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import { refusingTakenEmail } from '../auth/accounts.ts';
import { hashPassword } from '../auth/password.ts';
import type { Handlers } from '../context.ts';
import { appUser, hospital, hospitalHead, refreshFamily } from '../db/schema.ts';
import { unknownRecord } from '../problem.ts';
import { requireRevision } from '../revision.ts';
import { hospitalColumns, presentHospital } from './hospital-record.ts';
import { findState, states } from './places.ts';

/** Hospitals of the installation, for its Admin. */
export const hospitalHandlers = {
  hospitals: async ({ system }) => {
    const rows = await system.db
      .select()
      .from(hospital)
      .orderBy(sql`lower(${hospital.name})`, hospital.id);
    return rows.map(presentHospital);
  },

  hospitalStates: () => Promise.resolve(states.map(({ stateId, stateName }) => ({ stateId, stateName }))),

  hospitalCities: ({ params }) => Promise.resolve([...(findState(params.stateId)?.cities ?? [])]),

  hospital: async ({ params, system }) => {
    const [row] = await system.db.select().from(hospital).where(eq(hospital.id, params.id));
    if (!row) throw unknownRecord('hospital');
    return presentHospital(row);
  },

  createHospital: async ({ body, system, now }) => {
    const { db } = system;
    const id = randomUUID();
    const [row] = await db
      .insert(hospital)
      .values({ ...hospitalColumns(body), id, createdAt: now })
      .returning();
    if (!row) throw new Error('The new hospital is not there');
    await db.insert(hospitalHead).values({ hospitalId: id });
    const passwordHash = await hashPassword(body.password);
    await refusingTakenEmail(() =>
      db.insert(appUser).values({
        id: randomUUID(),
        hospitalId: id,
        role: 'Hospital',
        email: body.email.toLowerCase(),
        name: body.name,
        phone: body.phone,
        passwordHash,
        createdAt: now,
      }),
    );
    return presentHospital(row);
  },

  updateHospital: async ({ params, body, system }) => {
    const { db } = system;
    const [known] = await db.select().from(hospital).where(eq(hospital.id, params.id)).for('no key update');
    if (!known) throw unknownRecord('hospital');
    requireRevision(body.revision, presentHospital(known));
    const changes = hospitalColumns(body, known);
    await db.update(hospital).set(changes).where(eq(hospital.id, known.id));
    return presentHospital({ ...known, ...changes });
  },

  toggleHospital: async ({ params, body, system, now }) => {
    const { db } = system;
    const [row] = await db
      .update(hospital)
      .set({ isActive: body.isActive })
      .where(eq(hospital.id, params.id))
      .returning();
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
  | 'hospital'
  | 'createHospital'
  | 'updateHospital'
  | 'toggleHospital'
>;
