import { IDBObjectStore } from 'fake-indexeddb';
import { afterEach, expect, it, vi } from 'vitest';
import type { Changes } from '#contract/calls/sync.ts';
import { replicaSchema } from '#contract/records/replica.ts';
import { openReplica } from '#sync/replica/replica.ts';
import type { Segment } from '#sync/replica/memory.ts';
import type { Replica } from '#sync/replica/replica.ts';
import { storedSchema } from '#sync/replica/store.ts';
import { deviceIdAt, deviceRows, seededNumbers } from '#tests/support/device-rows.ts';
import { createChangeServer, createDeviceWorld, settle, tidyMs } from '#tests/support/replica-world.ts';

const hospitalId = 'h1';
const databaseName = 'test-replica-h1';

function opened(database: Promise<IDBDatabase> | IDBOpenDBRequest): Promise<IDBDatabase> {
  if (database instanceof Promise) return database;
  return new Promise((resolve, reject) => {
    database.addEventListener('success', () => resolve(database.result));
    database.addEventListener('error', () => reject(database.error ?? new Error('not opened')));
  });
}

/** Modifies the stored replica directly. */
async function tamper(
  indexedDB: IDBFactory,
  change: (segments: globalThis.IDBObjectStore, heads: globalThis.IDBObjectStore) => void,
) {
  const database = await opened(indexedDB.open(databaseName));
  const transaction = database.transaction(['segments', 'head'], 'readwrite');
  change(transaction.objectStore('segments'), transaction.objectStore('head'));
  await new Promise((resolve) => transaction.addEventListener('complete', resolve));
  database.close();
}

async function segmentCount(indexedDB: IDBFactory): Promise<number> {
  const database = await opened(indexedDB.open(databaseName));
  const request = database.transaction('segments').objectStore('segments').getAllKeys();
  const keys = await new Promise<IDBValidKey[]>((resolve) =>
    request.addEventListener('success', () => resolve(request.result)),
  );
  database.close();
  return keys.length;
}

function sorted(replica: Replica): unknown[] {
  return [...replica.all('device')].sort((a, b) => (a.id < b.id ? -1 : 1));
}

function serverWith(count: number) {
  const server = createChangeServer();
  server.put('device', ...deviceRows(count));
  return server;
}

afterEach(() => {
  vi.restoreAllMocks();
});

it('A downloaded device is still there after the app was closed', async () => {
  const world = createDeviceWorld();
  const server = serverWith(50);
  const first = await openReplica({ ports: world.tab(), hospitalId });
  expect(first.ready).toBe(false);
  expect(await first.applyPage(server.page(0, 100))).toBe(true);
  await first.close();
  const second = await openReplica({ ports: world.tab(), hospitalId });
  expect(second.ready).toBe(true);
  expect(second.cursor).toBe(server.state.head);
  expect(second.epoch).toBe('epoch-1');
  expect(second.asOf).toBe('2026-01-05T08:00:00.000Z');
  expect(sorted(second)).toEqual(server.rows('device'));
  expect(second.deviceBySerial(deviceRows(50)[7]?.serialNumber.toLowerCase() ?? '')?.id).toBe(deviceIdAt(7));
});

it('An import of ten thousand devices in one page is stored in several segments and read back complete', async () => {
  const world = createDeviceWorld();
  const server = serverWith(10_000);
  const replica = await openReplica({ ports: world.tab(), hospitalId });
  await replica.applyPage(server.page(0, 100));
  await replica.close();
  expect(await segmentCount(world.databases.indexedDB)).toBe(5);
  const again = await openReplica({ ports: world.tab(), hospitalId });
  expect(again.count('device')).toBe(10_000);
});

it('A device removed on the server disappears from list, serial and search, even after a restart', async () => {
  const world = createDeviceWorld();
  const server = serverWith(20);
  const replica = await openReplica({ ports: world.tab(), hospitalId });
  await replica.applyPage(server.page(0, 100));
  const [gone, stays] = deviceRows(20).slice(3);
  expect(replica.all('device')).toHaveLength(20);
  server.remove('device', gone?.id ?? '');
  await replica.applyPage(server.page(1, 100));
  for (const each of [replica, await openReplica({ ports: world.tab(), hospitalId })]) {
    expect(each.get('device', gone?.id ?? '')).toBeUndefined();
    expect(sorted(each)).toEqual(server.rows('device'));
    expect(each.deviceBySerial(gone?.serialNumber ?? '')).toBeUndefined();
    expect(each.searchDevices(gone?.serialNumber ?? '', 5)).toEqual([]);
    expect(each.searchDevices(stays?.serialNumber ?? '', 5).map(({ id }) => id)).toEqual([stays?.id]);
    expect(each.digest()).toContainEqual({ kind: 'device', count: 19, sum: 19 });
  }
});

