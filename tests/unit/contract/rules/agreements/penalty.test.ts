import { describe, expect, test } from 'vitest';
import {
  type AgreementFacts,
  judgeAgreement,
  type JudgedTicket,
  uptimeSpans,
} from '#contract/rules/agreements/judge.ts';
import { type Breach, penaltyOf, totalsOf } from '#contract/rules/agreements/penalty.ts';
import type { AgreementTerms, AgreementWindow, PenaltyClause } from '#contract/records/agreement-terms.ts';
import type { FailureClass } from '#contract/records/values.ts';
import { percentOfInr } from '#contract/rules/money.ts';
import { workEvent } from '#contract/rules/work-events.ts';
import type { WorkEvent, WorkEventData, WorkEventKind } from '#contract/records/work-event.ts';

const hourMs = 3_600_000;
const always: AgreementWindow = {
  hours: '24x7',
  workDays: [1, 2, 3, 4, 5, 6],
  hoursFrom: '09:00',
  hoursTo: '17:00',
  onHolidays: false,
};
const office: AgreementWindow = { ...always, hours: 'set' };
const night: AgreementWindow = { ...office, workDays: [1, 2, 3, 4, 5], hoursFrom: '20:00', hoursTo: '02:00' };

const perDay: PenaltyClause = {
  measure: 'repair',
  basis: 'day',
  unit: 'INR',
  steps: [{ from: 0, rate: 1_000 }],
  doublesAfterDays: null,
  cap: null,
};
const perCase: PenaltyClause = { ...perDay, basis: 'case' };
const perPoint: PenaltyClause = { ...perDay, measure: 'uptime', basis: 'point' };
const daysLate = (days: number, measure: Breach['measure'] = 'repair'): Breach => ({
  measure,
  lateMs: days * 24 * hourMs,
  dayMs: 24 * hourMs,
  missedPoints: null,
});
const pointsMissed = (missedPoints: number, days = 1): Breach => ({ ...daysLate(days, 'uptime'), missedPoints });
const known = { price: 500_000, yearlyPrice: 60_000 };

interface ClauseCase {
  clause: PenaltyClause;
  breach: Breach;
  prices?: { price: number | null; yearlyPrice: number | null };
  expect: Partial<{
    total: number;
    amount: number | null;
    extensionDays: number | null;
    missing: string | null;
    isCapped: boolean;
    uncapped: number;
    parts: string;
  }>;
}

