import { afterEach, expect, test, vi } from 'vitest';
import type { AgreementWindow } from '#contract/records/agreement-terms.ts';
import { lengthMs, windowSpans } from '#contract/rules/agreements/window-hours.ts';

const hourMs = 3_600_000;
const office: AgreementWindow = {
  hours: 'set',
  workDays: [1, 2, 3, 4, 5, 6, 7],
  hoursFrom: '09:00',
  hoursTo: '17:00',
  onHolidays: true,
};
const set = Map.prototype.set;

afterEach(() => void vi.restoreAllMocks());

test('the cache of days is bounded, and results after eviction are the same', () => {
  let most = 0;
  vi.spyOn(Map.prototype, 'set').mockImplementation(function remember(this: Map<unknown, unknown>, key, value) {
    const all = set.call(this, key, value);
    if (typeof key === 'string' && key.endsWith(' Asia/Kolkata')) most = Math.max(most, all.size);
    return all;
  });
  const place = { timeZone: 'Asia/Kolkata', holidays: [] };
  const hoursOf = (from: string, to: string) =>
    lengthMs(windowSpans(office, place, { fromMs: Date.parse(from), toMs: Date.parse(to) })) / hourMs;
  const yearly = Array.from({ length: 40 }, (_, index) =>
    hoursOf(`${2001 + index}-01-01T00:00+05:30`, `${2002 + index}-01-01T00:00+05:30`),
  );
  expect(yearly.reduce((sum, hours) => sum + hours, 0)).toBe(14_610 * 8);
  expect(most).toBeGreaterThan(365);
  expect(most).toBeLessThan(6_000);
  expect(hoursOf('2001-01-01T00:00+05:30', '2001-01-02T00:00+05:30')).toBe(8);
});
