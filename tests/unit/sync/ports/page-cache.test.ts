import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { expect, test } from 'vitest';
import { resultOf } from '#sync/ports/idb.ts';
import { openOutboxDatabase } from '#sync/outbox/database.ts';
import { createMeta } from '#sync/outbox/meta.ts';
import { createOutbox } from '#sync/outbox/outbox.ts';
import { peekOutbox } from '#sync/outbox/peek.ts';
import { leaveNoLocks } from '#sync/ports/page-cache.ts';
import { outboxCommand } from '#tests/support/commands.ts';
import { closing, createBench } from '../bench.ts';

/**
 * Checks in each turn of the event loop: a transaction lasts only a few turns, which a timer on a busy machine would
 * miss.
 */
async function untilTurn(isMet: () => boolean): Promise<void> {
  while (!isMet()) await new Promise<void>((next) => setImmediate(next));
}

/** Creates a window that can enter and leave the back/forward cache. */
function createWindow() {
  const target = new EventTarget();
  const tell = (type: string) => target.dispatchEvent(Object.assign(new Event(type), { persisted: true }));
  return { target, hide: () => tell('pagehide'), show: () => tell('pageshow') };
}

/** Creates a device with the databases of a page, and of the page loaded after it. */
function createDevice() {
  const plain = { indexedDB: new IDBFactory(), keyRange: IDBKeyRange, namePrefix: 'test-' };
  const window = createWindow();
  return { window, page: leaveNoLocks(plain, window.target), next: leaveNoLocks(plain, createWindow().target) };
}

const { seq: _seq, ...command } = outboxCommand(1, 'closeTask', { taskId: '7', actionTaken: 'Filter changed' });

test('ST7 a page that is frozen leaves no transaction behind, not even one of an upgrade', async () => {
  const { page, next, window } = createDevice();
  const request = page.indexedDB.open('test-new', 1);
  const upgrading = new Promise<IDBTransaction | null>((resolve) => {
    request.addEventListener('upgradeneeded', () => {
      const store = request.result.createObjectStore('rows');
      // Keeps issuing requests: a transaction that never ends on its own.
      const ask = () => store.get(1).addEventListener('success', ask);
      ask();
      resolve(request.transaction);
    });
  });
  await upgrading;
  window.hide();
  await expect(resultOf(request)).rejects.toMatchObject({ name: 'AbortError' });
  const later = await resultOf(next.indexedDB.open('test-new', 2));
  expect(later.version).toBe(2);
  later.close();
}, 5_000);

test('ST7 nothing begins while the page is frozen, and its requests are done once it resumes', async () => {
  const { page, next, window } = createDevice();
  const db = await openOutboxDatabase(page);
  const meta = createMeta(db);
  await meta.set('clockOffsetMs', 1);
  const database = await resultOf(page.indexedDB.open('test-outbox'));
  window.hide();
  const asked = meta.set('clockOffsetMs', 2);
  const other = createMeta(await openOutboxDatabase(next));
  expect(await other.get('clockOffsetMs')).toBe(1);
  expect(() => page.indexedDB.open('test-outbox')).toThrow('back/forward cache');
  expect(() => database.transaction('meta')).toThrow('back/forward cache');
  window.show();
  await asked;
  expect(await other.get('clockOffsetMs')).toBe(2);
});

test('ST7 a save interrupted by freezing is not saved, says so, and keeps its draft', async () => {
  const { page, next, window } = createDevice();
  const db = await openOutboxDatabase(page);
  await db.write(['drafts'], ({ drafts }) => drafts.put({ key: 'u1 form', value: 'typed', savedAt: '' }));
  const outbox = createOutbox(db, () => 0);
  const given = page.sleep.waking();
  const saving = outbox.add(command, { files: [], draftKey: 'u1 form' }, given);
  const told = saving.catch((error: unknown) => error);
  await untilTurn(() => page.sleep.waits());
  window.hide();
  const later = await openOutboxDatabase(next);
  expect(await later.read(({ commands }) => commands.count())).toBe(0);
  expect(await later.read(({ drafts }) => drafts.get('u1 form'))).toMatchObject({ value: 'typed' });
  window.show();
  expect(await told).toMatchObject({ code: 'not-saved' });
  expect(await later.read(({ commands }) => commands.count())).toBe(0);
  const again = await outbox.add(command, { files: [], draftKey: 'u1 form' }, page.sleep.waking());
  expect(again.id).toBe(command.id);
  expect(await later.read(({ drafts }) => drafts.count())).toBe(0);
});

