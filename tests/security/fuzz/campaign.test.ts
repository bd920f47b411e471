import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { callList } from '#contract/index.ts';
import { hospitalDay } from '#contract/rules/hospital-day.ts';
import { seedPassword } from '#tests/support/seed.ts';
import { startTestServer, type TestServer } from '#tests/support/test-server.ts';
import { runCampaign } from './campaign.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ trustProxy: 1 });
  await server.app.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(() => server.close());

/** Each call twice for each of the two hospitals: the minimum that detects a bug in any response. */
const requests = 2 * callList.length;

test('no response breaks a rule', async () => {
  const { port } = server.app.server.address() as AddressInfo;
  const tally = await runCampaign({
    port,
    admin: { email: server.admin.email, password: seedPassword },
    seed: 7,
    requests,
    today: hospitalDay(server.clock.now, 'Asia/Kolkata'),
  });
  expect(tally.findings.map(({ rule, what, at, call }) => `${at} ${call}: ${rule}: ${what}`)).toEqual([]);
  expect(tally.asked.size).toBe(callList.length);
}, 120_000);
