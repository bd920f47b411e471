import { expect, test } from 'vitest';
import { problem } from '#contract/errors.ts';
import { createResponseCache } from '#sync/engine/online/response-cache.ts';
import { closing, createBench, offline, replicasOf } from '../bench.ts';

const lost = { kind: 'signed-out', reason: expect.stringContaining('This tablet was reported lost') };
const online = () => undefined;
const firstPage = { query: { page: 1, pageSize: 10 } };

test("AU12 a lost tablet sends waiting entries under their author, removes the hospital's data and says why", async () => {
  const bench = createBench();
  const { engine, tab } = await bench.signIn('asha');
  const answers = createResponseCache(tab.ports);
  await bench.during(answers.keep('asha', 'vendorPage', firstPage, { items: [], totalCount: 0 } as never));
  bench.network = offline;
  const { id } = await bench.during(engine.save('closeTask', closing('7')));
  await bench.during(engine.writeDraft('round:1', { rows: {} }));
  bench.server.reportLost(['asha']);
  await bench.time.run(60_000);
  expect(engine.session().kind).toBe('signed-in');
  bench.network = online;
  await bench.time.run(61_000);
  expect(engine.session()).toMatchObject(lost);
  expect(bench.server.effects()).toMatchObject([{ key: id, userId: 'asha' }]);
  expect(await replicasOf(bench)).toEqual([]);
  expect(await bench.during(answers.find('asha', 'vendorPage', firstPage))).toBeUndefined();
  answers.close();
  expect(bench.requests.filter(({ path }) => path.endsWith('/logout'))).toMatchObject([
    { body: JSON.stringify({ keepOutbox: false }) },
  ]);
  tab.kill();
  const later = await bench.openTab();
  expect(later.engine.session()).toMatchObject(lost);
  await bench.during(later.engine.login('asha@ward.test', 'secret1'));
  expect(await bench.during(later.engine.readDraft('round:1'))).toEqual({ rows: {} });
  await bench.during(later.engine.logout());
  expect((await bench.openTab()).engine.session()).toMatchObject({ kind: 'signed-out', reason: null });
});

test('AU12 a page without waiting entries learns it at its next server contact, on any screen', async () => {
  const bench = createBench();
  const { engine } = await bench.signIn('asha');
  const other = await bench.openTab();
  bench.server.reportLost(['asha']);
  await bench.time.run(6 * 60_000);
  expect([engine.session(), other.engine.session()]).toEqual([
    expect.objectContaining(lost),
    expect.objectContaining(lost),
  ]);
  expect(await replicasOf(bench)).toEqual([]);
});

test('AU12 a locked tablet learns it when it has network, and its password no longer unlocks it', async () => {
  const bench = createBench();
  const { engine, tab } = await bench.signIn('asha');
  await bench.during(engine.lock());
  bench.network = offline;
  bench.server.reportLost(['asha']);
  tab.kill();
  const later = await bench.openTab();
  await bench.time.run(6 * 60_000);
  expect(later.engine.session().kind).toBe('locked');
  bench.network = online;
  bench.tablet.signOfLife();
  await bench.time.run(6 * 60_000);
  expect(later.engine.session()).toMatchObject(lost);
  expect(await replicasOf(bench)).toEqual([]);
  bench.network = offline;
  await expect(bench.during(later.engine.unlock('secret1'))).rejects.toMatchObject({ kind: 'offline' });
});

test('AU12 the entries of all users signed in on it arrive, and their sessions end', async () => {
  const bench = createBench();
  const { engine } = await bench.signIn('asha');
  bench.network = offline;
  await bench.during(engine.save('closeTask', closing('7')));
  bench.network = (request) => (request.path.includes('/Auth/login') ? undefined : 'refuse');
  await bench.during(engine.login('ben@ward.test', 'secret1'));
  await bench.during(engine.save('closeTask', closing('8')));
  bench.server.reportLost(['asha', 'ben']);
  bench.network = online;
  await bench.time.run(2 * 60_000);
  expect(
    bench.server
      .effects()
      .map(({ userId }) => userId)
      .toSorted(),
  ).toEqual(['asha', 'ben']);
  expect(engine.session()).toMatchObject(lost);
  expect(await replicasOf(bench)).toEqual([]);
});

test('AU12 the worker removes the data while no page is open, and the next start says why', async () => {
  const bench = createBench();
  const { engine, tab } = await bench.signIn('asha');
  bench.network = offline;
  await bench.during(engine.save('closeTask', closing('7')));
  tab.kill();
  bench.server.reportLost(['asha']);
  bench.network = online;
  await bench.during(bench.tablet.wakeWorker(null));
  expect(bench.server.effects()).toHaveLength(1);
  expect(await replicasOf(bench)).toEqual([]);
  expect((await bench.openTab()).engine.session()).toMatchObject(lost);
});

test('AU12 a user who has signed in on it since keeps the session, while earlier entries are sent', async () => {
  const bench = createBench();
  const { engine } = await bench.signIn('asha');
  bench.network = offline;
  await bench.during(engine.save('closeTask', closing('7')));
  bench.server.reportLost(['asha']);
  bench.network = (request) => (request.path.includes('/Auth/login') ? undefined : 'refuse');
  await bench.during(engine.login('ben@ward.test', 'secret1'));
  bench.network = online;
  await bench.time.run(2 * 60_000);
  expect(bench.server.effects()).toMatchObject([{ userId: 'asha' }]);
  expect(engine.session()).toMatchObject({ kind: 'signed-in', session: { userId: 'ben' } });
  expect(await replicasOf(bench)).toEqual(['ward-replica-hospital-1']);
});

test('AU12 a refused session reports it too, and the entries wait for their author', async () => {
  const bench = createBench();
  const { engine } = await bench.signIn('asha');
  bench.network = offline;
  await bench.during(engine.save('closeTask', closing('7')));
  bench.server.expireTokens();
  bench.network = (request) =>
    request.path.includes('/Auth/refresh')
      ? {
          status: 401,
          headers: { 'X-Ward-Protocol': '1', 'Content-Type': 'application/problem+json' },
          body: JSON.stringify(problem('auth.expired', undefined, { context: { lost: true } })),
        }
      : undefined;
  await bench.time.run(2 * 60_000);
  expect(engine.session()).toMatchObject(lost);
  expect(engine.outbox()).toMatchObject([{ state: 'signed-out' }]);
  expect(await replicasOf(bench)).toEqual([]);
});
