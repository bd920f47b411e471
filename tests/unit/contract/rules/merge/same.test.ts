import { expect, test } from 'vitest';
import { saysTheSame } from '#contract/rules/merge/same.ts';

test.each<[unknown, unknown, boolean]>([
  ['ICU', ' ICU ', true],
  ['ICU', 'icu', false],
  ['', null, true],
  [undefined, '', true],
  [0, null, false],
  [3, '3', true],
  [3, ' 3.0 ', true],
  ['3', '3.0', false],
  // Could mean one half.
  [5, '0,5', false],
  [1234, '1,234', false],
  [true, undefined, false],
  [[1, 2], [1, 2], true],
  [[1, 2], [2, 1], false],
  [[], {}, false],
  [{ a: 1, b: null }, { a: 1 }, true],
  [{ a: { b: 'x ' } }, { a: { b: 'x' } }, true],
])('%j and %j are equal: %s', (a, b, same) => {
  expect(saysTheSame(a, b)).toBe(same);
  expect(saysTheSame(b, a)).toBe(same);
});
