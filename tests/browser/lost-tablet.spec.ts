import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import type { Page } from '@playwright/test';
import { drawPhoto } from '#tests/support/photo.ts';
import {
  addAccount,
  addHospital,
  callAs,
  createWorld,
  engineer,
  hospitalUser,
  importDevices,
  openTablet,
  signIn,
} from '#tests/support/story.ts';
import type { Tablet, World } from '#tests/support/story.ts';

const serial = 'LOST-01';
const problem = 'Alarm does not stop.';

let world: World;
let tablet: Tablet;
test.beforeAll(async () => {
  test.setTimeout(180_000);
  world = await createWorld();
  const hospitalId = await addHospital(world, 'Hospital of a Lost Tablet');
  const device = { equipment: 'Ventilator', make: 'Dräger', model: 'Evita V500', serial };
  await importDevices(world, hospitalId, [{ ...device, department: 'Intensive Care Unit', location: 'Bed 1' }]);
  await addAccount(world.origin, hospitalUser, '/BME', { ...engineer, phone: '' });
});
test.afterAll(async () => {
  await tablet?.close();
  await world?.close();
});

/** Returns the tickets of the hospital, as the server sends them to tablets. */
async function tickets(): Promise<Record<string, unknown>[]> {
  const { rows } = await callAs<{ rows: { kind: string; rows: Record<string, unknown>[] }[] }>(
    world.server.origin,
    hospitalUser,
    'GET',
    '/Sync/changes?cursor=0&limit=5000',
  );
  return rows.filter(({ kind }) => kind === 'ticket').flatMap((group) => group.rows);
}

const replicasOn = (page: Page) =>
  page.evaluate(async () =>
    (await indexedDB.databases()).map(({ name = '' }) => name).filter((name) => name.startsWith('ward-replica')),
  );

test('a lost tablet with waiting work is revoked at the desk: it is erased, and no work is lost', async ({
  browser,
}) => {
  test.setTimeout(240_000);
  const photo = join(world.folder, 'photo.png');
  drawPhoto(photo, 800, 600);
  tablet = await openTablet(world, 'tablet');
  const { page } = tablet;
  await signIn(page, engineer);
  await expect(page.getByText(/Ready for offline work: 1 device/)).toBeVisible({ timeout: 60_000 });
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => true));
  expect(await replicasOn(page)).toHaveLength(1);

  const context = await browser.newContext({ baseURL: world.server.origin, viewport: { width: 1280, height: 800 } });
  const desk = await context.newPage();
  const row = desk.getByRole('row', { name: new RegExp(`^${engineer.name}, \\w+ \\d`) });
  await test.step('the tablet reports its state, and the office sees it', async () => {
    await signIn(desk, hospitalUser);
    await expect(async () => {
      await desk.goto('/tablets');
      await expect(row).toBeVisible({ timeout: 3_000 });
    }).toPass({ timeout: 120_000 });
  });

  await test.step('the tablet goes offline and saves a breakdown with a photo', async () => {
    world.cable.cut();
    await page.goto(`/breakdown/new?serial=${serial}`);
    await page.getByLabel('Issue Type').selectOption('Electrical');
    await page.getByLabel('Problem Reported').fill(problem);
    await page.getByLabel('Priority').selectOption('High');
    await page.locator('input[type=file]').first().setInputFiles(photo);
    await expect(page.getByRole('listitem').filter({ hasText: 'photo' })).toHaveCount(1);
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(page.getByText(/Saved on this tablet/).first()).toBeVisible();
  });

  await test.step('the office signs it out and orders the erasure', async () => {
    await desk.goto('/tablets');
    const own = desk.getByRole('row', { name: /in use by you/ });
    await expect(own).toHaveCount(1);
    await expect(own.getByRole('button')).toHaveCount(0);
    await row.getByText('Erase', { exact: true }).click();
    const dialog = desk.getByRole('dialog', { name: 'Sign out and erase a lost tablet' });
    await expect(dialog).toContainText(new RegExp(`sign out ${engineer.name} on \\w+ \\d+ on `));
    await dialog.getByText('Sign out and erase', { exact: true }).click();
    await expect(
      desk.getByText(/signed out\. The data is removed when the tablet next reaches the server/),
    ).toBeVisible();
    await expect(row.getByText('Lost: signed out, and erased when it next reaches the server')).toBeVisible();
    await expect(row.getByRole('button')).toHaveCount(0);
    expect(await tickets()).toEqual([]);
  });

  await test.step('back online, the work arrives once, the data is erased, and the sign-in page says why', async () => {
    world.cable.mend();
    await expect(page.getByText(/This tablet was reported lost/)).toBeVisible({ timeout: 90_000 });
    await expect(page.getByRole('heading', { name: 'Sign in to your account' })).toBeVisible();
    await expect.poll(() => replicasOn(page)).toEqual([]);
    const received = () =>
      tickets().then((rows) => rows.map((row) => [row['problemReported'], row['reportedBy'], row['files']]));
    const file = expect.objectContaining({ received: true });
    await expect.poll(received, { timeout: 90_000 }).toEqual([[problem, engineer.name, [file]]]);
    await page.reload();
    await expect(page.getByText(/This tablet was reported lost/)).toBeVisible();
  });

  await test.step('the activity log records it, and the list no longer shows the tablet', async () => {
    await desk.goto('/activity');
    await expect(desk.getByRole('row', { name: /Sign out and erase a lost tablet/ })).toContainText(
      `Tablet of ${engineer.name}`,
    );
    await expect(
      desk.getByRole('row', { name: /Lost tablet came back and was told to remove the hospital’s data/ }),
    ).toContainText(engineer.name);
    await expect(async () => {
      await desk.goto('/tablets');
      await expect(desk.getByRole('row', { name: /in use by you/ })).toBeVisible();
      await expect(row).toHaveCount(0, { timeout: 1_000 });
    }).toPass({ timeout: 90_000 });
  });

  await test.step('once found, it works as before', async () => {
    await signIn(page, engineer);
    await expect(page.getByRole('button', { name: 'Sync: up to date' })).toBeVisible({ timeout: 60_000 });
    await page.goto('/installation-base');
    await expect(page.getByText(serial).first()).toBeVisible();
    await page.goto('/outbox');
    await expect(page.getByText(/Received by the server/).first()).toBeVisible();
    await context.close();
  });
});
