import { expect, test } from 'vitest';
import { durationWords } from '#contract/rules/duration.ts';

const minute = 60_000;

test.each([
  [0, '0 min'],
  [minute - 1, '0 min'],
  [59 * minute, '59 min'],
  [60 * minute, '1 h'],
  [125 * minute, '2 h 5 min'],
  [24 * 60 * minute - 1, '23 h 59 min'],
  [24 * 60 * minute, '1 d'],
  [(24 * 60 + 59) * minute, '1 d'],
  [(50 * 60 + 30) * minute, '2 d 2 h'],
])('%i ms are %s', (ms, words) => {
  expect(durationWords(ms)).toBe(words);
});
