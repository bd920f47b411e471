import { randomBytes } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import type { CDPSession, Page } from '@playwright/test';
import { openReleases, releaseMeta } from '#tests/chromium/second-build.ts';
import { drawPhoto } from '#tests/support/photo.ts';
import { addTemplate, devicesInRooms, hospitalWithDevices } from '#tests/support/round-hospital.ts';
import { createWorld, engineer, openTablet, signIn } from '#tests/support/story.ts';
import type { World } from '#tests/support/story.ts';
import { paths, withQuery } from '#ui/paths.ts';

/** Less than the app's files need. Units: bytes. */
const littleRoom = [300_000, 2_500_000];
/** Data stored about the hospital and the session. Units: bytes. */
const dataBytes = 100_000;
/** A newer app with more files than the tablet has room for. Units: bytes. */
const [newFile, newFiles, roomForSome] = [200_000, 10, 1_000_000];
const enoughRoom = 50_000_000;
/** A few photos fill this. Units: bytes. */
const nearlyNoRoom = 10_000_000;
/** The app checks every ten seconds whether there is room. */
const nextTry = { timeout: 60_000 };
const header = 'The app needs the network to open: this tablet has no room for its files';

let world: World;
test.beforeAll(async () => {
  world = await createWorld();
  const devices = devicesInRooms('Theatre', [4]);
  await hospitalWithDevices(world, 'Hospital of Full Tablets', devices);
  await addTemplate(
    world,
    'Theatres',
    devices.map(({ serial }) => serial),
  );
});
test.afterAll(() => world?.close());

const usedBy = async (cdp: CDPSession): Promise<number> =>
  (await cdp.send('Storage.getUsageAndQuota', { origin: world.origin })).usage;
const setRoom = (cdp: CDPSession, bytes: number) =>
  cdp.send('Storage.overrideQuotaForOrigin', { origin: world.origin, quotaSize: bytes });
const hasWorker = (page: Page) =>
  page.evaluate(async () => (await navigator.serviceWorker.getRegistration()) !== undefined);

/** How many files of this name the app has stored. */
const filesNamed = (page: Page, name: string): Promise<number> =>
  page.evaluate(async (ending) => {
    const stored = await Promise.all((await caches.keys()).map(async (key) => (await caches.open(key)).keys()));
    return stored.flat().filter(({ url }) => url.endsWith(ending)).length;
  }, name);

/** Lets a release need more files than the one in use. */
function addFiles(release: string): void {
  const worker = join(release, 'app/service-worker.js');
  const names = Array.from({ length: newFiles }, (_file, at) => `assets/more-${at}.js`);
  for (const name of names) writeFileSync(join(release, 'app', name), randomBytes(newFile));
  const listed = names.map((url) => JSON.stringify({ revision: null, url })).join(',');
  writeFileSync(worker, readFileSync(worker, 'utf8').replace('addToCacheList([', `addToCacheList([${listed},`));
}

for (const room of littleRoom) {
  test(`a first sign-in with ${room} bytes of storage says that the app cannot open offline, until there is room`, async () => {
    const tablet = await openTablet(world, `tablet-${room}`);
    const { page } = tablet;
    const cdp = await tablet.context.newCDPSession(page);
    await setRoom(cdp, room);
    await signIn(page, engineer);
    await expect(page.getByRole('link', { name: header })).toBeVisible(nextTry);
    const banner = page.getByRole('status').filter({ hasText: 'The app will not open without network' });
    await expect(banner).toContainText('This tablet has no room for the app’s files.');
    await expect(page.getByText(/^(Ready|Getting ready) for offline work/)).toHaveCount(0);
    expect(await hasWorker(page)).toBe(false);
    // The files of a failed attempt are deleted, which leaves the room to entries.
    await expect.poll(() => usedBy(cdp)).toBeLessThan(dataBytes);

    await setRoom(cdp, enoughRoom);
    await expect(page.getByRole('link', { name: /needs the network to open/ })).toHaveCount(0, nextTry);
    await expect(banner).toHaveCount(0);
    world.cable.cut();
    await page.goto('/daily-rounds');
    await expect(page.getByRole('row', { name: /Theatres/ })).toBeVisible();
    world.cable.mend();
    await tablet.close();
  });
}

