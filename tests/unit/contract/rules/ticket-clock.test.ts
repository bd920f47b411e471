import { describe, expect, test } from 'vitest';
import { downUntil, ticketClock, type TicketClock } from '#contract/rules/ticket-clock.ts';
import { workEvent } from '#contract/rules/work-events.ts';
import {
  type WaitingReason,
  waitingReasons,
  type WorkEvent,
  type WorkEventData,
  type WorkEventKind,
} from '#contract/records/work-event.ts';
import { seeded } from './seeded.ts';

const reportedDate = '2026-11-20T18:00:00.000Z';
const minuteMs = 60_000;
const atMinute = (minute: number): string => new Date(Date.parse(reportedDate) + minute * minuteMs).toISOString();

/** Parses a step as the table writes it: `20 waiting part`, in minutes after the report. */
function stepOf(text: string): WorkEvent {
  const [minute = '', kind = '', more] = text.split(' ');
  const data = {
    arrived: more === 'phone' ? { isByPhone: true } : {},
    waiting: { reason: more ?? 'other', note: '' },
    escalated: { to: 'High' },
    note: { text: 'A note' },
  }[kind];
  const facts = { id: text, at: atMinute(Number(minute)), receivedAt: null, by: 'Asha', byRole: 'BME' } as const;
  return workEvent(kind as WorkEventKind, (data ?? {}) as WorkEventData[WorkEventKind], facts);
}

type Expected = Partial<{
  accepted: number | null;
  arrived: number | null;
  restored: number | null;
  response: number | null;
  handsOn: number;
  waiting: Partial<Record<WaitingReason, number>>;
  turnaround: number | null;
  state: TicketClock['state'];
  waitingFor: WaitingReason | null;
  contradicting: string[];
}>;

const minutesOf = (ms: number | null): number | null => (ms === null ? null : ms / minuteMs);
const minuteOf = (at: string | null): number | null =>
  at === null ? null : (Date.parse(at) - Date.parse(reportedDate)) / minuteMs;

/** Formats a clock as the table writes it. */
function told(clock: TicketClock): Required<Expected> {
  const waiting = Object.entries(clock.waitingMs).map(([reason, ms]) => [reason, ms / minuteMs]);
  return {
    accepted: minuteOf(clock.acceptedAt),
    arrived: minuteOf(clock.firstArrivedAt),
    restored: minuteOf(clock.restoredAt),
    response: minutesOf(clock.responseMs),
    handsOn: clock.handsOnMs / minuteMs,
    waiting: Object.fromEntries(waiting) as Required<Expected>['waiting'],
    turnaround: minutesOf(clock.turnaroundMs),
    state: clock.state,
    waitingFor: clock.waitingFor,
    contradicting: clock.contradicting,
  };
}

interface Case {
  steps?: string[];
  closed?: number;
  /** Minutes after the report; 1,000 if it does not matter. */
  now?: number;
  expect: Expected;
}