const clauseCases: Record<string, ClauseCase> = {
  'a day begun counts whole': { clause: perDay, breach: daysLate(0.01), expect: { amount: 1_000, parts: '1 × 1000' } },
  'a day to the minute is one day': { clause: perDay, breach: daysLate(1), expect: { amount: 1_000 } },
  'a day and a bit are two': { clause: perDay, breach: daysLate(1.001), expect: { amount: 2_000, parts: '2 × 1000' } },
  'not late, nothing': { clause: perDay, breach: daysLate(0), expect: { amount: 0, total: 0, parts: '' } },
  'steps: each day has the rate of the step it begins in': {
    clause: {
      ...perDay,
      steps: [
        { from: 0, rate: 500 },
        { from: 3, rate: 1_000 },
      ],
    },
    breach: daysLate(5),
    expect: { amount: 3_500, parts: '3 × 500 + 2 × 1000' },
  },
  'steps: days before the first are free': {
    clause: { ...perDay, steps: [{ from: 2, rate: 500 }] },
    breach: daysLate(5),
    expect: { amount: 1_500, parts: '3 × 500' },
  },
  'steps: none reached': {
    clause: { ...perDay, steps: [{ from: 7, rate: 500 }] },
    breach: daysLate(5),
    expect: { amount: 0, parts: '' },
  },
  'a case counts once, however late': { clause: perCase, breach: daysLate(40), expect: { amount: 1_000 } },
  'a case: the last step it has reached': {
    clause: {
      ...perCase,
      steps: [
        { from: 0, rate: 500 },
        { from: 3, rate: 2_000 },
        { from: 10, rate: 9_000 },
      ],
    },
    breach: daysLate(3),
    expect: { amount: 2_000 },
  },
  'a response: steps in hours late': {
    clause: {
      ...perCase,
      measure: 'response',
      steps: [
        { from: 0, rate: 100 },
        { from: 4, rate: 250 },
        { from: 24, rate: 900 },
      ],
    },
    breach: { ...daysLate(0, 'response'), lateMs: 5 * hourMs },
    expect: { amount: 250 },
  },
  'a response by day: steps in hours at the beginning of the day': {
    clause: {
      ...perDay,
      measure: 'response',
      steps: [
        { from: 0, rate: 100 },
        { from: 24, rate: 250 },
      ],
    },
    breach: daysLate(2.5, 'response'),
    expect: { amount: 600, parts: '1 × 100 + 2 × 250' },
  },
  'days are those of the window: eight hours late are one': {
    clause: perDay,
    breach: { ...daysLate(0), lateMs: 20 * hourMs, dayMs: 8 * hourMs },
    expect: { amount: 3_000 },
  },
  'doubles after five days': {
    clause: { ...perDay, doublesAfterDays: 5 },
    breach: daysLate(7),
    expect: { amount: 9_000, parts: '5 × 1000 + 2 × 2000 doubled' },
  },
  'not doubled on the fifth': {
    clause: { ...perDay, doublesAfterDays: 5 },
    breach: daysLate(5),
    expect: { amount: 5_000 },
  },
  'doubles from the first day': {
    clause: { ...perDay, doublesAfterDays: 0 },
    breach: daysLate(2),
    expect: { amount: 4_000 },
  },
  'a case doubles too': {
    clause: { ...perCase, doublesAfterDays: 5 },
    breach: daysLate(5.5),
    expect: { amount: 2_000 },
  },
  'a case of five days does not': {
    clause: { ...perCase, doublesAfterDays: 5 },
    breach: daysLate(5),
    expect: { amount: 1_000 },
  },
  'steps and doubling together': {
    clause: {
      ...perDay,
      steps: [
        { from: 0, rate: 100 },
        { from: 2, rate: 300 },
      ],
      doublesAfterDays: 3,
    },
    breach: daysLate(4),
    expect: { amount: 1_100, parts: '2 × 100 + 1 × 300 + 1 × 600 doubled' },
  },
  'capped, and what it would have been': {
    clause: { ...perDay, cap: 4_000 },
    breach: daysLate(9),
    expect: { amount: 4_000, uncapped: 9_000, isCapped: true },
  },
  'just at the cap': {
    clause: { ...perDay, cap: 9_000 },
    breach: daysLate(9),
    expect: { amount: 9_000, isCapped: false },
  },
  'capped at nothing': { clause: { ...perDay, cap: 0 }, breach: daysLate(9), expect: { amount: 0, isCapped: true } },
  'per cent of the price of the device': {
    clause: { ...perDay, unit: 'percent of price', steps: [{ from: 0, rate: 0.5 }] },
    breach: daysLate(3),
    expect: { total: 1.5, amount: 7_500, extensionDays: null },
  },
  'the cap is in per cent, too': {
    clause: { ...perDay, unit: 'percent of price', steps: [{ from: 0, rate: 0.5 }], cap: 10 },
    breach: daysLate(100),
    expect: { total: 10, amount: 50_000, isCapped: true },
  },
  'no price known: said, and not 0': {
    clause: { ...perDay, unit: 'percent of price', steps: [{ from: 0, rate: 0.5 }] },
    breach: daysLate(3),
    prices: { price: null, yearlyPrice: 60_000 },
    expect: { total: 1.5, amount: null, missing: 'price' },
  },
  'no price known, and nothing due': {
    clause: { ...perDay, unit: 'percent of price', steps: [{ from: 7, rate: 0.5 }] },
    breach: daysLate(3),
    prices: { price: null, yearlyPrice: null },
    expect: { total: 0, amount: 0, missing: null },
  },
  'per cent of the contract': {
    clause: { ...perDay, unit: 'percent of contract', steps: [{ from: 0, rate: 0.1 }] },
    breach: daysLate(3),
    expect: { total: 0.3, amount: 180 },
  },
  'no price of the contract known: said': {
    clause: { ...perDay, unit: 'percent of contract', steps: [{ from: 0, rate: 0.1 }] },
    breach: daysLate(3),
    prices: { price: 500_000, yearlyPrice: null },
    expect: { amount: null, missing: 'yearlyPrice' },
  },
  'days of extension are no money': {
    clause: { ...perDay, unit: 'days of extension', steps: [{ from: 0, rate: 2 }] },
    breach: daysLate(2.2),
    expect: { total: 6, amount: null, extensionDays: 6, missing: null },
  },
  'ten times a tenth is one': {
    clause: { ...perDay, unit: 'percent of price', steps: [{ from: 0, rate: 0.1 }] },
    breach: daysLate(10),
    expect: { total: 1, amount: 5_000 },
  },
  'a point begun counts whole': { clause: perPoint, breach: pointsMissed(1.6), expect: { amount: 2_000 } },
  'a whole point is one': { clause: perPoint, breach: pointsMissed(1), expect: { amount: 1_000 } },
  'points: steps in points missed': {
    clause: {
      ...perPoint,
      steps: [
        { from: 0, rate: 100 },
        { from: 2, rate: 500 },
      ],
    },
    breach: pointsMissed(3.2),
    expect: { amount: 1_200, parts: '2 × 100 + 2 × 500' },
  },
  'uptime by day: days down beyond the promise': {
    clause: { ...perPoint, basis: 'day', unit: 'days of extension', steps: [{ from: 0, rate: 2 }] },
    breach: pointsMissed(3, 2.5),
    expect: { extensionDays: 6 },
  },
  'uptime by case: the step of the points missed': {
    clause: {
      ...perPoint,
      basis: 'case',
      steps: [
        { from: 0, rate: 100 },
        { from: 5, rate: 700 },
      ],
    },
    breach: pointsMissed(5),
    expect: { amount: 700 },
  },
  'points of a response: not possible, and said': {
    clause: { ...perPoint, measure: 'response' },
    breach: daysLate(1, 'response'),
    expect: { amount: null, missing: 'basis' },
  },
};

