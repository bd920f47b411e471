import { writeFileSync } from 'node:fs';
import { expect } from '@playwright/test';
import type { Browser, Page } from '@playwright/test';
import { demoSignIns } from '#server/demo/seed.ts';
import { test } from '#tests/engines/test.ts';
import { type CableDemo, openCableDemo } from '#tests/support/cable-demo.ts';
import { drawPhoto } from '#tests/support/photo.ts';
import { callAs, signIn } from '#tests/support/story.ts';

let demo: CableDemo;
/** Devices of the demo hospital: one for each story. */
let devices: { id: string; serialNumber: string }[];

const ask = <T>(method: string, path: string, body?: object) =>
  callAs<T>(demo.origin, demoSignIns.hospital, method, path, body);

test.beforeAll(async () => {
  demo = await openCableDemo();
  devices = (await ask<{ items: typeof devices }>('GET', '/InstallationBase/paged?status=in-use')).items;
});
test.afterAll(() => demo?.close());

const phone = (browser: Browser) => browser.newContext({ baseURL: demo.origin, viewport: { width: 390, height: 844 } });
const labelOf = (at: number) => `/equipmentdetails/${encodeURIComponent(devices[at]?.serialNumber ?? '')}`;
const press = (page: Page, words: string) => page.getByText(words, { exact: true }).click();
/** Where the reports of this phone stand. */
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

/** Reports of a device that the hospital's tablets have. */
async function arrived(at: number): Promise<{ text: string; people: number }[]> {
  const path = '/Sync/changes?cursor=0&limit=5000';
  const { rows } = await callAs<{
    rows: { kind: string; rows: { deviceId: string; text: string; people: number }[] }[];
  }>(demo.origin, demoSignIns.bme, 'GET', path);
  return rows
    .flatMap((group) => (group.kind === 'faultReport' ? group.rows : []))
    .filter(({ deviceId }) => deviceId === devices[at]?.id);
}

test('P308: two presses on each button make one report', async ({ browser }) => {
  const page = await scan(browser, 0);
  await page.getByText('Report a fault', { exact: true }).dblclick();
  await page.getByText('Damaged', { exact: true }).dblclick();
  await page.getByText('Send', { exact: true }).dblclick();
  await expect(states(page).getByText('Received', { exact: true })).toBeVisible();
  await expect(states(page)).toHaveCount(1);
  expect((await arrived(0)).map(({ people }) => people)).toEqual([1]);
  await page.context().close();
});

test('P368: what was typed outlives a reload and the Back of the phone, and is forgotten once it is sent', async ({
  browser,
}) => {
  const page = await scan(browser, 1);
  await press(page, 'Report a fault');
  await press(page, 'Alarm or error message');
  await press(page, 'More details (optional)');
  const text = page.getByLabel('What happened?');
  await text.fill('<img src=x onerror="document.title=1"> Ω 𝒳 \u202e');
  await page.reload();
  await expect(text).toHaveValue(/^<img src=x/);
  await expect(page.getByLabel('Alarm or error message')).toBeChecked();
  await page.goBack();
  await expect(text).toHaveCount(0);
  await expect(page).toHaveURL(new RegExp(`${labelOf(1)}$`));
  await press(page, 'Report a fault');
  await expect(text).toHaveValue(/^<img src=x/);
  await press(page, 'Send');
  await expect(states(page).getByText('Received', { exact: true })).toBeVisible();
  expect((await arrived(1)).map((each) => each.text)).toEqual(['<img src=x onerror="document.title=1"> Ω 𝒳']);
  await press(page, 'Report a fault');
  await press(page, 'More details (optional)');
  await expect(text).toHaveValue('');
  await page.context().close();
});

test('P308: two tabs of a phone send a report once, and both show that it has arrived', async ({ browser }) => {
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

test('P308: a report waits while the hospital switches reports off, the device goes and the label is renewed', async ({
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
    states(gone).getByText('Not sent: this device is not known any more. Please call the helpline.'),
  ).toBeVisible({ timeout: 40_000 });

  const settings = await ask<{ revision: string }>('GET', '/FaultReports/settings');
  await ask('PUT', '/FaultReports/settings', { ...settings, isOn: false });
  await off.goto(labelOf(3));
  await expect(states(off).getByText(/^Not sent: this hospital takes no reports here\./)).toBeVisible({
    timeout: 40_000,
  });
  await expect(off.getByText('Report a fault', { exact: true })).toHaveCount(0);
  const { revision } = await ask<{ revision: string }>('GET', '/FaultReports/settings');
  await ask('PUT', '/FaultReports/settings', { ...settings, isOn: true, revision });
  for (const page of [off, gone, renewed]) await page.context().close();
});

test('P369: two photos of a report are kept, the same one once, and one that cannot be read is named', async ({
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
  await press(page, 'Report a fault');
  await press(page, 'Damaged');
  await press(page, 'More details (optional)');
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

test('P366: a report that waits on a phone on which somebody signs in is sent by the app', async ({ browser }) => {
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
