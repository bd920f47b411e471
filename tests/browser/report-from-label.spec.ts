import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import type { Browser, BrowserContext, Page } from '@playwright/test';
import { demoSignIns } from '#server/demo/seed.ts';
import { startBuiltServer } from '#tests/support/built-server.ts';
import type { BuiltServer } from '#tests/support/built-server.ts';
import { drawPhoto } from '#tests/support/photo.ts';
import { axeFindings } from '#tests/support/inspect-screen.ts';
import { callAs, signIn } from '#tests/support/story.ts';
import { openTcpProxy } from '#tests/support/tcp-proxy.ts';
import type { TcpProxy } from '#tests/support/tcp-proxy.ts';
import { languages } from '#ui/visitor/words.ts';

let folder: string;
let server: BuiltServer;
let cable: TcpProxy;
let origin: string;
/** Devices of the demo hospital without an open ticket: one for each story. */
let serials: string[];

test.beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'ward-label-'));
  server = await startBuiltServer(join(folder, 'data'), {}, 'demo');
  cable = await openTcpProxy(server.port);
  origin = `http://localhost:${cable.port}`;
  const page = await callAs<{ items: { serialNumber: string }[] }>(
    origin,
    demoSignIns.hospital,
    'GET',
    '/InstallationBase/paged?status=in-use',
  );
  serials = page.items.map(({ serialNumber }) => serialNumber);
});
test.afterAll(async () => {
  await cable?.close();
  await server?.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** A nurse's own phone. */
const phone = (browser: Browser, locale = 'en-IN', colorScheme: 'light' | 'dark' = 'light') =>
  browser.newContext({ baseURL: origin, viewport: { width: 390, height: 844 }, locale, colorScheme });
const labelOf = (at: number) => `/equipmentdetails/${encodeURIComponent(serials[at] ?? '')}`;
const press = (page: Page, words: string) => page.getByText(words, { exact: true }).click();
const ready = (page: Page) => page.evaluate(async () => Boolean((await navigator.serviceWorker.ready).active));

/** Counts the presses on a page from now on. */
async function countTaps(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    Object.assign(window, { taps: 0 });
    addEventListener(
      'click',
      (event) => event.isTrusted && event.detail > 0 && ((window as never as { taps: number }).taps += 1),
      true,
    );
  });
}

test('P307: from scan to sent in three presses; a second nurse joins, the engineer accepts, and both see it', async ({
  browser,
}) => {
  const context = await phone(browser);
  await countTaps(context);
  const nurse = await context.newPage();
  await nurse.goto(labelOf(0));
  await expect(nurse.getByText('In use', { exact: true })).toBeVisible();
  await expect(nurse.getByText(serials[0] ?? '', { exact: true })).toHaveCount(0);
  await press(nurse, 'Report a fault');
  await press(nurse, 'Alarm or error message');
  await press(nurse, 'Send');
  const reference = nurse.locator('bdi', { hasText: /^R-/ });
  await expect(reference).toBeVisible();
  expect(await nurse.evaluate(() => (window as never as { taps: number }).taps)).toBe(3);
  await expect(nurse.getByText('Received', { exact: true })).toBeVisible();
  await expect(nurse.getByText(/^Reported at .* An engineer has been told\.$/)).toBeVisible();

  const second = await (await phone(browser, 'ar', 'dark')).newPage();
  await second.goto(labelOf(0));
  await second.getByText('الإبلاغ عن عطل', { exact: true }).click();
  await second.getByText('تالف', { exact: true }).click();
  await second.getByText('إرسال', { exact: true }).click();
  await expect(second.getByText('أبلغ عنه شخصان')).toBeVisible();

  const desk = await (await browser.newContext({ baseURL: origin })).newPage();
  await signIn(desk, demoSignIns.bme);
  await expect(desk.getByText(/^Ready for offline work/)).toBeVisible();
  await desk.goto('/reports');
  await expect(desk.getByText('2 people reported this')).toBeVisible();
  const name = (await reference.textContent()) ?? '';
  await desk.getByRole('button', { name: `Accept ${name}` }).click();
  await desk
    .getByRole('dialog')
    .getByRole('button', { name: /Accept/ })
    .click();
  await expect(desk.getByText(`${name} is a ticket now.`)).toBeVisible();

  for (const [page, words] of [
    [nurse, /^Accepted as \W*BD-/],
    [second, 'تمت إضافته إلى بلاغ سابق'],
  ] as const) {
    await page.reload();
    await expect(page.getByText(words)).toBeVisible({ timeout: 40_000 });
  }
  // Once its ticket is closed, both read that the device is repaired.
  const { rows } = await callAs<{ rows: { kind: string; rows: { id: string; problemReported?: string }[] }[] }>(
    origin,
    demoSignIns.bme,
    'GET',
    '/Sync/changes?cursor=0&limit=5000',
  );
  const tickets = rows.flatMap((group) => (group.kind === 'ticket' ? group.rows : []));
  const id = tickets.find(({ problemReported }) => problemReported?.includes('Alarm or error message'))?.id;
  expect(id).toBeDefined();
  await desk.goto(`/breakdown/${id}`);
  await desk.getByLabel('Actions Taken').fill('Sensor replaced.');
  await desk.getByText('Save', { exact: true }).click();
  await expect(desk.getByText('Closed', { exact: true }).first()).toBeVisible();
  for (const [page, words] of [
    [nurse, 'Repaired'],
    [second, 'تم الإصلاح'],
  ] as const) {
    await page.reload();
    await expect(page.getByText(words, { exact: true })).toBeVisible({ timeout: 40_000 });
  }
  for (const page of [nurse, second, desk]) await page.context().close();
});

