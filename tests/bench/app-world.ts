import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, type Page } from '@playwright/test';
import { eq, sql } from 'drizzle-orm';
import { publishChanges } from '#server/db/publish-changes.ts';
import { installation, roundTemplate, roundTemplateDevice } from '#server/db/schema.ts';
import { writeScope } from '#server/db/scope.ts';
import { startBuiltServer, type BuiltServer } from '#tests/support/built-server.ts';
import { seedPassword, type SeededHospital } from '#tests/support/seed.ts';
import type { BenchContext } from './bench.ts';
import { seedGrown } from './grown.ts';
import { openWardDatabase, type WardDatabase } from './ward.ts';

/** Devices of the hospital in these benches, and of its longest round. */
export const hospitalDevices = 10_000;
export const roundDevices = 200;
const roomDevices = 8;

const root = fileURLToPath(new URL('../..', import.meta.url));

/** The built app and server of this tree with a hospital of 10,000 devices and a round of 200. */
export interface AppWorld {
  server: BuiltServer;
  origin: string;
  /** An engineer of the hospital. */
  who: { email: string; password: string };
  /** The hospital's office. */
  office: { email: string; password: string; hospitalId: string };
  /** Id of the long round's template. */
  templateId: string;
  /** Returns the serial number of the device at a position in the long round. */
  serialAt(place: number): string;
}

/** Builds the app and the server of this tree, unless `BENCH_BUILT` says that they are built already. */
async function buildApp(): Promise<void> {
  if (process.env['BENCH_BUILT'] === 'yes' && existsSync(join(root, 'dist/app/index.html'))) return;
  await promisify(execFile)('npm', ['run', 'build'], { cwd: root, maxBuffer: 64 * 1024 * 1024 });
}

const serialOf = (at: number) => `P-${String(at).padStart(6, '0')}`;

/** Puts 200 devices into rooms of one department, and creates a template that visits them. */
async function seedLongRound({ db }: WardDatabase, { id: hospitalId, departments }: SeededHospital): Promise<string> {
  const templateId = 'long-round';
  const devices = Array.from({ length: roundDevices }, (_none, at) => ({
    id: `Pi${at}`,
    room: Math.floor(at / roomDevices),
  }));
  await db.transaction(async (tx) => {
    const scope = writeScope(tx, { id: hospitalId, name: 'Grown P', timeZone: 'Asia/Kolkata' });
    for (const { id, room } of devices) {
      await scope.update(
        installation,
        { departmentId: departments.theatre, location: `Room ${room + 1}` },
        eq(installation.id, id),
      );
    }
    await scope.insert(roundTemplate, [{ id: templateId, name: 'All theatres', departmentId: departments.theatre }]);
    await scope.insert(
      roundTemplateDevice,
      devices.map(({ id }, position) => ({ templateId, deviceId: id, position })),
    );
    scope.touch('device', ...devices.map(({ id }) => id));
    scope.touch('template', templateId);
    await publishChanges(tx, hospitalId, scope.changes(), new Date());
  });
  return templateId;
}

/** Returns the hospital and server for the benches that open the app; the first bench of a run builds them. */
export function appWorld({ kept, say }: BenchContext): Promise<AppWorld> {
  return kept('app', async () => {
    await buildApp();
    const database = await openWardDatabase();
    const hospital = await seedGrown(database.db, 'P', { devices: hospitalDevices, entriesEach: 1 });
    const templateId = await seedLongRound(database, hospital);
    await database.db.execute(sql`vacuum analyze`);
    const settings = { DATABASE_URL: database.url, LOG_LEVEL: 'error' };
    const server = await startBuiltServer(join(database.folder, 'server'), settings);
    say(`the app with a hospital of ${hospitalDevices.toLocaleString('en')} devices is there`);
    const value: AppWorld = {
      server,
      origin: `http://localhost:${server.port}`,
      who: { email: hospital.users.bme.email, password: seedPassword },
      office: { email: hospital.users.hospital.email, password: seedPassword, hospitalId: hospital.id },
      templateId,
      serialAt: serialOf,
    };
    const close = async () => {
      await server.stop();
      await database.close();
    };
    return { value, close };
  });
}

/** Signs in and waits until the hospital's devices and the app's files are on the tablet. */
export async function makeReady(page: Page, origin: string, { who }: AppWorld): Promise<void> {
  await page.goto(`${origin}/login`);
  await page.getByLabel('Email').fill(who.email);
  await page.getByLabel('Password').fill(who.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByText(/Ready for offline work: 10,0\d\d devices/)).toBeVisible({ timeout: 120_000 });
  await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated');
}

/** Slows the page down by this factor. Returns a function that gives it another one. */
export async function slowDown(page: Page, rate: number): Promise<(rate: number) => Promise<void>> {
  const session = await page.context().newCDPSession(page);
  const setRate = async (to: number) => void (await session.send('Emulation.setCPUThrottlingRate', { rate: to }));
  await setRate(rate);
  return setRate;
}
