import { describe, expect, test } from 'vitest';
import { blankTerms } from '#contract/calls/agreement/terms.ts';
import { agreementsPaper } from '#contract/pages/papers/agreements.ts';
import { deviceCovers } from '#contract/pages/device-cover.ts';
import type { AgreementRecord } from '#contract/records/agreement.ts';
import type { TaskRecord } from '#contract/records/ward.ts';
import { agreementsOf, termsInForce } from '#contract/rules/agreements/in-force.ts';
import { defaultEndSteps, endUrgency, nearEnd, noticeDay } from '#contract/rules/agreements/end-steps.ts';
import { agreementRegister, agreementYearStart, endingSoon } from '#contract/rules/agreements/register.ts';
import { visitsOf } from '#contract/rules/agreements/visits.ts';
import { isCovered, lastCover } from '#contract/rules/warranty-cover.ts';
import { deviceRecord, taskRecord } from '#tests/support/ward-records.ts';

const contract = (part: Partial<AgreementRecord> = {}): AgreementRecord => ({
  id: 'c-1',
  number: 'CMC-1',
  kind: 'CMC',
  vendorId: 'v-1',
  vendorName: 'Meditech',
  contactName: '',
  phone: '+91 20 5550 123',
  startOn: '2026-01-01',
  endOn: '2026-12-31',
  terms: { ...blankTerms(), covers: ['labour', 'parts'], visitsPerYear: 4 },
  ...part,
});
const promising = { ...blankTerms(), responseHours: 4 };
const coverOf = ({ id, number, kind, startOn, endOn }: AgreementRecord) => ({
  number,
  start: startOn,
  end: endOn,
  ...(kind !== 'Warranty' && { kind }),
  contractId: id,
});

describe('the terms in force', () => {
  const first = contract({ id: 'c-1', number: 'A' });
  test.each<[string, AgreementRecord[], string, string | undefined]>([
    ['none before the first day', [first], '2025-12-31', undefined],
    ['on the first day', [first], '2026-01-01', 'c-1'],
    ['on the last day', [first], '2026-12-31', 'c-1'],
    ['none after it', [first], '2027-01-01', undefined],
    ['none of a contract without terms', [contract({ terms: null })], '2026-06-01', undefined],
    [
      'of the one that promises a time, though it began earlier',
      [contract({ id: 'old', terms: promising }), contract({ id: 'new', startOn: '2026-05-01' })],
      '2026-06-01',
      'old',
    ],
    ['else of the one that began last', [first, contract({ id: 'new', startOn: '2026-05-01' })], '2026-06-01', 'new'],
    ['else of the first by number', [contract({ id: 'b', number: 'B' }), first], '2026-06-01', 'c-1'],
  ])('%s', (_what, contracts, day, id) => {
    expect(termsInForce(contracts, day)?.contractId).toBe(id);
  });

  test('are found by the covers of a device', () => {
    const view = { get: (_kind: string, id: string) => (id === 'c-1' ? (contract() as never) : undefined) };
    const warranties = [coverOf(contract()), { number: 'W-1', start: '2026-01-01', end: '2026-12-31' }];
    expect(agreementsOf({ warranties }, view).map(({ id }) => id)).toEqual(['c-1']);
    expect(agreementsOf(undefined, view)).toEqual([]);
  });
});

