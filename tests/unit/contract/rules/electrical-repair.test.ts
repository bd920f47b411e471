import { describe, expect, it, test } from 'vitest';
import type { ProcedureRecord, TestRecord } from '#contract/records/test.ts';
import { isElectricalRepair, safetyAfterRepair, type SafetyFacts } from '#contract/rules/electrical-repair.ts';
import { countsAsKind } from '#contract/rules/kind-of-test.ts';
import { deviceRecord, taskRecord, testRecord, ticketRecord } from '#tests/support/ward-records.ts';
import { seededSteps } from '#tests/support/test-work.ts';

describe('an electrical repair', () => {
  it.each([
    // The cause that was found decides, whatever was reported.
    ['component', 'Mechanical', false, true],
    ['battery', 'Other', false, true],
    ['physical-damage', 'Mechanical', false, true],
    ['caused-by-maintenance', 'Software', false, true],
    ['use-error', 'Electrical', true, false],
    ['could-not-reproduce', 'Electrical', false, false],
    ['no-fault', 'Electrical', false, false],
    ['environment', 'Electrical', false, false],
    ['network-or-software', 'Electrical', false, false],
    // Otherwise the reported issue or a replaced part decides.
    ['wear', 'Mechanical', false, false],
    ['wear', 'Mechanical', true, true],
    ['accessory', 'Electrical', false, true],
    [null, 'Electrical', false, true],
    [null, 'Other', true, true],
    [null, 'Other', false, false],
  ] as const)('of class %s, reported as %s, part %s: %s', (failureClass, issueType, partRequired, isOne) => {
    expect(isElectricalRepair({ failureClass, issueType, partRequired })).toBe(isOne);
  });
});

const closedAt = '2026-11-20T05:00:00.000Z';
const moment = { now: new Date('2026-11-21T05:00:00Z'), timeZone: 'Asia/Kolkata' };
const procedure = (part: Partial<ProcedureRecord> = {}): ProcedureRecord => ({
  id: 'p',
  name: 'Yearly test',
  version: 1,
  steps: [...seededSteps],
  equipmentIds: ['equipment-1'],
  modelIds: [],
  ...part,
});
const tested = (testedAt: string, stepId = 'earth'): TestRecord =>
  testRecord({
    id: `test-${testedAt}`,
    answers: [{ stepId, look: null, found: 90, left: null, text: '', photos: [] }],
    testedAt,
    testedOn: testedAt.slice(0, 10),
  });
const looks = procedure({ id: 'looks', steps: seededSteps.filter(({ kind }) => kind === 'look') });
const facts: SafetyFacts = {
  ticket: ticketRecord({ closedAt, status: 'Closed', failureClass: 'component' }),
  device: deviceRecord({ plans: [{ type: 'Safety', every: 1, unit: 'year', from: '2026-06-01' }] }),
  procedures: [procedure(), looks],
  tasks: [
    taskRecord({ id: 'later', type: 'Safety', taskDate: '2027-06-01' }),
    taskRecord({ id: 'due', type: 'Safety', taskDate: '2026-11-21' }),
  ],
  tests: [],
};

describe('the safety test after a repair', () => {
  it('is offered with the procedures that measure electrical safety, for the task that is due', () => {
    const offer = safetyAfterRepair(facts, moment);
    expect([offer?.procedures.map(({ id }) => id), offer?.task?.id, offer?.done]).toEqual([['p'], 'due', null]);
    expect(safetyAfterRepair({ ...facts, tasks: facts.tasks.slice(0, 1) }, moment)?.task).toBeNull();
  });

  it.each<[string, Partial<SafetyFacts>]>([
    ['an open ticket', { ticket: ticketRecord({ failureClass: 'component' }) }],
    ['a device without safety tests', { device: deviceRecord(), tasks: [] }],
    ['a removed device', { device: undefined }],
    ['another repair', { ticket: ticketRecord({ closedAt, failureClass: 'use-error' }) }],
    ['an old repair', { ticket: ticketRecord({ closedAt: '2026-10-21T05:00:00Z', failureClass: 'component' }) }],
  ])('is not offered for %s', (_case, other) => {
    expect(safetyAfterRepair({ ...facts, ...other }, moment)).toBeNull();
  });

  it('is done by the first electrical safety test since the repair, not by an earlier or another test', () => {
    const doneOf = (tests: TestRecord[]) => safetyAfterRepair({ ...facts, tests }, moment)?.done?.testedAt;
    expect(doneOf([tested('2026-11-20T04:59:59.000Z'), tested('2026-11-20T08:00:00.000Z', 'rate')])).toBeUndefined();
    const [one, two] = [tested('2026-11-20T08:00:00.000Z'), tested('2026-11-20T09:00:00.000Z')];
    expect(doneOf([one, two])).toBe(two.testedAt);
  });
});

test('a test counts as the kind of its task, or without a task as what it measured', () => {
  const kinds = (stepId: string, type?: 'Cal' | 'PM') => {
    const counts = countsAsKind(tested(closedAt, stepId), type ? { type } : null, seededSteps);
    return (['Cal', 'Safety'] as const).filter((kind) => counts(kind));
  };
  expect([kinds('earth'), kinds('rate'), kinds('housing')]).toEqual([['Safety'], ['Cal'], []]);
  expect([kinds('earth', 'Cal'), kinds('earth', 'PM')]).toEqual([['Cal'], []]);
});
