import { expect, test } from 'vitest';
import { followUpTaskId } from '#contract/rules/schedule.ts';
import { problem } from '#contract/errors.ts';
import type { ErrorCode } from '#contract/errors.ts';
import { backoffMs } from '#sync/push/plan.ts';
import type { SimulatedRequest, WireAnswer } from '#tests/faults/wire-answer.ts';
import { closing, createBench, offline } from '../bench.ts';
import type { Interception } from '../bench.ts';

const isWrite = (request: SimulatedRequest) => request.headers['idempotency-key'] !== undefined;
const bodyOf = (request: SimulatedRequest) => (typeof request.body === 'string' ? request.body : '');
const open: () => Interception = () => undefined;

/** Builds our server's refusal of this request. */
function refusalOf(request: SimulatedRequest, code: ErrorCode, headers: Record<string, string> = {}): WireAnswer {
  const document = problem(code);
  return {
    status: document.status,
    headers: {
      'X-Ward-Protocol': '1',
      'Content-Type': 'application/problem+json',
      'Idempotency-Key': request.headers['idempotency-key'] ?? '',
      ...headers,
    },
    body: JSON.stringify(document),
  };
}

test('PU1 a saved closing reaches the server once under its key', async () => {
  const bench = createBench();
  const { engine } = await bench.signIn('asha');
  const { id } = await bench.during(engine.save('closeTask', closing('7')));
  expect(await bench.during(engine.outcome(id, 10_000))).toMatchObject({ kind: 'received' });
  expect(bench.server.effects()).toMatchObject([{ key: id, userId: 'asha' }]);
  await bench.time.run(61_000);
  expect(engine.status().label).toBe('Sync: up to date');
});

test('PU1 a lost response is requested again and the entry is on the server once', async () => {
  const bench = createBench();
  const { engine } = await bench.signIn('asha');
  let lost = 0;
  bench.network = (request) => (isWrite(request) && (lost += 1) <= 2 ? 'lose-answer' : undefined);
  const { id } = await bench.during(engine.save('closeTask', closing('7')));
  await bench.time.run(120_000);
  expect(bench.server.effects()).toMatchObject([{ key: id }]);
  expect(engine.outbox()).toMatchObject([{ id, state: 'done' }]);
});

test('PU2 entries of one task are sent in the order in which they were made', async () => {
  const bench = createBench();
  const { engine } = await bench.signIn('asha');
  bench.network = offline;
  await bench.during(engine.save('dispatchTask', { taskId: '7' }));
  await bench.during(engine.save('escalateTask', { taskId: '7' }));
  await bench.during(engine.save('closeTask', closing('7')));
  let failures = 0;
  bench.network = (request) => (isWrite(request) && (failures += 1) % 2 === 1 ? 'refuse' : undefined);
  await bench.time.run(300_000);
  expect(bench.server.effects().map(({ kind }) => kind)).toEqual([
    'task.dispatch@1',
    'task.escalate@1',
    'task.close@1',
  ]);
});

test('PU3 four streams are sent at a time, not more', async () => {
  const bench = createBench();
  const { engine } = await bench.signIn('asha');
  bench.network = offline;
  for (let task = 1; task <= 7; task += 1) await bench.during(engine.save('closeTask', closing(String(task))));
  bench.network = (request) => (isWrite(request) ? 'hang' : undefined);
  await bench.time.run(61_000);
  const before = bench.requests.filter(isWrite).length;
  engine.sendNow();
  await bench.time.run(15_000);
  expect(engine.status().sending).toBeLessThanOrEqual(4);
  expect(bench.requests.filter(isWrite).length - before).toBeLessThanOrEqual(8);
});

