import { expect, test } from 'vitest';
import { spent, usualTimes } from '#sync/outbox/spent.ts';
import type { StoredCommand } from '#sync/outbox/schema.ts';

const dayMs = 24 * 3600_000;
const now = Date.parse('2026-07-01T06:30:00Z');

/** A settled entry without files. */
const settled = (madeAt: string, serverAt?: string) =>
  ({
    seq: 1,
    open: 0,
    madeAt,
    answer: { at: madeAt, ...(serverAt && { serverAt }) },
    files: [],
  }) as unknown as StoredCommand;
const goes = (entry: StoredCommand, days: number) =>
  spent([entry], [], usualTimes, now + days * dayMs).entries.length > 0;

test('OB12 an entry made while the clock was years behind stays for 30 days after its response', () => {
  const entry = settled('2020-07-02T06:30:00Z', '2026-07-01T06:30:00Z');
  expect([goes(entry, 0), goes(entry, 29), goes(entry, 31)]).toEqual([false, false, true]);
});

test('OB12 an entry that waited for weeks stays for 30 days after its response', () => {
  const entry = settled('2026-06-01T06:30:00Z', '2026-07-01T06:30:00Z');
  expect([goes(entry, 29), goes(entry, 31)]).toEqual([false, true]);
});

test("OB12 an entry acknowledged by a server of an earlier release expires by the tablet's time", () => {
  const entry = settled('2026-07-01T06:30:00Z');
  expect([goes(entry, 29), goes(entry, 31)]).toEqual([false, true]);
});
