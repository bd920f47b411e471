import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { demoSignIns } from '#server/demo/seed.ts';
import { engineOfStory } from '#tests/engines/engine.ts';
import { test } from '#tests/engines/test.ts';
import { choose } from '#tests/support/choices.ts';
import type { BuiltServer } from '#tests/support/built-server.ts';
import { startFilledServer } from '#tests/support/filled-server.ts';
import { demoAddresses } from '#tests/support/demo-addresses.ts';
import { settled } from '#tests/support/inspect-screen.ts';
import { drawPhoto } from '#tests/support/photo.ts';
import { callAs, signIn } from '#tests/support/story.ts';
import { openTcpProxy, type TcpProxy } from '#tests/support/tcp-proxy.ts';
import { paths, withQuery } from '#ui/paths.ts';

let server: BuiltServer;
let folder: string;
/** Sits between browser and server: cutting the cable simulates a ward without network. */
let cable: TcpProxy;
let origin: string;
let serial: string;
let photos: string[];
/** A picture that is on no ticket yet. */
let fuse: string;

test.beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'ward-photos-'));
  server = await startFilledServer(join(folder, 'data'), 'demo');
  ({ serial } = await demoAddresses(server.origin));
  cable = await openTcpProxy(server.port);
  origin = `http://localhost:${cable.port}`;
  photos = ['plug.png', 'plate.png'].map((name) => join(folder, name));
  photos.forEach((file, index) => drawPhoto(file, 640 + index, 480));
  fuse = join(folder, 'fuse.png');
  drawPhoto(fuse, 645, 480);
});
test.afterAll(async () => {
  await cable.close();
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** Waits until a thumbnail, which loads when in view, is drawn. */
async function isDrawn(page: Page, name: string): Promise<void> {
  const thumbnail = page.getByRole('button', { name: `Show ${name}` });
  await thumbnail.scrollIntoViewIfNeeded();
  await expect(thumbnail.locator('canvas')).toHaveCSS('opacity', '1');
}

test('14.8: photos have thumbnails where they were picked and sent, and open full-screen', async ({ browser }) => {
  const context = await browser.newContext({ baseURL: origin });
  const page = await context.newPage();
  await signIn(page, demoSignIns.bme);
  await settled(page);

  await page.goto(withQuery(paths.ticketNew(), { serial }));
  await page.locator('input[type=file]').first().setInputFiles(photos);
  await isDrawn(page, 'plug.jpg');
  const thumbnail = page.getByRole('button', { name: 'Show plug.jpg' });
  // In WebKit a scripted click does not focus the element.
  await thumbnail.focus();
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

  // Photos are sent after their report: the list is complete once both have arrived.
  await expect(async () => {
    await page.goto(`${paths.device(serial)}?tab=documents`);
    await page.getByRole('button', { name: 'Show plate.jpg' }).click({ timeout: 5_000 });
  }).toPass();
  await expect(page.getByRole('dialog').getByRole('img', { name: 'plate.jpg' })).toBeVisible();
  await page.keyboard.press('Escape');
  await isDrawn(page, 'plug.jpg');

  await context.close();
});

test('14.8: a note and a photo are added to an open ticket offline, and are shown at once', async ({ browser }) => {
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
  await dialog.locator('input[type=file]').first().setInputFiles(fuse);
  await dialog.getByLabel('Note', { exact: true }).fill('Fuse holder melted.');
  await dialog.getByRole('button', { name: 'Add Note' }).click();
  await expect(dialog).toHaveCount(0);
  await isDrawn(page, 'fuse.jpg');
  const timeline = page.getByRole('region', { name: 'Timeline' });
  await expect(timeline).toContainText('Fuse holder melted. (1 file)');

  // The closing form accepts files too.
  await expect(page.getByLabel('Photos and Reports').first()).toBeAttached();

  cable.mend();
  await expect(page.getByText('Waiting', { exact: true })).toHaveCount(0, { timeout: 60_000 });
  await expect(page.getByText('on its way')).toHaveCount(0, { timeout: 60_000 });
  // Another tablet has no copy: without network it says so, and it shows the picture once the network is back.
  const other = await browser.newContext({ baseURL: origin, serviceWorkers: 'block' });
  const desk = await other.newPage();
  await signIn(desk, demoSignIns.hospital);
  // Requests from WebKitGTK cannot be blocked.
  const refuses = engineOfStory() !== 'webkit';
  if (refuses) await desk.route(/\/api\/Attachment/i, (route) => route.abort());
  await desk.goto(page.url());
  if (refuses) {
    await desk.getByRole('button', { name: 'Show fuse.jpg' }).click();
    await expect(desk.getByRole('dialog')).toContainText(
      'This file is not on this tablet. Connect to the network to open it.',
    );
    await desk.unroute(/\/api\/Attachment/i);
    await desk.keyboard.press('Escape');
  }
  await desk.getByRole('button', { name: 'Show fuse.jpg' }).click();
  await expect(desk.getByRole('dialog').getByRole('img', { name: 'fuse.jpg' })).toBeVisible();
  await desk.keyboard.press('Escape');
  await expect(desk.getByRole('region', { name: 'Timeline' })).toContainText('Fuse holder melted. (1 file)');
  await other.close();
  await context.close();
});

interface Found {
  template: string;
  serial: string;
  taskId: string;
}

/** Returns a device in a template that has no open ticket, and an open task that is due. */
async function deviceAndTask(): Promise<Found> {
  const ask = <T>(path: string) => callAs<T>(server.origin, demoSignIns.bme, 'GET', path);
  const { rows } = await ask<{ rows: { kind: string; rows: Record<string, unknown>[] }[] }>(
    '/Sync/changes?cursor=0&limit=5000',
  );
  const well = new Set(
    rows
      .filter(({ kind }) => kind === 'device')
      .flatMap((group) => group.rows)
      .filter(({ openTicketIds }) => (openTicketIds as string[]).length === 0)
      .map(({ serialNumber }) => String(serialNumber)),
  );
  const templates = await ask<{ templateId: string; serials: string[] }[]>('/DailyRound/templates');
  const template = templates.toSorted((a, b) => a.serials.length - b.serials.length)[0];
  const [task] = await ask<{ id: string }[]>('/BMEDashboard/tasks/upcoming');
  const found = template?.serials.find((one) => one !== serial && well.has(one));
  if (!template || found === undefined || !task) throw new Error('The demo hospital has no such device or task.');
  return { template: template.templateId, serial: found, taskId: task.id };
}

test("14.5, 14.8: a row's photo is shown in the row, its ticket and the round; tickets and tasks close with photos", async ({
  browser,
}) => {
  const found = await deviceAndTask();
  const context = await browser.newContext({ baseURL: origin, viewport: { width: 820, height: 1180 } });
  const page = await context.newPage();
  const [plug = '', plate = ''] = photos;
  const opens = async (name: string) => {
    await page
      .getByRole('button', { name: `Show ${name}` })
      .first()
      .click();
    await expect(page.getByRole('dialog').getByRole('img', { name })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
  };
  const save = page.getByRole('button', { name: 'Save', exact: true });
  await signIn(page, demoSignIns.bme);
  await settled(page);

  await test.step('in the row and in the ticket reported from it', async () => {
    await page.goto(paths.roundAdd(found.template));
    const row = page.getByRole('row', { name: found.serial });
    await choose(row.getByRole('radio', { name: 'Not Working' }));
    await row.getByLabel(`Add photo of ${found.serial}`).setInputFiles(plug);
    await opens('plug.jpg');
    await row.getByLabel('Description').fill('Scorched.');
    await row.getByRole('link', { name: `Report Breakdown of ${found.serial}` }).click();
    await expect(page.getByLabel('Problem Reported')).toHaveValue('Scorched.');
    await opens('plug.jpg');
    await page.getByLabel('Issue Type').selectOption('Electrical');
    await page.getByLabel('Priority').selectOption('High');
    await save.click();
    await page.getByRole('button', { name: 'Confirm the rest as Operational' }).click();
    await page.getByRole('button', { name: 'Submit Rounds' }).click();
    await expect(page.getByText('Daily rounds submitted successfully!')).toBeVisible();
  });

  await test.step('in the submitted round, which links to its ticket', async () => {
    await page.goto(paths.roundsOfTemplate(found.template));
    await page.getByRole('main').locator('tbody').getByRole('link').first().click();
    const line = page.getByRole('table', { name: 'Devices of the round' }).getByRole('row', { name: found.serial });
    await expect(line).toContainText('Not Working');
    await opens('plug.jpg');
    await line.getByRole('link', { name: /^BD-/ }).click();
    await opens('plug.jpg');
  });

  await test.step('when a ticket and a task are closed', async () => {
    const pick = page.locator('form').filter({ has: save }).locator('input[type=file]').first();
    await page.getByLabel('Actions Taken').fill('Plug replaced.');
    await pick.setInputFiles(plate);
    await opens('plate.jpg');
    await save.click();
    await expect(page.getByText('Breakdown ticket saved.')).toBeVisible();
    await opens('plate.jpg');

    await page.goto(paths.maintenanceClose(found.taskId));
    await page.getByLabel('Actions Taken').fill('Checked.');
    await page.locator('form input[type=file]').first().setInputFiles(plate);
    await page.getByRole('button', { name: 'Submit Task Report' }).click();
    await expect(page.getByText('Task report submitted successfully!')).toBeVisible();
    await opens('plate.jpg');
  });
  await context.close();
});
