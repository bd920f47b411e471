import { expect, test } from 'vitest';
import { isPublicAddress, mayBePublic, publicLookup } from '#server/outgoing/public-address.ts';

test.each([
  ['https://fcm.googleapis.com/fcm/send/a', true],
  ['https://updates.push.services.mozilla.com/wpush/v2/a', true],
  ['https://web.push.apple.com/a', true],
  ['https://wns2-bl2p.notify.windows.com/w/?token=a', true],
  ['http://fcm.googleapis.com/a', false],
  ['https://user:word@fcm.googleapis.com/a', false],
  ['https://fcm.googleapis.com:8443/a', false],
  ['https://localhost/a', false],
  ['https://localhost./a', false],
  ['https://push.localhost/a', false],
  ['https://printer.local/a', false],
  ['https://metadata.google.internal/a', false],
  ['https://hospital/a', false],
  ['https://127.0.0.1/a', false],
  ['https://2130706433/a', false],
  ['https://0x7f.1/a', false],
  ['https://10.1.2.3/a', false],
  ['https://169.254.169.254/latest', false],
  ['https://[::1]/a', false],
  ['https://[::ffff:10.0.0.1]/a', false],
  ['https://8.8.8.8/a', true],
  ['ftp://fcm.googleapis.com/a', false],
  ['nonsense', false],
])('P341 %s may be public: %s', (address, expected) => {
  expect(mayBePublic(address)).toBe(expected);
});

test.each([
  ['8.8.8.8', true],
  ['2606:4700::1111', true],
  ['0.0.0.0', false],
  ['100.64.0.1', false],
  ['172.31.255.255', false],
  ['172.32.0.1', true],
  ['192.168.1.1', false],
  ['239.1.1.1', false],
  ['255.255.255.255', false],
  ['::', false],
  ['::ffff:127.0.0.1', false],
  ['64:ff9b::a00:1', false],
  ['2002:7f00:1::', false],
  ['fd00::1', false],
  ['fe80::1', false],
  ['ff02::1', false],
  ['name', false],
])('P341 the address %s is public: %s', (address, expected) => {
  expect(isPublicAddress(address)).toBe(expected);
});

test.each([{}, { all: true }])(
  'P341 a name that resolves to an internal address is refused at the connection',
  async (options) => {
    const error = await new Promise((resolve) => publicLookup('localhost', options, resolve));
    expect(String(error)).toContain('localhost is not on the internet.');
  },
);
