import { describe, expect, test } from 'vitest';
import type { AgreementWindow } from '#contract/records/agreement-terms.ts';
import { vendorAlert, vendorClock } from '#contract/rules/agreements/vendor-clock.ts';
import { lengthMs, windowSpans } from '#contract/rules/agreements/window-hours.ts';
import { workEvent } from '#contract/rules/work-events.ts';
import type { WorkEvent, WorkEventData, WorkEventKind } from '#contract/records/work-event.ts';
import { seeded } from '../seeded.ts';

const hourMs = 3_600_000;
const minuteMs = 60_000;
const kolkata = { timeZone: 'Asia/Kolkata', holidays: [] as string[] };
const berlin = { timeZone: 'Europe/Berlin', holidays: [] as string[] };
const office: AgreementWindow = {
  hours: 'set',
  workDays: [1, 2, 3, 4, 5, 6],
  hoursFrom: '09:00',
  hoursTo: '17:00',
  onHolidays: false,
};
const always: AgreementWindow = { ...office, hours: '24x7' };
const night: AgreementWindow = { ...office, workDays: [1, 2, 3, 4, 5], hoursFrom: '20:00', hoursTo: '08:00' };

/** Parses a step as the table writes it: `2026-11-23T10:00+05:30 waiting access`. */
function stepOf(text: string): WorkEvent {
  const [at = '', kind = '', more] = text.split(' ');
  const data = { waiting: { reason: more ?? 'other', note: '' } }[kind] ?? {};
  const facts = { id: text, at: new Date(at).toISOString(), receivedAt: null, by: 'Asha', byRole: 'BME' } as const;
  return workEvent(kind as WorkEventKind, data as WorkEventData[WorkEventKind], facts);
}

interface Case {
  window?: AgreementWindow;
  place?: typeof kolkata;
  reported: string;
  steps?: string[];
  closed?: string;
  now: string;
  response?: number;
  repair?: number;
  expect: {
    measure?: 'response' | 'repair';
    /** Units: hours. */
    used: number;
    late?: number;
    due?: string | null;
    state: 'running' | 'warning' | 'broken' | 'kept';
    stoppedFor?: string | null;
    isOutsideHours?: boolean;
  };
}