test('PU3 an entry for which the server always fails does not block others', async () => {
  const bench = createBench();
  const { engine } = await bench.signIn('asha');
  bench.network = (request) =>
    isWrite(request) && bodyOf(request).includes('poison') ? refusalOf(request, 'server.failed') : undefined;
  const sick = await bench.during(engine.save('closeTask', closing('1', 'poison')));
  const well: string[] = [];
  for (let task = 2; task <= 9; task += 1) {
    well.push((await bench.during(engine.save('closeTask', closing(String(task))))).id);
  }
  await bench.time.run(5000);
  expect(new Set(bench.server.effects().map(({ key }) => key))).toEqual(new Set(well));
  expect(engine.outbox().find((entry) => entry.id === sick.id)).toMatchObject({ state: 'waiting' });
});

const page = { status: 200, headers: { 'Content-Type': 'text/html' }, body: '<h1>Welcome to Hospital Wi-Fi</h1>' };
const foreignAnswers: Record<string, (request: SimulatedRequest) => WireAnswer> = {
  'a portal page with status 200': () => page,
  'a portal page in JSON': () => ({ ...page, headers: { 'Content-Type': 'application/json' }, body: '{}' }),
  'a redirect': () => ({ status: 0, headers: {}, body: '' }),
  "a proxy's error": () => ({ ...page, status: 502 }),
  'a refusal of a proxy': () => ({ ...page, status: 403 }),
  'an answer to another entry': () => ({
    status: 200,
    headers: { 'X-Ward-Protocol': '1', 'Content-Type': 'application/json', 'Idempotency-Key': 'other' },
    body: '{}',
  }),
  'a cut answer': (request) => ({
    status: 200,
    headers: {
      'X-Ward-Protocol': '1',
      'Content-Type': 'application/json',
      'Idempotency-Key': request.headers['idempotency-key'] ?? '',
    },
    body: '{"id":',
  }),
};
test.each(Object.keys(foreignAnswers))('PU4 %s is not accepted as a response', async (name) => {
  const bench = createBench();
  const { engine } = await bench.signIn('asha');
  bench.network = (request) => (isWrite(request) ? foreignAnswers[name]?.(request) : undefined);
  const { id } = await bench.during(engine.save('closeTask', closing('7')));
  await bench.time.run(5000);
  expect(engine.outbox()).toMatchObject([{ id, state: 'waiting', error: { class: 'unreachable' } }]);
  bench.network = open;
  await bench.time.run(61_000);
  expect(engine.outbox()).toMatchObject([{ id, state: 'done' }]);
});

test('PU5 backoff grows from 1 s to 60 s with full jitter', () => {
  expect([1, 2, 3, 7, 50].map((failures) => backoffMs(failures, 1))).toEqual([1000, 2000, 4000, 60_000, 60_000]);
  expect(backoffMs(50, 0.25)).toBe(15_000);
});

test('PU5 contact with the server ends the backoff, and navigator.onLine blocks nothing', async () => {
  const bench = createBench();
  const { engine } = await bench.signIn('asha');
  bench.network = offline;
  bench.tablet.looksOnline = false;
  const { id } = await bench.during(engine.save('closeTask', closing('7')));
  await bench.time.run(600_000);
  const tries = bench.requests.filter(isWrite).length;
  expect(tries).toBeGreaterThan(8);
  bench.network = open;
  bench.tablet.signOfLife();
  await bench.time.run(1000);
  expect(engine.outbox()).toMatchObject([{ id, state: 'done' }]);
  await bench.time.run(60_000);
  expect(engine.status().label).toBe('Sync: up to date');
});

test('PU6 a busy server is not called for as long as it asks', async () => {
  const bench = createBench();
  const { engine } = await bench.signIn('asha');
  bench.network = (request) =>
    isWrite(request) ? refusalOf(request, 'server.busy', { 'Retry-After': '120' }) : undefined;
  const { id } = await bench.during(engine.save('closeTask', closing('7')));
  await bench.time.run(119_000);
  expect(bench.requests.filter(isWrite)).toHaveLength(1);
  bench.network = open;
  await bench.time.run(2000);
  expect(engine.outbox()).toMatchObject([{ id, state: 'done' }]);
});

