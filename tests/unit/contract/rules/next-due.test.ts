import { describe, expect, it } from 'vitest';
import type { DevicePlan } from '#contract/records/plan.ts';
import { type NextDueFacts, nextDueAfterTest } from '#contract/rules/next-due.ts';

const task = (id: string, taskDate: string, more: Partial<NextDueFacts['tasks'][number]> = {}) => ({
  id,
  type: 'Cal',
  warrantyNumber: null,
  taskDate,
  closedAt: null,
  cancelledAt: null,
  ...more,
});
const plan = (more: Partial<DevicePlan> = {}): DevicePlan => ({
  type: 'Cal',
  every: 2,
  unit: 'year',
  from: '2026-05-01',
  scheduleId: 's',
  ...more,
});
const own = task('own', '2026-05-01');
const others = [
  own,
  task('later', '2027-05-01'),
  task('next', '2026-11-01'),
  task('before', '2026-01-01'),
  task('pm', '2026-06-01', { type: 'PM' }),
  task('closed', '2026-07-01', { closedAt: 'x' }),
  task('cancelled', '2026-08-01', { cancelledAt: 'x' }),
];
const facts: NextDueFacts = {
  result: 'Pass',
  task: own,
  tasks: [own],
  plans: [],
  testedOn: '2026-05-04',
  corrected: null,
  countsAs: (type) => type === 'Cal',
};
const titled = { title: 'Laser output' };
const floating = { isFloating: true, every: 6, unit: 'month' } as const;

describe('Work comes back', () => {
  it.each<[string, Partial<NextDueFacts>, string | null]>([
    ['with its next open task', { tasks: others }, '2026-11-01'],
    ['with nothing where nothing is known', {}, null],
    ['not after a Fail', { result: 'Fail', tasks: others, corrected: '2026-09-09' }, null],
    ['on the day of its plan beyond the horizon', { plans: [plan()] }, '2028-05-01'],
    ['not after the end of its plan', { plans: [plan({ until: '2028-04-30' })] }, null],
    ['one interval after the day of the test, by a floating plan', { plans: [plan(floating)] }, '2026-11-04'],
    ['not after the end of a floating plan', { plans: [plan({ ...floating, until: '2026-11-03' })] }, null],
    ['by its own plan, not by another one of its kind', { plans: [plan(titled), plan()] }, '2028-05-01'],
    [
      'by its own plan before a task of another one',
      { plans: [plan(floating)], tasks: [own, task('other', '2026-06-01', titled)] },
      '2026-11-04',
    ],
    [
      'by its own task before the plan of another one',
      { plans: [plan({ warranty: 'W-1' })], tasks: [own, task('next', '2026-12-01')] },
      '2026-12-01',
    ],
    [
      'with a task of its kind where its own plan has ended',
      { tasks: [own, task('other', '2026-06-01', titled)] },
      '2026-06-01',
    ],
    ['for a correction as for the record that it corrects', { task: null, corrected: '2027-05-01' }, '2027-05-01'],
    [
      'for a correction of a closed task as for its record',
      { task: task('own', '2026-05-01', { closedAt: 'x' }), plans: [plan()], corrected: '2027-05-01' },
      '2027-05-01',
    ],
    ['when it was, after a test for no task', { task: null, tasks: others }, '2026-01-01'],
    [
      'on the day of its plan after a test for no task',
      {
        task: null,
        tasks: [task('pm', '2026-06-01', { type: 'PM' })],
        plans: [plan(), plan({ type: 'PM', every: 1 })],
      },
      '2028-05-01',
    ],
    ['with nothing where the test counts as no work', { task: null, tasks: others, countsAs: () => false }, null],
    [
      'for a correction by the work that is open where its record had no day',
      { task: null, tasks: others },
      '2026-01-01',
    ],
    ['for a correction that closes its task by that task', { tasks: others, corrected: '2027-05-01' }, '2026-11-01'],
  ])('%s', (_what, more, on) => {
    expect(nextDueAfterTest({ ...facts, ...more })).toBe(on);
  });

  it('by its warranty', () => {
    const pm = task('own', '2026-05-01', { type: 'PM', warrantyNumber: 'W-2' });
    const of = (warranty: string, every: number) => plan({ type: 'PM', every, warranty });
    expect(nextDueAfterTest({ ...facts, task: pm, tasks: [pm], plans: [of('W-1', 2), of('W-2', 3)] })).toBe(
      '2029-05-01',
    );
  });
});
