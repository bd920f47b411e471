import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Changes } from '#contract/calls/sync.ts';
import { hospitalHead } from '#server/db/schema.ts';
import { writeScope } from '#server/db/scope.ts';
import { publishChanges } from '#server/db/publish-changes.ts';
import { startTestServer, type TestClient, type TestServer } from '#tests/support/test-server.ts';

let server: TestServer;
let bme: TestClient;
beforeAll(async () => {
  server = await startTestServer();
  bme = await server.as(server.city.users.bme);
});
afterAll(() => server.close());

async function pull(cursor: number, limit?: number): Promise<Changes> {
  const { status, answer } = await bme.call('syncChanges', { query: { cursor, ...(limit ? { limit } : {}) } });
  expect(status).toBe(200);
  return answer;
}
const idsOf = (changes: Changes): string[] => changes.rows.flatMap(({ rows }) => rows.map((row) => String(row['id'])));

test('a first pull returns every record once, and the next one nothing', async () => {
  const first = await pull(0);
  const counts = Object.fromEntries(first.rows.map(({ kind, rows }) => [kind, rows.length]));
  expect(counts).toEqual({ template: 1, department: 2, technician: 2, device: 5, task: 3 });
  expect([first.more, first.next]).toEqual([false, first.head]);
  const next = await pull(first.next);
  expect([next.rows, next.tombstones, next.next]).toEqual([[], [], first.head]);
});

test('a change returns only its own rows: a closed task brings the task and its device', async () => {
  const { head } = await pull(0);
  const taskId = server.city.tasks.overdue;
  const closed = await bme.call('closeTask', { body: { taskId, actionTaken: 'Cleaned' } });
  const change = await pull(head);
  expect(Number(closed.header('x-ward-version'))).toBe(change.head);
  expect(idsOf(change).sort()).toEqual([taskId, server.city.devices['VENT-0001'] ?? ''].sort());
});

test('a version is never split over two pages, and the pages together are complete', async () => {
  const whole = await pull(0, 10_000);
  const seen: string[] = [];
  let cursor = 0;
  for (let more = true; more;) {
    const page = await pull(cursor, 3);
    for (const { versions } of page.rows) {
      for (const version of versions) {
        expect(version).toBeGreaterThan(cursor);
        expect(version).toBeLessThanOrEqual(page.next);
      }
    }
    seen.push(...idsOf(page));
    cursor = page.next;
    more = page.more;
  }
  expect(seen.sort()).toEqual(idsOf(whole).sort());
  expect(cursor).toBe(whole.head);
});

test('a retired template becomes a tombstone, and Undo restores it', async () => {
  const { head } = await pull(0);
  const params = { id: server.city.templateId };
  expect((await bme.call('deleteRoundTemplate', { params })).status).toBe(204);
  expect((await pull(head)).tombstones).toEqual([{ kind: 'template', id: params.id }]);
  expect((await bme.call('deleteRoundTemplate', { params })).status).toBe(404);
  expect((await bme.call('restoreRoundTemplate', { params })).answer.templateName).toBe('ICU round');
  const back = await pull(head);
  expect([back.tombstones, idsOf(back)]).toEqual([[], [params.id]]);
});

test('another epoch, a cursor ahead of the head or older than the tombstones must start over', async () => {
  const { head, epoch } = await pull(0);
  const expired = async (query: { cursor: number; epoch?: string }) => {
    const { status, problem } = await bme.call('syncChanges', { query });
    return [status, problem.code, problem.context];
  };
  const wanted = [410, 'sync.cursor_expired', { epoch, head }];
  expect(await expired({ cursor: 1, epoch: 'another' })).toEqual(wanted);
  expect(await expired({ cursor: head + 1, epoch })).toEqual(wanted);
  await server.database.db.update(hospitalHead).set({ prunedVersion: head });
  expect(await expired({ cursor: head - 1, epoch })).toEqual(wanted);
  await server.database.db.update(hospitalHead).set({ prunedVersion: 0 });
});

test('the digest matches what a tablet has', async () => {
  const changes = await pull(0, 10_000);
  const { answer } = await bme.call('syncDigest');
  for (const { kind, count, sum } of answer.kinds) {
    const versions = changes.rows.find((group) => group.kind === kind)?.versions ?? [];
    expect([kind, count, sum]).toEqual([kind, versions.length, versions.reduce((total, each) => total + each, 0)]);
  }
  expect([answer.epoch, answer.head]).toEqual([changes.epoch, changes.head]);
});

test('a change of many records uses several versions that become visible together', async () => {
  const { head } = await pull(0);
  const { db } = server.database;
  const { city } = server;
  const version = await db.transaction((tx) => {
    const scope = writeScope(tx, { id: city.id, name: city.name, timeZone: 'Asia/Kolkata' });
    scope.tombstone('task', ...Array.from({ length: 4500 }, () => randomUUID()));
    return publishChanges(tx, city.id, scope.changes(), server.clock.now);
  });
  expect(version).toBe(head + 3);
  const page = await pull(head, 10);
  expect([page.tombstones.length, page.next, page.more]).toEqual([2000, head + 1, true]);
});

test("no version appears behind a reader's cursor while several writers commit", async () => {
  const { head } = await pull(0);
  const seen = new Set<string>();
  let cursor = head;
  let writing = true;
  const reader = (async () => {
    for (let last = false; !last;) {
      last = !writing;
      const page = await pull(cursor);
      for (const id of page.rows.filter(({ kind }) => kind === 'round').flatMap(({ rows }) => rows)) {
        seen.add(String(id['id']));
      }
      cursor = page.next;
    }
  })();
  const keys = Array.from({ length: 60 }, () => randomUUID());
  const serialNumbers = Object.keys(server.city.devices);
  await Promise.all(
    keys.map((key, place) =>
      bme.call('submitRound', {
        key,
        body: [
          {
            serialNumber: serialNumbers[place % 5] ?? '',
            status: 'Operational',
            date: '2026-07-01',
            dailyRoundTemplateId: server.city.templateId,
          },
        ],
      }),
    ),
  );
  writing = false;
  await reader;
  expect(keys.filter((key) => !seen.has(key))).toEqual([]);
});

test('an event stream sends the current version, then each new one, and ends with the server', async () => {
  const own = await startTestServer();
  const user = await own.as(own.city.users.bme);
  const address = await own.app.listen({ port: 0, host: '127.0.0.1' });
  const response = await fetch(`${address}/api/Sync/events`, {
    headers: { authorization: `Bearer ${user.session?.token ?? ''}` },
  });
  expect([response.headers.get('content-type'), response.headers.get('x-ward-protocol')]).toEqual([
    'text/event-stream; charset=utf-8',
    '1',
  ]);
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  expect((await reader?.read())?.value).toBe('event: version\ndata: 1\n\n');
  await user.call('closeTask', { body: { taskId: own.city.tasks.overdue, actionTaken: 'Cleaned' } });
  expect((await reader?.read())?.value).toBe('event: version\ndata: 2\n\n');
  await own.close();
  expect((await reader?.read())?.done).toBe(true);
});