test('an update without room says so, keeps the app working, and is stored once there is room', async () => {
  const releases = await openReleases();
  const tablet = await openTablet(world, 'tablet-with-an-old-app');
  const { page } = tablet;
  const cdp = await tablet.context.newCDPSession(page);
  await signIn(page, engineer);
  await expect(page.getByText(/^Ready for offline work/)).toBeVisible(nextTry);
  const { folder, number } = await releases.next();
  addFiles(folder);
  await world.killServer();
  await world.restartServer(folder);

  await setRoom(cdp, (await usedBy(cdp)) + roomForSome);
  await page.reload();
  const notice = page.getByRole('status').filter({ hasText: 'The update of the app could not be stored' });
  await expect(notice).toContainText('This tablet has no room for the newer version.', nextTry);
  await expect(notice).toContainText('the app tries again automatically');
  await expect(page.getByText('The storage of this tablet is nearly full')).toHaveCount(0);
  // The attempt leaves the room to entries.
  expect(await filesNamed(page, 'assets/more-0.js')).toBe(0);
  world.cable.cut();
  await page.goto('/daily-rounds');
  await expect(page.getByRole('row', { name: /Theatres/ })).toBeVisible();
  world.cable.mend();
  // A page that was opened without network looks for an update an hour later; this one has looked, and says so again.
  await page.reload();
  await expect(notice).toBeVisible(nextTry);

  await setRoom(cdp, enoughRoom);
  await expect(notice).toHaveCount(0, nextTry);
  const update = page.getByRole('button', { name: 'Update now' });
  await expect(update).toBeVisible();
  expect(await filesNamed(page, 'assets/more-0.js')).toBe(1);
  await update.click();
  await expect(page.locator(`meta[name=${releaseMeta}]`)).toHaveAttribute('content', String(number));
  await tablet.close();
  await world.killServer();
  await world.restartServer();
  await releases.close();
});

test('a tablet whose storage is nearly full says so, and clears photos that the server has received', async () => {
  const tablet = await openTablet(world, 'tablet-of-photos');
  const { page } = tablet;
  const cdp = await tablet.context.newCDPSession(page);
  await signIn(page, engineer);
  await expect(page.getByText(/^Ready for offline work/)).toBeVisible(nextTry);
  const photos = [0, 1, 2, 3, 4].map((index) => {
    const file = join(world.folder, `plate-${index}.png`);
    drawPhoto(file, 2000 + index, 1500);
    return file;
  });
  await page.goto(withQuery(paths.ticketNew(), { serial: 'DEV-001' }));
  await page.locator('input[type=file]').first().setInputFiles(photos);
  await expect(page.getByText(/5 of 5 files/)).toBeVisible();
  await page.getByLabel('Issue Type').selectOption('Electrical');
  await page.getByLabel('Priority').selectOption('High');
  await page.getByLabel('Problem Reported').fill('The plate is loose.');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page).toHaveURL(/\/breakdown$/);
  await expect(page.getByRole('button', { name: 'Sync: up to date' })).toBeVisible();
  const notice = page.getByRole('status').filter({ hasText: 'The storage of this tablet is nearly full' });
  await expect(notice).toHaveCount(0);

  const before = await usedBy(cdp);
  await setRoom(cdp, before + nearlyNoRoom);
  await page.reload();
  await expect(notice).toContainText('You can clear photos and old entries that the server has received.');
  await notice.getByRole('link', { name: 'What takes up space' }).click();
  await expect(page.getByText(/MB, can be cleared/).first()).toBeVisible();
  await notice.getByRole('button', { name: /^Clear / }).click();
  await expect(page.getByText(/MB cleared\.$/)).toBeVisible();
  await expect(notice).toContainText('Everything stored here is still needed.');
  await expect(page.getByText('There is nothing to clear: what is stored here is still needed.')).toBeVisible();
  await tablet.close();
});
