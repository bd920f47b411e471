import { expect, it } from 'vitest';
import { pinForm } from '#contract/calls/session.ts';

const refusalOf = (pin: string) =>
  pinForm.safeParse({ password: 'secret1', pin }).error?.issues.map(({ message }) => message) ?? [];

it.each(['280519', '112233', '123457', '000001', '987653', '280519280519'])('accepts the PIN %s', (pin) => {
  expect(refusalOf(pin)).toEqual([]);
});

it.each([
  ['', 'PIN is required.'],
  ['28051', 'A PIN has 6 to 12 digits.'],
  ['2805192805192', 'A PIN has 6 to 12 digits.'],
  ['28051a', 'A PIN has 6 to 12 digits.'],
  ['٢٨٠٥١٩', 'A PIN has 6 to 12 digits.'],
  ['111111', 'This PIN is easy to guess: please choose another one.'],
  ['123456', 'This PIN is easy to guess: please choose another one.'],
  ['987654', 'This PIN is easy to guess: please choose another one.'],
])('refuses the PIN "%s": %s', (pin, why) => {
  expect(refusalOf(pin)).toEqual([why]);
});