const cases: Record<string, Case> = {
  'nothing but the report': {
    expect: { state: 'reported', response: null, handsOn: 0, waiting: {}, turnaround: null, contradicting: [] },
  },
  'notes, escalations and dispatch move nothing': {
    steps: ['5 note', '6 escalated', '7 dispatched'],
    expect: { state: 'reported', response: null, handsOn: 0 },
  },
  accepted: { steps: ['5 accepted'], expect: { state: 'accepted', accepted: 5, response: null } },
  'accepted by two: the first counts': {
    steps: ['9 accepted', '5 accepted'],
    expect: { accepted: 5, contradicting: [] },
  },
  'accepted after the arrival changes nothing': {
    steps: ['10 arrived', '12 accepted'],
    now: 20,
    expect: { state: 'working', accepted: 12, handsOn: 10, contradicting: [] },
  },
  'arrived without accepting': {
    steps: ['30 arrived'],
    now: 45,
    expect: { state: 'working', accepted: null, arrived: 30, response: 30, handsOn: 15 },
  },
  'arrived at the very moment of the report': { steps: ['0 arrived'], expect: { response: 0, contradicting: [] } },
  'by phone is an arrival': {
    steps: ['3 arrived phone', '10 restored'],
    expect: { response: 3, handsOn: 7, turnaround: 10, state: 'restored' },
  },
  'by phone first, at the device later: the first is the response': {
    steps: ['3 arrived phone', '60 arrived', '90 restored'],
    expect: { response: 3, arrived: 3, handsOn: 87 },
  },
  'two arrivals: the first is the response, and hands-on runs through': {
    steps: ['20 arrived', '40 arrived', '50 restored'],
    expect: { response: 20, handsOn: 30, contradicting: [] },
  },
  'work, wait, work': {
    steps: ['10 arrived', '30 waiting part', '100 resumed', '120 restored'],
    expect: { handsOn: 40, waiting: { part: 70 }, turnaround: 120, response: 10 },
  },
  'an arrival ends the waiting as Resumed does': {
    steps: ['10 arrived', '30 waiting vendor', '90 arrived', '100 restored'],
    expect: { handsOn: 30, waiting: { vendor: 60 }, response: 10 },
  },
  'a wait that lasts': {
    steps: ['10 arrived', '30 waiting access'],
    now: 50,
    expect: { state: 'waiting', waitingFor: 'access', handsOn: 20, waiting: { access: 20 }, turnaround: null },
  },
  'one reason after the other': {
    steps: ['10 arrived', '20 waiting approval', '50 waiting part', '80 resumed', '90 restored'],
    expect: { waiting: { approval: 30, part: 30 }, handsOn: 20 },
  },
  'the same reason twice is one wait': {
    steps: ['10 arrived', '20 waiting part', '30 waiting part', '40 resumed'],
    now: 40,
    expect: { waiting: { part: 20 }, handsOn: 10 },
  },
  'two waits for one reason add up': {
    steps: ['0 arrived', '10 waiting part', '20 resumed', '30 waiting part', '60 restored'],
    expect: { waiting: { part: 40 }, handsOn: 20 },
  },
  'waiting before anybody came': {
    steps: ['5 waiting access', '65 arrived', '75 restored'],
    expect: { response: 65, waiting: { access: 60 }, handsOn: 10 },
  },
  'resumed from a wait without an arrival: hands-on, and no evidence of a response': {
    steps: ['5 waiting part', '15 resumed', '25 restored'],
    expect: { response: null, arrived: null, handsOn: 10, waiting: { part: 10 } },
  },
  'resumed without waiting, before anything': {
    steps: ['5 resumed'],
    expect: { state: 'reported', handsOn: 0, contradicting: ['5 resumed'] },
  },
  'resumed without waiting, while working': {
    steps: ['5 arrived', '10 resumed', '20 restored'],
    expect: { handsOn: 15, contradicting: ['10 resumed'] },
  },
  'resumed twice': {
    steps: ['0 arrived', '10 waiting part', '20 resumed', '25 resumed', '30 restored'],
    expect: { handsOn: 20, waiting: { part: 10 }, contradicting: ['25 resumed'] },
  },
  'restored before the closing: the clock stops there': {
    steps: ['10 arrived', '40 restored'],
    closed: 500,
    expect: { restored: 40, turnaround: 40, handsOn: 30, state: 'closed' },
  },
  'closed without Restored: the clock stops at the closing': {
    steps: ['10 arrived'],
    closed: 70,
    expect: { restored: null, turnaround: 70, handsOn: 60, state: 'closed' },
  },
  'closed while it waits': {
    steps: ['10 arrived', '20 waiting vendor'],
    closed: 100,
    expect: { turnaround: 100, waiting: { vendor: 80 }, handsOn: 10, waitingFor: null, state: 'closed' },
  },
  'closed without any step': { closed: 90, expect: { turnaround: 90, response: null, handsOn: 0, state: 'closed' } },
  'restored without any other step': {
    steps: ['15 restored'],
    expect: { turnaround: 15, response: null, handsOn: 0, state: 'restored' },
  },
  'restored out of a wait': {
    steps: ['10 arrived', '20 waiting other', '50 restored'],
    expect: { waiting: { other: 30 }, handsOn: 10, turnaround: 50, waitingFor: null },
  },
  'restored before the report': {
    steps: ['-5 restored'],
    now: 10,
    expect: { restored: null, turnaround: null, state: 'reported', contradicting: ['-5 restored'] },
  },
  'a wrong clock: arrived before the report, and once more rightly': {
    steps: ['-90 arrived', '30 arrived', '40 restored'],
    expect: { response: 30, handsOn: 10, contradicting: ['-90 arrived'] },
  },
  'restored twice: the first counts': {
    steps: ['30 restored', '60 restored'],
    expect: { restored: 30, turnaround: 30, contradicting: ['60 restored'] },
  },
  'restored after the closing': {
    steps: ['10 arrived', '90 restored'],
    closed: 60,
    expect: { restored: null, turnaround: 60, handsOn: 50, contradicting: ['90 restored'] },
  },
  'restored at the moment of the closing': {
    steps: ['60 restored'],
    closed: 60,
    expect: { restored: 60, turnaround: 60, contradicting: [] },
  },
  'arrived after the closing': {
    steps: ['70 arrived'],
    closed: 60,
    expect: { response: null, handsOn: 0, contradicting: ['70 arrived'] },
  },
  'work after Restored is outside the clock': {
    steps: ['10 arrived', '20 restored', '30 waiting part', '60 resumed'],
    closed: 100,
    expect: { handsOn: 10, waiting: {}, turnaround: 20, contradicting: ['30 waiting part', '60 resumed'] },
  },
  'restored from one tablet, arrived from another that was late': {
    steps: ['40 restored', '25 arrived'],
    expect: { response: 25, handsOn: 15, turnaround: 40, contradicting: [] },
  },
  'two steps of one instant: the arrival comes first': {
    steps: ['20 waiting part', '20 arrived', '50 restored'],
    expect: { response: 20, handsOn: 0, waiting: { part: 30 } },
  },
  'arrived and restored in one instant': {
    steps: ['20 restored', '20 arrived'],
    expect: { response: 20, handsOn: 0, turnaround: 20, contradicting: [] },
  },
  'left pending: nobody works until the follow-up': {
    steps: ['10 arrived', '30 left-pending'],
    now: 5_000,
    expect: { state: 'waiting', waitingFor: null, handsOn: 20, waiting: {} },
  },
  'left pending, and come back a week later': {
    steps: ['10 arrived', '30 left-pending', '10110 arrived', '10130 restored'],
    now: 20_000,
    expect: { handsOn: 40, response: 10, turnaround: 10_130 },
  },
  'left pending, and resumed': {
    steps: ['10 arrived', '30 left-pending', '60 resumed', '70 restored'],
    expect: { handsOn: 30, contradicting: [] },
  },
  'left pending while it waits for a part: it still does': {
    steps: ['10 arrived', '20 waiting part', '30 left-pending', '80 resumed', '90 restored'],
    expect: { waiting: { part: 60 }, handsOn: 20 },
  },
  'left pending after Restored is no contradiction': {
    steps: ['10 arrived', '20 restored', '30 left-pending'],
    expect: { contradicting: [], state: 'restored', turnaround: 20 },
  },
  'waiting over midnight counts every minute of the night': {
    steps: ['10 arrived', '20 waiting part', '920 resumed', '930 restored'],
    expect: { waiting: { part: 900 }, handsOn: 20 },
  },
  'waiting over a weekend of closed departments counts it too': {
    steps: ['10 arrived', '20 waiting vendor', '4340 arrived', '4350 restored'],
    now: 5_000,
    expect: { waiting: { vendor: 4_320 }, handsOn: 20 },
  },
  'a step by a clock ahead of now ends nothing before it began': {
    steps: ['10 arrived', '60 waiting part'],
    now: 30,
    expect: { handsOn: 50, waiting: { part: 0 }, state: 'waiting', waitingFor: 'part' },
  },
  'read before the report by a clock that is behind': {
    now: -10,
    expect: { handsOn: 0, turnaround: null, state: 'reported' },
  },
  'a closing before the report, as an old entry may have it': {
    closed: -20,
    expect: { turnaround: 0, handsOn: 0, state: 'closed' },
  },
};

