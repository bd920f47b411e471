import { expect, test } from 'vitest';
import { isReachable } from '#ui/features/device/labels/phone-address.tsx';

test.each([
  ['localhost', false],
  ['ward.localhost', false],
  ['127.0.0.1', false],
  ['0.0.0.0', false],
  ['169.254.7.1', false],
  ['[::1]', false],
  ['[fe80::1]', false],
  ['192.168.1.20', true],
  ['[fd00::20]', true],
  ['ward.hospital.example', true],
  ['localhost.example', true],
])('phones reach %s: %s', (hostname, isReached) => {
  expect(isReachable(hostname)).toBe(isReached);
});