it('Rows are read ahead in batches, and a changed row is read once more', async () => {
  const server = serverWith(50);
  const replica = await openReplica({ ports: createDeviceWorld().tab(), hospitalId });
  await replica.applyPage(server.page(0, 100));
  expect([20, 20, 9].map((most) => replica.readAhead('device', most))).toEqual([false, false, false]);
  expect(replica.readAhead('device', 1)).toBe(true);
  const [first] = deviceRows(1);
  server.put('device', { ...first!, location: 'Bed 9' });
  await replica.applyPage(server.page(replica.cursor, 100));
  expect(replica.readAhead('device', 0)).toBe(false);
  expect(replica.readAhead('device', 1)).toBe(true);
  expect(sorted(replica)).toEqual(server.rows('device'));
});

it('The list of a kind stays the same array until something of that kind changes', async () => {
  const world = createDeviceWorld();
  const server = serverWith(20);
  const replica = await openReplica({ ports: world.tab(), hospitalId });
  await replica.applyPage(server.page(0, 100));
  const devices = replica.all('device');
  server.put('department', { id: 'd1', name: 'ICU', location: 'Block A' });
  await replica.applyPage(server.page(1, 100));
  expect(replica.all('device')).toBe(devices);
  server.put('device', ...deviceRows(1, 9));
  await replica.applyPage(server.page(2, 100));
  expect(replica.all('device')).not.toBe(devices);
  expect(devices[0]).toEqual(deviceRows(20)[0]);
});

it('A page that does not continue at the cursor is refused', async () => {
  const world = createDeviceWorld();
  const server = serverWith(5);
  const replica = await openReplica({ ports: world.tab(), hospitalId });
  const early = server.page(0, 100);
  await replica.applyPage(early, 0);
  expect(await replica.applyPage(early, 0)).toBe(false);
  expect(await replica.applyPage({ ...early, epoch: 'other' }, replica.cursor)).toBe(false);
  expect(await replica.applyPage({ ...early, schema: 99 }, replica.cursor)).toBe(false);
});

it('PL1 Rows and cursor are stored together or not at all, and a full tablet continues in memory', async () => {
  const world = createDeviceWorld();
  const server = serverWith(5);
  const warnings: string[] = [];
  const replica = await openReplica({ ports: world.tab(), hospitalId, onWarning: (text) => warnings.push(text) });
  await replica.applyPage(server.page(0, 100));
  server.put('device', ...deviceRows(8).slice(5));
  const full = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (
    this: IDBObjectStore,
    value,
    key,
  ) {
    if (this.name === 'head') throw new DOMException('full', 'QuotaExceededError');
    return this.add(value, key);
  });
  expect(await replica.applyPage(server.page(1, 100))).toBe(true);
  expect(replica.count('device')).toBe(8);
  expect(warnings).toEqual(['storage-full']);
  full.mockRestore();
  const next = await openReplica({ ports: world.tab(), hospitalId });
  expect(next.cursor).toBe(1);
  expect(next.count('device')).toBe(5);
});

it('A database that cannot be opened leaves a replica in memory and a warning', async () => {
  const world = createDeviceWorld();
  const indexedDB = {
    open: () => {
      throw new DOMException('private window', 'SecurityError');
    },
    deleteDatabase: () => {
      throw new DOMException('private window', 'SecurityError');
    },
  } as unknown as IDBFactory;
  const warnings: string[] = [];
  const ports = { ...world.tab(), databases: { ...world.databases, indexedDB } };
  const replica = await openReplica({ ports, hospitalId, onWarning: (text) => warnings.push(text) });
  await replica.applyPage(serverWith(5).page(0, 100));
  expect(replica.count('device')).toBe(5);
  expect(warnings).toEqual(['no-storage']);
});

it('A connection that the browser closes is reopened without loss', async () => {
  const world = createDeviceWorld();
  const server = serverWith(5);
  const connections: IDBDatabase[] = [];
  const indexedDB = Object.assign(Object.create(world.databases.indexedDB) as IDBFactory, {
    open: (name: string, version?: number) => {
      const request = world.databases.indexedDB.open(name, version);
      request.addEventListener('success', () => connections.push(request.result));
      return request;
    },
  });
  const ports = { ...world.tab(), databases: { ...world.databases, indexedDB } };
  const replica = await openReplica({ ports, hospitalId });
  await replica.applyPage(server.page(0, 100));
  connections.at(-1)?.close();
  server.put('device', ...deviceRows(8).slice(5));
  expect(await replica.applyPage(server.page(1, 100))).toBe(true);
  const next = await openReplica({ ports: world.tab(), hospitalId });
  expect(next.count('device')).toBe(8);
});

