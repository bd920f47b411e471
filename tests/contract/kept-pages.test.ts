import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from 'drizzle-orm';
import type { CallSpec } from '#contract/define.ts';
import { calls, callList, type CallName } from '#contract/index.ts';
import { mayAccess } from '#contract/permissions.ts';
import { gatherDevicePage } from '#server/device/gather-page.ts';
import { readDeviceTiles } from '#server/device/read-tiles.ts';
import { readInstallBases } from '#server/equipment-make/handlers.ts';
import { createKept, rowsOf, type GatheredDevice } from '#server/kept-counts/kept.ts';
import { readDigest } from '#server/sync/digest.ts';
import { createVersionKeeper } from '#server/kept-counts/version-keeper.ts';
import { readApart, readTogether } from '#server/db/read-together.ts';
import { readScope, type HospitalScope } from '#server/db/scope.ts';
import { openWorld, sampleOf, send, type World } from '#tests/security/world.ts';
import { startTestServer, type TestServer } from '#tests/support/test-server.ts';
import { keyless } from '#tests/security/keyless.ts';

let server: TestServer;
let city: World;
let scope: HospitalScope;
/** The cache of one server, used in all tests. */
const kept = createKept();

beforeAll(async () => {
  server = await startTestServer();
  city = await openWorld(server, server.city);
  scope = readScope(server.database.db, { ...server.city, timeZone: 'Asia/Kolkata' });
});
afterAll(() => server.close());

async function idsOf(table: 'installation' | 'equipment_make'): Promise<string[]> {
  const rows = await scope.rows<{ id: string }>(
    sql`select id from ${sql.identifier(table)} where hospital_id = ${scope.id} and retired_at is null order by id`,
  );
  return rows.map(({ id }) => id);
}

/** Returns everything cached about the hospital: as the server has it in its cache, or computed anew. */
async function answers(isKept: boolean): Promise<object> {
  const { devicePages, deviceTiles, digests, installBases } = isKept ? kept : createKept();
  const pages = new Map<string, GatheredDevice>();
  for (const id of await idsOf('installation')) {
    const gather = () => gatherDevicePage(scope, { deviceId: id, isRetired: false }, server.clock.now);
    pages.set(id, await devicePages.read(scope, { key: id }, gather));
  }
  const makes = await idsOf('equipment_make');
  return {
    pages,
    tiles: await deviceTiles.read(scope, { key: '' }, () => readDeviceTiles(scope)),
    digest: await digests.read(scope, { key: '' }, () => readDigest(scope)),
    bases: await installBases.read(scope, { key: makes.join(' ') }, () => readInstallBases(scope, makes)),
  };
}

const specOf = (name: CallName): CallSpec => calls[name];
const writes = callList.filter(({ name, spec }) => spec.method !== 'GET' && !keyless.has(name)).map(({ name }) => name);

test.each(writes)('after %s the cached responses equal those of the database', async (name) => {
  await answers(true);
  const sample = await sampleOf(name, city);
  const sender = mayAccess({ role: 'Hospital' }, specOf(name).access) ? city.office : city.admin;
  expect((await send(server, sender, name, sample)).statusCode).toBeLessThan(300);
  expect(await answers(true)).toEqual(await answers(false));
});

test('a value is computed once per version, a failed one is not cached, and the heaviest are evicted', async () => {
  const keeper = createVersionKeeper<number>({ limit: 10, weigh: (value) => value });
  let made = 0;
  const read = (key: string, value: number, version = 1) =>
    keeper.read(scope, { key, version }, async () => {
      made += 1;
      return value;
    });
  expect(await Promise.all([read('a', 4), read('a', 4)])).toEqual([4, 4]);
  expect(made).toBe(1);
  expect(await read('a', 5, 2)).toBe(5);
  expect(made).toBe(2);
  await read('b', 5);
  await read('a', 5, 2);
  expect(made).toBe(3);
  await read('c', 1);
  await read('a', 5, 2);
  expect(made).toBe(4);
  await read('b', 5);
  expect(made).toBe(5);
  const fail = () => keeper.read(scope, { key: 'd', version: 1 }, () => Promise.reject(new Error('lost')));
  await expect(fail()).rejects.toThrow('lost');
  expect(await read('d', 1)).toBe(1);
});

test('the weight of a page includes rounds, downtimes and covers, even of a device without work', async () => {
  const [deviceId = ''] = await idsOf('installation');
  const page = await gatherDevicePage(scope, { deviceId, isRetired: false }, server.clock.now);
  const bare: GatheredDevice = {
    ...page,
    device: { ...page.device, downtimes: [], warranties: [] },
    tickets: [],
    tasks: [],
    rounds: { known: [], missing: { count: 0, before: null } },
    contracts: [],
  };
  expect(rowsOf(bare)).toBe(1);
  const at = '2026-07-01T06:30:00.000Z';
  const rounds = { ...bare.rounds, known: Array.from({ length: 20 }, () => ({ status: 'Operational' as const, at })) };
  const device = { ...bare.device, downtimes: [[at, null]] as [string, null][], warranties: page.device.warranties };
  expect(rowsOf({ ...bare, device, rounds })).toBe(22 + page.device.warranties.length);
});

test('queries of one turn become one statement, each with its hospital, and fail together', async () => {
  let statements = 0;
  const rows: HospitalScope['rows'] = (query) => {
    statements += 1;
    return scope.rows(query);
  };
  const reading = readTogether({ ...scope, rows });
  const named = (table: 'department' | 'vendor') =>
    reading.rows<{ name: string }>(
      sql`select name from ${sql.identifier(table)} where hospital_id = ${scope.id} order by name`,
    );
  const alone = await named('department');
  expect(statements).toBe(1);
  const [departments, vendors] = await Promise.all([named('department'), named('vendor')]);
  expect(statements).toBe(2);
  expect(departments).toEqual(alone);
  expect(vendors.length).toBeGreaterThan(0);
  await expect(Promise.all([named('vendor'), reading.rows(sql`select 1 as one`)])).rejects.toThrow(
    'A query without its hospital',
  );
  const broken = () => reading.rows(sql`select ${scope.id}::int as id`);
  const both = await Promise.allSettled([named('vendor'), broken()]);
  expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(readTogether(reading)).toBe(reading);
});

test('separate queries run one after the other, even when requested together, and fail alone', async () => {
  let running = 0;
  let statements = 0;
  const rows: HospitalScope['rows'] = async (query) => {
    statements += 1;
    running += 1;
    expect(running).toBe(1);
    try {
      return await scope.rows(query);
    } finally {
      running -= 1;
    }
  };
  const reading = readTogether(readApart({ ...scope, rows }));
  const broken = reading.rows(sql`select ${scope.id}::int as id`);
  const names = reading.rows(sql`select name from vendor where hospital_id = ${scope.id}`);
  await expect(broken).rejects.toThrow();
  expect((await names).length).toBeGreaterThan(0);
  expect(statements).toBe(2);
});