describe('P129 the penalty for a breach', () => {
  test.each(Object.entries(clauseCases))('%s', (_name, { clause, breach, prices = known, expect: expected }) => {
    const penalty = penaltyOf(clause, breach, prices);
    const parts = penalty.parts
      .map(({ count, rate, isDoubled }) => `${count} × ${rate}${isDoubled ? ' doubled' : ''}`)
      .join(' + ');
    expect({ ...penalty, parts }).toMatchObject(expected);
  });

  test('totals: money to the paisa, started days as whole ones, and the number without an amount', () => {
    const clause = { ...perDay, steps: [{ from: 0, rate: 0.1 }] };
    const paise = Array.from({ length: 3 }, () => penaltyOf(clause, daysLate(1), known));
    const extension = penaltyOf({ ...clause, unit: 'days of extension' }, daysLate(1), known);
    const unknown = penaltyOf({ ...clause, unit: 'percent of price' }, daysLate(1), { price: null, yearlyPrice: null });
    expect(totalsOf([...paise, extension, extension, unknown])).toEqual({
      amount: 0.3,
      extensionDays: 1,
      withoutAmount: 1,
    });
  });

  test.each([
    [500_000, 0.5, 2_500],
    [1_234.56, 0.1, 1.23],
    [1_235, 0.1, 1.24],
    [0.01, 50, 0.01],
    [999_999_999.99, 100, 999_999_999.99],
    [99_99_999.99, 33.3333, 33_33_330],
  ])('%d at %d per cent is %d', (amount, percent, expected) => {
    expect(percentOfInr(amount, percent)).toBe(expected);
  });
});