it('Another tab that deletes the database is not blocked, and the rows are pulled again', async () => {
  const world = createDeviceWorld();
  const server = serverWith(5);
  const replica = await openReplica({ ports: world.tab(), hospitalId });
  await replica.applyPage(server.page(0, 100));
  const request = world.databases.indexedDB.deleteDatabase(databaseName);
  await new Promise((resolve) => request.addEventListener('success', resolve));
  expect(await replica.applyPage(server.page(1, 100), 1)).toBe(true);
  server.put('device', ...deviceRows(6).slice(5));
  expect(await replica.applyPage(server.page(1, 100), 1)).toBe(false);
  expect(replica.cursor).toBe(0);
  expect(await replica.applyPage(server.page(0, 100), 0)).toBe(true);
  expect(sorted(replica)).toEqual(server.rows('device'));
});

it('PL5 A tab with rows of a deleted database loads what another tab has pulled since', async () => {
  const world = createDeviceWorld();
  const server = serverWith(5);
  const one = await openReplica({ ports: world.tab(), hospitalId });
  await one.applyPage(server.page(0, 100));
  server.put('device', ...deviceRows(6).slice(5));
  await one.applyPage(server.page(1, 100));
  const asleep = await openReplica({ ports: world.tab(), hospitalId });
  await tamper(world.databases.indexedDB, (segments, heads) => {
    segments.clear();
    heads.clear();
  });
  await world.clock.advance(1);
  server.remove('device', deviceIdAt(3));
  const fresh = await openReplica({ ports: world.tab(), hospitalId });
  await fresh.applyPage(server.page(0, 100));
  await settle();
  expect(asleep.cursor).toBe(fresh.cursor);
  expect(sorted(asleep)).toEqual(server.rows('device'));
});

it('An unreadable stored record drops the replica, which is then pulled again', async () => {
  const world = createDeviceWorld();
  const server = serverWith(5);
  const replica = await openReplica({ ports: world.tab(), hospitalId });
  await replica.applyPage(server.page(0, 100));
  await replica.close();
  await tamper(world.databases.indexedDB, (segments) => segments.put({ torn: true }, 1));
  const next = await openReplica({ ports: world.tab(), hospitalId });
  expect(next.ready).toBe(false);
  expect(next.cursor).toBe(0);
  await next.applyPage(server.page(0, 100));
  expect(next.count('device')).toBe(5);
});

/** Returns the records in an object store by key. */
async function recordsOf(indexedDB: IDBFactory, name: 'segments' | 'head'): Promise<unknown[]> {
  const database = await opened(indexedDB.open(databaseName));
  const request = database.transaction(name).objectStore(name).getAll();
  const records = await new Promise<unknown[]>((resolve) =>
    request.addEventListener('success', () => resolve(request.result)),
  );
  database.close();
  return records;
}

it('Columns that an older app stored as objects are readable, and the next write marks the store as newer', async () => {
  const world = createDeviceWorld();
  const server = serverWith(40);
  const replica = await openReplica({ ports: world.tab(), hospitalId });
  await replica.applyPage(server.page(0, 100));
  await world.clock.advance(tidyMs);
  await replica.close();
  const [segment] = (await recordsOf(world.databases.indexedDB, 'segments')) as Segment[];
  const parts = segment!.parts.map((part) => ({ ...part, rows: withColumns(part.rows) }));
  await tamper(world.databases.indexedDB, (segments, heads) => {
    segments.put({ ...segment, parts }, 2);
    const request = heads.get('head');
    request.addEventListener('success', () => heads.put({ ...request.result, schema: 2000 + replicaSchema }, 'head'));
  });
  expect(await segmentCount(world.databases.indexedDB)).toBe(1);
  const next = await openReplica({ ports: world.tab(), hospitalId });
  expect(sorted(next)).toEqual(server.rows('device'));
  expect(next.cursor).toBe(1);
  server.put('device', ...deviceRows(41, 5).slice(40));
  await next.applyPage(server.page(1, 100));
  await next.close();
  expect(await recordsOf(world.databases.indexedDB, 'head')).toMatchObject([{ schema: storedSchema, cursor: 2 }]);
  const again = await openReplica({ ports: world.tab(), hospitalId });
  expect(sorted(again)).toEqual(server.rows('device'));
});