test("PU3 a file whose author has to sign in does not delay other users' entries", async () => {
  const bench = createBench();
  const { engine } = await bench.signIn('asha');
  const bytes = new ArrayBuffer(3);
  const ref = { sha256: 'ab'.repeat(32), size: 3, mime: 'image/jpeg' as const, name: 'panel.jpg' };
  bench.network = (request) => (request.path.includes('/Attachments/') ? 'refuse' : undefined);
  const first = await bench.during(
    engine.save('closeTask', { ...closing('1'), files: [ref] }, { files: [{ ref, bytes }] }),
  );
  await bench.during(engine.outcome(first.id, 5000));
  await bench.during(engine.login('ben@ward.test', 'secret1'));
  let busy = 0;
  bench.network = (request) => {
    if (request.path.includes('/Attachments/') || request.path === '/api/Auth/refresh/asha') {
      return refusalOf(request, 'auth.expired');
    }
    return isWrite(request) && (busy += 1) % 2 === 1
      ? refusalOf(request, 'server.busy', { 'Retry-After': '1' })
      : undefined;
  };
  await bench.time.run(600_000);
  for (const task of ['2', '3', '4', '5', '6', '7', '8', '9']) {
    const { id } = await bench.during(engine.save('closeTask', closing(task)));
    await bench.time.run(3000);
    expect(engine.outbox().find((entry) => entry.id === id)).toMatchObject({ state: 'done' });
  }
});

test('PU7 an expired token is renewed and the entry is sent', async () => {
  const bench = createBench();
  const { engine } = await bench.signIn('asha');
  bench.server.expireTokens();
  const { id } = await bench.during(engine.save('closeTask', closing('7')));
  expect(await bench.during(engine.outcome(id, 10_000))).toMatchObject({ kind: 'received' });
  expect(bench.requests.filter((request) => request.path === '/api/Auth/refresh/asha')).toHaveLength(1);
});

test('PU7 entries wait for the sign-in when the session cannot be renewed, and are sent after it', async () => {
  const bench = createBench();
  const { engine } = await bench.signIn('asha');
  bench.network = (request) =>
    request.path.startsWith('/api/Auth/refresh') || isWrite(request) ? refusalOf(request, 'auth.expired') : undefined;
  const { id } = await bench.during(engine.save('closeTask', closing('7')));
  await bench.time.run(1000);
  expect(engine.session()).toMatchObject({ kind: 'signed-out' });
  expect(engine.outbox()).toMatchObject([{ id, state: 'signed-out' }]);
  bench.network = open;
  await bench.during(engine.login('asha@ward.test', 'secret1'));
  await bench.time.run(1000);
  expect(engine.outbox()).toMatchObject([{ id, state: 'done' }]);
});

test('PU8 a permanent refusal keeps the entry with who and when', async () => {
  const bench = createBench();
  const { engine } = await bench.signIn('asha');
  await bench.during(engine.save('closeTask', closing('7')));
  const second = await bench.during(engine.save('closeTask', closing('7', 'Also changed the fuse')));
  const outcome = await bench.during(engine.outcome(second.id, 10_000));
  expect(outcome).toMatchObject({ kind: 'refused', error: { code: 'task.already_closed', context: { by: 'asha' } } });
  expect(engine.status().label).toBe('Sync: 1 need attention');
  await bench.time.run(3600_000);
  expect(engine.outbox().find((entry) => entry.id === second.id)).toMatchObject({
    state: 'attention',
    canAddNote: true,
  });
});

test('PU9 a server that requires a newer app leaves the queue unchanged', async () => {
  const bench = createBench();
  const { engine } = await bench.signIn('asha');
  bench.network = (request) => (isWrite(request) ? refusalOf(request, 'app.update_required') : undefined);
  const { id } = await bench.during(engine.save('closeTask', closing('7')));
  await bench.time.run(1000);
  expect(engine.outbox()).toMatchObject([{ id, state: 'waiting', error: { class: 'update' } }]);
  bench.network = open;
  await bench.time.run(301_000);
  expect(engine.outbox()).toMatchObject([{ id, state: 'done' }]);
});