const terms: AgreementTerms = {
  covers: ['labour', 'parts'],
  exclusions: '',
  visitsPerYear: 4,
  yearlyPrice: 60_000,
  taxPercent: 18,
  window: always,
  responseHours: 4,
  repairDays: 2,
  uptimePercent: null,
  uptimePer: 'quarter',
  noticeDays: null,
  penalties: [perDay, { ...perCase, measure: 'response', steps: [{ from: 0, rate: 200 }] }],
};
const withUptime: AgreementTerms = {
  ...terms,
  responseHours: null,
  repairDays: null,
  uptimePercent: 95,
  penalties: [{ ...perPoint, steps: [{ from: 0, rate: 1_000 }] }],
};

/** Parses a step as the table writes it: `2026-11-23T10:00 waiting access`, in the hospital's time. */
function stepOf(text: string): WorkEvent {
  const [at = '', kind = '', more] = text.split(' ');
  const data = { waiting: { reason: more ?? 'other', note: '' } }[kind] ?? {};
  const facts = { id: text, at: isoOf(at), receivedAt: null, by: 'Asha', byRole: 'BME' } as const;
  return workEvent(kind as WorkEventKind, data as WorkEventData[WorkEventKind], facts);
}

function isoOf(text: string): string {
  return new Date(`${text}+05:30`).toISOString();
}

interface TicketText {
  reported: string;
  steps?: string[];
  closed?: string;
  is?: FailureClass;
  machine?: JudgedTicket['machineStatus'];
  device?: string;
  terms?: AgreementTerms;
}

interface SheetCase {
  terms?: AgreementTerms;
  /** First and last day of the contract. */
  runs?: [string, string];
  tickets: TicketText[];
  devices?: AgreementFacts['devices'];
  span?: [string, string];
  holidays?: string[];
  now?: string;
  expect: {
    amount?: number;
    extensionDays?: number;
    withoutAmount?: number;
    /** The broken measures. */
    broken?: string[];
    excluded?: number;
    judged?: Partial<Record<'response' | 'repair' | 'uptime', number>>;
    uptime?: number[];
    /** Units: hours. */
    downHours?: number[];
    coveredHours?: number[];
    isOpen?: boolean;
    isUptimeOfYear?: boolean;
  };
}

const monitor = { id: 'd1', price: 500_000, inServiceFrom: null, removedAt: null, isNamed: true };
/** Down from 1 to 11 November: 240 of the 2,208 hours of the quarter. */
const tenDays: TicketText = { reported: '2026-11-01T00:00', closed: '2026-11-11T00:00', is: 'component' };