function withColumns(rows: Segment['parts'][number]['rows']) {
  if (Array.isArray(rows) || typeof rows.columns !== 'string') throw new Error('The rows are not packed.');
  return { ...rows, columns: JSON.parse(rows.columns) as unknown };
}

/** Returns for each stored segment whether it is in columns. */
async function inColumnsOf(indexedDB: IDBFactory): Promise<boolean[]> {
  const segments = (await recordsOf(indexedDB, 'segments')) as Segment[];
  return segments.flatMap(({ parts }) => parts.map(({ rows }) => !Array.isArray(rows)));
}

it('The first page is stored in columns only once the download has ended', async () => {
  const world = createDeviceWorld();
  const server = serverWith(30);
  server.put('device', ...deviceRows(60).slice(30));
  const replica = await openReplica({ ports: world.tab(), hospitalId });
  const inColumns = () => inColumnsOf(world.databases.indexedDB);
  await replica.applyPage(server.page(0, 30));
  await world.clock.advance(tidyMs);
  expect(await inColumns()).toEqual([false]);
  await replica.applyPage(server.page(1, 30));
  await world.clock.advance(tidyMs);
  expect(await inColumns()).toEqual([true, true]);
  await replica.close();
  const next = await openReplica({ ports: world.tab(), hospitalId });
  expect(sorted(next)).toEqual(server.rows('device'));
});

it('A page is rendered between the notification of its rows and their packing', async () => {
  const world = createDeviceWorld();
  const replica = await openReplica({ ports: world.tab(), hospitalId });
  const inColumns = () => inColumnsOf(world.databases.indexedDB);
  let drawn: boolean[] | null = null;
  replica.subscribe(() => {
    void settle().then(async () => (drawn ??= await inColumns()));
  });
  await replica.applyPage(serverWith(30).page(0, 100));
  await vi.waitFor(() => expect(drawn).toEqual([false]));
  await world.clock.advance(tidyMs);
  expect(await inColumns()).toEqual([true]);
});

it('Rows that a tab did not pack before closing are packed at the next contact', async () => {
  const world = createDeviceWorld();
  const server = serverWith(30);
  const replica = await openReplica({ ports: world.tab(), hospitalId });
  await replica.applyPage(server.page(0, 100));
  await replica.close();
  await world.clock.advance(tidyMs);
  const inColumns = () => inColumnsOf(world.databases.indexedDB);
  expect(await inColumns()).toEqual([false]);
  const next = await openReplica({ ports: world.tab(), hospitalId });
  expect(sorted(next)).toEqual(server.rows('device'));
  await next.touch();
  expect(await inColumns()).toEqual([false]);
  await world.clock.advance(tidyMs);
  expect(await inColumns()).toEqual([true]);
  expect(sorted(next)).toEqual(server.rows('device'));
});

it.each([
  ['of another schema', 0],
  ['stored as rows', replicaSchema],
  ['stored in columns without lists', 1000 + replicaSchema],
])('PL3 A replica %s is dropped at the start', async (_, schema) => {
  const world = createDeviceWorld();
  const server = serverWith(5);
  const replica = await openReplica({ ports: world.tab(), hospitalId });
  await replica.applyPage(server.page(0, 100));
  await replica.close();
  await tamper(world.databases.indexedDB, (_segments, heads) => {
    const request = heads.get('head');
    request.addEventListener('success', () => heads.put({ ...request.result, schema }, 'head'));
  });
  const next = await openReplica({ ports: world.tab(), hospitalId });
  expect(next.ready).toBe(false);
  expect(await segmentCount(world.databases.indexedDB)).toBe(0);
  await next.applyPage(server.page(0, 100));
  expect(next.count('device')).toBe(5);
});

it('What one tab pulls is at once in the other tab, which reads only new segments', async () => {
  const world = createDeviceWorld();
  const server = serverWith(5);
  const one = await openReplica({ ports: world.tab(), hospitalId });
  const two = await openReplica({ ports: world.tab(), hospitalId });
  await one.applyPage(server.page(0, 100));
  await settle();
  expect(two.count('device')).toBe(5);
  const kept = two.get('device', deviceIdAt(0));
  server.put('device', ...deviceRows(2, 5).slice(1));
  const reads = vi.spyOn(IDBObjectStore.prototype, 'get');
  await one.applyPage(server.page(1, 100));
  await settle();
  expect(reads.mock.calls.flat().filter((key) => typeof key === 'number')).toEqual([2]);
  expect(two.get('device', deviceIdAt(1))).toEqual(deviceRows(2, 5)[1]);
  expect(two.get('device', deviceIdAt(0))).toBe(kept);
  expect(two.cursor).toBe(one.cursor);
});

