import { describe, expect, test } from 'vitest';
import { blankTerms } from '#contract/calls/agreement/terms.ts';
import type { AgreementRecord } from '#contract/records/agreement.ts';
import type { TaskRecord } from '#contract/records/ward.ts';
import {
  doneVisits,
  missedVisits,
  openVisits,
  type VisitedAgreement,
  visitsDue,
  visitsOf,
  visitsPromised,
  visitYear,
} from '#contract/rules/agreements/visits.ts';
import { taskRecord } from '#tests/support/ward-records.ts';

const timeZone = 'Asia/Kolkata';
const record = (part: Partial<AgreementRecord> = {}): AgreementRecord => ({
  id: 'c-1',
  number: 'CMC-1',
  kind: 'CMC',
  vendorId: 'v-1',
  vendorName: 'Meditech',
  contactName: '',
  phone: '',
  startOn: '2026-01-01',
  endOn: '2027-12-31',
  terms: { ...blankTerms(), visitsPerYear: 4 },
  ...part,
});
const contract = (part: Partial<AgreementRecord> = {}, deviceIds = ['d-1', 'd-2']): VisitedAgreement => {
  const known = record(part);
  const { number, startOn, endOn } = known;
  return { number, startOn, endOn, deviceIds: new Set(deviceIds), record: known };
};
const pm = (deviceId: string, closedOn: string | null, part: Partial<TaskRecord> = {}): TaskRecord =>
  taskRecord({
    id: `${deviceId} ${closedOn}`,
    deviceId,
    type: 'PM',
    warrantyNumber: 'CMC-1',
    closedAt: closedOn && `${closedOn}T06:00:00Z`,
    ...part,
  });
const work = (deviceId: string, closedOn: string | null, part: Partial<TaskRecord> = {}): TaskRecord =>
  pm(deviceId, closedOn, { type: 'Cal', warrantyNumber: null, vendorId: 'v-1', ...part });

describe('P137 the visits of a contract', () => {
  test('that are done match the figure, each with its tasks, the latest first', () => {
    const tasks = [
      pm('d-1', '2026-03-01'),
      work('d-1', '2026-03-01', { type: 'Safety' }),
      work('d-2', '2026-05-01'),
      work('d-3', '2026-05-01'),
      pm('d-2', null),
      pm('d-1', '2025-12-31'),
    ];
    const day = { today: '2026-06-01', timeZone };
    const done = doneVisits(contract(), tasks, day);
    expect(done.map(({ deviceId, on, tasks: own }) => [deviceId, on, own.map(({ type }) => type)])).toEqual([
      ['d-2', '2026-05-01', ['Cal']],
      ['d-1', '2026-03-01', ['PM', 'Safety']],
    ]);
    expect(visitsOf({ ...contract(), devices: 2 }, tasks, day)).toEqual({ done: done.length, promised: 8 });
  });

  test('that are planned are the open days of its year, the next first, without vendor work after its end', () => {
    const open = (today: string, ...tasks: TaskRecord[]) =>
      openVisits(contract({ endOn: '2026-11-30' }), tasks, { today }).map(({ deviceId, on }) => `${deviceId} ${on}`);
    const tasks = [
      pm('d-1', null, { taskDate: '2026-09-01' }),
      work('d-1', null, { taskDate: '2026-09-01' }),
      pm('d-1', null, { taskDate: '2026-03-01' }),
      pm('d-1', null, { taskDate: '2027-01-01' }),
      pm('d-2', null, { taskDate: '2026-12-31' }),
      work('d-2', null, { taskDate: '2026-12-01' }),
      pm('d-2', '2026-04-01', { taskDate: '2026-04-01' }),
      pm('d-2', null, { taskDate: '2026-10-01', cancelledAt: '2026-05-01T06:00:00Z' }),
    ];
    expect(open('2026-06-01', ...tasks)).toEqual(['d-1 2026-03-01', 'd-1 2026-09-01', 'd-2 2026-12-31']);
  });

  test.each([
    ['2026-01-01', '2026-06-01', '2026-01-01', '2027-01-01'],
    ['2024-02-29', '2025-03-01', '2025-02-28', '2026-02-28'],
    ['2024-02-29', '2024-03-01', '2024-02-29', '2025-02-28'],
    ['2023-02-28', '2024-02-28', '2024-02-28', '2025-02-28'],
  ])('of a contract from %s, on %s its year is from %s to before %s', (startOn, today, from, next) => {
    expect(visitYear({ startOn, endOn: '2029-12-31' }, today)).toEqual({ from, next });
  });
});