test('P308: without network a report with a photo waits on the phone, through a restart, and is sent once', async ({
  browser,
}) => {
  const photo = join(folder, 'photo.jpg');
  drawPhoto(photo, 1300, 950);
  const context = await phone(browser);
  let nurse = await context.newPage();
  await nurse.goto(labelOf(1));
  await expect(nurse.getByText('In use', { exact: true })).toBeVisible();
  await ready(nurse);
  cable.cut();
  await nurse.close();
  nurse = await context.newPage();
  await nurse.goto(labelOf(1));
  await expect(nurse.getByText('There is no connection. This is what this phone last saw.')).toBeVisible();
  await press(nurse, 'Report a fault');
  await press(nurse, 'Damaged');
  await press(nurse, 'More details (optional)');
  await press(nurse, 'What happened?');
  await nurse.keyboard.type('The housing is cracked.');
  await nurse.locator('input[type=file]').setInputFiles(photo);
  await expect(nurse.getByRole('button', { name: 'Remove photo 1' })).toBeVisible();
  await press(nurse, 'Send');
  await expect(nurse.getByText(/^Waiting for a connection\./)).toBeVisible();
  await nurse.close();
  nurse = await context.newPage();
  await nurse.goto(labelOf(1));
  await expect(nurse.getByText(/^Waiting for a connection\./)).toBeVisible();
  // The first answer is lost on its way: the phone has to ask again, and the server must not take it twice.
  cable.drop(/POST \/api\/FaultReports /);
  cable.mend();
  await cable.requestSeen(/POST \/api\/FaultReports /);
  cable.drop(null);
  await expect(nurse.getByText('Received', { exact: true })).toBeVisible({ timeout: 60_000 });
  await context.close();

  const desk = await (await browser.newContext({ baseURL: origin })).newPage();
  await signIn(desk, demoSignIns.bme);
  await expect(desk.getByText(/^Ready for offline work/)).toBeVisible();
  await desk.goto('/reports');
  await expect(desk.getByText('The housing is cracked.')).toHaveCount(1);
  await desk.context().close();
});

test('P309: a phone on which a colleague signs in opens the app from the label, and the report still waits there', async ({
  browser,
}) => {
  const context = await phone(browser);
  const page = await context.newPage();
  await page.goto(labelOf(2));
  await ready(page);
  cable.cut();
  await press(page, 'Report a fault');
  await press(page, 'Other');
  await press(page, 'Send');
  await expect(page.getByText(/^Waiting for a connection\./)).toBeVisible();
  cable.mend();
  await expect(page.getByText('Received', { exact: true })).toBeVisible({ timeout: 40_000 });
  await page.getByText('Engineers: sign in').click();
  await page.getByLabel('Email').fill(demoSignIns.bme.email);
  await page.getByLabel('Password').fill(demoSignIns.bme.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('button', { name: /^User menu/ })).toBeVisible();
  await page.goto(labelOf(2));
  await expect(page.getByRole('button', { name: /^User menu/ })).toBeVisible();
  await expect(page.getByText(serials[2] ?? '').first()).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`${labelOf(2)}$`));
  await expect(page.getByText('Your reports')).toHaveCount(0);
  await context.close();
});

test('P307: the page is sound in five languages, light and dark, on a phone', async ({ browser }) => {
  for (const [at, language] of Object.keys(languages).entries()) {
    const context = await phone(browser, language, at % 2 === 0 ? 'light' : 'dark');
    const page = await context.newPage();
    await page.goto(labelOf(3));
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    expect(await axeFindings(page), language).toEqual([]);
    await page.locator('main > button').click();
    await page.locator('summary').click();
    expect(await axeFindings(page), `form in ${language}`).toEqual([]);
    const sideways = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
    expect(sideways, `${language} moves sideways`).toBe(false);
    expect(await page.evaluate(() => [document.documentElement.lang, document.documentElement.dir])).toEqual([
      language,
      language === 'ar' ? 'rtl' : 'ltr',
    ]);
    await context.close();
  }
});