describe('what covers a device', () => {
  const plain = { number: 'W-1', start: '2025-01-01', end: '2025-12-31' };
  const perCall = { number: 'P-1', start: '2026-01-01', end: '2026-12-31', kind: 'Per call' as const };

  test('does not include an agreement with payment per call', () => {
    expect([isCovered([perCall], '2026-06-01'), lastCover([plain, perCall])]).toEqual([false, plain]);
    expect(isCovered([coverOf(contract())], '2026-06-01')).toBe(true);
  });

  test('is what is in force, then what begins later; ended ones only if nothing else is in force', () => {
    const next = contract({ id: 'c-2', number: 'CMC-2', startOn: '2027-01-01', endOn: '2027-12-31' });
    const warranties = [plain, coverOf(contract()), coverOf(next)];
    const states = (day: string) =>
      deviceCovers({ warranties }, [contract(), next], day).map(({ number, state }) => `${number} ${state}`);
    expect(states('2026-06-01')).toEqual(['CMC-1 in force', 'CMC-2 to come']);
    expect(states('2028-01-01')).toEqual(['CMC-2 ended']);
    expect(deviceCovers({ warranties }, [contract(), next], '2026-06-01')[0]).toMatchObject({
      contractId: 'c-1',
      kind: 'CMC',
      vendorName: 'Meditech',
      covers: ['labour', 'parts'],
      promises: ['4 visits a year'],
      hours: 'Around the clock',
    });
    expect(
      deviceCovers({ warranties: [coverOf(contract())] }, [contract({ terms: null })], '2026-06-01'),
    ).toMatchObject([{ kind: 'CMC', contractId: null }]);
  });
});

