import { expect, test } from '@playwright/test';
import type { BrowserContext, Page } from '@playwright/test';
import { keptDrafts } from '#tests/support/kept-rows.ts';
import {
  addAccount,
  addHospital,
  admin,
  callAs,
  createWorld,
  engineer,
  importDevices,
  signIn,
  tokenOf,
} from '#tests/support/story.ts';
import type { StoryDevice, World } from '#tests/support/story.ts';

const own = { email: 'office@by-hand.example', password: 'office-by-hand' };
const other = { email: 'office@elsewhere.example', password: 'office-elsewhere' };
const sessionEnded = 'Your session has ended. Please sign in again.';
const newPassword = 'engineer-after-the-change';

const device = (serial: string): StoryDevice => ({
  equipment: 'Infusion Pump',
  make: 'B. Braun',
  model: 'Infusomat Space',
  serial,
  department: 'General Ward',
  location: 'Bay 1',
});
const ownSerial = 'HAND-0001';
const foreignSerial = 'ELSE-0001';

let world: World;
let ownHospitalId: string;

test.beforeAll(async () => {
  world = await createWorld();
  ownHospitalId = await hospitalWith('Hospital by Hand', own, ownSerial);
  await hospitalWith('Hospital Elsewhere', other, foreignSerial);
  await addAccount(world.origin, own, '/BME', { ...engineer, phone: '' });
});
test.afterAll(() => world?.close());
test.afterEach(() => world.cable.mend());

async function hospitalWith(
  name: string,
  account: { email: string; password: string },
  serial: string,
): Promise<string> {
  const id = await addHospital(world, name, account);
  await importDevices(world, id, [device(serial)]);
  return id;
}

/** Returns the server's records of a kind in this hospital. */
async function rowsOf(kind: string, account = own): Promise<Record<string, unknown>[]> {
  const { rows } = await callAs<{ rows: { kind: string; rows: Record<string, unknown>[] }[] }>(
    world.origin,
    account,
    'GET',
    '/Sync/changes?cursor=0&limit=5000',
  );
  return rows.filter((group) => group.kind === kind).flatMap((group) => group.rows);
}

async function ticketsAbout(problem: string): Promise<Record<string, unknown>[]> {
  return (await rowsOf('ticket')).filter(({ problemReported }) => problemReported === problem);
}

async function atTheWard(context: BrowserContext, who: { email: string; password: string } = engineer): Promise<Page> {
  const page = await context.newPage();
  await signIn(page, who);
  await upToDate(page);
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => true));
  return page;
}

async function upToDate(page: Page): Promise<void> {
  await expect(page.getByRole('button', { name: 'Sync: up to date' })).toBeVisible({ timeout: 60_000 });
}

async function fillRequest(page: Page, problem: string): Promise<void> {
  await page.goto(`/breakdown/new?serial=${ownSerial}`);
  await page.getByLabel('Issue Type').selectOption('Electrical');
  await page.getByLabel('Problem Reported').fill(problem);
  await page.getByLabel('Priority').selectOption('High');
}

const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true });
const waiting = (page: Page, count: number) =>
  expect(page.getByRole('button', { name: `Sync: offline, ${count} waiting` })).toBeVisible();

test('a double click on Save creates one entry, online and offline', async ({ browser }) => {
  const context = await browser.newContext({ baseURL: world.origin });
  const page = await atTheWard(context);
  await fillRequest(page, 'Door of the pump is broken.');
  await save(page).dblclick();
  await expect(page.getByText('Breakdown request submitted successfully!')).toBeVisible();
  await upToDate(page);
  expect(await ticketsAbout('Door of the pump is broken.')).toHaveLength(1);

  await fillRequest(page, 'Alarm is silent.');
  world.cable.cut();
  await save(page).dblclick();
  await expect(page).toHaveURL(/\/breakdown$/);
  await waiting(page, 1);
  world.cable.mend();
  await upToDate(page);
  expect(await ticketsAbout('Alarm is silent.')).toHaveLength(1);
  await context.close();
});

test('two tabs show one waiting entry, which is sent once', async ({ browser }) => {
  const context = await browser.newContext({ baseURL: world.origin });
  const first = await atTheWard(context);
  const second = await context.newPage();
  await second.goto('/outbox');
  await upToDate(second);
  const accepted: string[] = [];
  context.on('response', (answer) => {
    if (answer.request().method() === 'POST' && answer.url().endsWith('/api/BreakDown') && answer.ok())
      accepted.push(answer.url());
  });
  await fillRequest(first, 'Seen from two tabs.');
  world.cable.cut();
  await save(first).click();
  await waiting(first, 1);
  await waiting(second, 1);
  await expect(second.getByText(`Breakdown of ${ownSerial}`)).toBeVisible();
  await expect(second.getByText('Saved on this tablet')).toHaveCount(1);
  world.cable.mend();
  await upToDate(first);
  await upToDate(second);
  await expect(second.getByText(/^Received by the server/).first()).toBeVisible();
  expect(accepted).toHaveLength(1);
  expect(await ticketsAbout('Seen from two tabs.')).toHaveLength(1);
  await context.close();
});

