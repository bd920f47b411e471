import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { keptTestDays } from '#contract/rules/procedure.ts';
import { testRecord } from '#server/db/schema.ts';
import { startTestServer, type TestClient, type TestServer } from '#tests/support/test-server.ts';
import { addTestWork } from '#tests/support/test-work.ts';

const dayMs = 24 * 60 * 60 * 1000;
const bytes = Buffer.from('%PDF-1.7 late photo');
const photo = {
  sha256: createHash('sha256').update(bytes).digest('hex'),
  size: bytes.length,
  mime: 'application/pdf' as const,
  name: 'display.pdf',
};

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const signIn = () => server.as(server.city.users.bme);

/** Returns the tests in a fresh download, which must hold what the digest counts. */
async function freshTests(bme: TestClient): Promise<unknown[]> {
  const { answer: changes } = await bme.call('syncChanges', { query: { cursor: 0, limit: 10_000 } });
  const { answer: digest } = await bme.call('syncDigest');
  for (const { kind, count, sum } of digest.kinds) {
    const versions = changes.rows.find((group) => group.kind === kind)?.versions ?? [];
    expect([kind, count, sum]).toEqual([kind, versions.length, versions.reduce((total, each) => total + each, 0)]);
  }
  return changes.rows.flatMap(({ kind, rows }) => (kind === 'test' ? rows.map((row) => row['id']) : []));
}

test('P107 a test is removed from tablets after its retention by a tombstone only, and no late photo restores it', async () => {
  const ids = await addTestWork(server.database.db, server.city, server.clock.now);
  const submit = async (client: TestClient, photos: (typeof photo)[]) => {
    const { status, answer } = await client.call('submitTestRecord', {
      body: {
        deviceId: server.city.devices['VENT-0001'] ?? '',
        taskId: null,
        procedureId: ids.procedure,
        version: 1,
        answers: [{ stepId: 'housing', look: 'ok', photos }],
        told: 'Fail',
      },
    });
    expect(status).toBe(201);
    return answer.id;
  };
  const old = await submit(await signIn(), [photo]);
  server.clock.advance(dayMs);
  const young = await submit(await signIn(), []);

  server.clock.advance((keptTestDays - 1) * dayMs);
  await server.clearNightly();
  expect((await freshTests(await signIn())).toSorted()).toEqual([old, young].toSorted());

  server.clock.advance(dayMs / 2);
  const before = await signIn();
  const { head } = (await before.call('syncDigest')).answer;
  // Until the night after its last day, the test is in the digest and in a download.
  expect(await freshTests(before)).toContain(old);

  server.clock.advance(dayMs / 2 - 1);
  await server.clearNightly();
  const bme = await signIn();
  expect(await freshTests(bme)).toEqual([young]);
  const { answer: change } = await bme.call('syncChanges', { query: { cursor: head } });
  expect(change.tombstones).toEqual([{ kind: 'test', id: old }]);
  expect(await server.database.db.$count(testRecord)).toBe(2);

  const put = await server.app.inject({
    method: 'PUT',
    url: `/api/Attachments/${photo.sha256}?offset=0`,
    headers: { authorization: `Bearer ${bme.session?.token ?? ''}`, 'content-type': 'application/octet-stream' },
    payload: bytes,
  });
  expect(put.json()).toMatchObject({ received: true });
  expect(await freshTests(bme)).toEqual([young]);
});
