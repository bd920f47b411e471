import { writeFileSync } from 'node:fs';
import { expect } from '@playwright/test';
import type { Browser, Page } from '@playwright/test';
import { demoSignIns } from '#server/demo/seed.ts';
import { openProfile } from '#tests/engines/engine.ts';
import { test } from '#tests/engines/test.ts';
import { type CableDemo, openCableDemo } from '#tests/support/cable-demo.ts';
import { drawPhoto } from '#tests/support/photo.ts';
import { mountSmallDisk } from '#tests/support/small-disk.ts';
import { callAs, signIn } from '#tests/support/story.ts';

let demo: CableDemo;
/** Devices of the demo hospital: one for each story. */
let devices: { id: string; serialNumber: string }[];

const ask = <T>(method: string, path: string, body?: object) =>
  callAs<T>(demo.origin, demoSignIns.hospital, method, path, body);

test.beforeAll(async () => {
  demo = await openCableDemo();
  devices = (await ask<{ items: typeof devices }>('GET', '/InstallationBase/paged?status=in-use&pageSize=20')).items;
});
test.afterAll(() => demo?.close());

const phone = (browser: Browser) => browser.newContext({ baseURL: demo.origin, viewport: { width: 390, height: 844 } });
const labelOf = (at: number) => `/equipmentdetails/${encodeURIComponent(devices[at]?.serialNumber ?? '')}`;
const press = (page: Page, words: string) => page.getByText(words, { exact: true }).click();
/** The state of each report on this phone. */
const states = (page: Page) => page.getByRole('region', { name: 'Your reports' }).getByRole('listitem');

/** Opens a label so that it opens without network too. */
async function scan(browser: Browser, at: number): Promise<Page> {
  const page = await (await phone(browser)).newPage();
  await page.goto(labelOf(at));
  await expect(page.getByText('Report a fault', { exact: true })).toBeVisible();
  await page.evaluate(async () => Boolean((await navigator.serviceWorker.ready).active));
  return page;
}

async function reportFault(page: Page): Promise<void> {
  await press(page, 'Report a fault');
  await press(page, 'Damaged');
  await press(page, 'Send');
}

/** Opens the form and fills it in, with a photo that it draws. */
async function fillForm(page: Page, words: string, photo: string): Promise<void> {
  drawPhoto(photo, 1300, 950);
  await press(page, 'Report a fault');
  await press(page, 'Damaged');
  await press(page, 'More details (optional)');
  await page.getByLabel('What happened?').fill(words);
  await page.locator('input[type=file]').setInputFiles(photo);
  await expect(page.getByRole('button', { name: 'Remove photo 1' })).toBeVisible();
}

/** Presses Send with network; the page then shows the report that the phone could not store. */
async function expectSentFromForm(page: Page): Promise<void> {
  await press(page, 'Send');
  await expect(states(page).getByText(/^This phone has no room for this report/)).toBeVisible();
  await expect(states(page).getByText('Received', { exact: true }).first()).toBeVisible();
}

interface ArrivedReport {
  text: string;
  further: { text: string }[];
  people: number;
  photos: { received: boolean }[];
}

/** Reports of a device that the hospital's tablets have. */
async function arrived(at: number): Promise<ArrivedReport[]> {
  const path = '/Sync/changes?cursor=0&limit=5000';
  const { rows } = await callAs<{
    rows: { kind: string; rows: (ArrivedReport & { deviceId: string })[] }[];
  }>(demo.origin, demoSignIns.bme, 'GET', path);
  return rows
    .flatMap((group) => (group.kind === 'faultReport' ? group.rows : []))
    .filter(({ deviceId }) => deviceId === devices[at]?.id);
}

test('P308: two presses on each button create one report', async ({ browser }) => {
  const page = await scan(browser, 0);
  await page.getByText('Report a fault', { exact: true }).dblclick();
  await page.getByText('Damaged', { exact: true }).dblclick();
  await page.getByText('Send', { exact: true }).dblclick();
  await expect(states(page).getByText('Received', { exact: true })).toBeVisible();
  await expect(states(page)).toHaveCount(1);
  expect((await arrived(0)).map(({ people }) => people)).toEqual([1]);
  await page.context().close();
});