test('PU10 a request without progress is aborted after 20 s', async () => {
  const bench = createBench();
  const { engine } = await bench.signIn('asha');
  bench.network = (request) => (isWrite(request) ? 'hang' : undefined);
  const { id } = await bench.during(engine.save('closeTask', closing('7')));
  await bench.time.run(19_000);
  expect(engine.outbox()).toMatchObject([{ id, state: 'sending' }]);
  await bench.time.run(1500);
  expect(bench.requests.find(isWrite)?.signal?.aborted).toBe(true);
  expect(engine.outbox()[0]?.error).toMatchObject({ class: 'unreachable', code: 'timeout' });
});

test('PU11 a tab that is frozen while sending loses the lock to another', async () => {
  const bench = createBench();
  const first = await bench.signIn('asha');
  bench.network = (request) => (isWrite(request) ? 'hang' : undefined);
  const { id } = await bench.during(first.engine.save('closeTask', closing('7')));
  await bench.time.run(100);
  first.tab.freeze();
  bench.network = open;
  const second = await bench.openTab();
  await bench.time.run(5000);
  expect(second.engine.outbox()).toMatchObject([{ id, state: 'sending' }]);
  await bench.time.run(20_000);
  expect(second.engine.outbox()).toMatchObject([{ id, state: 'done' }]);
});

test('PU11 a runner that has just taken the lock does not lose it before its first heartbeat', async () => {
  const bench = createBench();
  const { engine } = await bench.signIn('asha');
  bench.tablet.holdLock('ward-push');
  const { id } = await bench.during(engine.save('closeTask', closing('7')));
  await bench.time.run(4500);
  expect(bench.requests.filter(isWrite)).toHaveLength(0);
  await bench.time.run(6000);
  expect(engine.outbox()).toMatchObject([{ id, state: 'done' }]);
  expect(bench.requests.filter(isWrite)).toHaveLength(1);
});

test('PU12 two tabs without locks cause one effect and one settled entry', async () => {
  const bench = createBench();
  bench.tablet.locksWork = false;
  const first = await bench.signIn('asha');
  const second = await bench.openTab();
  bench.network = offline;
  const ids: string[] = [];
  for (let task = 1; task <= 5; task += 1) {
    ids.push((await bench.during(first.engine.save('closeTask', closing(String(task))))).id);
  }
  bench.network = open;
  bench.tablet.signOfLife();
  await bench.time.run(70_000);
  expect(
    bench.server
      .effects()
      .map(({ key }) => key)
      .sort(),
  ).toEqual([...ids].sort());
  for (const engine of [first.engine, second.engine]) {
    expect(engine.outbox().map((entry) => entry.state)).toEqual(ids.map(() => 'done'));
  }
});

test('PU13 PU14 entries of A are sent as A while B is signed in, and requests in flight are aborted', async () => {
  const bench = createBench();
  const { engine } = await bench.signIn('asha');
  bench.network = (request) => (isWrite(request) ? 'hang' : undefined);
  const { id } = await bench.during(engine.save('closeTask', closing('7')));
  await bench.time.run(100);
  await bench.during(engine.logout());
  expect(bench.requests.find(isWrite)?.signal?.aborted).toBe(true);
  await bench.during(engine.login('ben@ward.test', 'secret1'));
  bench.network = open;
  const other = await bench.during(engine.save('closeTask', closing('8')));
  await bench.time.run(61_000);
  expect(bench.server.effects()).toHaveLength(2);
  expect(bench.server.effects()).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ key: id, userId: 'asha' }),
      expect.objectContaining({ key: other.id, userId: 'ben' }),
    ]),
  );
});

