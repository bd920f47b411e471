import { describe, expect, test } from 'vitest';
import { classFindings, type ClassedTicket } from '#contract/rules/class-findings.ts';
import type { FailureClass } from '#contract/records/values.ts';

const now = '2026-11-24T12:00:00.000Z';
const dayMs = 24 * 60 * 60 * 1000;
const ago = (days: number): string => new Date(Date.parse(now) - days * dayMs).toISOString();

/** Builds a ticket reported and closed this many days ago. */
const ticket = (
  deviceId: string,
  failureClass: FailureClass,
  [reported, closed]: [number, number],
  equipmentId = 'pump',
): ClassedTicket => ({ deviceId, equipmentId, failureClass, reportedDate: ago(reported), closedAt: ago(closed) });

describe('P77 findings from failure classes', () => {
  test.each<[string, ClassedTicket[], number | null]>([
    ['nothing', [], null],
    ['one failure', [ticket('a', 'wear', [10, 9])], null],
    ['the same class 20 days after the closing', [ticket('a', 'wear', [40, 39]), ticket('a', 'wear', [19, 18])], 20],
    ['exactly 30 days after', [ticket('a', 'wear', [45, 40]), ticket('a', 'wear', [10, 9])], 30],
    ['31 days after', [ticket('a', 'wear', [45, 41]), ticket('a', 'wear', [10, 9])], null],
    ['another class', [ticket('a', 'wear', [40, 39]), ticket('a', 'battery', [19, 18])], null],
    ['use error: no failure', [ticket('a', 'use-error', [40, 39]), ticket('a', 'use-error', [19, 18])], null],
    ['another device', [ticket('b', 'wear', [40, 39]), ticket('a', 'wear', [19, 18])], null],
    ['reported before the other was closed', [ticket('a', 'wear', [40, 10]), ticket('a', 'wear', [19, 5])], null],
    ['more than 90 days ago', [ticket('a', 'wear', [110, 105]), ticket('a', 'wear', [91, 90])], null],
    ['closed before the 90 days', [ticket('a', 'wear', [110, 95]), ticket('a', 'wear', [89, 88])], 6],
    [
      'twice: the later one is told',
      [ticket('a', 'wear', [60, 59]), ticket('a', 'wear', [50, 49]), ticket('a', 'wear', [46, 45])],
      3,
    ],
  ])('%s', (_name, tickets, days) => {
    expect(classFindings(tickets, now).get('a')?.repeat?.days ?? null).toBe(days);
    expect(classFindings(tickets.toReversed(), now)).toEqual(classFindings(tickets, now));
  });

  test('use errors are counted by equipment type, and reported on the device with the latest', () => {
    const found = classFindings(
      [
        ticket('a', 'use-error', [80, 79]),
        ticket('b', 'use-error', [5, 4]),
        ticket('a', 'use-error', [50, 49]),
        ticket('c', 'use-error', [3, 2], 'monitor'),
        ticket('d', 'use-error', [91, 90]),
      ],
      now,
    );
    expect([...found].map(([id, { useErrors }]) => [id, useErrors]).sort()).toEqual([
      ['b', 3],
      ['c', 1],
    ]);
  });
});
