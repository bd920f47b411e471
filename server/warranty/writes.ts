import { randomUUID } from 'node:crypto';
import { and, eq, inArray, sql } from 'drizzle-orm';
import type { BodyOf } from '#contract/define.ts';
import type { Calls } from '#contract/index.ts';
import { hospitalDay } from '#contract/rules/hospital-day.ts';
import { monthsOf, warrantyEnd, yearsAndMonths } from '#contract/rules/warranty-end.ts';
import { longestWarranty, maxWarrantyYears, type WarrantyRecord } from '#contract/calls/warranty.ts';
import type { Handlers } from '../context.ts';
import { violatedUnique } from '../db/database.ts';
import { warranty, warrantySerial } from '../db/schema.ts';
import type { WriteScope } from '../db/scope.ts';
import { ApiError, invalidField, unknownRecord } from '../problem.ts';
import { acceptEdit } from '../records/accept-edit.ts';
import { settleSource } from '../task/plan.ts';
import { saysMore } from '../records/agreements.ts';
import { vendorInUse } from '../records/vendors.ts';
import { warrantyRecord } from './covered.ts';
import { chosenDevices, type ChosenDevice } from './chosen-devices.ts';
import { finderOf, refuseGone } from '../records/living.ts';

type WarrantyBody = BodyOf<Calls['updateWarranty']>;
type WarrantyRowFacts = typeof warranty.$inferSelect;
type AgreementFacts = Pick<WarrantyRowFacts, 'kind' | 'vendorId' | 'contactName' | 'phone' | 'terms' | 'notes'>;
type WarrantyFacts = Pick<
  WarrantyRowFacts,
  'number' | 'equipmentId' | 'makeId' | 'pmFrequency' | 'pmCount' | 'startOn' | 'endOn' | 'durationMonths'
>;

const findWarranty = finderOf(warranty, 'warranty');

/** Creates, changes, retires and restores warranties. Each write also updates the PM tasks of its devices. */
export const warrantyWriteHandlers = {
  saveWarranty: ({ body, hospital, now }) =>
    body.id ? change(hospital, body.id, body, now) : create(hospital, body, now),

  updateWarranty: ({ params, body, hospital, now }) => change(hospital, params.id, body, now),

  deleteWarranty: async ({ params, hospital, now }) => {
    const known = await findWarranty(hospital, params.id, { lock: true });
    await hospital.update(warranty, { retiredAt: now }, eq(warranty.id, params.id));
    await settleSource(hospital, { kind: 'warranty', id: params.id }, [], now);
    if (saysMore(known)) hospital.tombstone('contract', params.id);
    hospital.touch('device', ...(await livingDevices(hospital, params.id)));
  },

  restoreWarranty: async ({ params, hospital, now }) => {
    const known = await hospital.find(warranty, eq(warranty.id, params.id), { lock: true });
    if (!known) throw unknownRecord('warranty');
    await refuseGone(hospital, known.number, { vendor: known.vendorId });
    await refusingTakenNumber(() => hospital.update(warranty, { retiredAt: null }, eq(warranty.id, params.id)));
    return settle(hospital, params.id, now);
  },
} satisfies Handlers<'saveWarranty' | 'updateWarranty' | 'deleteWarranty' | 'restoreWarranty'>;

async function create(scope: WriteScope, body: WarrantyBody, now: Date): Promise<WarrantyRecord> {
  const devices = await chosenDevices(scope, body, { kind: body.kind ?? 'Warranty', known: new Set() });
  const id = randomUUID();
  if (body.vendorId) await vendorInUse(scope, body.vendorId);
  const facts = { ...factsOf(body, devices), ...agreementFactsOf(body) };
  await refusingTakenNumber(() => scope.insert(warranty, { id, ...facts, createdAt: now }));
  await scope.insert(
    warrantySerial,
    devices.map((device) => ({ warrantyId: id, deviceId: device.id, ...recordOf(body, device, scope, now) })),
  );
  return settle(scope, id, now);
}