test('PU17 the worker sends what a closed app has left', async () => {
  const bench = createBench();
  const { engine, tab } = await bench.signIn('asha');
  bench.network = offline;
  const { id } = await bench.during(engine.save('closeTask', closing('7')));
  tab.kill();
  bench.network = open;
  await bench.during(bench.tablet.wakeWorker(null));
  expect(bench.server.effects()).toMatchObject([{ key: id, userId: 'asha' }]);
  const later = await bench.openTab();
  expect(later.engine.outbox()).toMatchObject([{ id, state: 'done' }]);
});

test('PU17 a worker replaced by a newer app ends at once; what it left is sent once', async () => {
  const bench = createBench();
  const { engine, tab } = await bench.signIn('asha');
  bench.network = offline;
  const { id } = await bench.during(engine.save('closeTask', closing('7')));
  tab.kill();
  bench.network = (request) => (isWrite(request) ? 'hang' : undefined);
  const replaced = new AbortController();
  let ended = false;
  const push = bench.tablet.wakeWorker(null, replaced.signal).then(() => (ended = true));
  await bench.time.run(2_000);
  expect(ended).toBe(false);
  replaced.abort();
  await bench.time.run(100);
  expect(ended).toBe(true);
  await push;
  bench.network = open;
  await bench.during(bench.tablet.wakeWorker(null));
  expect(bench.server.effects()).toMatchObject([{ key: id, userId: 'asha' }]);
});

const report = {
  installationBaseId: '12',
  issueType: 'Electrical',
  problemReported: 'No power',
  priority: 'High',
  reportedDate: '2026-11-21',
} as const;

test('PU18 the closing of a ticket waits for the report that creates it, even if another user closes it', async () => {
  const bench = createBench();
  const { engine } = await bench.signIn('asha');
  bench.network = (request) => (bodyOf(request).includes('No power') ? 'refuse' : undefined);
  const ticket = await bench.during(engine.save('reportTicket', report));
  await bench.during(engine.logout());
  await bench.during(engine.login('ben@ward.test', 'secret1'));
  const closed = await bench.during(engine.save('closeTicket', { id: ticket.id, actionTaken: 'Fuse changed' }));
  await bench.time.run(60_000);
  expect(bench.server.effects()).toEqual([]);
  bench.network = open;
  await bench.time.run(120_000);
  expect(bench.server.effects().map(({ key }) => key)).toEqual([ticket.id, closed.id]);
});

test('PU18 the closing also waits if another tab has saved the report', async () => {
  const bench = createBench();
  const { engine } = await bench.signIn('asha');
  const other = await bench.openTab();
  bench.network = (request) => (bodyOf(request).includes('No power') ? 'refuse' : undefined);
  const ticket = await bench.during(engine.save('reportTicket', report));
  await bench.time.run(1000);
  const closed = await bench.during(other.engine.save('closeTicket', { id: ticket.id, actionTaken: 'Fuse changed' }));
  await bench.time.run(60_000);
  expect(bench.server.effects()).toEqual([]);
  bench.network = open;
  await bench.time.run(120_000);
  expect(bench.server.effects().map(({ key }) => key)).toEqual([ticket.id, closed.id]);
});

test('PU18 work on a follow-up task waits for the closing form that creates the task', async () => {
  const bench = createBench();
  const { engine } = await bench.signIn('asha');
  bench.network = (request) => (bodyOf(request).includes('Valve ordered') ? 'refuse' : undefined);
  const closing = { id: 'ticket-1', actionTaken: 'Valve ordered', isFollowUpRequired: true };
  const pending = await bench.during(engine.save('closeTicket', closing));
  const taskId = followUpTaskId('ticket-1') ?? '';
  const closed = await bench.during(engine.save('closeTask', { taskId, actionTaken: 'Valve changed' }));
  await bench.time.run(60_000);
  expect(bench.server.effects()).toEqual([]);
  bench.network = open;
  await bench.time.run(120_000);
  expect(bench.server.effects().map(({ key }) => key)).toEqual([pending.id, closed.id]);
});

