import { eq, sql } from 'drizzle-orm';
import type { BodyOf } from '#contract/define.ts';
import type { Calls } from '#contract/index.ts';
import { hospitalDay } from '#contract/rules/hospital-day.ts';
import type { Handlers } from '../context.ts';
import { violatedUnique } from '../db/database.ts';
import { installation } from '../db/schema.ts';
import type { WriteScope } from '../db/scope.ts';
import { ApiError, unknownRecord } from '../problem.ts';
import { acceptEdit } from '../records/accept-edit.ts';
import { settleDevices } from '../task/plan.ts';
import { returnOverdue } from '../task/settle.ts';
import { addDevices, existsAlready, lockRegister } from './add-devices.ts';
import { keepEarlierSerial } from './earlier-serials.ts';
import { deviceEntry } from './record.ts';
import { findReferences } from './references.ts';
import { finderOf, isLiving, refuseGone } from '../records/living.ts';

type SentDevice = BodyOf<Calls['createDevices']>[number];

const findDevice = finderOf(installation, 'device');

/** Creates, changes, retires and restores installed devices. Each write also updates the tasks of the device. */
export const deviceWriteHandlers = {
  createDevices: async ({ body, hospital, now }) => {
    await lockRegister(hospital);
    const modelOf = await findReferences(hospital, body, (place, field) => `${place}.${field}`);
    const devices = body.map((device, place) => {
      const { equipmentId, makeId } = modelOf(place);
      return { ...factsOf(device), equipmentId, makeId, location: device.location || null, description: '' };
    });
    return { ids: await addDevices(hospital, devices, now) };
  },

  updateDevice: async ({ params: { id }, body: sent, hospital, now }) => {
    const device = await findDevice(hospital, id, { lock: true });
    const body = await acceptEdit(hospital, { kind: 'device', sent, current: await deviceEntry(hospital, id), now });
    const { modelId, vendorId, departmentId, serviceContactId, salesContactId } = device;
    const kept = [modelId, vendorId, departmentId, serviceContactId, salesContactId];
    const modelOf = await findReferences(hospital, [body], (_place, field) => field, kept);
    const { equipmentId, makeId } = modelOf(0);
    const location = body.location === undefined ? device.location : body.location || null;
    const today = hospitalDay(now, hospital.facts.timeZone);
    const since = {
      ...(body.modelId !== modelId && { modelSince: today }),
      ...(equipmentId !== device.equipmentId && { typeSince: today }),
    };
    const facts = { ...factsOf(body), equipmentId, makeId, location, ...since };
    await refusingTakenSerial(body.serialNumber, () => hospital.update(installation, facts, eq(installation.id, id)));
    await keepEarlierSerial(hospital, device, body.serialNumber, now);
    await settleDevices(hospital, [id], now);
    hospital.touch('device', id);
    return deviceEntry(hospital, id);
  },

  deleteDevice: async ({ params: { id }, query, hospital, now }) => {
    const removed = { retiredAt: now, removalReason: query.reason ?? null };
    const retired = await hospital.update(installation, removed, isLiving(installation, id));
    if (retired === 0) throw unknownRecord('device');
    await settleDevices(hospital, [id], now);
    hospital.tombstone('device', id);
    await touchTemplates(hospital, id);
    await touchHistory(hospital, id);
  },

  restoreDevice: async ({ params: { id }, hospital, now }) => {
    await lockRegister(hospital);
    const device = await hospital.find(installation, eq(installation.id, id), { lock: true });
    if (!device) throw unknownRecord('device');
    const { modelId, vendorId, departmentId, serviceContactId, salesContactId } = device;
    await refuseGone(hospital, device.serialNumber, {
      model: modelId,
      vendor: vendorId,
      department: departmentId,
      'contact person': [serviceContactId, salesContactId],
    });
    const today = hospitalDay(now, hospital.facts.timeZone);
    const wentOn = device.retiredAt && hospitalDay(device.retiredAt, hospital.facts.timeZone);
    const isUndo = wentOn === null || wentOn === today;
    const facts = { retiredAt: null, removalReason: null, ...(!isUndo && { backSince: today }) };
    await refusingTakenSerial(device.serialNumber, () => hospital.update(installation, facts, eq(installation.id, id)));
    if (device.retiredAt && !isUndo) {
      await returnOverdue(hospital, { of: sql`device_id = ${id}`, goneAt: device.retiredAt, now });
    }
    await settleDevices(hospital, [id], now);
    hospital.touch('device', id);
    await touchTemplates(hospital, id);
    await touchHistory(hospital, id);
    return deviceEntry(hospital, id);
  },
} satisfies Handlers<'createDevices' | 'updateDevice' | 'deleteDevice' | 'restoreDevice'>;

/** Returns the facts about the device itself from the body; equipment and make follow from its model. */
function factsOf(device: SentDevice) {
  const { calibrationRequired, calibrationFrequency, calibrationCount } = device;
  return {
    serialNumber: device.serialNumber,
    modelId: device.modelId,
    departmentId: device.departmentId,
    vendorId: device.vendorId,
    serviceContactId: device.serviceContactId || null,
    salesContactId: device.salesContactId || null,
    price: device.price,
    purchaseDate: device.purchaseDate,
    installationDate: device.installationDate,
    calibrationRequired,
    calibrationFrequency: calibrationRequired ? calibrationFrequency || null : null,
    calibrationCount: calibrationRequired ? (calibrationCount ?? 0) : 0,
  };
}

/** Marks the templates that contain a device, which change on tablets when it is retired or restored. */
async function touchTemplates(scope: WriteScope, deviceId: string): Promise<void> {
  const rows = await scope.rows<{ id: string }>(sql`
    select t.id from round_template_device d
    join round_template t on t.hospital_id = d.hospital_id and t.id = d.template_id and t.retired_at is null
    where d.hospital_id = ${scope.id} and d.device_id = ${deviceId}`);
  scope.touch('template', ...rows.map(({ id }) => id));
}

/** Marks tickets and tasks, which carry the names of a retired device on tablets because its record is gone there. */
async function touchHistory(scope: WriteScope, deviceId: string): Promise<void> {
  const rows = await scope.rows<{ kind: 'ticket' | 'task'; id: string }>(sql`
    select 'ticket' as kind, id from ticket where hospital_id = ${scope.id} and device_id = ${deviceId}
    union all
    select 'task', id from task
    where hospital_id = ${scope.id} and device_id = ${deviceId} and removed_at is null`);
  for (const { kind, id } of rows) scope.touch(kind, id);
}

async function refusingTakenSerial<T>(serialNumber: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (violatedUnique(error) !== 'installation_serial') throw error;
    const sentence = existsAlready(serialNumber);
    throw new ApiError('record.duplicate', sentence, {
      errors: { serialNumber: [sentence] },
      context: { serialNumbers: [serialNumber] },
    });
  }
}
