import { expect, test } from 'vitest';
import { nearSerials } from '#contract/rules/near-serials.ts';

const devices = ['0012', 'MON-2', 'SN-O1L', 'AB/12', '000', '-'].map((serialNumber) => ({ serialNumber }));

test.each([
  ['leading zeros', '12', ['0012']],
  ['more leading zeros', '000012', ['0012']],
  ['spaces, and no dash', ' mon 2 ', ['MON-2']],
  ['a long dash', 'MON–2', ['MON-2']],
  ['letters for digits', 'SN-011', ['SN-O1L']],
  ['digits for letters', 'sn0iI', ['SN-O1L']],
  ['a slash that was not read', 'AB12', ['AB/12']],
  ['zeros alone', '0', ['000']],
  ['one digit more', '0120', []],
  ['a part', 'MON', []],
  ['nothing', '- -', []],
])('%s: %j', (_what, text, found) => {
  expect(nearSerials(text, devices, 8).map(({ serialNumber }) => serialNumber)).toEqual(found);
});

test('returns no more than requested', () => {
  const many = ['1', '01', '001'].map((serialNumber) => ({ serialNumber }));
  expect(nearSerials('1', many, 2).map(({ serialNumber }) => serialNumber)).toEqual(['1', '01']);
});