// 2026-11-23 is a Monday.
const cases: Record<string, Case> = {
  'around the clock: night and Sunday count': {
    window: always,
    reported: '2026-11-21T20:00+05:30',
    now: '2026-11-22T20:00+05:30',
    response: 48,
    expect: { used: 24, due: '2026-11-23T20:00+05:30', state: 'running' },
  },
  'around the clock: holidays count': {
    window: always,
    place: { ...kolkata, holidays: ['2026-11-24'] },
    reported: '2026-11-23T12:00+05:30',
    now: '2026-11-25T12:00+05:30',
    response: 100,
    expect: { used: 48, state: 'running' },
  },
  'set hours: the evening and the night do not count': {
    reported: '2026-11-23T16:00+05:30',
    now: '2026-11-24T10:00+05:30',
    response: 8,
    expect: { used: 2, due: '2026-11-24T16:00+05:30', state: 'running', isOutsideHours: false },
  },
  'set hours: reported before they begin': {
    reported: '2026-11-23T06:00+05:30',
    now: '2026-11-23T08:59+05:30',
    response: 4,
    expect: { used: 0, due: '2026-11-23T13:00+05:30', state: 'running', isOutsideHours: true },
  },
  'set hours: reported on a Saturday evening, Sunday closed': {
    reported: '2026-11-21T18:00+05:30',
    now: '2026-11-23T10:00+05:30',
    response: 4,
    expect: { used: 1, due: '2026-11-23T13:00+05:30', state: 'running' },
  },
  'set hours: a holiday stops them': {
    place: { ...kolkata, holidays: ['2026-11-24'] },
    reported: '2026-11-23T15:00+05:30',
    now: '2026-11-25T09:30+05:30',
    response: 4,
    expect: { used: 2.5, due: '2026-11-25T11:00+05:30', state: 'warning' },
  },
  'set hours on holidays too': {
    window: { ...office, onHolidays: true },
    place: { ...kolkata, holidays: ['2026-11-24'] },
    reported: '2026-11-23T15:00+05:30',
    now: '2026-11-25T09:30+05:30',
    response: 4,
    expect: { used: 10.5, late: 6.5, due: '2026-11-24T11:00+05:30', state: 'broken' },
  },
  'set hours: a day of repair is a working day': {
    reported: '2026-11-20T15:00+05:30',
    now: '2026-11-23T12:00+05:30',
    repair: 2,
    expect: { measure: 'repair', used: 13, due: '2026-11-23T15:00+05:30', state: 'warning' },
  },
  'around the clock: a day of repair is 24 hours': {
    window: always,
    reported: '2026-11-20T15:00+05:30',
    now: '2026-11-21T12:00+05:30',
    repair: 2,
    expect: { measure: 'repair', used: 21, due: '2026-11-22T15:00+05:30', state: 'running' },
  },
  'kept: arrived in time': {
    reported: '2026-11-23T10:00+05:30',
    steps: ['2026-11-23T12:00+05:30 arrived'],
    now: '2026-12-23T10:00+05:30',
    response: 4,
    expect: { used: 2, late: 0, due: '2026-11-23T14:00+05:30', state: 'kept' },
  },
  'kept: to the very moment': {
    reported: '2026-11-23T10:00+05:30',
    steps: ['2026-11-23T14:00+05:30 arrived'],
    now: '2026-12-23T10:00+05:30',
    response: 4,
    expect: { used: 4, late: 0, state: 'kept' },
  },
  'broken: arrived late': {
    reported: '2026-11-23T10:00+05:30',
    steps: ['2026-11-24T10:00+05:30 arrived'],
    now: '2026-12-23T10:00+05:30',
    response: 4,
    expect: { used: 8, late: 4, due: '2026-11-23T14:00+05:30', state: 'broken' },
  },
  'broken: nobody has arrived yet': {
    reported: '2026-11-23T10:00+05:30',
    now: '2026-11-23T16:00+05:30',
    response: 4,
    expect: { used: 6, late: 2, state: 'broken' },
  },
  'nobody said that they arrived: back in use ends the response': {
    reported: '2026-11-23T10:00+05:30',
    steps: ['2026-11-23T13:00+05:30 restored'],
    now: '2026-12-23T10:00+05:30',
    response: 4,
    expect: { used: 3, state: 'kept' },
  },
  'nobody said anything: the closing ends both': {
    reported: '2026-11-23T10:00+05:30',
    closed: '2026-11-25T10:00+05:30',
    now: '2026-12-23T10:00+05:30',
    repair: 1,
    expect: { measure: 'repair', used: 16, late: 8, state: 'broken' },
  },
  'waiting for access stops the repair': {
    reported: '2026-11-23T10:00+05:30',
    steps: [
      '2026-11-23T11:00+05:30 arrived',
      '2026-11-23T12:00+05:30 waiting access',
      '2026-11-24T12:00+05:30 resumed',
      '2026-11-24T14:00+05:30 restored',
    ],
    now: '2026-12-23T10:00+05:30',
    repair: 1,
    expect: { measure: 'repair', used: 4, due: '2026-11-25T10:00+05:30', state: 'kept' },
  },
  'waiting for approval stops it, now': {
    reported: '2026-11-23T10:00+05:30',
    steps: ['2026-11-23T11:00+05:30 arrived', '2026-11-23T12:00+05:30 waiting approval'],
    now: '2026-11-24T12:00+05:30',
    repair: 1,
    expect: {
      measure: 'repair',
      used: 2,
      due: '2026-11-25T10:00+05:30',
      state: 'running',
      stoppedFor: 'approval',
    },
  },
  'waiting for a part or the vendor stops nothing': {
    reported: '2026-11-23T10:00+05:30',
    steps: ['2026-11-23T11:00+05:30 waiting part', '2026-11-23T15:00+05:30 waiting vendor'],
    now: '2026-11-24T10:00+05:30',
    repair: 1,
    expect: { measure: 'repair', used: 8, late: 0, state: 'warning', stoppedFor: null },
  },
  'access before anybody came stops the response too': {
    reported: '2026-11-23T10:00+05:30',
    steps: ['2026-11-23T11:00+05:30 waiting access', '2026-11-23T15:00+05:30 arrived'],
    now: '2026-12-23T10:00+05:30',
    response: 4,
    expect: { used: 1, due: '2026-11-24T10:00+05:30', state: 'kept' },
  },
  'a wait after the arrival moves no due time of the response': {
    reported: '2026-11-23T10:00+05:30',
    steps: ['2026-11-23T11:00+05:30 arrived', '2026-11-23T11:30+05:30 waiting access'],
    now: '2026-11-25T10:00+05:30',
    response: 4,
    expect: { used: 1, due: '2026-11-23T14:00+05:30', state: 'kept' },
  },
  'a wait outside of the hours stops nothing that ran': {
    reported: '2026-11-23T16:00+05:30',
    steps: ['2026-11-23T18:00+05:30 waiting access', '2026-11-24T08:00+05:30 resumed'],
    now: '2026-11-24T10:00+05:30',
    repair: 1,
    expect: { measure: 'repair', used: 2, state: 'running' },
  },
  'steps that arrive late, in any order, give the same': {
    reported: '2026-11-23T10:00+05:30',
    steps: [
      '2026-11-23T13:00+05:30 restored',
      '2026-11-23T12:00+05:30 resumed',
      '2026-11-23T10:30+05:30 waiting access',
    ],
    now: '2026-12-23T10:00+05:30',
    repair: 1,
    expect: { measure: 'repair', used: 1.5, state: 'kept' },
  },
  'a step before the report is not counted': {
    reported: '2026-11-23T10:00+05:30',
    steps: ['2026-11-23T09:00+05:30 arrived'],
    now: '2026-11-23T12:00+05:30',
    response: 4,
    expect: { used: 2, state: 'warning' },
  },
  'it warns in its last quarter': {
    window: always,
    reported: '2026-11-23T10:00+05:30',
    now: '2026-11-24T04:00+05:30',
    response: 24,
    expect: { used: 18, state: 'warning' },
  },
  'a minute before, it does not': {
    window: always,
    reported: '2026-11-23T10:00+05:30',
    now: '2026-11-24T03:59+05:30',
    response: 24,
    expect: { used: 18 - 1 / 60, state: 'running' },
  },
  'it warns two hours before the end of a short promise': {
    reported: '2026-11-23T10:00+05:30',
    now: '2026-11-23T12:00+05:30',
    response: 4,
    expect: { used: 2, state: 'warning' },
  },
  'but never in the first half': {
    reported: '2026-11-23T10:00+05:30',
    now: '2026-11-23T10:29+05:30',
    response: 1,
    expect: { used: 29 / 60, state: 'running' },
  },
  'hours past midnight belong to the day on which they began': {
    window: night,
    // Friday evening: the hours continue into Saturday, which is not a working day.
    reported: '2026-11-20T22:00+05:30',
    now: '2026-11-23T21:00+05:30',
    response: 12,
    expect: { used: 11, due: '2026-11-23T22:00+05:30', state: 'warning' },
  },
  'hours past midnight: reported after midnight': {
    window: night,
    reported: '2026-11-24T03:00+05:30',
    now: '2026-11-24T09:00+05:30',
    response: 6,
    expect: { used: 5, due: '2026-11-24T21:00+05:30', state: 'warning', isOutsideHours: true },
  },
  'hours past midnight: the holiday takes its own night along': {
    window: night,
    place: { ...kolkata, holidays: ['2026-11-24'] },
    reported: '2026-11-24T03:00+05:30',
    now: '2026-11-25T21:00+05:30',
    response: 20,
    expect: { used: 6, state: 'running' },
  },
  'hours until midnight': {
    window: { ...office, hoursFrom: '08:00', hoursTo: '00:00' },
    reported: '2026-11-23T23:00+05:30',
    now: '2026-11-24T09:00+05:30',
    response: 4,
    expect: { used: 2, due: '2026-11-24T11:00+05:30', state: 'warning' },
  },
  'hours from midnight to midnight are the whole day': {
    window: { ...office, hoursFrom: '00:00', hoursTo: '00:00' },
    reported: '2026-11-21T12:00+05:30',
    now: '2026-11-23T12:00+05:30',
    repair: 2,
    expect: { measure: 'repair', used: 24, due: '2026-11-24T12:00+05:30', state: 'running' },
  },
  'the clock goes forward: the night is an hour shorter': {
    window: { ...night, workDays: [6] },
    place: berlin,
    reported: '2026-03-28T12:00+01:00',
    now: '2026-03-29T12:00+02:00',
    response: 20,
    expect: { used: 11, state: 'running' },
  },
  'the clock goes back: the night is an hour longer': {
    window: { ...night, workDays: [6] },
    place: berlin,
    reported: '2026-10-24T12:00+02:00',
    now: '2026-10-25T12:00+01:00',
    response: 20,
    expect: { used: 13, state: 'running' },
  },
  'the clock goes back: office hours are those of the wall': {
    place: berlin,
    reported: '2026-10-24T16:00+02:00',
    now: '2026-10-26T10:00+01:00',
    response: 4,
    expect: { used: 2, due: '2026-10-26T12:00+01:00', state: 'warning' },
  },
  'a midnight that the clock skips': {
    window: { ...office, workDays: [7], hoursFrom: '00:00', hoursTo: '06:00' },
    place: { timeZone: 'Africa/Cairo', holidays: [] },
    reported: '2023-04-27T20:00Z',
    // On Friday 28 April 2023, Cairo's clocks went from 00:00 to 01:00.
    now: '2023-04-30T12:00Z',
    response: 20,
    expect: { used: 6, state: 'running' },
  },
  'no hours at all: never due': {
    window: { ...office, workDays: [] },
    reported: '2026-11-23T10:00+05:30',
    now: '2026-12-23T10:00+05:30',
    response: 4,
    expect: { used: 0, due: null, state: 'running', isOutsideHours: true },
  },
  'a closing before the report uses nothing': {
    reported: '2026-11-23T10:00+05:30',
    closed: '2026-11-23T09:00+05:30',
    now: '2026-12-23T10:00+05:30',
    response: 4,
    expect: { used: 0, state: 'kept' },
  },
};