test('ST7 engine steps interrupted by freezing are done once the page resumes', async () => {
  const { page, window } = createDevice();
  const outbox = createOutbox(await openOutboxDatabase(page), () => 0);
  const { seq } = await outbox.add(command, { files: [] });
  const beginning = outbox.begin(seq);
  const reading = outbox.recent();
  await untilTurn(() => page.sleep.waits());
  window.hide();
  window.show();
  expect(await beginning).toMatchObject({ command: { id: command.id, state: 'sending' } });
  expect(await reading).toMatchObject([{ id: command.id }]);
});

test('ST7 a page frozen during its saves does not block others, and each save is kept or reported', async () => {
  let ended = 0;
  for (let steps = 1; steps <= 12; steps += 1) {
    const bench = createBench();
    const { engine, tab } = await bench.signIn('asha');
    let wasBusy = false;
    tab.sleepAfter(steps, (isBusy) => {
      wasBusy = isBusy;
    });
    const saving = [1, 2, 3, 4].map((task) => engine.save('closeTask', closing(String(task))));
    const told = Promise.allSettled(saving);
    await bench.time.runUntil(() => tab.isAsleep(), 60_000);
    const next = bench.tablet.openTab(tab.session);
    expect(await bench.time.runUntil(() => next.engine() !== null, 1000), `asleep at step ${steps}`).toBe(true);
    const own = await bench.during(
      next.engine()?.save('closeTask', closing('5')) ?? Promise.reject(new Error('No engine.')),
    );
    tab.wake();
    const results = await bench.during(told);
    const kept = results.flatMap((one) => (one.status === 'fulfilled' ? [one.value.id] : []));
    const refusals = results.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
    for (const refusal of refusals) expect(refusal).toMatchObject({ code: 'not-saved' });
    await bench.time.run(60_000);
    for (const each of [engine, next.engine()]) {
      expect(
        each
          ?.outbox()
          .map(({ id }) => id)
          .toSorted(),
      ).toEqual([...kept, own.id].toSorted());
      expect(each?.status().waiting).toBe(0);
    }
    if (wasBusy) ended += refusals.length;
  }
  expect(ended).toBeGreaterThan(0);
});

test('ST7 a page that is unloaded, not cached, is left alone', async () => {
  const { page, window } = createDevice();
  const database = await resultOf(page.indexedDB.open('test-seen', 1));
  window.target.dispatchEvent(Object.assign(new Event('pagehide'), { persisted: false }));
  expect(page.sleep.waking().aborted).toBe(false);
  database.close();
});

test('ST8 a start retries when the storage does not respond, and continues when it does', async () => {
  const { page, next } = createDevice();
  const db = await openOutboxDatabase(page);
  await createMeta(db).set('clockOffsetMs', 7);
  const holder = await resultOf(next.indexedDB.open('test-outbox'));
  const held = holder.transaction('meta', 'readwrite');
  let isHeld = true;
  // Repeats requests so that the transaction keeps its lock.
  const ask = () =>
    held
      .objectStore('meta')
      .count()
      .addEventListener('success', () => isHeld && ask());
  ask();
  const read = createMeta(db).get('clockOffsetMs');
  await untilTurn(() => page.sleep.waits());
  const before = page.sleep.waking();
  page.sleep.again();
  expect(before.aborted).toBe(true);
  await untilTurn(() => page.sleep.waits());
  isHeld = false;
  expect(await read).toBe(7);
  await untilTurn(() => !page.sleep.waits());
});

test('ST8 an abandoned opening closes the connection that arrives too late', async () => {
  const { page, next } = createDevice();
  const before = await resultOf(next.indexedDB.open('test-outbox', 1));
  const waiting = peekOutbox(page);
  const given = waiting.catch((error: unknown) => error);
  page.sleep.again();
  expect(await given).toMatchObject({ name: 'AbortError' });
  before.close();
  await untilTurn(() => !page.sleep.waits());
  expect((await resultOf(next.indexedDB.open('test-outbox', 2))).version).toBe(2);
});
