import { randomUUID } from 'node:crypto';
import { hash } from '@node-rs/argon2';
import type { Database } from '#server/db/database.ts';
import {
  appUser,
  contactPerson,
  department,
  equipment,
  equipmentMake,
  equipmentModel,
  hospital,
  installation,
  makeEquipment,
  roundTemplate,
  roundTemplateDevice,
  task,
  vendor,
  warranty,
  warrantySerial,
} from '#server/db/schema.ts';
import { writeScope } from '#server/db/scope.ts';
import { publishChanges } from '#server/db/publish-changes.ts';

/**
 * The password of every seeded account: not a word in a path, because logs are searched for it and contain the folder
 * of the tree.
 */
export const seedPassword = 'seeded-for-the-wards';
/**
 * The password's hash, cheap to verify because suites sign in thousands of times. The production cost has its own
 * tests.
 */
const seedHash = hash(seedPassword, { memoryCost: 64, timeCost: 1, parallelism: 1 });

/** An account with which tests sign in. */
export interface SeededUser {
  id: string;
  email: string;
  name: string;
}

/** A hospital with everything that ward tests need. */
export interface SeededHospital {
  id: string;
  name: string;
  users: { hospital: SeededUser; bme: SeededUser; secondBme: SeededUser };
  departments: { icu: string; theatre: string };
  vendorId: string;
  contactId: string;
  equipment: { ventilator: string; monitor: string };
  makeId: string;
  models: { ventilator: string; monitor: string };
  /** Serial number -> device id, in template order. */
  devices: Record<string, string>;
  /** `ICU round`: the first three devices. */
  templateId: string;
  warrantyId: string;
  tasks: { overdue: string; upcoming: string; calibration: string };
}

/** Creates the administrator of the installation. */
export async function seedAdmin(db: Database): Promise<SeededUser> {
  return insertUser(db, null, 'Admin', 'admin@ward.test', 'Admin');
}

/**
 * Creates a hospital: 2 BME, 2 departments, 2 equipment types, 5 devices (serials begin with `prefix`), a template, a
 * warranty with its tasks relative to `now`; all in version 1 of the replica.
 */
