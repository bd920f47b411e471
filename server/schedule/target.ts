import { eq, sql } from 'drizzle-orm';
import type { ScheduleTarget } from '#contract/rules/schedule-kinds.ts';
import { equipment, equipmentModel, installation, procedure } from '../db/schema.ts';
import type { HospitalScope, WriteScope } from '../db/scope.ts';
import { invalidField } from '../problem.ts';
import { mergedSentence } from '../records/survivor.ts';

/** The three target columns of a schedule, of which one is set. */
interface TargetColumns {
  deviceId: string | null;
  modelId: string | null;
  equipmentId: string | null;
}

/** Returns the columns with the id of a target in the right one. */
export function targetColumns(target: ScheduleTarget, id: string): TargetColumns {
  return {
    deviceId: target === 'device' ? id : null,
    modelId: target === 'model' ? id : null,
    equipmentId: target === 'type' ? id : null,
  };
}

/**
 * Checks that the target of a schedule exists, and keeps a model or type from being merged meanwhile. Throws: ApiError
 * `input.invalid` with the message at its field.
 */
export async function requireTarget(scope: HospitalScope, target: ScheduleTarget, id: string): Promise<void> {
  if (target === 'device') {
    const device = await scope.find(installation, eq(installation.id, id));
    if (!device) throw invalidField('targetId', 'This device does not exist.');
    if (device.retiredAt === null) return;
    throw invalidField('targetId', `${device.serialNumber} is out of use: it gets no schedule.`);
  }
  const found =
    target === 'model'
      ? await scope.find(equipmentModel, eq(equipmentModel.id, id), { lock: true })
      : await scope.find(equipment, eq(equipment.id, id), { lock: true });
  if (!found || found.retiredAt !== null) {
    const merged = await mergedSentence(scope, [id]);
    if (merged !== undefined) throw invalidField('targetId', `${merged} Choose again what the schedule is for.`);
    throw invalidField(
      'targetId',
      target === 'model' ? 'This model does not exist.' : 'This equipment does not exist.',
    );
  }
}

/** Checks that a procedure exists. Throws: ApiError `input.invalid` with the message at its field. */
export async function requireProcedure(scope: HospitalScope, id: string): Promise<void> {
  const found = await scope.find(procedure, eq(procedure.id, id));
  if (!found) throw invalidField('procedureId', 'This procedure does not exist.');
}

/**
 * Returns the devices in use that a schedule applies to, locked in a fixed order, so that two processes that plan the
 * same devices wait for each other.
 */
export async function lockDevices(scope: WriteScope, columns: TargetColumns): Promise<string[]> {
  const { deviceId, modelId, equipmentId } = columns;
  const rows = await scope.rows<{ id: string }>(sql`
    select id from installation
    where hospital_id = ${scope.id} and retired_at is null
      and (id = ${deviceId} or model_id = ${modelId} or equipment_id = ${equipmentId})
    order by id for no key update`);
  return rows.map(({ id }) => id);
}
