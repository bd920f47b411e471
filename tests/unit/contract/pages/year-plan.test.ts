import { describe, expect, test } from 'vitest';
import { isTaskListed } from '#contract/pages/task-list.ts';
import { buildYear, plannedWork } from '#contract/pages/year-plan.ts';
import { nextPlannedDay, plannedDays, sourceOfPlan } from '#contract/rules/device-plan.ts';
import { type DevicePlan, intervalUnits } from '#contract/records/plan.ts';
import { addDays } from '#contract/rules/hospital-day.ts';
import { horizonOf } from '#contract/rules/plan.ts';
import { deviceRecord, taskRecord } from '#tests/support/ward-records.ts';

const today = '2026-07-01';
const quarterly: DevicePlan = { type: 'Safety', every: 3, unit: 'month', from: '2026-01-31', scheduleId: 's' };
const { scheduleId: _id, ...bare } = quarterly;
const pm: DevicePlan = {
  type: 'PM',
  every: 1,
  unit: 'year',
  from: '2025-06-10',
  until: '2029-06-09',
  warranty: 'AMC-1',
};

describe('the plan of a device', () => {
  test.each<[string, DevicePlan, string[]]>([
    ['of a schedule begins on its first day', quarterly, ['2026-01-31', '2026-04-30', '2026-07-31', '2026-10-31']],
    ['of the documents begins one interval later', bare, ['2026-04-30', '2026-07-31', '2026-10-31']],
    ['ends', { ...quarterly, until: '2026-05-01' }, ['2026-01-31', '2026-04-30']],
    ['that floats is its next day only', { ...quarterly, isFloating: true }, ['2026-01-31']],
  ])('%s', (_what, plan, days) => {
    expect(plannedDays(plan, { from: '2026-01-01', to: '2026-12-31' })).toEqual(days);
  });

  test('says where it comes from: the device, a warranty or the installation', () => {
    expect([quarterly, pm, bare].map(sourceOfPlan)).toEqual(['own', 'warranty', 'installation']);
  });

  test.each<[string, DevicePlan[], string | null]>([
    ['the first beyond the horizon', [quarterly, pm], '2027-10-31'],
    [
      'the day of one that begins far ahead',
      [{ ...quarterly, every: 5, unit: 'year', from: '2031-03-01' }],
      '2031-03-01',
    ],
    ['that of an interval of years', [{ ...quarterly, every: 5, unit: 'year', from: '2024-03-01' }], '2029-03-01'],
    ['none of a plan that has ended by then', [{ ...quarterly, until: '2027-08-01' }], null],
    ['none without plans', [], null],
  ])('has as next planned day %s', (_what, plans, day) => {
    expect(nextPlannedDay(plans, today)).toBe(day);
  });
});

describe('the computed next planned day is the first of all planned days', () => {
  const all = { from: addDays(horizonOf(today), 1), to: '2081-12-31' };
  const froms = ['1960-02-29', '2024-01-31', '2024-02-29', '2026-07-01', '2027-08-01', '2027-08-02', '2031-03-31'];
  const intervals = intervalUnits.flatMap((unit) => [1, 3, 50].map((every) => ({ every, unit })));
  const kinds: Partial<DevicePlan>[] = [{}, { scheduleId: 's' }, { scheduleId: 's', isFloating: true }];
  const ends = [undefined, '2027-08-01', '2028-02-29', '2060-12-31'];
  test.each(froms)('from %s', (from) => {
    for (const interval of intervals)
      for (const until of ends)
        for (const more of kinds) {
          const plan: DevicePlan = { type: 'Safety', ...interval, from, ...(until && { until }), ...more };
          const [first] = plannedDays(plan, all);
          expect([plan, nextPlannedDay([plan], today)]).toEqual([plan, first ?? null]);
        }
  });
});

describe('a year of devices', () => {
  const a = deviceRecord({
    id: 'a',
    serialNumber: 'A-10',
    departmentName: 'ICU',
    vendorName: 'Medline',
    plans: [quarterly],
  });
  const b = deviceRecord({ id: 'b', serialNumber: 'A-9', departmentName: 'ICU', plans: [pm] });
  const tasks = [
    taskRecord({ id: '1', deviceId: 'a', type: 'Safety', taskDate: '2027-01-31' }),
    taskRecord({ id: '2', deviceId: 'a', type: 'Safety', taskDate: '2027-01-02', closedAt: '2026-06-01T00:00:00Z' }),
    taskRecord({ id: '3', deviceId: 'a', type: 'PM', taskDate: '2027-01-02', cancelledAt: '2026-06-01T00:00:00Z' }),
    taskRecord({ id: '4', deviceId: 'gone', type: 'PM', taskDate: '2027-01-02' }),
    taskRecord({ id: '5', deviceId: 'b', type: 'PM', taskDate: '2026-06-10' }),
  ];
  const yearOf = (year: number, filter = {}) =>
    buildYear({ devices: [a, b], tasks }, { year, today, lets: (job) => isTaskListed(job, filter, 'me') });

  test('has existing jobs, and planned work beyond the horizon', () => {
    const [row, ...others] = yearOf(2027);
    expect(others).toEqual([]);
    expect(row?.serialNumber).toBe('A-10');
    expect(row?.months[0]).toEqual([
      { type: 'Safety', state: 'Upcoming', count: 1 },
      { type: 'Safety', state: 'Closed', count: 1 },
    ]);
    // 2027-07-31 is within the horizon, so it would be a task; 2027-10-31 is only planned.
    expect(row?.months[6]).toEqual([]);
    expect(row?.months[9]).toEqual([{ type: 'Safety', state: 'Planned', count: 1 }]);
  });

  test('shows an overdue job of this year, in the order of departments, names and serials', () => {
    expect(yearOf(2028).map(({ serialNumber }) => serialNumber)).toEqual(['A-9', 'A-10']);
    expect(yearOf(2026)[0]?.months[5]).toEqual([{ type: 'PM', state: 'Overdue', count: 1 }]);
  });

  test('is filtered like the month', () => {
    expect(yearOf(2028, { type: 'PM' }).map(({ serialNumber }) => serialNumber)).toEqual(['A-9']);
    expect(yearOf(2028, { vendor: 'Medline' }).map(({ serialNumber }) => serialNumber)).toEqual(['A-10']);
    expect(yearOf(2028, { technician: 'me' })).toEqual([]);
  });

  test('plans nothing for a period whose jobs all exist', () => {
    expect(plannedWork([a, b], { from: '2027-07-01', to: '2027-07-31' }, today)).toEqual([]);
    expect(plannedWork([a, b], { from: '2028-06-01', to: '2028-06-30' }, today)).toMatchObject([
      { deviceId: 'b', on: '2028-06-10' },
    ]);
  });
});