test('P368: typed text and photos survive a reload and Back, and are deleted once sent', async ({ browser }, info) => {
  const page = await scan(browser, 1);
  await fillForm(page, '<img src=x onerror="document.title=1"> Ω 𝒳 \u202e', info.outputPath('photo.jpg'));
  const text = page.getByLabel('What happened?');
  const kept = page.getByRole('button', { name: 'Remove photo 1' });
  await page.reload();
  await expect(text).toHaveValue(/^<img src=x/);
  await expect(kept).toBeVisible();
  await expect(page.getByLabel('Damaged')).toBeChecked();
  await page.goBack();
  await expect(text).toHaveCount(0);
  await expect(page).toHaveURL(new RegExp(`${labelOf(1)}$`));
  await press(page, 'Report a fault');
  await expect(text).toHaveValue(/^<img src=x/);
  await expect(kept).toBeVisible();
  await press(page, 'Send');
  await expect(states(page).getByText('Received', { exact: true })).toBeVisible();
  const told = { text: '<img src=x onerror="document.title=1"> Ω 𝒳', photos: [{ received: true }] };
  await expect.poll(() => arrived(1)).toMatchObject([told]);
  await press(page, 'Report a fault');
  await press(page, 'More details (optional)');
  await expect(text).toHaveValue('');
  await expect(kept).toHaveCount(0);
  await page.context().close();
});

test('P371: the form opens with Send in view on a phone, and with the question in view in a low window', async ({
  browser,
}) => {
  const page = await scan(browser, 8);
  const send = page.getByRole('button', { name: 'Send', exact: true });
  const question = page.getByText('What is wrong?', { exact: true });
  // What Safari leaves of an iPhone, and a phone held sideways.
  await page.setViewportSize({ width: 390, height: 664 });
  await press(page, 'Report a fault');
  await expect(send).toBeInViewport({ ratio: 1 });
  await expect(question).toBeInViewport({ ratio: 1 });
  await page.goBack();
  await page.setViewportSize({ width: 664, height: 300 });
  await press(page, 'Report a fault');
  await expect(question).toBeInViewport({ ratio: 1 });
  await page.context().close();
});

test('P307: Tamil that was typed on the English page does not turn the Tamil page into boxes', async ({ browser }) => {
  const page = await scan(browser, 9);
  await press(page, 'Report a fault');
  await press(page, 'More details (optional)');
  await page.getByLabel('What happened?').fill('The pump stops: படம்');
  await page.locator('select').selectOption('ta');
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('DOM.enable');
  await devtools.send('CSS.enable');
  const { root } = await devtools.send('DOM.getDocument');
  const { nodeId } = await devtools.send('DOM.querySelector', { nodeId: root.nodeId, selector: 'footer a:last-child' });
  const { fonts } = await devtools.send('CSS.getPlatformFontsForNode', { nodeId });
  // A font that lacks the letters draws a box for each.
  const tamil = fonts.filter(({ familyName }) => familyName.includes('Tamil'));
  expect(tamil.length, JSON.stringify(fonts)).toBeGreaterThan(0);
  await page.context().close();
});

test('P308: two tabs of a phone send a report once, and both show its arrival', async ({ browser }) => {
  const page = await scan(browser, 2);
  const other = await page.context().newPage();
  await other.goto(labelOf(2));
  await expect(other.getByText('Report a fault', { exact: true })).toBeVisible();
  demo.cable.cut();
  await reportFault(page);
  await expect(states(page).getByText(/^Waiting for a connection\./)).toBeVisible();
  await expect(states(other).getByText(/^Waiting for a connection\./)).toBeVisible({ timeout: 40_000 });
  demo.cable.mend();
  for (const each of [page, other])
    await expect(states(each).getByText('Received', { exact: true })).toBeVisible({ timeout: 60_000 });
  expect((await arrived(2)).map(({ people }) => people)).toEqual([1]);
  await page.context().close();
});