/** A retired device stays under its warranty, so that its history shows it and a restore brings it back. */
async function change(scope: WriteScope, id: string, sent: WarrantyBody, now: Date): Promise<WarrantyRecord> {
  const known = await findWarranty(scope, id, { lock: true });
  const isBlind = sent.revision === undefined;
  const body = isBlind
    ? sent
    : await acceptEdit(scope, { kind: 'warranty', sent, current: await warrantyRecord(scope, id), now });
  if (body.vendorId && body.vendorId !== known.vendorId) await vendorInUse(scope, body.vendorId);
  const before = await livingDevices(scope, id);
  const covered = new Set(before);
  const devices = await chosenDevices(scope, body, { kind: body.kind ?? known.kind, known: covered });
  const { months } = yearsAndMonths(known.durationMonths);
  const facts = { ...factsOf(body, devices, months), ...agreementFactsOf(body) };
  await refusingTakenNumber(() => scope.update(warranty, facts, eq(warranty.id, id)));
  const chosen = new Set(devices.map((device) => device.id));
  const gone = before.filter((deviceId) => !chosen.has(deviceId));
  if (gone.length > 0) {
    await scope.remove(warrantySerial, and(eq(warrantySerial.warrantyId, id), inArray(warrantySerial.deviceId, gone))!);
  }
  const added = devices.filter((device) => !covered.has(device.id));
  await scope.insert(
    warrantySerial,
    added.map((device) => ({ warrantyId: id, deviceId: device.id, ...recordOf(body, device, scope, now) })),
  );
  scope.touch('device', ...gone);
  if (saysMore(known)) scope.touch('contract', id);
  return settle(scope, id, now);
}

/** Updates the PM tasks to match the warranty, and marks its devices as changed for tablets. */
async function settle(scope: WriteScope, id: string, now: Date): Promise<WarrantyRecord> {
  const devices = await livingDevices(scope, id);
  await settleSource(scope, { kind: 'warranty', id }, devices, now);
  scope.touch('device', ...devices);
  const record = await warrantyRecord(scope, id);
  if (saysMore(record)) scope.touch('contract', id);
  return record;
}

/**
 * Returns the start of PM for devices that are new to a warranty: all of it, as the documents say; from today; or
 * counted from when it was last done. Throws: ApiError `input.invalid` for a last PM date that is missing or in the
 * future.
 */
function recordOf({ pastWork = 'all', lastPmDate }: WarrantyBody, device: ChosenDevice, scope: WriteScope, now: Date) {
  const today = hospitalDay(now, scope.facts.timeZone);
  if (pastWork !== 'last-done') return { recordFrom: pastWork === 'all' ? null : today, lastPmOn: null };
  const lastPmOn = lastPmDate ?? device.lastPmOn;
  if (lastPmOn === null) {
    throw invalidField('lastPmDate', `Last PM date is required: no register says it of ${device.serialNumber}.`);
  }
  if (lastPmOn > today) throw invalidField('lastPmDate', 'This date lies in the future.');
  return { recordFrom: today, lastPmOn };
}

/**
 * Returns the columns of a warranty. One over several equipment types or makes belongs to none of them. `knownMonths`
 * are the current months beyond whole years: a body without months leaves them unchanged.
 */
function factsOf(body: WarrantyBody, devices: readonly ChosenDevice[], knownMonths = 0): WarrantyFacts {
  const { equipmentId, makeId, warrantyStartDate: startOn, warrantyDurationInYear: years } = body;
  const { warrantyExtraMonths: months = knownMonths } = body;
  const durationMonths = monthsOf({ years, months });
  if (durationMonths > monthsOf({ years: maxWarrantyYears, months: 0 }))
    throw invalidField('warrantyDurationInYear', longestWarranty);
  return {
    number: body.warrantyNumber,
    equipmentId: devices.every((device) => device.equipmentId === equipmentId) ? equipmentId : null,
    makeId: devices.every((device) => device.makeId === makeId) ? makeId : null,
    pmFrequency: body.pmFrequency,
    pmCount: body.pmCount,
    startOn,
    endOn: warrantyEnd(startOn, durationMonths),
    durationMonths,
  };
}

/** Returns the contract columns of the body; omitted ones keep their value, or get the default of the table. */
function agreementFactsOf({ kind, vendorId, contactName, phone, terms, notes }: WarrantyBody): Partial<AgreementFacts> {
  return {
    ...(kind !== undefined && { kind }),
    ...(vendorId !== undefined && { vendorId: vendorId || null }),
    ...(contactName !== undefined && { contactName }),
    ...(phone !== undefined && { phone }),
    ...(terms !== undefined && { terms }),
    ...(notes !== undefined && { notes }),
  };
}

/** Returns the ids of devices in use under a warranty. */
async function livingDevices(scope: WriteScope, id: string): Promise<string[]> {
  const rows = await scope.rows<{ id: string }>(sql`
    select i.id from warranty_serial s
    join installation i on i.hospital_id = s.hospital_id and i.id = s.device_id and i.retired_at is null
    where s.hospital_id = ${scope.id} and s.warranty_id = ${id} order by i.id`);
  return rows.map((row) => row.id);
}

async function refusingTakenNumber<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (violatedUnique(error) !== 'warranty_number') throw error;
    const sentence = 'A warranty with this number already exists.';
    throw new ApiError('record.duplicate', sentence, { errors: { warrantyNumber: [sentence] } });
  }
}
