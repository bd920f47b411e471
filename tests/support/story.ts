import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import type { BrowserContext, Page } from '@playwright/test';
import { hospitalDay } from '#contract/rules/hospital-day.ts';
import { openProfile } from '#tests/engines/engine.ts';
import { killBrowserOf } from '#tests/engines/kill-browser.ts';
import { textWorkbook } from '#server/import/sheets-out.ts';
import { startBuiltServer } from './built-server.ts';
import type { BuiltServer } from './built-server.ts';
import { startFilledServer } from './filled-server.ts';
import { openTcpProxy } from './tcp-proxy.ts';
import type { TcpProxy } from './tcp-proxy.ts';

export const admin = { email: 'admin@ward-story.example', password: 'admin-of-the-story' };
export const hospitalUser = { email: 'office@ward-story.example', password: 'office-of-the-story' };
export const engineer = { name: 'Asha Rao', email: 'asha@ward-story.example', password: 'engineer-of-the-story' };

/** A server in its own process behind a cable that can be cut, with a folder that is deleted at the end. */
export interface World {
  folder: string;
  server: BuiltServer;
  cable: TcpProxy;
  /** The address that the browser uses; it survives restarts of the server. */
  origin: string;
  /** Kills the server with SIGKILL and starts a new process on the same data. */
  killServer(): Promise<void>;
  /** Starts the server again on the same data, from another build if one is named. */
  restartServer(build?: string): Promise<void>;
  close(): Promise<void>;
}