test('P308: a report waits while reports are switched off, the device is removed and the label is renewed', async ({
  browser,
}) => {
  const [off, gone, renewed] = [await scan(browser, 3), await scan(browser, 4), await scan(browser, 5)];
  demo.cable.cut();
  for (const page of [off, gone, renewed]) {
    await reportFault(page);
    await expect(states(page).getByText(/^Waiting for a connection\./)).toBeVisible();
    // Nothing of these phones is sent until their page is opened again.
    await page.goto('about:blank');
  }
  demo.cable.mend();
  await ask('POST', `/FaultReports/labels/${devices[5]?.id}`);
  await renewed.goto(labelOf(5));
  await expect(states(renewed).getByText('Received', { exact: true })).toBeVisible({ timeout: 40_000 });

  await ask('DELETE', `/InstallationBase/${devices[4]?.id}`);
  await gone.goto(labelOf(4));
  await expect(
    states(gone).getByText('Not sent: this device is no longer known. Please call the helpline.'),
  ).toBeVisible({ timeout: 40_000 });

  const settings = await ask<{ revision: string }>('GET', '/FaultReports/settings');
  await ask('PUT', '/FaultReports/settings', { ...settings, isOn: false });
  await off.goto(labelOf(3));
  await expect(states(off).getByText(/^Not sent: this hospital does not take reports here\./)).toBeVisible({
    timeout: 40_000,
  });
  await expect(off.getByText('Report a fault', { exact: true })).toHaveCount(0);
  const { revision } = await ask<{ revision: string }>('GET', '/FaultReports/settings');
  await ask('PUT', '/FaultReports/settings', { ...settings, isOn: true, revision });
  for (const page of [off, gone, renewed]) await page.context().close();
});

test('P369: two photos of a report are kept, the same one once, and an unreadable one is named', async ({
  browser,
}, info) => {
  const [one, other, broken] = [
    info.outputPath('one.jpg'),
    info.outputPath('other.jpg'),
    info.outputPath('broken.jpg'),
  ];
  drawPhoto(one, 4000, 3000);
  drawPhoto(other, 1200, 900);
  writeFileSync(broken, 'not a photo');
  const page = await scan(browser, 6);
  for (const words of ['Report a fault', 'Damaged', 'More details (optional)']) await press(page, words);
  const add = page.locator('input[type=file]');
  await add.setInputFiles(broken);
  await expect(page.getByText('This photo cannot be read. Please take another one.')).toBeVisible();
  await add.setInputFiles(one);
  // Send waits until the photo is ready.
  await expect(page.getByRole('button', { name: 'Remove photo 1' })).toBeVisible();
  await add.setInputFiles(one);
  await expect(page.getByRole('button', { name: 'Send', exact: true })).toBeEnabled();
  await expect(page.getByRole('button', { name: /^Remove photo/ })).toHaveCount(1);
  await add.setInputFiles(other);
  await expect(page.getByRole('button', { name: 'Remove photo 2' })).toBeVisible();
  await expect(add).toHaveCount(0);
  await press(page, 'Send');
  await expect(states(page).getByText('Received', { exact: true })).toBeVisible();
  await expect(page.getByText(/^Not all photos arrived\./)).toHaveCount(0);
  await page.context().close();
});

test('P384: a phone without room for the photo says so offline, and sends it from the open form', async ({
  browser,
}, info) => {
  const context = await phone(browser);
  // A phone with room for words alone: the database of this page takes no photo.
  await context.addInitScript(() => {
    const add = IDBObjectStore.prototype.add;
    IDBObjectStore.prototype.add = function (...[value, key]: Parameters<typeof add>) {
      if ((value as { photos?: unknown[] }).photos?.length)
        throw new DOMException('The quota has been exceeded.', 'QuotaExceededError');
      return add.call(this, value, key);
    };
  });
  const page = await context.newPage();
  await page.goto(labelOf(9));
  await fillForm(page, 'Full phone', info.outputPath('photo.jpg'));
  demo.cable.cut();
  await press(page, 'Send');
  await expect(page.getByRole('alert')).toHaveText(/^This phone has no room for the photo, and the report could not/);
  await expect(page.getByRole('alert')).toBeInViewport();
  demo.cable.mend();
  await expectSentFromForm(page);
  await expect.poll(() => arrived(9)).toMatchObject([{ text: 'Full phone', photos: [{ received: true }] }]);
  await context.close();
});