it('Of two tabs that store the same page one is refused and gets what the other stored', async () => {
  const world = createDeviceWorld();
  const server = serverWith(5);
  const one = await openReplica({ ports: world.tab(), hospitalId });
  const two = await openReplica({ ports: world.tab(), hospitalId });
  const page: Changes = server.page(0, 100);
  const taken = await Promise.all([one.applyPage(page, 0), two.applyPage(page, 0)]);
  expect(taken.filter(Boolean)).toHaveLength(1);
  expect([one.cursor, two.cursor]).toEqual([1, 1]);
  expect(sorted(one)).toEqual(sorted(two));
});

it('A tab that slept while a removal was stored and compacted drops the device', async () => {
  const world = createDeviceWorld();
  const server = serverWith(5);
  const awake = await openReplica({ ports: world.tab(), hospitalId });
  await awake.applyPage(server.page(0, 100));
  const deaf = { post: () => undefined, listen: () => () => undefined };
  const asleep = await openReplica({ ports: { ...world.tab(), channel: deaf }, hospitalId });
  server.remove('device', deviceIdAt(2));
  for (let change = 0; change < 20; change += 1) {
    await awake.applyPage(server.page(awake.cursor, 100));
    server.put('device', ...deviceRows(1, change + 2));
  }
  await world.clock.advance(tidyMs);
  expect(await segmentCount(world.databases.indexedDB)).toBeLessThan(10);
  expect(await asleep.applyPage(server.page(asleep.cursor, 100))).toBe(false);
  await asleep.applyPage(server.page(asleep.cursor, 100));
  expect(sorted(asleep)).toEqual(server.rows('device'));
});

it('A dropped replica is empty in every tab and stays so', async () => {
  const world = createDeviceWorld();
  const server = serverWith(5);
  const one = await openReplica({ ports: world.tab(), hospitalId });
  const two = await openReplica({ ports: world.tab(), hospitalId });
  await one.applyPage(server.page(0, 100));
  await one.drop();
  await settle();
  for (const each of [one, two, await openReplica({ ports: world.tab(), hospitalId })]) {
    expect(each.count('device')).toBe(0);
    expect(each.ready).toBe(false);
  }
});

it.each([
  { seed: 1, devices: 600, atOnce: 12, most: 400, rounds: 300 },
  { seed: 2, devices: 600, atOnce: 12, most: 400, rounds: 300 },
  { seed: 3, devices: 600, atOnce: 12, most: 400, rounds: 300 },
  // Pages that are stored packed and merged with later ones.
  { seed: 4, devices: 4000, atOnce: 900, most: 3000, rounds: 60 },
  { seed: 5, devices: 4000, atOnce: 900, most: 3000, rounds: 60 },
])('After many random changes every tab has what the server has: %o', async (given) => {
  const { seed, devices, atOnce, most, rounds } = given;
  const world = createDeviceWorld();
  const server = createChangeServer();
  const next = seededNumbers(seed);
  const rows = deviceRows(devices, seed);
  server.put('device', ...rows);
  const tabs = [
    await openReplica({ ports: world.tab(), hospitalId }),
    await openReplica({ ports: world.tab(), hospitalId }),
  ];
  for (let round = 0; round < rounds; round += 1) {
    const size = 1 + Math.floor(next() * atOnce);
    const picked = Array.from({ length: size }, () => rows[Math.floor(next() * rows.length)]!);
    if (next() < 0.2) server.remove('device', ...picked.map(({ id }) => id));
    else server.put('device', ...picked.map((row) => ({ ...row, maintenanceCost: Math.floor(next() * 1e6) })));
    const tab = tabs[Math.floor(next() * tabs.length)]!;
    const limit = 1 + Math.floor(next() * most);
    for (let more = true; more;) {
      const page = server.page(tab.cursor, limit);
      if (await tab.applyPage(page, tab.cursor)) more = page.more;
    }
    if (next() < 0.05) await world.clock.advance(tidyMs);
    if (next() < 0.03) {
      await tabs[1]?.close();
      tabs[1] = await openReplica({ ports: world.tab(), hospitalId });
    }
  }
  await world.clock.advance(tidyMs);
  const late = await openReplica({ ports: world.tab(), hospitalId });
  for (const tab of [...tabs, late]) {
    expect(sorted(tab)).toEqual(server.rows('device'));
    const [first] = server.rows('device');
    expect(tab.digest()).toEqual(tabs[0]?.digest());
    expect(tab.get('device', first?.id ?? '')).toEqual(first);
  }
  expect(await segmentCount(world.databases.indexedDB)).toBeLessThan(40);
});