const sheetCases: Record<string, SheetCase> = {
  'all promises kept': {
    tickets: [{ reported: '2026-11-02T10:00', steps: ['2026-11-02T12:00 arrived', '2026-11-03T10:00 restored'] }],
    expect: { amount: 0, broken: [], judged: { response: 1, repair: 1, uptime: 0 } },
  },
  'a late response and a late repair': {
    tickets: [{ reported: '2026-11-02T10:00', steps: ['2026-11-02T15:00 arrived', '2026-11-05T10:00 restored'] }],
    expect: { amount: 1_200, broken: ['response', 'repair'] },
  },
  'set hours: the same times are in time': {
    terms: { ...terms, window: office },
    tickets: [{ reported: '2026-11-02T16:00', steps: ['2026-11-03T12:00 arrived', '2026-11-04T15:00 restored'] }],
    expect: { amount: 0, broken: [] },
  },
  'set hours: a Sunday and a holiday between': {
    terms: { ...terms, window: office },
    holidays: ['2026-11-09'],
    tickets: [{ reported: '2026-11-07T16:00', steps: ['2026-11-10T12:00 arrived', '2026-11-11T15:00 restored'] }],
    expect: { amount: 0, broken: [] },
  },
  'the same without the holiday: a day late': {
    terms: { ...terms, window: office },
    tickets: [{ reported: '2026-11-07T16:00', steps: ['2026-11-09T12:00 arrived', '2026-11-11T15:00 restored'] }],
    expect: { amount: 1_000, broken: ['repair'] },
  },
  'on holidays too': {
    terms: { ...terms, window: { ...office, onHolidays: true } },
    holidays: ['2026-11-09'],
    tickets: [{ reported: '2026-11-07T16:00', steps: ['2026-11-10T12:00 arrived', '2026-11-11T15:00 restored'] }],
    expect: { amount: 1_200, broken: ['response', 'repair'] },
  },
  'waiting for access and approval is not the time of the vendor': {
    tickets: [
      {
        reported: '2026-11-02T10:00',
        steps: [
          '2026-11-02T11:00 arrived',
          '2026-11-02T12:00 waiting access',
          '2026-11-05T12:00 waiting approval',
          '2026-11-09T12:00 resumed',
          '2026-11-09T20:00 restored',
        ],
      },
    ],
    expect: { amount: 0, broken: [] },
  },
  'waiting for a part is': {
    tickets: [
      {
        reported: '2026-11-02T10:00',
        steps: ['2026-11-02T11:00 arrived', '2026-11-02T12:00 waiting part', '2026-11-05T12:00 restored'],
      },
    ],
    expect: { amount: 2_000, broken: ['repair'] },
  },
  'use error: the repair does not count, the response does': {
    tickets: [
      {
        reported: '2026-11-02T10:00',
        steps: ['2026-11-03T10:00 arrived', '2026-11-09T10:00 restored'],
        is: 'use-error',
      },
    ],
    expect: { amount: 200, broken: ['response'], excluded: 1, judged: { response: 1, repair: 0 } },
  },
  'physical damage and environment do not count': {
    tickets: [
      {
        reported: '2026-11-02T10:00',
        closed: '2026-11-09T10:00',
        steps: ['2026-11-02T11:00 arrived'],
        is: 'physical-damage',
      },
      {
        reported: '2026-11-03T10:00',
        closed: '2026-11-09T10:00',
        steps: ['2026-11-03T11:00 arrived'],
        is: 'environment',
      },
    ],
    expect: { amount: 0, broken: [], excluded: 2 },
  },
  'an accessory that the contract does not cover': {
    tickets: [
      {
        reported: '2026-11-02T10:00',
        closed: '2026-11-09T10:00',
        steps: ['2026-11-02T11:00 arrived'],
        is: 'accessory',
      },
    ],
    expect: { amount: 0, broken: [], excluded: 1 },
  },
  'and one that it covers': {
    terms: { ...terms, covers: ['labour', 'accessories'] },
    tickets: [
      {
        reported: '2026-11-02T10:00',
        closed: '2026-11-09T10:00',
        steps: ['2026-11-02T11:00 arrived'],
        is: 'accessory',
      },
    ],
    expect: { amount: 5_000, broken: ['repair'], excluded: 0 },
  },
  'a class that nobody stated counts': {
    tickets: [{ reported: '2026-11-02T10:00', closed: '2026-11-05T10:00', steps: ['2026-11-02T11:00 arrived'] }],
    expect: { amount: 1_000, broken: ['repair'], excluded: 0 },
  },
  'caused by maintenance counts': {
    tickets: [
      {
        reported: '2026-11-02T10:00',
        closed: '2026-11-05T10:00',
        steps: ['2026-11-02T11:00 arrived'],
        is: 'caused-by-maintenance',
      },
    ],
    expect: { amount: 1_000, broken: ['repair'] },
  },
  'open: counted up to now': {
    tickets: [{ reported: '2026-11-02T10:00', steps: ['2026-11-02T11:00 arrived'] }],
    now: '2026-11-06T10:00',
    expect: { amount: 2_000, broken: ['repair'], isOpen: true },
  },
  'reported on the last evening of the period, repaired in the next': {
    tickets: [{ reported: '2026-12-31T23:59', steps: ['2027-01-01T01:00 arrived', '2027-01-05T10:00 restored'] }],
    now: '2027-02-01T00:00',
    expect: { amount: 3_000, broken: ['repair'] },
  },
  'reported a minute later, it belongs to the next period': {
    tickets: [{ reported: '2027-01-01T00:00', steps: ['2027-01-01T01:00 arrived', '2027-01-05T10:00 restored'] }],
    now: '2027-02-01T00:00',
    expect: { amount: 0, broken: [], judged: { response: 0, repair: 0 } },
  },
  'steps that arrived late and in another order': {
    tickets: [{ reported: '2026-11-02T10:00', steps: ['2026-11-03T10:00 restored', '2026-11-02T11:00 arrived'] }],
    expect: { amount: 0, broken: [] },
  },
  'each ticket has the terms that it keeps': {
    tickets: [
      {
        reported: '2026-11-02T10:00',
        steps: ['2026-11-02T15:00 arrived', '2026-11-03T10:00 restored'],
        terms: { ...terms, responseHours: 8 },
      },
      { reported: '2026-11-04T10:00', steps: ['2026-11-04T15:00 arrived', '2026-11-05T10:00 restored'] },
    ],
    expect: { amount: 200, broken: ['response'], judged: { response: 2 } },
  },
  'a promise without a clause is broken and costs nothing': {
    terms: { ...terms, penalties: [] },
    tickets: [{ reported: '2026-11-02T10:00', closed: '2026-11-12T10:00' }],
    expect: { amount: 0, broken: ['response', 'repair'] },
  },
  'money and extension at once': {
    terms: { ...terms, penalties: [perDay, { ...perDay, unit: 'days of extension', steps: [{ from: 0, rate: 1 }] }] },
    tickets: [{ reported: '2026-11-02T10:00', steps: ['2026-11-02T11:00 arrived', '2026-11-07T10:00 restored'] }],
    expect: { amount: 3_000, extensionDays: 3, broken: ['repair'] },
  },
  'no price of the device': {
    terms: { ...terms, penalties: [{ ...perDay, unit: 'percent of price', steps: [{ from: 0, rate: 1 }] }] },
    devices: [{ ...monitor, price: null }],
    tickets: [{ reported: '2026-11-02T10:00', steps: ['2026-11-02T11:00 arrived', '2026-11-07T10:00 restored'] }],
    expect: { amount: 0, withoutAmount: 1, broken: ['repair'] },
  },
  'uptime of a quarter: 240 of 2,208 hours down': {
    terms: withUptime,
    tickets: [tenDays],
    expect: { uptime: [89.13], downHours: [240], coveredHours: [2_208], amount: 6_000, judged: { uptime: 1 } },
  },
  'uptime kept': {
    terms: withUptime,
    tickets: [{ ...tenDays, closed: '2026-11-05T00:00' }],
    expect: { uptime: [], amount: 0, judged: { uptime: 1 } },
  },
  'uptime: Restrictive Use is not down': {
    terms: withUptime,
    tickets: [{ ...tenDays, machine: 'Restrictive Use' }],
    expect: { uptime: [], amount: 0 },
  },
  'uptime: a use error is not down': {
    terms: withUptime,
    tickets: [{ ...tenDays, is: 'use-error' }],
    expect: { uptime: [], amount: 0, excluded: 1 },
  },
  'uptime: waiting for approval is not down': {
    terms: withUptime,
    tickets: [{ ...tenDays, steps: ['2026-11-02T00:00 waiting approval', '2026-11-10T00:00 resumed'] }],
    expect: { uptime: [], amount: 0 },
  },
  'uptime: two tickets at once count once': {
    terms: withUptime,
    tickets: [tenDays, { ...tenDays, reported: '2026-11-03T00:00' }],
    expect: { downHours: [240], amount: 6_000 },
  },
  'uptime: restored ends it, not the closing': {
    terms: withUptime,
    tickets: [{ ...tenDays, steps: ['2026-11-07T00:00 restored'] }],
    expect: { downHours: [144], uptime: [93.48], amount: 2_000 },
  },
  'uptime in set hours': {
    terms: { ...withUptime, window: office },
    holidays: ['2026-11-08'],
    tickets: [tenDays],
    // October to December 2026 has 79 working days; 2 to 10 November has 8.
    expect: { coveredHours: [79 * 8], downHours: [64], uptime: [89.87] },
  },
  'uptime in set hours, a holiday on a working day': {
    terms: { ...withUptime, window: office },
    holidays: ['2026-11-09'],
    tickets: [tenDays],
    expect: { coveredHours: [78 * 8], downHours: [56], uptime: [91.03] },
  },
  'hours past midnight: a day of repair is as long as a night': {
    terms: { ...terms, window: night },
    // Monday 10:00: two nights of six hours end on Wednesday at 02:00; the arrival is on Thursday night, one night and
    // an hour later.
    tickets: [{ reported: '2026-11-02T10:00', steps: ['2026-11-02T20:30 arrived', '2026-11-05T21:00 restored'] }],
    expect: { amount: 2_000, broken: ['repair'] },
  },
  'hours past midnight: restored in the small hours of the last night': {
    terms: { ...terms, window: night },
    tickets: [{ reported: '2026-11-02T10:00', steps: ['2026-11-02T20:30 arrived', '2026-11-04T01:59 restored'] }],
    expect: { amount: 0, broken: [] },
  },
  'hours past midnight: a response that was due after midnight': {
    terms: { ...terms, window: night },
    // Reported at 23:00: three hours of that night, then the fourth from 20:00.
    tickets: [{ reported: '2026-11-02T23:00', steps: ['2026-11-03T21:30 arrived', '2026-11-03T23:00 restored'] }],
    expect: { amount: 200, broken: ['response'] },
  },
  'uptime in hours past midnight: the night of Friday goes on into Saturday': {
    terms: { ...withUptime, uptimePercent: 99, window: night },
    runs: ['2026-11-02', '2027-11-01'],
    // Down from Friday 19:00 to Saturday 12:00: 20:00 to 02:00. 44 nights, as 31 December ends at midnight: 44 × 6 − 2.
    tickets: [{ reported: '2026-11-06T19:00', closed: '2026-11-07T12:00' }],
    expect: { coveredHours: [262], downHours: [6], uptime: [97.71], amount: 2_000 },
  },
  'uptime: down over the end of the quarter counts in both': {
    terms: { ...withUptime, uptimePercent: 99 },
    tickets: [{ reported: '2026-12-29T00:00', closed: '2027-01-04T00:00' }],
    span: ['2026-10-01', '2026-12-31'],
    now: '2027-04-02T00:00',
    expect: { downHours: [72] },
  },
  'uptime: and in the next': {
    terms: { ...withUptime, uptimePercent: 99 },
    tickets: [{ reported: '2026-12-29T00:00', closed: '2027-01-04T00:00' }],
    span: ['2027-01-01', '2027-03-31'],
    runs: ['2026-04-01', '2027-03-31'],
    now: '2027-04-02T00:00',
    expect: { downHours: [72], coveredHours: [2_160] },
  },
  'uptime: only the days of the contract': {
    terms: withUptime,
    runs: ['2026-11-06', '2027-11-05'],
    tickets: [tenDays],
    expect: { coveredHours: [56 * 24], downHours: [120], uptime: [91.07] },
  },
  'uptime: from the day of installation, to the removal': {
    terms: withUptime,
    devices: [{ ...monitor, inServiceFrom: '2026-10-20', removedAt: isoOf('2026-11-21T12:00') }],
    tickets: [tenDays],
    expect: { coveredHours: [32.5 * 24], downHours: [240] },
  },
  'uptime: a running quarter counts up to now': {
    terms: withUptime,
    tickets: [{ reported: '2026-11-01T00:00' }],
    now: '2026-11-11T00:00',
    expect: { coveredHours: [41 * 24], downHours: [240] },
  },
  'uptime: each device for itself': {
    terms: withUptime,
    devices: [monitor, { ...monitor, id: 'd2' }],
    tickets: [tenDays],
    expect: { uptime: [89.13], judged: { uptime: 2 } },
  },
  'uptime per quarter on the sheet of a year: four quarters': {
    terms: withUptime,
    span: ['2026-01-01', '2026-12-31'],
    runs: ['2026-01-01', '2026-12-31'],
    tickets: [tenDays],
    expect: { uptime: [89.13], judged: { uptime: 4 } },
  },
  'uptime per year on the sheet of a year': {
    terms: { ...withUptime, uptimePer: 'year', uptimePercent: 98 },
    span: ['2026-01-01', '2026-12-31'],
    runs: ['2026-01-01', '2026-12-31'],
    tickets: [tenDays],
    expect: { uptime: [97.26], coveredHours: [8_760], amount: 1_000 },
  },
  'uptime per year on the sheet of a quarter: not judged, and said': {
    terms: { ...withUptime, uptimePer: 'year' },
    tickets: [tenDays],
    expect: { uptime: [], judged: { uptime: 0 }, isUptimeOfYear: true },
  },
  'uptime: a contract that has not begun': {
    terms: withUptime,
    runs: ['2027-01-01', '2027-12-31'],
    tickets: [],
    expect: { judged: { uptime: 0 } },
  },
};

