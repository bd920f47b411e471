import { eq } from 'drizzle-orm';
import { hospitalDay } from '#contract/rules/hospital-day.ts';
import { hashPassword } from '../auth/password.ts';
import type { Database, Executor } from '../db/database.ts';
import * as schema from '../db/schema.ts';
import { writeScope, type HospitalFacts, type WriteScope } from '../db/scope.ts';
import { createDevices } from '../import/create-devices.ts';
import { publishChanges } from '../db/publish-changes.ts';
import { escalateTickets } from '../notice/escalate.ts';
import { tellOfOverdueWork } from '../notice/overdue.ts';
import { seedAgreement } from './agreement.ts';
import { demoDevices } from './devices.ts';
import { equipmentTypeFacts } from './equipment.ts';
import { demoRounds, demoTickets, type HistoryDevice } from './history.ts';
import { seedJobs } from './seed-jobs.ts';
import { seedRounds, seedTickets, type DemoPerson } from './seed-history.ts';
import { seedProcedures } from './procedures.ts';
import { seedReports } from './reports.ts';
import { seedSchedules } from './schedules.ts';
import { seeded } from './seeded.ts';
import { vendors, wards } from './wards.ts';

/** The sign-ins that the demo prints. */
export const demoSignIns = {
  admin: { who: 'Admin', email: 'admin@demo.example', password: 'demo-admin' },
  bme: { who: 'BME Asha Rao', email: 'bme@demo.example', password: 'demo-bme' },
  hospital: { who: 'Hospital office', email: 'hospital@demo.example', password: 'demo-hospital' },
} as const;

/** Engineers of the demo hospital besides the one who signs in. */
const colleagues = ['Imran Shaikh', 'Meera Nair', 'Joseph D’Souza'];
const facts: HospitalFacts = { id: 'demo-hospital', name: 'Lotus General Hospital, Pune', timeZone: 'Asia/Kolkata' };
/** Fixed seed, so that the demo hospital is the same on every machine. */
const demoSeed = 20_261;

/** Dependencies of the seed. */
export interface DemoWorld {
  now: Date;
  newId: () => string;
}

/**
 * Fills an empty server with the demo hospital, whose tickets have been escalated by now, whose users have had the list
 * of the day, and whose notices are read; does nothing on a server that has a hospital.
 */
export async function seedDemo(db: Database, world: DemoWorld): Promise<void> {
  const [known] = await db.select({ id: schema.hospital.id }).from(schema.hospital).limit(1);
  if (known) return;
  await db.transaction((tx) => seedAll(tx, world));
  await escalateTickets(db, world.now);
  await tellOfOverdueWork(db, world.now);
  await db.update(schema.notice).set({ unreadBy: [] });
  await db.delete(schema.noticeMail);
}

async function seedAll(tx: Executor, world: DemoWorld): Promise<void> {
  const random = seeded(demoSeed);
  const today = hospitalDay(world.now, facts.timeZone);
  const people = await seedHospital(tx, world);
  const scope = writeScope(tx, facts);
  const devices = demoDevices(random, today);
  const ids = await createDevices(
    scope,
    devices.map((device) =>
      device.warrantyNumber === undefined ? device : { ...device, pmFrequency: 'quarterly', pmCount: 12 },
    ),
    world.now,
  );
  await describeEquipment(scope);
  await seedContacts(scope, world);
  const parts = { random, people, today, now: world.now, newId: world.newId };
  await seedSchedules(scope, parts);
  await seedJobs(scope, parts);
  const history: HistoryDevice[] = devices.map((device, index) => ({
    id: ids[index] ?? '',
    departmentName: device.departmentName ?? '',
    critical: device.importance === 'Critical',
  }));
  const templates = await seedTemplates(scope, history, world);
  const rounds = demoRounds(random, templates, today, facts.timeZone).filter(
    ({ submittedAt }) => submittedAt <= world.now,
  );
  await seedTickets(scope, demoTickets(random, history, rounds, world.now), people, world);
  await seedRounds(scope, rounds, new Map(templates.map(({ name, id }) => [name, id])), people, world.newId);
  await seedProcedures(scope, parts);
  await seedAgreement(scope, parts);
  await seedReports(scope, [ids[4] ?? '', ids[17] ?? ''], world);
  scope.touch('technician', ...people.map(({ id }) => id));
  await publishChanges(tx, facts.id, scope.changes(), world.now);
}

