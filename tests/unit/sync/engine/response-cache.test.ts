import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { expect, test } from 'vitest';
import { createResponseCache } from '#sync/engine/online/response-cache.ts';
import { createBench, offline } from '../bench.ts';

const pageOf = (name: string) => ({
  items: [{ id: 'v1', name, location: 'Pune', types: 'Vendor', contactPersonCount: 0 }],
  totalCount: 1,
  pageSize: 10,
  pageNumber: 1,
  totalPages: 1,
});
const firstPage = { query: { page: 1, pageSize: 10 } };

function open() {
  let now = Date.parse('2026-11-21T08:00:00Z');
  const databases = { indexedDB: new IDBFactory(), keyRange: IDBKeyRange, namePrefix: 'test-' };
  const clock = { now: () => now, monotonic: () => now, delay: () => Promise.resolve() };
  const reopen = () => createResponseCache({ databases, clock });
  return {
    seen: reopen(),
    reopen,
    pass(delayMs: number) {
      now += delayMs;
    },
  };
}

test('a list is read as this tablet last received it, with the time of the response', async () => {
  const { seen, reopen, pass } = open();
  await seen.keep('asha', 'vendorPage', firstPage, pageOf('Old'));
  pass(60_000);
  await seen.keep('asha', 'vendorPage', firstPage, pageOf('Meditek'));
  seen.close();
  expect(await reopen().find('asha', 'vendorPage', firstPage)).toEqual({
    answer: pageOf('Meditek'),
    at: '2026-11-21T08:01:00.000Z',
  });
  expect(await reopen().find('asha', 'vendorPage', { query: { page: 2, pageSize: 10 } })).toBeUndefined();
});

test('nobody reads what another user has received, and the next user deletes it', async () => {
  const { seen } = open();
  await seen.keep('asha', 'vendorPage', firstPage, pageOf('Meditek'));
  expect(await seen.find('ravi', 'vendorPage', firstPage)).toBeUndefined();
  await seen.clearOthers('ravi');
  expect(await seen.find('asha', 'vendorPage', firstPage)).toBeUndefined();
});

test('searches, single records and the replica’s own calls are not cached', async () => {
  const { seen } = open();
  const search = { query: { page: 1, pageSize: 10, search: 'med' } };
  const one = { params: { id: 'v1' } };
  const record = { id: 'v1', name: 'Meditek', location: 'Pune', types: 'Vendor', revision: 'r1' };
  await seen.keep('asha', 'vendorPage', search, pageOf('Meditek'));
  await seen.keep('asha', 'vendor', one, record);
  await seen.keep('asha', 'syncDigest', {}, { head: 1 } as never);
  expect(await seen.find('asha', 'vendorPage', search)).toBeUndefined();
  expect(await seen.find('asha', 'vendor', one)).toBeUndefined();
  expect(await seen.find('asha', 'syncDigest', {})).toBeUndefined();
});

test('the documents of the last 60 devices are cached without evicting lists', async () => {
  const { seen, pass } = open();
  await seen.keep('asha', 'vendorPage', firstPage, pageOf('Meditek'));
  const device = (number: number) => ({ params: { id: `d${number}` } });
  for (let number = 1; number <= 61; number += 1) {
    pass(1000);
    await seen.keep('asha', 'deviceDocuments', device(number), { documents: [], photos: [] });
  }
  expect(await seen.find('asha', 'deviceDocuments', device(1))).toBeUndefined();
  expect(await seen.find('asha', 'deviceDocuments', device(2))).toMatchObject({ answer: { documents: [] } });
  expect(await seen.find('asha', 'deviceDocuments', device(61))).toBeDefined();
  expect(await seen.find('asha', 'vendorPage', firstPage)).toBeDefined();
});

test('a response from another version of the app is not shown', async () => {
  const { seen } = open();
  await seen.keep('asha', 'vendorPage', firstPage, { rows: [] } as never);
  expect(await seen.find('asha', 'vendorPage', firstPage)).toBeUndefined();
});

test('the cache is bounded: the oldest responses are evicted first', async () => {
  const { seen, pass } = open();
  const page = (number: number) => ({ query: { page: number, pageSize: 10 } });
  for (let number = 1; number <= 61; number += 1) {
    await seen.keep('asha', 'vendorPage', page(number), pageOf(`Vendor ${number}`));
    pass(1000);
  }
  expect(await seen.find('asha', 'vendorPage', page(1))).toBeUndefined();
  expect(await seen.find('asha', 'vendorPage', page(2))).toBeDefined();
  expect(await seen.find('asha', 'vendorPage', page(61))).toBeDefined();
  const large = pageOf('x'.repeat(500_000));
  await seen.keep('asha', 'vendorPage', page(62), large);
  expect(await seen.find('asha', 'vendorPage', page(62))).toBeUndefined();
});

test('a tablet without storage caches nothing, and continues', async () => {
  const refused = {
    open() {
      throw new Error('No storage.');
    },
  } as unknown as IDBFactory;
  const databases = { indexedDB: refused, keyRange: IDBKeyRange, namePrefix: 'test-' };
  const seen = createResponseCache({
    databases,
    clock: { now: () => 0, monotonic: () => 0, delay: () => Promise.resolve() },
  });
  await seen.keep('asha', 'vendorPage', firstPage, pageOf('Meditek'));
  await seen.clearOthers(null);
  expect(await seen.find('asha', 'vendorPage', firstPage)).toBeUndefined();
});

test("a user's responses are available offline, and deleted by the logout", async () => {
  const bench = createBench();
  const { engine, tab } = await bench.signIn('asha');
  const send = bench.network;
  bench.network = (request) =>
    request.path.startsWith('/api/Vendor')
      ? {
          status: 200,
          headers: { 'X-Ward-Protocol': '1', 'Content-Type': 'application/json' },
          body: JSON.stringify(pageOf('Meditek')),
        }
      : send(request);
  await bench.during(engine.call('vendorPage', firstPage));
  bench.network = offline;
  await expect(bench.during(engine.call('vendorPage', firstPage))).rejects.toThrow();
  expect((await bench.during(engine.responseCache('vendorPage', firstPage)))?.answer).toEqual(pageOf('Meditek'));
  const state = engine.session();
  const userId = state.kind === 'signed-in' ? state.session.userId : '';
  const left = createResponseCache(tab.ports);
  expect(await bench.during(left.find(userId, 'vendorPage', firstPage))).toBeDefined();
  await bench.during(engine.logout());
  expect(await bench.during(left.find(userId, 'vendorPage', firstPage))).toBeUndefined();
  left.close();
});
