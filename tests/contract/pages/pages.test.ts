import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { appUser, hospital } from '#server/db/schema.ts';
import { isLongRun, shareOfDay } from '#tests/support/day.ts';
import { planHospital, privateWords } from '#tests/support/seeded-hospital.ts';
import { startTestServer, type TestClient, type TestServer } from '#tests/support/test-server.ts';
import { writeHospital } from '#tests/support/write-hospital.ts';
import { comparePages, type Compared } from './compare-pages.ts';

/** Hospitals whose pages are compared: long runs cover all of them in twenty days. */
const hospitals = 500;
const isLong = isLongRun();
const seeds = shareOfDay(
  Array.from({ length: hospitals }, (_, at) => at + 1),
  isLong ? 25 : 12,
);
/** Devices of the demo hospital compared in a short run. */
const demoDevices = 40;

let server: TestServer;
let admin: TestClient;
const total: Compared = { pages: 0, equal: 0, subset: 0 };

beforeAll(async () => {
  server = await startTestServer({ demo: true, trustProxy: 1 });
  admin = await server.as(server.admin);
  // The demo hospital takes long on a busy machine.
}, 180_000);
afterAll(async () => {
  const { pages, equal, subset } = total;
  console.log(
    `Seeds ${seeds[0]} to ${seeds.at(-1)} of ${hospitals}: ${pages} pages compared. ` +
      `Of devices without network ${equal} are equal, ${subset} a true subset.`,
  );
  await server.close();
});

/** Compares all pages of a hospital, after moving the test's only engineer there. */
async function compare(hospitalId: string, timeZone: string, maxDevices = Infinity): Promise<void> {
  const { db } = server.database;
  await db.update(appUser).set({ hospitalId }).where(eq(appUser.id, server.city.users.bme.id));
  const moment = { now: server.clock.now, timeZone };
  // A session may open 600 device pages a minute, so each hospital uses another session.
  const bme = await server.as(server.city.users.bme);
  const done = await comparePages({ server, bme, admin, hospitalId, moment, privateWords, maxDevices });
  total.pages += done.pages;
  total.equal += done.equal;
  total.subset += done.subset;
  expect(done.pages).toBeGreaterThan(4);
}

test("the demo hospital's pages are equal on server and tablet", { timeout: 120_000 }, async () => {
  const rows = await server.database.db.select().from(hospital);
  const demo = rows.find(({ id }) => id !== server.city.id && id !== server.lake.id);
  await compare(demo?.id ?? '', demo?.timeZone ?? '', isLong ? Infinity : demoDevices);
});

test.each(seeds)('the pages of hospital %i are equal on server and tablet', async (seed) => {
  const { now } = server.clock;
  const plan = planHospital(seed, now);
  await writeHospital(server.database.db, plan, now);
  await compare(plan.id, plan.timeZone);
});