const iso = (text: string): string => new Date(text).toISOString();

describe('P128 the clock of a vendor', () => {
  test.each(Object.entries(cases))('%s', (_name, each) => {
    const { window = office, place = kolkata, reported, steps = [], closed, now, response, repair } = each;
    const clock = vendorClock(
      { reportedDate: iso(reported), closedAt: closed ? iso(closed) : null, events: steps.map(stepOf) },
      { window, responseHours: response ?? null, repairDays: repair ?? null },
      place,
      iso(now),
    );
    const { measure = 'response', used, late, due, state, stoppedFor, isOutsideHours } = each.expect;
    expect(clock.promises.map((promise) => promise.measure)).toEqual([measure]);
    const [promise] = clock.promises;
    expect((promise?.usedMs ?? -1) / hourMs).toBeCloseTo(used, 6);
    expect(promise?.state).toBe(state);
    if (late !== undefined) expect((promise?.lateMs ?? -1) / hourMs).toBeCloseTo(late, 6);
    if (due !== undefined) expect(promise?.dueAt).toBe(due === null ? null : iso(due));
    if (stoppedFor !== undefined) expect(clock.stoppedFor).toBe(stoppedFor);
    if (isOutsideHours !== undefined) expect(clock.isOutsideHours).toBe(isOutsideHours);
  });

  test('P140 flags an open promise that is late or due soon, the most severe first', () => {
    const alertOf = (now: string, responseHours: number | null, repairDays: number | null, steps: string[] = []) => {
      const ticket = { reportedDate: iso('2026-11-23T10:00+05:30'), closedAt: null, events: steps.map(stepOf) };
      return vendorAlert(
        vendorClock(ticket, { window: office, responseHours, repairDays }, kolkata, iso(now)).promises,
      );
    };
    const arrived = ['2026-11-23T11:00+05:30 arrived'];
    const restored = ['2026-11-23T16:00+05:30 restored'];
    expect(alertOf('2026-11-23T12:00+05:30', null, null)).toBeNull();
    expect(alertOf('2026-11-23T11:30+05:30', 4, 1)).toBeNull();
    expect(alertOf('2026-11-23T12:30+05:30', 4, 1)).toBe('due-soon');
    expect(alertOf('2026-11-23T14:00+05:30', 4, 1)).toBe('due-soon');
    expect(alertOf('2026-11-23T14:01+05:30', 4, 1)).toBe('late');
    // The response is late, and the repair is due soon.
    expect(alertOf('2026-11-24T09:00+05:30', 4, 1)).toBe('late');
    expect(alertOf('2026-11-23T12:30+05:30', 4, 1, arrived)).toBeNull();
    expect(alertOf('2026-11-24T09:00+05:30', 4, 1, arrived)).toBe('due-soon');
    // Late, but finished.
    expect(alertOf('2026-11-24T12:00+05:30', 4, 1, restored)).toBeNull();
  });

  test('has at least 30 cases', () => {
    expect(Object.keys(cases).length).toBeGreaterThanOrEqual(30);
  });

  test('the hours of a window follow its wall clock, minute by minute', () => {
    const random = seeded(318);
    const zones = [
      'Asia/Kolkata',
      'Europe/Berlin',
      'America/New_York',
      'America/Havana',
      'Africa/Cairo',
      'Australia/Lord_Howe',
    ];
    let ran = 0;
    for (let round = 0; round < 40; round++) {
      const timeZone = random.pick(zones);
      // Around the clock changes in spring and autumn, and on ordinary days.
      const fromMs =
        Date.parse(
          random.pick([
            '2026-03-06',
            '2026-03-27',
            '2026-04-03',
            '2026-04-22',
            '2026-10-23',
            '2026-10-30',
            '2026-07-07',
          ]),
        ) +
        random.int(0, 1_440) * minuteMs;
      const toMs = fromMs + random.int(1, 5_000) * minuteMs;
      const time = (): string => `${String(random.int(0, 23)).padStart(2, '0')}:${random.pick(['00', '15', '30'])}`;
      const window: AgreementWindow = {
        hours: 'set',
        workDays: random.shuffle([1, 2, 3, 4, 5, 6, 7]).slice(0, random.int(3, 7)),
        hoursFrom: time(),
        hoursTo: time(),
        onHolidays: random.pick([true, false]),
      };
      const holidays = ['2026-03-08', '2026-03-29', '2026-10-25', '2026-11-01'].slice(random.int(0, 3));
      const minutes = plainMinutes(window, timeZone, holidays, fromMs, toMs);
      expect(lengthMs(windowSpans(window, { timeZone, holidays }, { fromMs, toMs })) / minuteMs).toBe(minutes);
      ran += minutes;
    }
    expect(ran).toBeGreaterThan(10_000);
  });
});

/** Counts minutes by checking local time at every minute. */
function plainMinutes(
  window: AgreementWindow,
  timeZone: string,
  holidays: string[],
  fromMs: number,
  toMs: number,
): number {
  const wall = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' });
  let minutes = 0;
  for (let ms = fromMs; ms < toMs; ms += minuteMs) {
    const [day = '', time = ''] = wall.format(ms).split(' ');
    const isOvernight = window.hoursTo <= window.hoursFrom;
    const before = new Date(Date.parse(day) - 24 * hourMs).toISOString().slice(0, 10);
    const isOpen = (each: string): boolean =>
      window.workDays.includes(new Date(each).getUTCDay() || 7) && (window.onHolidays || !holidays.includes(each));
    const today = isOpen(day) && time >= window.hoursFrom && (isOvernight || time < window.hoursTo);
    const fromYesterday = isOvernight && isOpen(before) && time < window.hoursTo;
    if (today || fromYesterday) minutes++;
  }
  return minutes;
}
