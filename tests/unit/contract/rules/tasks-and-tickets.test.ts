import { describe, expect, test } from 'vitest';
import { isCalibrationTask, isLatestAttempt, taskStatus, upcomingTasks } from '#contract/rules/task-status.ts';
import { taskTypes, ticketStatuses } from '#contract/records/values.ts';
import { canSubmitClose, canTicketChange, closedStatus, escalate, ticketTransitions } from '#contract/rules/ticket.ts';
import { parseTicketNumber, ticketNumber } from '#contract/rules/ticket-number.ts';

const today = '2026-05-10';

describe('3.3 Task status', () => {
  test.each([
    ['2026-05-10', null, false, 'Upcoming'],
    ['2026-05-11', null, false, 'Upcoming'],
    ['2026-05-09', null, false, 'Overdue'],
    ['2026-05-11', null, true, 'Action Required'],
    ['2026-05-09', null, true, 'Action Required'],
    ['2026-05-09', '2026-05-09T10:00:00Z', false, 'Closed'],
    ['2026-05-11', '2026-05-09T10:00:00Z', true, 'Closed'],
  ] as const)('due %s, closed at %s, action required %s: %s', (taskDate, closedAt, actionRequired, status) => {
    expect(taskStatus({ taskDate, closedAt, cancelledAt: null, actionRequired, today })).toBe(status);
  });

  test.each([
    [null, false, 'Cancelled'],
    [null, true, 'Cancelled'],
    ['2026-05-09T10:00:00Z', false, 'Closed'],
  ] as const)('cancelled, closed at %s, action required %s: %s', (closedAt, actionRequired, status) => {
    const cancelledAt = '2026-05-08T10:00:00Z';
    expect(taskStatus({ taskDate: '2026-05-09', closedAt, cancelledAt, actionRequired, today })).toBe(status);
  });

  test.each([
    [null, true],
    ['2026-05-09T10:00:00Z', true],
    ['2026-05-10T10:00:00Z', true],
    ['2026-05-11T10:00:00Z', false],
  ])('an attempt on 10 May after one of %s postpones the task: %s', (known, expected) => {
    expect(isLatestAttempt(known, '2026-05-10T10:00:00Z')).toBe(expected);
  });

  test('the upcoming list has overdue tasks first, then the next 30 days by date, no closed ones', () => {
    const task = (taskDate: string, closedAt: string | null = null, cancelledAt: string | null = null) => {
      return { taskDate, closedAt, cancelledAt };
    };
    const listed = upcomingTasks(
      [
        task('2026-06-09'),
        task('2026-06-10'),
        task('2026-05-10'),
        task('2026-05-09'),
        task('2025-01-01'),
        task('2026-05-11', '2026-05-10T08:00:00Z'),
        task('2026-05-12', null, '2026-05-10T08:00:00Z'),
      ],
      today,
    );
    expect(listed.map(({ taskDate }) => taskDate)).toEqual(['2025-01-01', '2026-05-09', '2026-05-10', '2026-06-09']);
  });

  test('only calibrations are shown as calibration tasks', () => {
    expect(taskTypes.filter((type) => isCalibrationTask(type) === 'YES')).toEqual(['Cal']);
  });
});

describe('3.5 Ticket numbers', () => {
  test.each([
    [2026, 1, 'BD-2026-000001'],
    [2026, 123, 'BD-2026-000123'],
    [2027, 999_999, 'BD-2027-999999'],
    [2027, 1_000_000, 'BD-2027-1000000'],
  ])('%i and %i make %s, and it reads back', (year, count, text) => {
    expect(ticketNumber(year, count)).toBe(text);
    expect(parseTicketNumber(text)).toEqual({ year, count });
  });

  test.each(['', 'BD-2026-123', 'BD-26-000123', 'XX-2026-000123', 'BD-2026-000000', 'BD-2026-00012a'])(
    '"%s" is not a ticket number',
    (text) => {
      expect(parseTicketNumber(text)).toBeNull();
    },
  );

  test('a typed number is accepted in lower case and with spaces around it', () => {
    expect(parseTicketNumber(' bd-2026-000123 ')).toEqual({ year: 2026, count: 123 });
  });

  test.each([
    [2026, 0],
    [2026, 1.5],
    [26, 1],
  ])('year %d and count %d are refused', (year, count) => {
    expect(() => ticketNumber(year, count)).toThrow(RangeError);
  });
});

describe('3.5 and 3.6 What happens to a ticket', () => {
  test('Open goes to Pending or Closed, Pending to Closed, Closed stays', () => {
    const allowed = ticketStatuses.flatMap((from) =>
      ticketStatuses.filter((to) => canTicketChange(from, to)).map((to) => `${from} -> ${to}`),
    );
    expect(allowed).toEqual(['Open -> Pending', 'Open -> Closed', 'Pending -> Closed']);
    expect(ticketTransitions.Closed).toEqual([]);
    expect(ticketStatuses.filter(canSubmitClose)).toEqual(['Open', 'Pending']);
  });

  test('closing with follow-up leaves it Pending', () => {
    expect(closedStatus({ isFollowUpRequired: true })).toBe('Pending');
    expect(closedStatus({ isFollowUpRequired: false })).toBe('Closed');
  });

  test.each([
    ['Low', 'Medium'],
    ['Medium', 'High'],
    ['High', 'Critical'],
    ['Critical', 'Critical'],
  ] as const)('escalating %s gives %s', (from, to) => {
    expect(escalate(from)).toBe(to);
  });
});
