import { expect, test } from 'vitest';
import { endOfText, startOfText } from '#contract/rules/cut-text.ts';

test.each([
  ['pump.jpg', 8, 'pump.jpg', 'pump.jpg'],
  ['pump.jpg', 4, 'pump', '.jpg'],
  ['😀😀', 4, '😀😀', '😀😀'],
  ['😀😀', 3, '😀', '😀'],
  ['a😀b', 2, 'a', 'b'],
  ['', 3, '', ''],
])('%j is cut to %i characters, without half emoji', (text, most, start, end) => {
  expect([startOfText(text, most), endOfText(text, most)]).toEqual([start, end]);
});