/** Starts a world that contains only an Admin. */
export async function createWorld(): Promise<World> {
  const folder = mkdtempSync(join(tmpdir(), 'ward-story-'));
  const env = { ADMIN_EMAIL: admin.email, ADMIN_PASSWORD: admin.password };
  const dataDir = join(folder, 'data');
  const world: World = {
    folder,
    server: await startFilledServer(dataDir, 'main', env),
    cable: await openTcpProxy(0),
    origin: '',
    killServer: () => world.server.kill(),
    restartServer: async (build) => {
      world.server = await startBuiltServer(dataDir, { ...env, PORT: String(world.server.port) }, 'main', build);
    },
    close: async () => {
      await world.cable.close();
      await world.server.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
  world.cable.aim(world.server.port);
  world.origin = `http://localhost:${world.cable.port}`;
  return world;
}

/** A tablet: a browser with persistent storage, and a camera that films a label. */
export interface Tablet {
  page: Page;
  context: BrowserContext;
  /** Closes the browser and opens it again at a path, as from the home screen. */
  restart(path: string): Promise<Page>;
  /** Like `restart`, but kills the browser's processes without time to finish. */
  kill(path: string): Promise<Page>;
  close(): Promise<void>;
}

export async function openTablet(
  world: World,
  name: string,
  options: {
    film?: string;
    flags?: readonly string[];
    viewport?: { width: number; height: number };
    /** Runs in each page before the app. */
    before?: () => void;
  } = {},
): Promise<Tablet> {
  const profile = join(world.folder, name);
  mkdirSync(profile, { recursive: true });
  const launch = async (): Promise<BrowserContext> => {
    const opened = await openProfile(profile, {
      film: options.film,
      flags: options.flags,
      viewport: options.viewport ?? { width: 820, height: 1180 },
      baseURL: world.origin,
    });
    if (options.before) await opened.addInitScript(options.before);
    return opened;
  };
  const context = await launch();
  const openAgain = async (path: string): Promise<Page> => {
    tablet.context = await launch();
    tablet.page = tablet.context.pages()[0] ?? (await tablet.context.newPage());
    await tablet.page.goto(path);
    return tablet.page;
  };
  const tablet: Tablet = {
    context,
    page: context.pages()[0] ?? (await context.newPage()),
    restart: async (path) => {
      await tablet.context.close();
      return openAgain(path);
    },
    kill: async (path) => {
      killBrowserOf(profile);
      // Throws if the context has already gone.
      await tablet.context.close().catch(() => undefined);
      return openAgain(path);
    },
    close: () => tablet.context.close(),
  };
  return tablet;
}

/** Signs in on the screen. */
export async function signIn(page: Page, who: { email: string; password: string }): Promise<void> {
  await page.goto('/login');
  await page.getByLabel('Email').fill(who.email);
  await page.getByLabel('Password').fill(who.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page).not.toHaveURL(/\/login/);
}

/** Returns a bearer token from the API, for setup and for reading the server's data. */
export async function tokenOf(origin: string, who: { email: string; password: string }): Promise<string> {
  const answer = await fetch(`${origin}/api/Auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: who.email, password: who.password }),
  });
  const session = (await answer.json()) as { token?: string; message?: string };
  if (session.token === undefined) throw new Error(`No session for ${who.email}: ${session.message ?? answer.status}`);
  return session.token;
}

/** Makes one API call as a user. */
export async function callAs<T>(
  origin: string,
  who: { email: string; password: string },
  method: string,
  path: string,
  body?: unknown,
): Promise<T> {
  const token = await tokenOf(origin, who);
  const answer = await fetch(`${origin}/api${path}`, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
  return (answer.status === 204 ? undefined : await answer.json()) as T;
}

/** A password that somebody else sets for an account. */
export const oneTimePassword = 'for-the-first-day';

/** Changes a one-time password to the account's own. */
async function chooseOwnPassword(origin: string, { email, password }: Account): Promise<void> {
  const body = { currentPassword: oneTimePassword, newPassword: password };
  await callAs(origin, { email, password: oneTimePassword }, 'POST', '/Auth/password', body);
}

interface Account {
  email: string;
  password: string;
}

/** Creates a hospital or engineer through the API, and makes the record's password the account's own. */
export async function addAccount(
  origin: string,
  by: Account,
  path: '/Hospital' | '/BME',
  record: Account & Record<string, unknown>,
): Promise<{ id: string }> {
  const made = await callAs<{ id: string }>(origin, by, 'POST', path, { ...record, password: oneTimePassword });
  await chooseOwnPassword(origin, record);
  return made;
}

/** Creates a hospital through the API, whose account has its own password; returns its id. */
export async function addHospital(world: World, name: string, account: Account = hospitalUser): Promise<string> {
  const place = { phone: '+91 20 4000 3000', address: '2 Mill Road', stateId: 'MH', cityId: 'MH-pune' };
  const record = { name, ...place, numberOfBME: 3, numberOfBeds: 40, ...account };
  const { id } = await addAccount(world.origin, admin, '/Hospital', record);
  return id;
}

/** A row of the story's register. */
export interface StoryDevice {
  equipment: string;
  make: string;
  model: string;
  serial: string;
  department: string;
  location: string;
}

/** Writes a register for import. Units: installation date yyyy-MM-dd. */
export function writeRegister(file: string, devices: readonly StoryDevice[], installedOn: string): void {
  const header = ['Equipment Name', 'Importance', 'Make', 'Model', 'Serial Number', 'Department', 'Location'];
  const rows = devices.map((device) => [
    device.equipment,
    'Critical',
    device.make,
    device.model,
    device.serial,
    device.department,
    device.location,
    installedOn,
  ]);
  writeFileSync(file, textWorkbook({ name: 'Register', rows: [[...header, 'Installation Date'], ...rows] }));
}

/** Imports devices, installed today, through the API. */
export async function importDevices(world: World, hospitalId: string, devices: readonly StoryDevice[]): Promise<void> {
  const file = join(world.folder, `register-of-${hospitalId}.xlsx`);
  writeRegister(file, devices, hospitalDay(new Date(), 'Asia/Kolkata'));
  const form = new FormData();
  form.set('HospitalId', hospitalId);
  form.set('File', new Blob([readFileSync(file)]), 'register.xlsx');
  const headers = { authorization: `Bearer ${await tokenOf(world.origin, admin)}` };
  const answer = await fetch(`${world.origin}/api/EquipmentImport/import`, { method: 'POST', headers, body: form });
  if (!answer.ok) throw new Error(`The register was not imported: ${answer.status} ${await answer.text()}`);
}

/** Creates a hospital on the Admin's screen and gives its account its own password. */
export async function createHospital(page: Page, name: string, account = hospitalUser): Promise<void> {
  await page.goto('/admin/hospital/add');
  await page.getByLabel('Name', { exact: true }).fill(name);
  await page.getByLabel('Phone').fill('+91 20 4000 2000');
  await page.getByLabel('Address').fill('1 Station Road');
  await page.getByLabel('State').selectOption({ label: 'Maharashtra' });
  await page.getByLabel('City').selectOption({ label: 'Pune' });
  await page.getByLabel(/Number of BMEs/).fill('5');
  await page.getByLabel(/Number of Beds/i).fill('120');
  await page.getByLabel('Email').fill(account.email);
  await page.getByLabel('Password').fill(oneTimePassword);
  await page.getByRole('button', { name: 'Create' }).click();
  await expect(page).toHaveURL(/\/admin\/hospital$/);
  await expect(page.getByText(name, { exact: true })).toBeVisible();
  await chooseOwnPassword(new URL(page.url()).origin, account);
}

/** Selects the hospital of an import by name; the option also contains its town. */
export async function chooseHospital(page: Page, name: string): Promise<void> {
  const choice = page.getByLabel('Hospital');
  const option = choice.locator('option').filter({ hasText: `${name} · ` });
  await choice.selectOption((await option.getAttribute('value')) ?? '');
}

/** Imports a register on the Admin's screen: a local file, or bytes with a name. */
export async function importRegister(
  page: Page,
  hospital: string,
  file: string | { name: string; mimeType: string; buffer: Buffer },
): Promise<void> {
  await page.goto('/admin/imports');
  await chooseHospital(page, hospital);
  await page.locator('input[type=file]').setInputFiles(file);
  await page.getByRole('button', { name: 'Upload' }).click();
  // A sheet without importance is imported once the Admin has said what is critical.
  const ask = page.getByRole('button', { name: 'Import with these choices' });
  const ended = page.getByText(/^(Import completed|Nothing was imported|Error importing)/).first();
  await ask.or(ended).first().waitFor({ timeout: 60_000 });
  if (await ask.isVisible()) await ask.click();
}
