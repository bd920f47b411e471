import { IDBDatabase, IDBFactory, IDBKeyRange, IDBObjectStore } from 'fake-indexeddb';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { answer, openSender, photosOfReport, received, reportAt } from '#tests/support/visitor-phone.ts';
import { openStore, type VisitorStore } from '#ui/visitor/store.ts';

const now = Date.parse('2026-11-28T05:00:00Z');
/** The storage of the phone, which outlives a page. */
let databases: { indexedDB: IDBFactory; IDBKeyRange: typeof IDBKeyRange };
let store: VisitorStore;
/** Whether every write fails. */
let isFull: boolean;
const quotaExceeded = () => new DOMException('The quota has been exceeded.', 'QuotaExceededError');
beforeEach(() => {
  isFull = false;
  const begin = IDBDatabase.prototype.transaction;
  // Dexie takes the method when it opens the database.
  vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(function (this: IDBDatabase, ...asked) {
    if (isFull && asked[1] === 'readwrite') throw quotaExceeded();
    return begin.apply(this, asked);
  });
  databases = { indexedDB: new IDBFactory(), IDBKeyRange };
  store = openStore(databases);
});
afterEach(() => {
  store.close();
  vi.restoreAllMocks();
});
const report = (id: string) => reportAt(now, id);
const withPhotos = (part = {}) => reportAt(now, 'one', { ...photosOfReport, ...part });
const openPhone = (api: Parameters<typeof openSender>[1]) => openSender(store, api, () => now);

it('deletes photos that have arrived to make room for a report', async () => {
  await store.add(withPhotos({ state: 'sent', status: { ...received, arrived: ['1', '2'] } }));
  vi.spyOn(IDBObjectStore.prototype, 'add').mockImplementationOnce(() => {
    throw quotaExceeded();
  });
  await store.add(report('one-more'));
  const left = (await store.reports(now)).map(({ id, photos }) => [id, photos.length]);
  expect(left.toSorted()).toEqual([
    ['one', 0],
    ['one-more', 0],
  ]);
});

it('stores a report once, even if its tab was killed before it could clear the form', async () => {
  await store.add(report('one'));
  await store.add(report('one'));
  expect((await store.reports(now)).map(({ id }) => id)).toEqual(['one']);
});

it('accepts no report, shows the earlier ones, and sends waiting ones', async () => {
  const ids: string[] = [];
  const { sender, stored } = openPhone({
    send: async ({ id }) => {
      ids.push(id);
      return answer(201, received);
    },
  });
  await store.add(report('waits'));
  isFull = true;
  await expect(store.add(report('new'))).rejects.toThrow();
  expect((await stored()).map(({ id, state }) => [id, state])).toEqual([['waits', 'waiting']]);
  await sender.sendAll();
  // It has arrived, but the phone cannot store that: called waiting, it is sent again under the same id.
  expect((await stored()).map(({ id, state }) => [id, state])).toEqual([['waits', 'waiting']]);
  isFull = false;
  await sender.sendAll();
  expect([ids, (await stored())[0]?.state]).toEqual([['waits', 'waits'], 'sent']);
});

it('P384: sends a report without room from its form, and shows it with its photos until the page is closed', async () => {
  const ids: string[] = [];
  const here: string[] = [];
  const { sender, stored } = openPhone({
    // The first answer is lost.
    send: async ({ id }) => (ids.push(id) === 1 ? null : answer(201, { ...received, photos: 2 })),
    states: async () => answer(200, [{ ...received, photos: 2, arrived: here, state: 'accepted' }]),
    photo: async (_id, sha256) => {
      here.push(sha256);
      return answer(204, null);
    },
  });
  isFull = true;
  expect(await store.browserId()).toBe(await store.browserId());
  await expect(store.add(withPhotos())).rejects.toThrow();
  expect(await sender.sendUnkept(withPhotos())).toBe(false);
  expect(await stored()).toEqual([]);
  expect(await sender.sendUnkept(withPhotos())).toBe(true);
  expect((await stored()).map(({ state, isHeld }) => [state, isHeld])).toEqual([['photos', true]]);
  await sender.sendAll();
  await sender.follow();
  expect([ids, here]).toEqual([
    ['one', 'one'],
    ['1', '2'],
  ]);
  expect((await stored()).map(({ state, status }) => [state, status?.state])).toEqual([['sent', 'accepted']]);
  isFull = false;
  store.close();
  store = openStore(databases);
  expect(await store.reports(now)).toEqual([]);
});

it('P384: names the reason if the server refuses such a report, and leaves it in its form if the server puts it off', async () => {
  const answers = [answer(429, { code: 'report.browser_limit' }, 60_000), answer(403, { code: 'report.off' })];
  const { sender, stored } = openPhone({ send: async () => answers.shift() ?? null });
  isFull = true;
  expect(await sender.sendUnkept(withPhotos())).toBe(false);
  expect(await sender.sendUnkept(withPhotos())).toBe(true);
  expect((await stored()).map(({ state, refusal }) => [state, refusal])).toEqual([['refused', 'report.off']]);
});