test('PU18 the closing also waits while the author of the report has to sign in again', async () => {
  const bench = createBench();
  const { engine } = await bench.signIn('asha');
  bench.network = offline;
  const ticket = await bench.during(engine.save('reportTicket', report));
  await bench.during(engine.logout());
  const isOfAsha = (request: SimulatedRequest) => request.path === '/api/Auth/refresh/asha';
  bench.network = (request) => (isOfAsha(request) ? refusalOf(request, 'auth.expired') : undefined);
  await bench.during(engine.login('ben@ward.test', 'secret1'));
  await bench.time.run(61_000);
  const closed = await bench.during(engine.save('closeTicket', { id: ticket.id, actionTaken: 'Fuse changed' }));
  await bench.time.run(61_000);
  expect(bench.server.effects()).toEqual([]);
  bench.network = open;
  await bench.during(engine.login('asha@ward.test', 'secret1'));
  await bench.time.run(61_000);
  expect(bench.server.effects().map(({ key }) => key)).toEqual([ticket.id, closed.id]);
});

test('PU18 work on a follow-up task also waits while the author of the closing form has to sign in again', async () => {
  const bench = createBench();
  const { engine } = await bench.signIn('asha');
  bench.network = offline;
  const closing = { id: 'ticket-1', actionTaken: 'Valve ordered', isFollowUpRequired: true };
  const pending = await bench.during(engine.save('closeTicket', closing));
  await bench.during(engine.logout());
  const isOfAsha = (request: SimulatedRequest) => request.path === '/api/Auth/refresh/asha';
  bench.network = (request) => (isOfAsha(request) ? refusalOf(request, 'auth.expired') : undefined);
  await bench.during(engine.login('ben@ward.test', 'secret1'));
  await bench.time.run(61_000);
  const taskId = followUpTaskId('ticket-1') ?? '';
  const closed = await bench.during(engine.save('closeTask', { taskId, actionTaken: 'Valve changed' }));
  await bench.time.run(61_000);
  expect(bench.server.effects()).toEqual([]);
  bench.network = open;
  await bench.during(engine.login('asha@ward.test', 'secret1'));
  await bench.time.run(61_000);
  expect(bench.server.effects().map(({ key }) => key)).toEqual([pending.id, closed.id]);
});

const storageFailures = {
  'a lost connection': () => new DOMException('The connection is closed.', 'InvalidStateError'),
  'a failed transaction': () => new DOMException('The transaction was aborted.', 'AbortError'),
};
test.each(Object.entries(storageFailures))(
  'PU20 a response that could not be recorded after %s is requested again',
  async (_name, failure) => {
    const bench = createBench();
    const { engine } = await bench.signIn('asha');
    bench.network = (request) => {
      if (isWrite(request)) bench.tablet.failStorage(3, failure);
      return undefined;
    };
    const { id } = await bench.during(engine.save('closeTask', closing('7')));
    await bench.time.run(5000);
    bench.network = open;
    await bench.time.run(120_000);
    expect(bench.server.effects()).toMatchObject([{ key: id }]);
    expect(engine.outbox()).toMatchObject([{ id, state: 'done' }]);
  },
);

test('PU20 read-only storage is retried with growing pauses, and the entry is sent once it is writable', async () => {
  const bench = createBench();
  const { engine } = await bench.signIn('asha');
  bench.network = offline;
  const { id } = await bench.during(engine.save('closeTask', closing('7')));
  let refused = 0;
  const full = () => {
    refused += 1;
    return new DOMException('The quota has been exceeded.', 'QuotaExceededError');
  };
  bench.network = open;
  bench.tablet.failStorage(Number.POSITIVE_INFINITY, full, true);
  engine.sendNow();
  await bench.time.run(600_000);
  expect(refused).toBeGreaterThan(10);
  expect(refused).toBeLessThan(200);
  bench.tablet.failStorage(0);
  await bench.time.run(61_000);
  expect(bench.server.effects()).toMatchObject([{ key: id }]);
});