async function seedHospital(tx: Executor, { newId }: DemoWorld): Promise<DemoPerson[]> {
  await tx.insert(schema.hospital).values({
    id: facts.id,
    name: facts.name,
    phone: '+91 20 4000 1000',
    address: '14 Station Road',
    stateId: 'MH',
    stateName: 'Maharashtra',
    cityId: 'MH-pune',
    cityName: 'Pune',
    numberOfBme: colleagues.length + 3,
    numberOfBeds: 220,
    timeZone: facts.timeZone,
  });
  const people = ['Asha Rao', ...colleagues].map((name) => ({ id: newId(), name }));
  const passwordOf = async (index: number) => hashPassword(index === 0 ? demoSignIns.bme.password : newId());
  await tx.insert(schema.appUser).values([
    {
      id: newId(),
      hospitalId: facts.id,
      role: 'Hospital' as const,
      email: demoSignIns.hospital.email,
      name: 'Hospital office',
      passwordHash: await hashPassword(demoSignIns.hospital.password),
    },
    ...(await Promise.all(
      people.map(async ({ id, name }, index) => ({
        id,
        hospitalId: facts.id,
        role: 'BME' as const,
        email: index === 0 ? demoSignIns.bme.email : `bme${index + 1}@demo.example`,
        name,
        passwordHash: await passwordOf(index),
      })),
    )),
  ]);
  return people;
}

/** Sets the purpose of each equipment type; a register row could only set it for a device. */
async function describeEquipment(scope: WriteScope): Promise<void> {
  for (const [name, { description }] of Object.entries(equipmentTypeFacts)) {
    await scope.update(schema.equipment, { description }, eq(schema.equipment.name, name));
  }
}

/** Gives each vendor a service desk, and each device its vendor's desk. */
async function seedContacts(scope: WriteScope, { newId }: DemoWorld): Promise<void> {
  for (const row of await scope.list(schema.vendor)) {
    const desk = vendors.find(({ name }) => name === row.name);
    if (!desk) continue;
    const contactId = newId();
    await scope.update(
      schema.vendor,
      { location: desk.location, types: 'Vendor, Service Provider' },
      eq(schema.vendor.id, row.id),
    );
    await scope.insert(schema.contactPerson, {
      id: contactId,
      vendorId: row.id,
      name: desk.contact,
      phone: desk.phone,
      designation: 'Technician',
    });
    await scope.update(schema.installation, { serviceContactId: contactId }, eq(schema.installation.vendorId, row.id));
  }
  for (const ward of wards) {
    await scope.update(schema.department, { location: ward.location }, eq(schema.department.name, ward.name));
  }
}

async function seedTemplates(
  scope: WriteScope,
  devices: readonly HistoryDevice[],
  { newId }: DemoWorld,
): Promise<{ id: string; name: string; devices: HistoryDevice[] }[]> {
  const departments = await scope.list(schema.department);
  const templates = wards.map((ward) => ({
    id: newId(),
    name: `${ward.name} morning round`,
    departmentId: departments.find(({ name }) => name === ward.name)?.id ?? null,
    devices: devices.filter(({ departmentName }) => departmentName === ward.name),
  }));
  await scope.insert(
    schema.roundTemplate,
    templates.map(({ id, name, departmentId }) => ({ id, name, departmentId })),
  );
  await scope.insert(
    schema.roundTemplateDevice,
    templates.flatMap((template) =>
      template.devices.map(({ id }, position) => ({ templateId: template.id, deviceId: id, position })),
    ),
  );
  scope.touch('template', ...templates.map(({ id }) => id));
  return templates;
}