describe('P129 the promises of a contract in a period', () => {
  test.each(Object.entries(sheetCases))('%s', (_name, each) => {
    const [startOn, endOn] = each.runs ?? ['2026-04-01', '2027-03-31'];
    const [from, to] = each.span ?? ['2026-10-01', '2026-12-31'];
    const facts: AgreementFacts = {
      startOn,
      endOn,
      terms: each.terms ?? terms,
      devices: each.devices ?? [monitor],
      tickets: each.tickets.map((ticket, index) => ({
        id: `t${index}`,
        deviceId: ticket.device ?? 'd1',
        machineStatus: ticket.machine ?? 'System Down',
        failureClass: ticket.is ?? null,
        reportedDate: isoOf(ticket.reported),
        closedAt: ticket.closed ? isoOf(ticket.closed) : null,
        events: (ticket.steps ?? []).map(stepOf),
        terms: ticket.terms ?? each.terms ?? terms,
      })),
    };
    const place = { timeZone: 'Asia/Kolkata', holidays: each.holidays ?? [] };
    const sheet = judgeAgreement(facts, { from, to }, place, isoOf(each.now ?? '2027-01-15T00:00'));
    const { expect: expected } = each;
    if (expected.amount !== undefined) expect(sheet.totals.amount).toBe(expected.amount);
    if (expected.extensionDays !== undefined) expect(sheet.totals.extensionDays).toBe(expected.extensionDays);
    if (expected.withoutAmount !== undefined) expect(sheet.totals.withoutAmount).toBe(expected.withoutAmount);
    if (expected.broken) expect(sheet.tickets.map(({ promise }) => promise.measure)).toEqual(expected.broken);
    if (expected.excluded !== undefined) expect(sheet.excluded).toHaveLength(expected.excluded);
    if (expected.judged) expect(sheet.judged).toMatchObject(expected.judged);
    if (expected.uptime) expect(sheet.uptimes.map(({ uptime }) => uptime)).toEqual(expected.uptime);
    if (expected.downHours) expect(sheet.uptimes.map(({ downMs }) => downMs / hourMs)).toEqual(expected.downHours);
    if (expected.coveredHours) {
      expect(sheet.uptimes.map(({ coveredMs }) => coveredMs / hourMs)).toEqual(expected.coveredHours);
    }
    if (expected.isOpen !== undefined) expect(sheet.tickets.map(({ isOpen }) => isOpen)).toContain(expected.isOpen);
    if (expected.isUptimeOfYear !== undefined) expect(sheet.isUptimeOfYear).toBe(expected.isUptimeOfYear);
  });

  test('has at least 30 cases of each', () => {
    expect(Object.keys(clauseCases).length).toBeGreaterThanOrEqual(30);
    expect(Object.keys(sheetCases).length).toBeGreaterThanOrEqual(30);
  });

  test.each([
    ['quarter', '2026-01-01', '2026-12-31', 4],
    ['quarter', '2026-10-01', '2026-12-31', 1],
    ['year', '2026-01-01', '2026-12-31', 1],
    ['year', '2026-10-01', '2026-12-31', 0],
  ] as const)('uptime per %s in %s to %s: %d spans', (per, from, to, count) => {
    expect(uptimeSpans({ from, to }, per)).toHaveLength(count);
  });
});
