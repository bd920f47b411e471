import { describe, expect, it, test } from 'vitest';
import type { Step } from '#contract/records/procedure.ts';
import type { DevicePlan } from '#contract/records/plan.ts';
import { dueTasksFor } from '#contract/rules/fitting-task.ts';
import { afterTest, type AfterTest, type NextDueFacts, overdueWords } from '#contract/rules/next-due.ts';

const task = (id: string, taskDate: string, more: Partial<NextDueFacts['tasks'][number]> = {}) => ({
  id,
  type: 'Cal',
  warrantyNumber: null,
  taskDate,
  dueOn: null,
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
  reopens: null,
  countsAs: (type) => type === 'Cal',
  procedure: { procedureId: 'p', steps: [] },
};
const titled = { title: 'Laser output' };
const floating = { isFloating: true, every: 6, unit: 'month' } as const;

describe('Work is due next', () => {
  it.each<[string, Partial<NextDueFacts>, string | null]>([
    ['with its next open task', { tasks: others }, '2026-11-01'],
    ['never if nothing is known', {}, null],
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
    [
      'when it was due before, after a test without a task',
      { task: null, tasks: others, testedOn: '2026-05-01' },
      '2026-05-01',
    ],
    [
      'on the day of its plan, after a test without a task',
      {
        task: null,
        tasks: [task('pm', '2026-06-01', { type: 'PM' })],
        plans: [plan(), plan({ type: 'PM', every: 1 })],
      },
      '2028-05-01',
    ],
    ['never if the test counts as no work', { task: null, tasks: others, countsAs: () => false }, null],
    [
      'for a correction by the work that is open where its record had no day',
      { task: null, tasks: others.slice(1) },
      '2026-11-01',
    ],
    [
      'P214 for a correction that was made after the day of its record by the work that is open',
      { task: null, tasks: others.slice(1), corrected: '2026-05-03' },
      '2026-11-01',
    ],
    ['for a correction that closes its task by that task', { tasks: others, corrected: '2027-05-01' }, '2026-11-01'],
  ])('%s', (_what, more, on) => {
    expect(afterTest({ ...facts, ...more }).nextDueOn).toBe(on);
  });

  it('by its warranty', () => {
    const pm = task('own', '2026-05-01', { type: 'PM', warrantyNumber: 'W-2' });
    const of = (warranty: string, every: number) => plan({ type: 'PM', every, warranty });
    expect(afterTest({ ...facts, task: pm, tasks: [pm], plans: [of('W-1', 2), of('W-2', 3)] }).nextDueOn).toBe(
      '2029-05-01',
    );
  });
});

describe('P214 Overdue work that stays open after the test', () => {
  const electrical = { id: 'e', kind: 'electrical' } as Step;
  const pm = task('pm', '2026-03-01', { type: 'PM' });
  const closed = task('own', '2026-05-01', { closedAt: 'x' });
  const overdue = (type: string, dueOn: string) => ({ nextDueOn: null, openTask: { type, dueOn } });
  it.each<[string, Partial<NextDueFacts>, AfterTest]>([
    ['is named, and no day before the test', { task: null }, overdue('Cal', '2026-05-01')],
    ['is not what is due on the day of the test', { task: null, testedOn: own.taskDate }, { nextDueOn: own.taskDate }],
    ['is the first one', { task: null, tasks: [own, pm] }, overdue('PM', '2026-03-01')],
    ['also where its task was closed before', { task: closed, tasks: [closed, pm] }, overdue('PM', '2026-03-01')],
    [
      'counts from the day on which it was due first',
      { task: null, tasks: [{ ...pm, taskDate: '2026-06-01', dueOn: '2026-03-02' }] },
      overdue('PM', '2026-03-02'),
    ],
    ['is the task of a test that is incomplete', { result: 'Incomplete' }, overdue('Cal', '2026-05-01')],
    [
      'is another task of the work that the test closes',
      { tasks: [own, task('before', '2026-01-01'), pm] },
      overdue('Cal', '2026-01-01'),
    ],
    ['is not other work where the test closes its task', { tasks: [own, pm] }, { nextDueOn: null }],
    ['is not repair work', { task: null, tasks: [{ ...pm, type: 'CM' }] }, { nextDueOn: null }],
    [
      'is not a safety test by a procedure without one',
      { task: null, tasks: [{ ...pm, type: 'Safety' }] },
      { nextDueOn: null },
    ],
    [
      'is a safety test by a procedure with one',
      { task: null, tasks: [{ ...pm, type: 'Safety' }], procedure: { procedureId: 'p', steps: [electrical] } },
      overdue('Safety', '2026-03-01'),
    ],
    [
      'is not work whose plan names another procedure',
      { task: null, tasks: [pm], plans: [plan({ type: 'PM', procedureId: 'q', from: '2026-03-01' })] },
      { nextDueOn: null },
    ],
  ])('%s', (_what, more, expected) => {
    expect(afterTest({ ...facts, ...more })).toEqual(expected);
  });

  it('is described in words', () => {
    expect([
      overdueWords({ type: 'PM', dueOn: '2026-10-01' }),
      overdueWords({ type: 'Safety', dueOn: '2026-10-01' }),
    ]).toEqual(['Overdue: PM due 1 Oct 2026 is still open', 'Overdue: safety test due 1 Oct 2026 is still open']);
  });
});

test('P218 the likeliest due task comes first: named by its plan, then of a measured kind, then the first due', () => {
  const steps = [{ id: 'r', kind: 'reading' } as Step];
  const inspection = task('inspection', '2026-02-01', { type: 'Inspection' });
  const tasks = [inspection, task('pm', '2026-01-01', { type: 'PM' }), own, task('later', '2026-09-01')];
  const idsWith = (plans: DevicePlan[]) =>
    dueTasksFor(tasks, { procedureId: 'p', steps, plans, today: '2026-05-04' }).map(({ id }) => id);
  expect(idsWith([])).toEqual(['own', 'pm', 'inspection']);
  expect(idsWith([plan({ type: 'Inspection', procedureId: 'p' })])).toEqual(['inspection', 'own', 'pm']);
  expect(idsWith([plan({ procedureId: 'q' })])).toEqual(['pm', 'inspection']);
});
