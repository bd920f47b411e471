import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CallSpec } from '#contract/define.ts';
import { calls, callList, type CallName } from '#contract/index.ts';
import { mayAccess } from '#contract/permissions.ts';
import { createFigureKeeper } from '#server/kept-counts/hospital-figures.ts';
import { publishChanges } from '#server/db/publish-changes.ts';
import { hospital, hospitalHead, task, warranty, warrantySerial } from '#server/db/schema.ts';
import { readScope, writeScope, type HospitalScope, type WriteScope } from '#server/db/scope.ts';
import { openWorld, sampleOf, send, type World } from '#tests/security/world.ts';
import { startTestServer, type TestServer } from '#tests/support/test-server.ts';
import { createPartComparer } from '#tests/support/compare-parts.ts';
import { keyless } from '#tests/security/keyless.ts';

let server: TestServer;
let city: World;
let scope: HospitalScope;
let asked = 0;
/** Compares the facts behind the page of figures with those that are counted anew. */
let compareParts: ReturnType<typeof createPartComparer>;
/** One server's keeper, used in all tests, each of which compares it with a fresh one. */
const keeper = createFigureKeeper();

beforeAll(async () => {
  server = await startTestServer();
  city = await openWorld(server, server.city);
  scope = scopeOf(server.city);
  await server.database.db
    .update(hospital)
    .set({ createdAt: new Date('2026-01-01T00:00:00Z') })
    .where(eq(hospital.id, server.city.id));
  compareParts = createPartComparer(scope, [{ period: 'month', at: '2026-06' }, { period: 'month' }]);
});
afterAll(() => server.close());

function scopeOf({ id, name }: { id: string; name: string }): HospitalScope {
  const read = readScope(server.database.db, { id, name, timeZone: 'Asia/Kolkata' });
  return {
    ...read,
    rows: (query) => {
      asked += 1;
      return read.rows(query);
    },
  };
}

const fresh = (of = scope) => createFigureKeeper().read(of, server.clock.now);
/** Becomes true if any of the compared figures includes visits owed. */
let wereVisitsOwed = false;
async function expectCurrent(): Promise<void> {
  const kept = await keeper.read(scope, server.clock.now);
  expect(kept).toEqual(await fresh());
  wereVisitsOwed ||= kept.visits.missed.size > 0;
}

const specOf = (name: CallName): CallSpec => calls[name];
const writes = callList.filter(({ name, spec }) => spec.method !== 'GET' && !keyless.has(name)).map(({ name }) => name);

test.each(writes)('after %s the cached figures equal those of the database', async (name) => {
  await keeper.read(scope, server.clock.now);
  const sample = await sampleOf(name, city);
  await expectCurrent();
  const sender = mayAccess({ role: 'Hospital' }, specOf(name).access) ? city.office : city.admin;
  expect((await send(server, sender, name, sample)).statusCode).toBeLessThan(300);
  await expectCurrent();
  await compareParts(server.clock.now, name);
});

test('some visits were owed during these writes', () => {
  expect(wereVisitsOwed).toBe(true);
});

test('a visit counts for its own device, and a round leaves the visits unchanged', async () => {
  const { db } = server.database;
  const [visited = '', other = ''] = Object.keys(server.city.devices);
  const [visitedId = '', otherId = ''] = [server.city.devices[visited], server.city.devices[other]];
  const write = (work: (city: WriteScope) => Promise<void>) =>
    db.transaction(async (tx) => {
      const facts = { id: server.city.id, name: server.city.name, timeZone: 'Asia/Kolkata' };
      const written = writeScope(tx, facts);
      await work(written);
      await publishChanges(tx, facts.id, written.changes(), server.clock.now);
    });
  const terms = { covers: [], exclusions: '', visitsPerYear: 1 } as never;
  await write(async (written) => {
    const years = { startOn: '2025-07-05', endOn: '2026-07-04', durationMonths: 12 };
    await written.insert(warranty, { id: 'visits', number: 'VISITS', kind: 'AMC', terms, ...years });
    await written.insert(warrantySerial, [
      { warrantyId: 'visits', deviceId: visitedId },
      { warrantyId: 'visits', deviceId: otherId },
    ]);
    written.touch('contract', 'visits');
  });
  const before = await keeper.read(scope, server.clock.now);
  expect([before.visits.missed.get(visitedId), before.visits.missed.get(otherId)]).toMatchObject([
    { number: 'VISITS', done: 0 },
    { number: 'VISITS', done: 0 },
  ]);

  await write(async (written) => written.touch('device', visitedId, otherId));
  expect((await keeper.read(scope, server.clock.now)).visits).toBe(before.visits);

  await write(async (written) => {
    const source = { sourceKind: 'warranty' as const, sourceId: 'visits', occurrence: 1, warrantyNumber: 'VISITS' };
    const job = { id: 'visit', deviceId: visitedId, type: 'PM' as const, taskDate: '2026-06-01' };
    await written.insert(task, { ...job, ...source, closedAt: new Date('2026-06-01T09:00:00Z') });
    written.touch('task', 'visit');
  });
  const after = await keeper.read(scope, server.clock.now);
  // Earlier writes may have left other contracts that owe visits for the same devices.
  const owed = (id: string) => after.visits.missed.get(id)?.number === 'VISITS';
  expect([owed(visitedId), owed(otherId)]).toEqual([false, true]);
  await expectCurrent();
});