test('P384: a phone whose storage cannot be opened says so, keeps the answers, and sends from the form', async ({
  browser,
}, info) => {
  const context = await phone(browser);
  await context.addInitScript(() => {
    IDBFactory.prototype.open = () => {
      throw new DOMException('Internal error opening backing store for indexedDB.open.', 'UnknownError');
    };
  });
  const page = await context.newPage();
  await page.goto(labelOf(10));
  await page.evaluate(async () => Boolean((await navigator.serviceWorker.ready).active));
  await fillForm(page, 'No storage', info.outputPath('photo.jpg'));
  demo.cable.cut();
  await press(page, 'Send');
  await expect(page.getByRole('alert')).toHaveText(/^This phone has no room for the photo, and the report could not/);
  await page.reload();
  await expect(page.getByText(/^This phone’s storage is full or cannot be read/)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible();
  demo.cable.mend();
  // The page also asks again without a press.
  await expect(page.getByLabel('What happened?')).toHaveValue('No storage');
  await expectSentFromForm(page);
  await expect.poll(() => arrived(10)).toMatchObject([{ text: 'No storage' }]);
  await context.close();
});

test('P384: a phone with a full disk loses nothing and sends from the form', async () => {
  const disk = mountSmallDisk(test.info().outputPath('disk'));
  test.skip(disk === null, 'Only root may mount a small file system: a really full disk is NOT tried.');
  if (!disk) return;
  const viewport = { width: 390, height: 844 };
  const context = await openProfile(disk.folder, { viewport, baseURL: demo.origin });
  try {
    const page = context.pages()[0] ?? (await context.newPage());
    await page.goto(labelOf(8));
    await expect(page.getByText('Report a fault', { exact: true })).toBeVisible();
    await page.evaluate(async () => Boolean((await navigator.serviceWorker.ready).active));
    demo.cable.cut();
    await reportFault(page);
    await expect(states(page).getByText(/^Waiting for a connection\./)).toBeVisible();
    disk.fill();
    await fillForm(page, 'Full disk', test.info().outputPath('photo.jpg'));
    await press(page, 'Send');
    await expect(page.getByRole('alert')).toHaveText(/^This phone has no room for the photo, and the report could not/);
    await page.reload();
    // A browser cannot open its database on a full disk, unless it has just deleted some of its caches.
    const tryAgain = page.getByRole('button', { name: 'Try again' });
    const words = page.getByLabel('What happened?');
    await expect(tryAgain.or(words)).toBeVisible();
    demo.cable.mend();
    await expect(words).toHaveValue('Full disk');
    await press(page, 'Send');
    await expect(states(page).getByText('Received', { exact: true }).first()).toBeVisible();
    disk.free();
    await page.reload();
    await expect(states(page)).toHaveText(/Reference R-/);
    // The report that waited arrives after the other one, and joins it.
    const told = async () => {
      const [first, ...others] = await arrived(8);
      const texts = [first?.text, ...(first?.further ?? []).map(({ text }) => text)].toSorted();
      return { texts, photos: first?.photos.length, others: others.length };
    };
    await expect.poll(told).toEqual({ texts: ['', 'Full disk'], photos: 1, others: 0 });
  } finally {
    await context.close();
    disk.remove();
  }
});

test('P366: a waiting report is sent by the app after somebody signs in on the phone', async ({ browser }) => {
  const page = await scan(browser, 7);
  demo.cable.cut();
  await reportFault(page);
  await expect(states(page).getByText(/^Waiting for a connection\./)).toBeVisible();
  await page.goto('about:blank');
  demo.cable.mend();
  await signIn(page, demoSignIns.bme);
  await expect.poll(async () => (await arrived(7)).length, { timeout: 60_000 }).toBe(1);
  // It is a visitor's report, and no entry of the user.
  await page.goto('/reports');
  await expect(page.getByText(devices[7]?.serialNumber ?? '').first()).toBeVisible();
  await page.context().close();
});
