import { expect, test } from 'vitest';
import { clockErrorText } from '#contract/rules/clock-error.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

const errors: [number, string][] = [
  [30 * minuteMs, '30 minutes behind'],
  [-30 * minuteMs, '30 minutes ahead'],
  [119 * minuteMs, '119 minutes behind'],
  [120 * minuteMs, '2 hours behind'],
  [47 * hourMs, '47 hours behind'],
  [-3 * dayMs, '3 days ahead'],
  [729 * dayMs, '729 days behind'],
  [2190 * dayMs, '6 years behind'],
];
test.each(errors)('a clock that is off by %i ms is %s', (offsetMs, text) => {
  expect(clockErrorText(offsetMs)).toBe(text);
});
