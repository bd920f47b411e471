import { expect, test } from 'vitest';
import { createSecurityLog } from '#server/auth/security-events.ts';
import { recordLog } from '#tests/support/log-lines.ts';

function open(alertAfter: number) {
  const clock = { now: new Date('2026-07-01T06:30:00.000Z') };
  const { log, lines } = recordLog();
  const security = createSecurityLog({ log, now: () => clock.now, alertAfter, secret: 'key' });
  return { clock, security, events: () => lines.map(({ event }) => event) };
}

test('a flood from one address is logged up to a limit; other addresses, events and windows are not affected', () => {
  const { clock, security, events } = open(1000);
  for (let tried = 0; tried < 130; tried += 1) security.refuse('sign_in.refused', { address: '192.0.2.1' });
  expect(events()).toHaveLength(100);
  security.refuse('sign_in.refused', { address: '192.0.2.2' });
  security.refuse('access.refused', { address: '192.0.2.1' });
  security.note('sign_in.done', { address: '192.0.2.1' });
  expect(events().slice(100)).toEqual(['sign_in.refused', 'access.refused', 'sign_in.done']);
  clock.now = new Date(clock.now.getTime() + 15 * 60_000);
  security.refuse('sign_in.refused', { address: '192.0.2.1' });
  expect(events()).toHaveLength(104);
});

test('an address that tries more accounts than the limit is logged itself', () => {
  const { security, events } = open(10_500);
  for (let tried = 0; tried < 10_500; tried += 1) {
    security.refuse('sign_in.refused', { account: `unknown-${tried}`, address: '192.0.2.1' });
  }
  expect(events().filter((event) => event === 'alert.refusals')).toHaveLength(1);
});
