import { expect, test } from 'vitest';
import { firstOf } from '#contract/rules/first-of.ts';

test.each([
  [0, []],
  [2, [1, 2]],
  [9, [1, 2, 3, 4, 5]],
])('the first %i of five', (count, first) => {
  expect(firstOf([4, 1, 5, 2, 3], count, (a, b) => a - b)).toEqual(first);
});
