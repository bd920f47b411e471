import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import type { Browser, BrowserContext, Locator, Page } from '@playwright/test';
import { demoSignIns } from '#server/demo/seed.ts';
import { engineOfStory } from '#tests/engines/engine.ts';
import { test } from '#tests/engines/test.ts';
import type { BuiltServer } from '#tests/support/built-server.ts';
import { startFilledServer } from '#tests/support/filled-server.ts';
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
  server = await startFilledServer(join(folder, 'data'), 'demo');
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

const openApp = (browser: Browser) => browser.newContext({ baseURL: origin });

/** Opens a label on a phone of this language; a window of WebKitGTK is English until a language is chosen. */
async function scan(page: Page, at: number, language = 'en'): Promise<void> {
  await page.goto(labelOf(at));
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  if ((await page.evaluate(() => document.documentElement.lang)) === language) return;
  await page.locator('select').selectOption(language);
  await expect(page.locator(`html[lang=${language}]`)).toHaveCount(1);
}

/** Opens a phone's page again, as from a new scan; a window of WebKitGTK has one tab. */
async function openAgain(context: BrowserContext, page: Page, at: number): Promise<Page> {
  const isWebKit = engineOfStory() === 'webkit';
  if (!isWebKit) await page.close();
  const next = isWebKit ? page : await context.newPage();
  await next.goto(labelOf(at));
  return next;
}

/** Counts the presses on a page from now on. */
const countTaps = (page: Page) =>
  page.evaluate(() => {
    Object.assign(window, { taps: 0 });
    const count = () => ((window as never as { taps: number }).taps += 1);
    addEventListener('pointerdown', (event) => event.isTrusted && count(), true);
  });

interface TicketRow {
  id: string;
  problemReported: string;
  reportedDate: string;
  files: readonly unknown[];
}

/** Returns the ticket that names these words, as tablets have it. */
async function ticketWith(words: string): Promise<TicketRow | undefined> {
  const path = '/Sync/changes?cursor=0&limit=5000';
  const { rows } = await callAs<{ rows: { kind: string; rows: TicketRow[] }[] }>(origin, demoSignIns.bme, 'GET', path);
  return rows
    .flatMap((group) => (group.kind === 'ticket' ? group.rows : []))
    .find(({ problemReported }) => problemReported.includes(words));
}

/** Closes the ticket whose page is open. */
async function closeTicket(desk: Page): Promise<void> {
  await desk.getByLabel('Actions Taken').fill('Sensor replaced.');
  await desk.getByText('Save', { exact: true }).click();
  await expect(desk.getByText('Closed', { exact: true }).first()).toBeVisible();
}

/** Opens a nurse's page again and waits until it says how her report stands. */
async function sees(page: Page, words: string | RegExp): Promise<void> {
  await page.reload();
  await expect(page.getByText(words)).toBeVisible({ timeout: 40_000 });
}

/** Returns the number of lines that the words of an answer take. */
const linesOf = (tile: Locator) =>
  tile.evaluate((label) => {
    const words = document.createRange();
    words.selectNodeContents(label.lastChild ?? label);
    return new Set([...words.getClientRects()].map(({ top }) => top)).size;
  });

async function accept(desk: Page, reference: string): Promise<void> {
  await desk.getByRole('button', { name: `Accept ${reference}` }).click();
  await desk
    .getByRole('dialog')
    .getByRole('button', { name: /Accept/ })
    .click();
  await expect(desk.getByText(`${reference} is a ticket now.`)).toBeVisible();
}