describe('the register of contracts', () => {
  const devices = [
    deviceRecord({
      id: 'd-1',
      warranties: [coverOf(contract()), { number: 'W-1', start: '2026-01-01', end: '2026-06-30' }],
    }),
    deviceRecord({ id: 'd-2', warranties: [coverOf(contract())] }),
  ];
  const facts = { devices, agreementOf: (id: string) => (id === 'c-1' ? contract() : undefined) };

  test('counts devices per contract, the first to end first', () => {
    expect(agreementRegister(facts).map(({ number, kind, devices: count }) => [number, kind, count])).toEqual([
      ['W-1', 'Warranty', 1],
      ['CMC-1', 'CMC', 2],
    ]);
  });

  test.each([
    ['2026-10-01', []],
    ['2026-10-02', [['CMC-1', 90, 90]]],
    ['2026-11-01', [['CMC-1', 60, 60]]],
    ['2026-12-01', [['CMC-1', 30, 30]]],
    ['2026-12-24', [['CMC-1', 7, 7]]],
    ['2026-12-31', [['CMC-1', 0, 7]]],
    ['2027-01-01', []],
    ['2025-12-31', []],
  ])('on %s the ends are %j', (today, expected) => {
    const ending = endingSoon(agreementRegister({ ...facts, devices: devices.slice(1) }), today, defaultEndSteps);
    expect(ending.map(({ number, daysLeft, step }) => [number, daysLeft, step])).toEqual(expected);
  });

  test('uses the warning days of the hospital', () => {
    const ends = (today: string, steps: readonly number[]) =>
      endingSoon(agreementRegister({ ...facts, devices: devices.slice(1) }), today, steps).map(({ step }) => step);
    expect(ends('2026-09-02', [120, 45, 20, 5])).toEqual([120]);
    expect(ends('2026-09-01', [120, 45, 20, 5])).toEqual([]);
    expect(ends('2026-12-27', [120, 45, 20, 5])).toEqual([5]);
    expect(ends('2026-10-02', [30, 20, 10, 5])).toEqual([]);
  });

  test.each<[string, number | null, string | null]>([
    ['2026-12-31', null, null],
    ['2026-12-31', 0, null],
    ['2026-12-31', 1, '2026-12-30'],
    ['2026-12-31', 30, '2026-12-01'],
    ['2026-12-31', 60, '2026-11-01'],
    ['2026-12-31', 366, '2025-12-30'],
    ['2028-03-01', 1, '2028-02-29'],
    ['2027-03-01', 1, '2027-02-28'],
  ])('P143 a contract to %s with a notice of %j days must be cancelled by %j', (endOn, noticeDays, expected) => {
    expect(noticeDay(endOn, noticeDays)).toBe(expected);
  });

  test.each<[string, number | null, ReturnType<typeof nearEnd> | undefined]>([
    ['2026-08-02', 60, undefined],
    ['2026-08-04', 60, { daysLeft: 149, noticeOn: '2026-11-01', next: 'notice', nextIn: 89, step: 90 }],
    ['2026-08-03', 61, { daysLeft: 150, noticeOn: '2026-10-31', next: 'notice', nextIn: 89, step: 90 }],
    ['2026-10-25', 60, { daysLeft: 67, noticeOn: '2026-11-01', next: 'notice', nextIn: 7, step: 7 }],
    ['2026-11-01', 60, { daysLeft: 60, noticeOn: '2026-11-01', next: 'notice', nextIn: 0, step: 7 }],
    ['2026-11-02', 60, { daysLeft: 59, noticeOn: '2026-11-01', next: 'end', nextIn: 59, step: 60 }],
    ['2026-12-31', 60, { daysLeft: 0, noticeOn: '2026-11-01', next: 'end', nextIn: 0, step: 7 }],
    ['2027-01-01', 60, undefined],
    ['2026-10-02', null, { daysLeft: 90, noticeOn: null, next: 'end', nextIn: 90, step: 90 }],
    ['2026-10-01', null, undefined],
  ])('P143 on %s, with a notice of %j days, the next deadline is %j', (today, noticeDays, expected) => {
    expect(nearEnd({ endOn: '2026-12-31', noticeDays }, today, defaultEndSteps)).toEqual(expected);
  });

  test('P143 the nearest deadline comes first, whether it is a notice or an end', () => {
    const noted = contract({ terms: { ...blankTerms(), noticeDays: 60 } });
    const ends = { number: 'W-2', start: '2026-01-01', end: '2026-11-15' };
    const both = [deviceRecord({ id: 'd-1', warranties: [ends, coverOf(noted)] })];
    const soon = (today: string) =>
      endingSoon(agreementRegister({ devices: both, agreementOf: () => noted }), today, defaultEndSteps).map(
        ({ number, next }) => `${number} ${next}`,
      );
    expect(soon('2026-11-01')).toEqual(['CMC-1 notice', 'W-2 end']);
    expect(soon('2026-11-02')).toEqual(['W-2 end', 'CMC-1 end']);
    const paper = (day: string) => {
      const moment = { now: new Date(`${day}T06:30:00Z`), timeZone: 'Asia/Kolkata' };
      const made = { devices: both, agreementOf: () => noted, tasks: [], endSteps: defaultEndSteps };
      return agreementsPaper(made, { kind: '' }, moment);
    };
    expect(paper('2026-09-01').facts.slice(2)).toEqual([['End or notice due within 90 days', '2']]);
    expect(paper('2026-09-01').tables[0]?.rows.map((row) => row.at(-1))).toEqual([null, { day: '2026-11-01' }]);
  });

  test.each([
    [90, 'early'],
    [60, 'early'],
    [30, 'soon'],
    [7, 'last'],
  ])('the warning %d days before the end is %s', (step, expected) => {
    expect(endUrgency(step, defaultEndSteps)).toBe(expected);
    expect(endUrgency(step, [...defaultEndSteps].reverse())).toBe(expected);
  });

  test.each([
    ['2026-03-01', '2026-02-28', '2026-03-01'],
    ['2024-02-29', '2025-02-27', '2024-02-29'],
    ['2024-02-29', '2025-02-28', '2025-02-28'],
    ['2024-02-29', '2028-03-01', '2028-02-29'],
    ['2025-06-15', '2026-06-14', '2025-06-15'],
    ['2025-06-15', '2026-06-15', '2026-06-15'],
  ])('a contract from %s: on %s its current year began on %s', (startOn, today, expected) => {
    expect(agreementYearStart({ startOn }, today)).toBe(expected);
  });

  test('visits are the PM tasks of the contract closed in its running year', () => {
    const [, cmc] = agreementRegister(facts);
    const closed = (part: object) =>
      taskRecord({ type: 'PM', warrantyNumber: 'CMC-1', closedAt: '2026-04-01T06:00:00Z', ...part });
    const tasks = [
      closed({}),
      closed({ closedAt: '2025-12-31T18:29:59Z' }),
      closed({ closedAt: '2025-12-31T18:30:00Z' }),
      closed({ closedAt: null }),
      closed({ warrantyNumber: 'CMC-2' }),
      closed({ type: 'CM' }),
    ];
    const moment = { today: '2026-06-01', timeZone: 'Asia/Kolkata' };
    expect(visitsOf(cmc!, tasks, moment)).toEqual({ done: 2, promised: 8 });
    expect(visitsOf(agreementRegister(facts)[0]!, tasks, moment)).toBeNull();
    // A contract that has ended has no year after its last.
    expect(visitsOf(cmc!, tasks, { ...moment, today: '2027-03-01' })).toEqual({ done: 2, promised: 8 });
  });

  test('visits also include what schedules assign to the vendor, a device once a day, while the contract runs', () => {
    const [, cmc] = agreementRegister(facts);
    const moment = { today: '2027-03-01', timeZone: 'Asia/Kolkata' };
    const visits = (...parts: Partial<TaskRecord>[]) =>
      visitsOf(
        cmc!,
        parts.map((part) =>
          taskRecord({ deviceId: 'd-1', type: 'Cal', vendorId: 'v-1', closedAt: '2026-04-01T06:00:00Z', ...part }),
        ),
        moment,
      )?.done;
    expect(visits({})).toBe(1);
    expect(visits({ type: 'PM' }, { type: 'Safety' })).toBe(1);
    expect(visits({}, { type: 'PM', warrantyNumber: 'CMC-1', closedAt: '2026-04-01T08:00:00Z' })).toBe(1);
    expect(visits({}, { deviceId: 'd-2' }, { closedAt: '2026-04-02T06:00:00Z' })).toBe(3);
    expect(visits({ deviceId: 'd-3' }, { vendorId: 'v-2' }, { closedAt: null })).toBe(0);
    expect(visits({ closedAt: '2026-12-31T18:29:59Z' }, { closedAt: '2026-12-31T18:30:00Z' })).toBe(1);
    expect(visits({ type: 'PM', warrantyNumber: 'CMC-1', closedAt: '2026-12-31T18:30:00Z' })).toBe(1);
    const { vendorId: _nobody, ...task } = taskRecord({ deviceId: 'd-1', closedAt: '2026-04-01T06:00:00Z' });
    const anonymous = agreementRegister({ ...facts, agreementOf: () => contract({ vendorId: null }) });
    expect(visitsOf(anonymous[1]!, [task], moment)?.done).toBe(0);
  });

  test('is printed with ends and days left, for all kinds or one', () => {
    const moment = { now: new Date('2026-07-01T06:30:00Z'), timeZone: 'Asia/Kolkata' };
    const paper = agreementsPaper({ ...facts, tasks: [], endSteps: defaultEndSteps }, { kind: '' }, moment);
    expect(paper.tables[0]?.rows).toEqual([
      [1, 'W-1', 'Warranty', '', '', 1, '', '', null, { day: '2026-01-01' }, { day: '2026-06-30' }, -1, null],
      [
        2,
        'CMC-1',
        'CMC',
        'Meditech',
        '+91 20 5550 123',
        2,
        'Labour, parts',
        '0 of 8',
        null,
        { day: '2026-01-01' },
        { day: '2026-12-31' },
        183,
        null,
      ],
    ]);
    expect(
      agreementsPaper({ ...facts, tasks: [], endSteps: defaultEndSteps }, { kind: 'CMC' }, moment).tables[0]?.rows.map(
        (row) => row[1],
      ),
    ).toEqual(['CMC-1']);
  });

  test('lists as many contracts in force and ending soon as its figures say', () => {
    const all = { ...facts, tasks: [], endSteps: defaultEndSteps };
    const paper = (state: 'in-force' | 'ending', day: string) =>
      agreementsPaper(all, { kind: '', state }, { now: new Date(`${day}T06:30:00Z`), timeZone: 'Asia/Kolkata' });
    for (const [day, inForce, ending] of [
      ['2026-06-01', 2, 1],
      ['2026-07-01', 1, 0],
      ['2026-12-01', 1, 1],
    ] as const) {
      expect(
        paper('in-force', day)
          .facts.slice(1, 3)
          .map(([, value]) => value),
      ).toEqual([`${inForce}`, `${ending}`]);
      expect(paper('in-force', day).tables[0]?.rows).toHaveLength(inForce);
      expect(paper('ending', day).tables[0]?.rows).toHaveLength(ending);
    }
  });
});
