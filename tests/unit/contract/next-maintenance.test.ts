import { describe, expect, test } from 'vitest';
import { afterMaintenance, afterMove, withoutTask } from '#contract/effects/device-record.ts';
import type { DevicePlan } from '#contract/records/plan.ts';
import { deviceRecord, taskRecord } from '#tests/support/ward-records.ts';

const today = '2026-07-01';
const yearly: DevicePlan = { type: 'Safety', every: 1, unit: 'year', from: '2026-07-10', scheduleId: 's' };
const device = deviceRecord({ nextMaintenanceOn: '2026-07-10', plans: [yearly] });
const last = taskRecord({ id: 'last', deviceId: device.id, taskDate: '2026-07-10' });
const later = taskRecord({ id: 'later', deviceId: device.id, taskDate: '2027-07-10' });
const cancelled = { ...last, cancelledAt: '2026-06-30T08:00:00.000Z' };
const moved = '2026-07-20';

describe('the next maintenance of a device is its first open task, or else the first planned work', () => {
  test.each([
    ['without its last open task', withoutTask(device, 'last', [last], today), '2028-07-10'],
    ['without one of two', withoutTask(device, 'last', [last, later], today), '2027-07-10'],
    ['without plans', withoutTask({ ...device, plans: [] }, 'last', [last], today), null],
    ['after the closing of its last one', afterMaintenance(device, 'last', today, [last]), '2028-07-10'],
    ['after the move of its last one', afterMove(device, 'last', moved, [last], today), moved],
    ['after the move of a cancelled one', afterMove(device, 'last', moved, [cancelled], today), '2028-07-10'],
  ])('%s', (_what, after, day) => {
    expect(after.nextMaintenanceOn).toBe(day);
  });
});
