import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, type Page, test } from '@playwright/test';
import { demoSignIns } from '#server/demo/seed.ts';
import { type BuiltServer, startBuiltServer } from '#tests/support/built-server.ts';
import { demoAddresses } from '#tests/support/demo-addresses.ts';
import { settled } from '#tests/support/inspect-screen.ts';
import { drawPhoto } from '#tests/support/photo.ts';
import { callAs, signIn } from '#tests/support/story.ts';
import { openTcpProxy, type TcpProxy } from '#tests/support/tcp-proxy.ts';
import { paths, withQuery } from '#ui/paths.ts';

let server: BuiltServer;
let folder: string;
/** Stands between browser and server: what is cut here is what a ward without network cuts. */
let cable: TcpProxy;
let origin: string;
let serial: string;
let photos: string[];

test.beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'ward-photos-'));
  server = await startBuiltServer(join(folder, 'data'), {}, 'demo');
  ({ serial } = await demoAddresses(server.origin));
  cable = await openTcpProxy(server.port);
  origin = `http://localhost:${cable.port}`;
  photos = ['plug.png', 'plate.png'].map((name) => join(folder, name));
  photos.forEach((file, index) => drawPhoto(file, 640 + index, 480));
});
test.afterAll(async () => {
  await cable.close();
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** Resolves once a thumbnail, which loads in view, shows something. */
async function isDrawn(page: Page, name: string): Promise<void> {
  const thumbnail = page.getByRole('button', { name: `Show ${name}` });
  await thumbnail.scrollIntoViewIfNeeded();
  await expect(thumbnail.locator('canvas')).toHaveCSS('opacity', '1');
}

test('14.8: photos are seen small where they were picked and sent, and large over the whole screen', async ({
  browser,
}) => {
  const context = await browser.newContext({ baseURL: origin });
  const page = await context.newPage();
  await signIn(page, demoSignIns.bme);
  await settled(page);

  await page.goto(withQuery(paths.ticketNew(), { serial }));
  await page.locator('input[type=file]').first().setInputFiles(photos);
  await isDrawn(page, 'plug.jpg');
  const thumbnail = page.getByRole('button', { name: 'Show plug.jpg' });
  await thumbnail.click();
  const viewer = page.getByRole('dialog');
  await expect(viewer.getByRole('img', { name: 'plug.jpg' })).toBeVisible();
  const { width, height } = page.viewportSize() ?? { width: 0, height: 0 };
  const box = await viewer.boundingBox();
  expect([Math.round(box?.width ?? 0), Math.round(box?.height ?? 0)]).toEqual([width, height]);
  await page.keyboard.press('ArrowRight');
  await expect(viewer.getByRole('img', { name: 'plate.jpg' })).toBeVisible();
  await expect(viewer.getByText('2 of 2')).toBeVisible();
  await viewer.getByRole('button', { name: 'Zoom' }).click();
  await expect(viewer.getByRole('button', { name: 'Zoom' })).toHaveAttribute('aria-pressed', 'true');
  await page.keyboard.press('Escape');
  await expect(viewer).toHaveCount(0);
  await expect(thumbnail).toBeFocused();

  await page.getByLabel('Issue Type').selectOption('Electrical');
  await page.getByLabel('Priority').selectOption('High');
  await page.getByLabel('Problem Reported').fill('The plug is scorched.');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page).toHaveURL(/\/breakdown$/);

  // The photos follow their report: the list is complete once both have arrived.
  await expect(async () => {
    await page.goto(`${paths.device(serial)}?tab=documents`);
    await page.getByRole('button', { name: 'Show plate.jpg' }).click({ timeout: 5_000 });
  }).toPass();
  await expect(page.getByRole('dialog').getByRole('img', { name: 'plate.jpg' })).toBeVisible();
  await page.keyboard.press('Escape');
  await isDrawn(page, 'plug.jpg');

  await context.close();
});

test('14.8: a note and a photo are added to an open ticket without network, and are seen at once', async ({
  browser,
}) => {
  const context = await browser.newContext({ baseURL: origin });
  const page = await context.newPage();
  await signIn(page, demoSignIns.bme);
  await settled(page);
  const { items } = await callAs<{ items: { id: string }[] }>(
    server.origin,
    demoSignIns.bme,
    'GET',
    '/BreakDown/paged?status=Open',
  );
  await page.goto(paths.ticket(items[0]?.id ?? ''));
  await settled(page);

  const add = page.getByRole('button', { name: 'Add Note or Photo' });
  await expect(add).toBeVisible();
  cable.cut();
  await add.click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Add Note' }).click();
  await expect(dialog.getByText('Please write a note or add a photo.')).toBeVisible();
  await dialog
    .locator('input[type=file]')
    .first()
    .setInputFiles(photos[1] ?? '');
  await dialog.getByLabel('Note', { exact: true }).fill('Fuse holder melted.');
  await dialog.getByRole('button', { name: 'Add Note' }).click();
  await expect(dialog).toHaveCount(0);
  await isDrawn(page, 'plate.jpg');
  const timeline = page.getByRole('region', { name: 'Timeline' });
  await expect(timeline).toContainText('Fuse holder melted. (1 file)');

  // Its closing takes files, too.
  await expect(page.getByLabel('Photos and Reports').first()).toBeAttached();

  cable.mend();
  await expect(page.getByText('Waiting', { exact: true })).toHaveCount(0, { timeout: 60_000 });
  await expect(page.getByText('on its way')).toHaveCount(0, { timeout: 60_000 });
  // Another device has no copy: without a way to the bytes it says so, and shows the picture once there is one.
  const other = await browser.newContext({ baseURL: origin, serviceWorkers: 'block' });
  const desk = await other.newPage();
  await signIn(desk, demoSignIns.hospital);
  await desk.route(/\/api\/Attachment/i, (route) => route.abort());
  await desk.goto(page.url());
  await desk.getByRole('button', { name: 'Show plate.jpg' }).click();
  await expect(desk.getByRole('dialog')).toContainText('This file is not on this device. It needs the network.');
  await desk.unroute(/\/api\/Attachment/i);
  await desk.keyboard.press('Escape');
  await desk.getByRole('button', { name: 'Show plate.jpg' }).click();
  await expect(desk.getByRole('dialog').getByRole('img', { name: 'plate.jpg' })).toBeVisible();
  await desk.keyboard.press('Escape');
  await expect(desk.getByRole('region', { name: 'Timeline' })).toContainText('Fuse holder melted. (1 file)');
  await other.close();
  await context.close();
});
