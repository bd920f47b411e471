import { and, eq, inArray } from 'drizzle-orm';
import { addDays, addMonthsKeepingDay, type LocalDay } from '#contract/rules/hospital-day.ts';
import * as schema from '../db/schema.ts';
import type { WriteScope } from '../db/scope.ts';
import { addDeviceTasks } from '../task/plan.ts';

/** Number of months before this one in which the hospital's own schedules began. */
const agoMonths = 6;
/** Days until a longer interval is reviewed. */
const reviewDays = 120;

const common = { basis: 'fixed', doneBy: 'in-house' } as const;

/**
 * Adds the hospital's own schedules: a monthly inspection of an equipment type, and the PM of a model at a longer
 * interval than the manufacturer's.
 */
export async function seedSchedules(
  scope: WriteScope,
  { today, now, newId }: { today: LocalDay; now: Date; newId: () => string },
): Promise<void> {
  const began = addMonthsKeepingDay(`${today.slice(0, 7)}-01`, -agoMonths);
  const type = await scope.find(schema.equipment, eq(schema.equipment.name, 'Suction Apparatus'));
  const model = await scope.find(schema.equipmentModel, eq(schema.equipmentModel.name, 'HAMILTON-C3'));
  if (!type || !model) throw new Error('The demo hospital has neither that type nor that model');
  await scope.insert(schema.schedule, [
    {
      ...common,
      id: newId(),
      equipmentId: type.id,
      kind: 'Inspection',
      title: 'Vacuum and filter',
      every: 1,
      unit: 'month',
      firstDueOn: addDays(began, 9),
      createdAt: now,
    },
    {
      ...common,
      id: newId(),
      modelId: model.id,
      kind: 'PM',
      title: 'Half-yearly service',
      every: 6,
      unit: 'month',
      firstDueOn: addDays(began, 4),
      makerEvery: 3,
      makerUnit: 'month',
      longerReason: 'No finding in eight quarterly services of six ventilators.',
      longerApprover: 'Dr. Kulkarni, Medical Superintendent',
      reviewOn: addDays(today, reviewDays),
      createdAt: now,
    },
  ]);
  const devices = await scope.list(
    schema.installation,
    and(inArray(schema.installation.equipmentId, [type.id, model.equipmentId])),
  );
  await addDeviceTasks(
    scope,
    devices.map(({ id }) => id),
    ['schedule'],
    now,
  );
}
