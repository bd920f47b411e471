import { expect, it } from 'vitest';
import { pastedSerials } from '#contract/rules/pasted-serials.ts';

it.each([
  ['a column of a sheet', 'A-1\r\nA-2\r\n\r\n A-3 ', ['A-1', 'A-2', 'A-3']],
  ['a row of a sheet', 'A-1\tA-2\tA-3', ['A-1', 'A-2', 'A-3']],
  ['a sentence', 'A-1, A-2; A-3', ['A-1', 'A-2', 'A-3']],
  ['a serial number with a comma', 'A,1\nA,2', ['A,1', 'A,2']],
  ['a serial number with spaces', 'SN 0001\nSN 0002', ['SN 0001', 'SN 0002']],
  ['invisible characters', 'A\u200B-1\n\uFEFFA-2', ['A-1', 'A-2']],
  ['nothing', ' \n--\n', []],
])('reads %s', (_what, text, serials) => {
  expect(pastedSerials(text)).toEqual(serials);
});