export async function seedHospital(
  db: Database,
  options: { name: string; prefix: string; now: Date },
): Promise<SeededHospital> {
  const { name, prefix, now } = options;
  const id = randomUUID();
  await db.insert(hospital).values({
    id,
    name,
    phone: '0802345678',
    address: '1 Ring Road',
    stateId: '29',
    stateName: 'Karnataka',
    cityId: '2901',
    cityName: 'Bengaluru',
    numberOfBme: 3,
    numberOfBeds: 120,
  });
  const host = `${prefix.toLowerCase() || 'c'}-ward.test`;
  const users = {
    hospital: await insertUser(db, id, 'Hospital', `hospital@${host}`, `${name} Office`),
    bme: await insertUser(db, id, 'BME', `asha@${host}`, 'A. Rao'),
    secondBme: await insertUser(db, id, 'BME', `binu@${host}`, 'B. Nair'),
  };
  const departments = { icu: randomUUID(), theatre: randomUUID() };
  const kinds = { ventilator: randomUUID(), monitor: randomUUID() };
  const models = { ventilator: randomUUID(), monitor: randomUUID() };
  const [vendorId, contactId, makeId, templateId, warrantyId] = [1, 2, 3, 4, 5].map(() => randomUUID()) as [
    string,
    string,
    string,
    string,
    string,
  ];
  const serials = ['VENT-0001', 'VENT-0002', 'MON-0001', 'MON-0002', 'MON-0003'].map((text) => `${prefix}${text}`);
  const devices = Object.fromEntries(serials.map((serial) => [serial, randomUUID()]));
  const deviceIds = Object.values(devices);
  const tasks = { overdue: randomUUID(), upcoming: randomUUID(), calibration: randomUUID() };
  const dayAfter = (days: number): string => new Date(now.getTime() + days * 86_400_000).toISOString().slice(0, 10);

  await db.transaction(async (tx) => {
    const scope = writeScope(tx, { id, name, timeZone: 'Asia/Kolkata' });
    await scope.insert(department, [
      { id: departments.icu, name: 'ICU', location: 'Floor 2' },
      { id: departments.theatre, name: 'Theatre', location: 'Floor 3' },
    ]);
    await scope.insert(vendor, { id: vendorId, name: 'Meditech', location: 'Pune', types: 'Vendor, Service Provider' });
    await scope.insert(contactPerson, {
      id: contactId,
      vendorId,
      name: 'C. Iyer',
      phone: '0801112223',
      designation: 'Technician',
    });
    await scope.insert(equipment, [
      { id: kinds.ventilator, name: 'Ventilator', importance: 'Critical' },
      { id: kinds.monitor, name: 'Patient Monitor', importance: 'Non-Critical' },
    ]);
    await scope.insert(equipmentMake, { id: makeId, name: 'Aerolife' });
    await scope.insert(makeEquipment, [
      { makeId, equipmentId: kinds.ventilator },
      { makeId, equipmentId: kinds.monitor },
    ]);
    await scope.insert(equipmentModel, [
      { id: models.ventilator, name: 'AV-9', makeId, equipmentId: kinds.ventilator },
      { id: models.monitor, name: 'PM-4', makeId, equipmentId: kinds.monitor },
    ]);
    await scope.insert(
      installation,
      serials.map((serialNumber, place) => ({
        id: devices[serialNumber] ?? '',
        serialNumber,
        makeId,
        equipmentId: place < 2 ? kinds.ventilator : kinds.monitor,
        modelId: place < 2 ? models.ventilator : models.monitor,
        departmentId: place < 3 ? departments.icu : departments.theatre,
        location: `Bed ${place + 1}`,
        vendorId,
        serviceContactId: contactId,
        price: 100_000,
        purchaseDate: '2024-01-10',
        installationDate: '2024-02-01',
      })),
    );
    await scope.insert(roundTemplate, { id: templateId, name: 'ICU round', departmentId: departments.icu });
    await scope.insert(
      roundTemplateDevice,
      deviceIds.slice(0, 3).map((deviceId, position) => ({ templateId, deviceId, position })),
    );
    await scope.insert(warranty, {
      id: warrantyId,
      number: `${prefix}AMC-1`,
      equipmentId: kinds.ventilator,
      makeId,
      pmFrequency: 'quarterly',
      pmCount: 4,
      startOn: '2026-01-01',
      endOn: '2027-12-31',
      durationMonths: 24,
    });
    await scope.insert(
      warrantySerial,
      deviceIds.slice(0, 2).map((deviceId) => ({ warrantyId, deviceId })),
    );
    const pm = { type: 'PM', sourceKind: 'warranty', sourceId: warrantyId, warrantyNumber: `${prefix}AMC-1` } as const;
    const [first = '', second = '', third = ''] = deviceIds;
    await scope.insert(task, [
      { id: tasks.overdue, deviceId: first, taskDate: dayAfter(-5), occurrence: 1, ...pm },
      { id: tasks.upcoming, deviceId: second, taskDate: dayAfter(3), occurrence: 2, ...pm },
      {
        id: tasks.calibration,
        deviceId: third,
        type: 'Cal',
        taskDate: dayAfter(10),
        sourceKind: 'installation',
        sourceId: third,
        occurrence: 1,
      },
    ]);
    scope.touch('department', ...Object.values(departments));
    scope.touch('technician', users.bme.id, users.secondBme.id);
    scope.touch('device', ...deviceIds);
    scope.touch('template', templateId);
    scope.touch('task', ...Object.values(tasks));
    await publishChanges(tx, id, scope.changes(), now);
  });
  return {
    id,
    name,
    users,
    departments,
    vendorId,
    contactId,
    equipment: kinds,
    makeId,
    models,
    devices,
    templateId,
    warrantyId,
    tasks,
  };
}

async function insertUser(
  db: Database,
  hospitalId: string | null,
  role: 'Admin' | 'BME' | 'Hospital',
  email: string,
  name: string,
): Promise<SeededUser> {
  const id = randomUUID();
  await db.insert(appUser).values({ id, hospitalId, role, email, name, passwordHash: await seedHash });
  return { id, email, name };
}
