import { expect, test } from 'vitest';
import { openOutboxDatabase } from '#sync/outbox/database.ts';
import { createMeta } from '#sync/outbox/meta.ts';
import { createResponseCache } from '#sync/engine/online/response-cache.ts';
import { closing, createBench, offline, replicasOf } from '../bench.ts';
import type { Bench } from '../bench.ts';

const firstPage = { query: { page: 1, pageSize: 10 } };
const photo = `round:1:photo:${'a'.repeat(64)}`;

/** Returns the keys of all drafts on the tablet, and the number of waiting entries. */
async function keptOn(bench: Bench): Promise<{ drafts: string[]; entries: number }> {
  const db = await openOutboxDatabase(bench.tablet.storageOfContext());
  const [drafts, entries] = await bench.during(
    db.read(
      async (tables) => [await tables.drafts.toCollection().primaryKeys(), await tables.commands.count()] as const,
    ),
  );
  db.close();
  return { drafts: drafts.toSorted(), entries };
}

/** Returns what the tablet stores about its last user. */
async function personOn(bench: Bench): Promise<unknown> {
  const db = await openOutboxDatabase(bench.tablet.storageOfContext());
  const person = await bench.during(createMeta(db).get('person'));
  db.close();
  return person;
}

/** Lets Asha work offline: an entry, a form with a photo and files, and a list as last seen. */
async function ashaAtWork(bench: Bench) {
  const opened = await bench.signIn('asha');
  const { engine, tab } = opened;
  bench.network = offline;
  await bench.during(engine.save('closeTask', closing('7')));
  await bench.during(engine.writeDraft('round:1', { rows: {} }));
  await bench.during(engine.writeDraft(photo, { bytes: 'picture' }));
  await bench.during(engine.writeDraft('task-close:7:files', [{ bytes: 'picture' }]));
  const answers = createResponseCache(tab.ports);
  await bench.during(answers.keep('asha', 'vendorPage', firstPage, { items: [], totalCount: 0 } as never));
  bench.network = () => undefined;
  return { ...opened, answers };
}

test("AU9 the sign-in of another hospital's user deletes replica, cached responses and form photos, but no unsent work", async () => {
  const bench = createBench();
  const { engine, answers } = await ashaAtWork(bench);
  expect(await replicasOf(bench)).toEqual(['ward-replica-hospital-1']);
  bench.network = (request) => (request.path.includes('/Auth/login') ? undefined : 'refuse');
  await bench.during(engine.login('ben2@ward.test', 'secret1'));
  await bench.time.run(5000);
  expect(await replicasOf(bench)).toEqual(['ward-replica-hospital-2']);
  expect(await keptOn(bench)).toEqual({ drafts: ['asha round:1'], entries: 1 });
  expect(await bench.during(answers.find('asha', 'vendorPage', firstPage))).toBeUndefined();
  expect(bench.server.effects()).toEqual([]);
  bench.network = () => undefined;
  await bench.time.run(61_000);
  expect(bench.server.effects()).toMatchObject([{ userId: 'asha' }]);
  answers.close();
});

test('AU9 a colleague of the same hospital continues with its replica, and all photos stay', async () => {
  const bench = createBench();
  const { engine, answers } = await ashaAtWork(bench);
  await bench.during(engine.login('ben@ward.test', 'secret1'));
  await bench.time.run(5000);
  expect(await replicasOf(bench)).toEqual(['ward-replica-hospital-1']);
  expect((await keptOn(bench)).drafts).toEqual([`asha ${photo}`, 'asha round:1', 'asha task-close:7:files'].toSorted());
  answers.close();
});

test("AU9 another hospital's sign-in in a second tab ends the session of the first, even after its reload", async () => {
  const bench = createBench();
  const store = new Map<string, string>();
  const first = await bench.openTab(store);
  await bench.during(first.engine.login('asha@ward.test', 'secret1'));
  const reloaded = new Map(store);
  const second = await bench.openTab();
  await bench.during(second.engine.login('ben2@ward.test', 'secret1'));
  await bench.time.run(5000);
  const ended = { kind: 'signed-out', reason: expect.stringContaining('another hospital') };
  expect(first.engine.session()).toMatchObject(ended);
  expect((await bench.openTab(reloaded)).engine.session()).toMatchObject(ended);
  expect(await replicasOf(bench)).toEqual(['ward-replica-hospital-2']);
});

test('AU9 a replica that could not be deleted at the sign-in is deleted at the next start', async () => {
  const bench = createBench();
  const { engine, tab } = await bench.signIn('ben2');
  await bench.time.run(5000);
  const { indexedDB } = bench.tablet.storageOfContext();
  const left = indexedDB.open('ward-replica-hospital-1', 1);
  await bench.during(new Promise((resolve) => left.addEventListener('success', resolve)));
  left.result.close();
  expect(engine.session().kind).toBe('signed-in');
  tab.kill();
  await bench.openTab();
  await bench.time.run(5000);
  expect(await replicasOf(bench)).toEqual(['ward-replica-hospital-2']);
});

test("AU9 a logout removes the hospital's data if the user chooses so, and keeps unsent work", async () => {
  const bench = createBench();
  const { engine, answers } = await ashaAtWork(bench);
  bench.network = offline;
  await bench.during(engine.logout({ removeData: true }));
  await bench.time.run(5000);
  expect(await replicasOf(bench)).toEqual([]);
  expect(await keptOn(bench)).toEqual({ drafts: ['asha round:1'], entries: 1 });
  expect(await personOn(bench)).toMatchObject({ userId: 'asha', ended: true, userName: '', email: '' });
  expect(JSON.stringify(await personOn(bench))).not.toMatch(/Asha|@/);
  bench.network = () => undefined;
  await bench.time.run(61_000);
  expect(bench.server.effects()).toMatchObject([{ userId: 'asha' }]);
  await bench.during(engine.login('asha@ward.test', 'secret1'));
  await bench.during(engine.logout());
  expect(await replicasOf(bench)).toEqual(['ward-replica-hospital-1']);
  answers.close();
});