test('a half-filled form survives the back button, a reload and a closed tab', async ({ browser }) => {
  const context = await browser.newContext({ baseURL: world.origin });
  let page = await atTheWard(context);
  await page.goto('/breakdown');
  await fillRequest(page, 'Half a sentence about');
  await expect.poll(() => keptDrafts(page)).toMatch(/Half a sentence about.*High/);
  await page.goBack();
  await expect(page.getByRole('heading', { name: 'Breakdown Tickets' })).toBeVisible();
  await page.goForward();
  const asTyped = async () => {
    await expect(page.getByText('Your earlier input has been restored.')).toBeVisible();
    await expect(page.getByLabel('Problem Reported')).toHaveValue('Half a sentence about');
    await expect(page.getByLabel('Issue Type')).toHaveValue('Electrical');
    await expect(page.getByLabel('Priority')).toHaveValue('High');
    await expect(save(page)).toBeEnabled();
  };
  await asTyped();
  await page.reload();
  await asTyped();
  await page.close();
  page = await context.newPage();
  await page.goto(`/breakdown/new?serial=${ownSerial}`);
  await asTyped();
  expect(await ticketsAbout('Half a sentence about')).toHaveLength(0);
  await context.close();
});

test('a password changed elsewhere ends the session; the queue is kept and sent after the next sign-in', async ({
  browser,
}) => {
  const context = await browser.newContext({ baseURL: world.origin });
  const page = await atTheWard(context);
  await fillRequest(page, 'Written before the password changed.');
  world.cable.cut();
  await save(page).click();
  await waiting(page, 1);
  await changePasswordElsewhere();
  world.cable.mend();
  await expect(page.getByText(sessionEnded)).toBeVisible({ timeout: 60_000 });
  expect(await ticketsAbout('Written before the password changed.')).toHaveLength(0);
  await signIn(page, { ...engineer, password: newPassword });
  await upToDate(page);
  expect(await ticketsAbout('Written before the password changed.')).toMatchObject([{ reportedBy: engineer.name }]);
  await context.close();
});

/** Changes the password from another device, whose connection works. */
async function changePasswordElsewhere(): Promise<void> {
  await callAs(world.server.origin, engineer, 'POST', '/Auth/password', {
    currentPassword: engineer.password,
    newPassword,
  });
}

test('a deactivated hospital ends its sessions and says so; the queue is kept and sent once it is active again', async ({
  browser,
}) => {
  const context = await browser.newContext({ baseURL: world.origin });
  const page = await atTheWard(context, own);
  await fillRequest(page, 'Written before the hospital was switched off.');
  world.cable.cut();
  await save(page).click();
  await waiting(page, 1);
  const switchTo = (isActive: boolean) =>
    callAs(world.server.origin, admin, 'POST', `/Hospital/ToggleStatus/${ownHospitalId}`, { isActive });
  await switchTo(false);
  world.cable.mend();
  await expect(page.getByText(sessionEnded)).toBeVisible({ timeout: 60_000 });
  await page.getByLabel('Email').fill(own.email);
  await page.getByLabel('Password').fill(own.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByText('This hospital is inactive. Please contact the administrator.')).toBeVisible();
  await switchTo(true);
  await signIn(page, own);
  await upToDate(page);
  expect(await ticketsAbout('Written before the hospital was switched off.')).toHaveLength(1);
  await context.close();
});

test("a device of another hospital is not found, by its id or by the screen's own search", async ({ browser }) => {
  const [foreign] = await rowsOf('device', other);
  const id = String(foreign?.['id']);
  const headers = { authorization: `Bearer ${await tokenOf(world.origin, own)}` };
  const read = await fetch(`${world.origin}/api/BreakDown/equipment-details/${id}`, { headers });
  expect(read.status).toBe(404);
  const report = await fetch(`${world.origin}/api/BreakDown`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID() },
    body: JSON.stringify({
      installationBaseId: id,
      serialNumber: foreignSerial,
      issueType: 'Electrical',
      problemReported: 'Not ours.',
      priority: 'High',
      reportedBy: 'Nobody',
      reportedDate: new Date().toISOString(),
      anyPatientHarm: false,
      machineStatus: 'System Down',
    }),
  });
  expect(report.status).toBe(404);
  expect(await rowsOf('ticket', other)).toHaveLength(0);

  const context = await browser.newContext({ baseURL: world.origin });
  const page = await atTheWard(context, own);
  await page.goto(`/breakdown/new?serial=${foreignSerial}`);
  await expect(page.getByText(`The serial number ${foreignSerial} is not known on this tablet.`)).toBeVisible();
  await context.close();
});