test('P302, P307, P308: a report with a photo, sent once, becomes a ticket; two more join it, and all three show it closed', async ({
  browser,
}) => {
  test.setTimeout(300_000);
  const photo = join(folder, 'photo.jpg');
  drawPhoto(photo, 1300, 950);
  const context = await phone(browser);
  let nurse = await context.newPage();
  await scan(nurse, 0);
  await expect(nurse.getByText('In use', { exact: true })).toBeVisible();
  await expect(nurse.getByText(serials[0] ?? '', { exact: true })).toHaveCount(0);
  await ready(nurse);
  cable.cut();
  nurse = await openAgain(context, nurse, 0);
  await expect(nurse.getByText('There is no connection. This is what this phone last saw.')).toBeVisible();
  await press(nurse, 'Report a fault');
  await press(nurse, 'Damaged');
  await press(nurse, 'More details (optional)');
  await nurse.getByLabel('What happened?').fill('The housing is cracked.');
  await nurse.locator('input[type=file]').setInputFiles(photo);
  await expect(nurse.getByRole('button', { name: 'Remove photo 1' })).toBeVisible();
  await press(nurse, 'Send');
  const toldAt = Date.now();
  await expect(nurse.getByText(/^Waiting for a connection\./)).toBeVisible();
  nurse = await openAgain(context, nurse, 0);
  await expect(nurse.getByText(/^Waiting for a connection\./)).toBeVisible();
  // The first answer is lost in transit: the phone has to send again, and the server must not accept the report twice.
  cable.drop(/POST \/api\/FaultReports /);
  cable.mend();
  await cable.requestSeen(/POST \/api\/FaultReports /);
  cable.drop(null);
  await expect(nurse.getByText('Received', { exact: true })).toBeVisible({ timeout: 60_000 });
  await expect(nurse.getByText(/^Reported at .* An engineer has been told\.$/)).toBeVisible({ timeout: 40_000 });
  await expect(nurse.getByText(/^There is no connection/)).toHaveCount(0);
  const name = (await nurse.locator('bdi', { hasText: /^R-/ }).textContent()) ?? '';

  // Another nurse reports the same fault before anybody has decided, in three presses.
  const second = await (await phone(browser, 'ar', 'dark')).newPage();
  await scan(second, 0, 'ar');
  await countTaps(second);
  await press(second, 'الإبلاغ عن عطل');
  await press(second, 'تالف');
  await press(second, 'إرسال');
  await expect(second.getByText('أبلغ عنه شخصان')).toBeVisible();
  // Presses in WebKitGTK are made by scripts, which are not counted.
  if (engineOfStory() !== 'webkit')
    expect(await second.evaluate(() => (window as never as { taps: number }).taps)).toBe(3);

  const desk = await (await openApp(browser)).newPage();
  await signIn(desk, demoSignIns.bme);
  await expect(desk.getByText(/^Ready for offline work/)).toBeVisible({ timeout: 120_000 });
  await desk.goto('/reports');
  await expect(desk.getByText('The housing is cracked.')).toHaveCount(1);
  await expect(desk.getByText('2 people reported this')).toBeVisible();
  await accept(desk, name);
  await expect.poll(async () => (await ticketWith('The housing is cracked.'))?.files.length).toBe(1);
  const ticket = await ticketWith('The housing is cracked.');
  expect(Math.abs(Date.parse(ticket?.reportedDate ?? '') - toldAt)).toBeLessThan(10_000);
  await sees(nurse, /^Accepted as \W*BD-/);
  await sees(second, 'تمت إضافته إلى بلاغ سابق');

  // A third one reports the fault while its ticket is open.
  const third = await (await phone(browser)).newPage();
  await scan(third, 0);
  await press(third, 'Report a fault');
  await press(third, 'Does not work properly');
  await press(third, 'Send');
  await expect(third.getByText('Received', { exact: true })).toBeVisible();
  const later = (await third.locator('bdi', { hasText: /^R-/ }).textContent()) ?? '';
  await desk.getByRole('button', { name: `Join ${later}` }).click();
  await desk.getByRole('dialog').getByRole('button', { name: /Join/ }).click();
  await expect(desk.getByRole('button', { name: `Join ${later}` })).toHaveCount(0);
  await desk.goto(`/breakdown/${ticket?.id}`);
  await expect(desk.getByText(`${later}: Does not work properly`)).toBeVisible();
  await desk.getByRole('button', { name: `Show ${name}-1.jpg` }).click();
  await expect(desk.getByRole('dialog').getByRole('img', { name: `${name}-1.jpg` })).toBeVisible();
  await desk.keyboard.press('Escape');
  await closeTicket(desk);
  for (const page of [nurse, third]) await sees(page, /^Repaired$/);
  await sees(second, 'تم الإصلاح');
  for (const page of [nurse, second, third, desk]) await page.context().close();
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

test('P307: the page has no layout or accessibility faults in five languages, light and dark, on a phone', async ({
  browser,
}) => {
  for (const [at, language] of Object.keys(languages).entries()) {
    const context = await phone(browser, language, at % 2 === 0 ? 'light' : 'dark');
    const page = await context.newPage();
    await scan(page, 3, language);
    // What the first view shows is also in the other states, but for the state of the device.
    if (at === 0) expect(await axeFindings(page), language).toEqual([]);
    await page.locator('main > button').click();
    await page.locator('summary').click();
    await page.locator('button[type=submit]').click();
    await expect(page.getByRole('alert')).toBeVisible();
    expect(await axeFindings(page), `form with an error in ${language}`).toEqual([]);
    const answer = page.locator('label', { has: page.locator('input[value=damaged]') });
    const lines = await linesOf(answer);
    await answer.click();
    expect(await linesOf(answer), `a chosen answer in ${language}`).toBe(lines);
    await page.locator('button[type=submit]').click();
    await expect(page.locator('bdi', { hasText: /^R-/ })).toBeVisible();
    // Under Playwright's test runner, Firefox loses its tab while axe reads this state, also in a new tab of the phone.
    // The same steps in a plain script pass.
    if (engineOfStory() === 'firefox') console.log(`Own reports in ${language} are NOT read by axe in Firefox.`);
    else expect(await axeFindings(page), `own reports in ${language}`).toEqual([]);
    const sideways = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
    expect(sideways, `${language} moves sideways`).toBe(false);
    expect(await page.evaluate(() => [document.documentElement.lang, document.documentElement.dir])).toEqual([
      language,
      language === 'ar' ? 'rtl' : 'ltr',
    ]);
    await context.close();
  }
});

test('P307: a hospital that accepts no reports shows only its helpline', async ({ browser }) => {
  const ask = <T>(method: string, body?: object) =>
    callAs<T>(origin, demoSignIns.hospital, method, '/FaultReports/settings', body);
  const settings = await ask<{ revision: string }>('GET');
  await ask('PUT', { ...settings, isOn: false, helpline: '+91 20 4000 3000' });
  const page = await (await phone(browser)).newPage();
  await scan(page, 4);
  await expect(
    page.getByText('Faults of this device cannot be reported here. Please call the helpline.'),
  ).toBeVisible();
  await expect(page.getByText('Call \u2066+91 20 4000 3000\u2069')).toHaveAttribute('href', 'tel:+912040003000');
  await expect(page.getByText('Report a fault', { exact: true })).toHaveCount(0);
  expect(await axeFindings(page)).toEqual([]);
  const { revision } = await ask<{ revision: string }>('GET');
  await ask('PUT', { ...settings, revision });
  await page.context().close();
});