test('a device that a template loses just before a round stays unvisited', async () => {
  const bme = await server.as(server.city.users.bme);
  const [first = '', second = '', third = ''] = Object.keys(server.city.devices);
  const entry = (serialNumber: string) => ({
    serialNumber,
    installationBaseEntityId: server.city.devices[serialNumber] ?? '',
  });
  const { templateId } = (
    await bme.call('createRoundTemplate', {
      body: { templateName: 'Lift', departmentId: server.city.departments.icu, serials: [entry(first), entry(third)] },
    })
  ).answer;
  await expectCurrent();
  await bme.call('updateRoundTemplate', {
    params: { id: templateId },
    body: { templateName: 'Lift', departmentId: server.city.departments.icu, serials: [entry(second)] },
  });
  const round = await bme.call('submitRound', {
    key: randomUUID(),
    body: [
      {
        serialNumber: second,
        installationBaseId: server.city.devices[second] ?? '',
        status: 'Needs Attention',
        description: 'Alarm volume low',
        date: '2026-07-01',
        dailyRoundTemplateId: templateId,
      },
    ],
  });
  expect(round.status).toBeLessThan(300);
  await expectCurrent();
  expect((await keeper.read(scope, server.clock.now)).attentionRuns.get(server.city.devices[second] ?? '')).toBe(1);
});

test('without a change only the version is queried', async () => {
  await keeper.read(scope, server.clock.now);
  asked = 0;
  await keeper.read(scope, server.clock.now);
  expect(asked).toBe(1);
});

test('concurrent requests after a change share one read', async () => {
  const one = createFigureKeeper();
  asked = 0;
  await Promise.all([1, 2, 3, 4].map(() => one.read(scope, server.clock.now)));
  const together = asked;
  asked = 0;
  await fresh();
  expect(together).toBe(asked + 3);
});

test('a warranty that expires without a write counts from the next day on', async () => {
  const { db } = server.database;
  await db.update(warranty).set({ endOn: '2026-07-01' }).where(eq(warranty.hospitalId, server.city.id));
  const today = await fresh();
  const one = createFigureKeeper();
  expect(await one.read(scope, server.clock.now)).toEqual(today);
  server.clock.advance(86_400_000);
  expect((await one.read(scope, server.clock.now)).uncovered.size).toBeGreaterThan(today.uncovered.size);
  expect(await one.read(scope, server.clock.now)).toEqual(await fresh());
});

test('a database whose version went back after a restore is read again', async () => {
  const one = createFigureKeeper();
  await one.read(scope, server.clock.now);
  await server.database.db.update(hospitalHead).set({ version: 1 }).where(eq(hospitalHead.hospitalId, server.city.id));
  expect(await one.read(scope, server.clock.now)).toEqual(await fresh());
});

test('hospitals have their own figures, and the least recently requested one is evicted', async () => {
  const one = createFigureKeeper({ hospitals: 1, records: 1_000 });
  const lake = scopeOf(server.lake);
  await one.read(scope, server.clock.now);
  expect(await one.read(lake, server.clock.now)).toEqual(await fresh(lake));
  asked = 0;
  await one.read(lake, server.clock.now);
  expect(asked).toBe(1);
  await one.read(scope, server.clock.now);
  expect(asked).toBeGreaterThan(2);
});