describe('P141 visits that a vendor owes', () => {
  test.each([
    ['2025-12-31', 0],
    ['2026-01-01', 0],
    ['2026-04-02', 0],
    ['2026-04-03', 1],
    ['2026-07-02', 1],
    ['2026-07-03', 2],
    ['2026-12-01', 3],
    ['2026-12-02', 4],
    ['2026-12-31', 4],
    ['2027-01-01', 0],
    ['2027-12-31', 4],
    ['2028-01-01', 0],
  ])('of 4 a year on %s %d are due', (today, due) => {
    expect(visitsDue(contract(), today)).toBe(due);
  });

  test('one a year is due in the last 30 days of each', () => {
    const yearly = contract({ terms: { ...blankTerms(), visitsPerYear: 1 } });
    expect(['2026-12-01', '2026-12-02', '2027-01-01'].map((today) => visitsDue(yearly, today))).toEqual([0, 1, 0]);
  });

  test('of a partial last year are its share, all due in its last 30 days', () => {
    const half = contract({ endOn: '2027-06-30' });
    const due = (today: string, of = half) => [visitsPromised(of, today), visitsDue(of, today)];
    expect(due('2026-06-30')).toEqual([4, 1]);
    expect(due('2027-01-01')).toEqual([2, 0]);
    expect(due('2027-04-02')).toEqual([2, 1]);
    expect(due('2027-05-31')).toEqual([2, 1]);
    expect(due('2027-06-01')).toEqual([2, 2]);
    expect(due('2027-06-30')).toEqual([2, 2]);
    expect(due('2027-07-01')).toEqual([2, 0]);
    expect(visitsOf({ ...half, devices: 3 }, [], { today: '2027-03-01', timeZone })).toEqual({ done: 0, promised: 6 });
    const told = missedVisits([half], [], { today: '2027-06-10', timeZone }).get('d-1');
    expect(told).toMatchObject({ done: 0, due: 2, promised: 2 });
    const short = contract({ endOn: '2026-02-28' });
    expect([due('2026-01-15', short), due('2026-02-20', short)]).toEqual([
      [1, 0],
      [1, 1],
    ]);
  });

  test.each([
    ['2026-01-01', '2027-06-30'],
    ['2025-07-01', '2026-12-31'],
  ])('of half a year are half of them: from %s to %s', (startOn, endOn) => {
    const promised = [1, 3].map((visitsPerYear) =>
      visitsPromised(contract({ startOn, endOn, terms: { ...blankTerms(), visitsPerYear } }), endOn),
    );
    expect(promised).toEqual([1, 2]);
  });

  test('are never due for a contract that promises none', () => {
    expect(visitsDue(contract({ terms: blankTerms() }), '2026-10-01')).toBe(0);
    expect(visitsDue(contract({ terms: null }), '2026-10-01')).toBe(0);
  });

  const missed = (contracts: VisitedAgreement[], ...tasks: TaskRecord[]) =>
    [...missedVisits(contracts, tasks, { today: '2026-08-01', timeZone })].map(
      ([id, { number, done, due, promised }]) => `${id} ${number} ${done}/${due}/${promised}`,
    );

  test('are counted per device: extra visits to one do not count for another', () => {
    expect(missed([contract()])).toEqual(['d-1 CMC-1 0/2/4', 'd-2 CMC-1 0/2/4']);
    const often = ['2026-02-01', '2026-03-01', '2026-04-01', '2026-05-01'].map((day) => pm('d-1', day));
    expect(missed([contract()], ...often, pm('d-2', '2026-02-01'))).toEqual(['d-2 CMC-1 1/2/4']);
    expect(missed([contract()], ...often, pm('d-2', '2026-02-01'), work('d-2', '2026-02-02'))).toEqual([]);
  });

  test('of several contracts are those of the one furthest behind, or of the first', () => {
    const other = contract({ id: 'c-2', number: 'AMC-2', vendorId: 'v-2' }, ['d-1']);
    expect(missed([contract({}, ['d-1']), other])).toEqual(['d-1 CMC-1 0/2/4']);
    expect(missed([contract({}, ['d-1']), other], pm('d-1', '2026-02-01'))).toEqual(['d-1 AMC-2 0/2/4']);
  });
});