describe('P72 the clock of a ticket', () => {
  test.each(Object.entries(cases))('%s', (_name, { steps = [], closed, now = 1_000, expect: expected }) => {
    const closedAt = closed === undefined ? null : atMinute(closed);
    const clock = told(ticketClock({ reportedDate, closedAt, events: steps.map(stepOf) }, atMinute(now)));
    expect(clock).toMatchObject(expected);
    // `toMatchObject` would ignore additional reasons.
    if (expected.waiting) expect(clock.waiting).toEqual(expected.waiting);
  });

  test('has at least 40 cases', () => {
    expect(Object.keys(cases).length).toBeGreaterThanOrEqual(40);
  });

  test('any order of receipt gives the same clock, and its parts never exceed the whole', () => {
    const random = seeded(17);
    const waits = waitingReasons.map((reason) => `waiting ${reason}`);
    const kinds = ['accepted', 'arrived', 'arrived phone', 'resumed', 'restored', 'left-pending', 'note', ...waits];
    for (let round = 0; round < 500; round++) {
      const steps = Array.from({ length: 8 }, (_, index) => {
        // Distinct minutes: the id, which orders steps of one instant and kind, is the text.
        return stepOf(`${random.int(0, 200) * 10 + index - 100} ${random.pick(kinds)}`);
      });
      const closedAt = random.pick([null, atMinute(random.int(0, 2_000))]);
      const now = atMinute(2_500);
      const clock = ticketClock({ reportedDate, closedAt, events: steps }, now);
      const mixed = random.shuffle(steps);
      expect(ticketClock({ reportedDate, closedAt, events: mixed }, now)).toEqual(clock);
      const parts = Object.values(clock.waitingMs).reduce((sum, ms) => sum + ms, clock.handsOnMs);
      expect(parts).toBeLessThanOrEqual(clock.turnaroundMs ?? 2_500 * minuteMs);
      const uncounted = new Set(clock.contradicting);
      const others = steps.filter(({ id }) => !uncounted.has(id));
      expect(ticketClock({ reportedDate, closedAt, events: others }, now)).toEqual({ ...clock, contradicting: [] });
    }
  });

  test.each([
    ['an open ticket', [], null, null],
    ['a closed one', [], 60, 60],
    ['a restored one', ['20 restored'], null, 20],
    ['restored and closed later', ['20 restored'], 60, 20],
    ['restored after the closing', ['80 restored'], 60, 60],
  ] as const)('down until: %s', (_name, steps, closed, expected) => {
    const closedAt = closed === null ? null : atMinute(closed);
    expect(minuteOf(downUntil({ reportedDate, closedAt, events: steps.map(stepOf) }))).toBe(expected);
  });
});
