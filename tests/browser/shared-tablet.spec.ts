import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import type { Page } from '@playwright/test';
import QRCode from 'qrcode';
import { deviceLink } from '#contract/rules/qr-link.ts';
import { openReleases, releaseMeta } from '#tests/chromium/second-build.ts';
import type { Releases } from '#tests/chromium/second-build.ts';
import { drawPhoto } from '#tests/support/photo.ts';
import { readQrCodes } from '#tests/support/print.ts';
import { devicesInRooms, hospitalWithDevices } from '#tests/support/round-hospital.ts';
import { callAs, createWorld, engineer, hospitalUser, openTablet, signIn, tokenOf } from '#tests/support/story.ts';
import type { Tablet, World } from '#tests/support/story.ts';

/* What people do with a ward's tablet besides rounds, which ward-round-story covers. Runs in each engine, so in a
   single tab. */
const scanned = 'DEV-003';
/** Failed requests are retried at most this long after the connection is back. Source: sync/SPEC.md PU5. Units: ms. */
const longestBackoffMs = 60_000;
const lockTitle = 'This tablet is locked';

let world: World;
let tablet: Tablet;
let releases: Releases;
let hospitalId: string;

test.beforeAll(async () => {
  world = await createWorld();
  releases = await openReleases();
  await hospitalWithDevices(world, 'Hospital of One Tablet', devicesInRooms('Theatre', [3, 3]));
  const [, payload = ''] = (await tokenOf(world.origin, hospitalUser)).split('.');
  hospitalId = (JSON.parse(Buffer.from(payload, 'base64url').toString()) as { hospital: string }).hospital;
});
test.afterAll(async () => {
  await tablet?.close();
  await releases?.close();
  await world?.close();
});

async function chooseInUserMenu(page: Page, item: string): Promise<void> {
  await page.getByRole('button', { name: /^User menu/ }).click();
  await page.getByRole('menuitem', { name: item }).click();
}

/** Records the count on the app's icon, even in engines without one. */
function noteBadge(): void {
  const note = (count: number) => {
    Object.assign(window, { badge: count });
    return Promise.resolve();
  };
  Object.assign(Navigator.prototype, { setAppBadge: note, clearAppBadge: () => note(0) });
}

const badgeOf = (page: Page) => page.evaluate(() => (window as unknown as { badge?: number }).badge);

/** Reports a breakdown of a device and waits until the screen says that it is saved. */
async function report(page: Page, serial: string, problem: string, photos: readonly string[] = []): Promise<void> {
  await page.goto(`/breakdown/new?serial=${serial}`);
  await page.getByLabel('Issue Type').selectOption('Electrical');
  await page.getByLabel('Problem Reported').fill(problem);
  await page.getByLabel('Priority').selectOption('High');
  if (photos.length > 0) {
    await page.locator('input[type=file]').first().setInputFiles(photos);
    await expect(page.getByRole('listitem').filter({ hasText: /KB/ })).toHaveCount(photos.length);
    // Converted if this engine can, and otherwise mentioned.
    await expect(page.getByRole('listitem').filter({ hasText: 'plate.heicHEIC, 1 KB' })).toHaveCount(1);
    await expect(page.getByRole('listitem').filter({ hasText: 'photo.jpg' })).toHaveCount(1);
  }
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText(/Saved on this tablet/).first()).toBeVisible();
}

/** Returns the hospital's tickets, as the server sends them to tablets. */
async function tickets(): Promise<Record<string, unknown>[]> {
  const { rows } = await callAs<{ rows: { kind: string; rows: Record<string, unknown>[] }[] }>(
    world.origin,
    hospitalUser,
    'GET',
    '/Sync/changes?cursor=0&limit=5000',
  );
  return rows.filter(({ kind }) => kind === 'ticket').flatMap((group) => group.rows);
}

const upToDate = (page: Page) => page.getByRole('button', { name: 'Sync: up to date' });

test('a shared tablet is locked, scans a picture, is killed after "Saved", changes users, prints labels and is updated', async () => {
  test.setTimeout(300_000);
  const photo = join(world.folder, 'photo.png');
  const heic = join(world.folder, 'plate.heic');
  const label = join(world.folder, 'label.png');
  drawPhoto(photo, 1300, 950);
  // Enough bytes to identify the type; no engine in the tests draws HEIC.
  writeFileSync(heic, Buffer.concat([Buffer.from('\0\0\0\x18ftypheic'), Buffer.alloc(500)]));
  writeFileSync(label, await QRCode.toBuffer(deviceLink(world.origin, scanned, hospitalId), { width: 600 }));
  tablet = await openTablet(world, 'tablet', { before: noteBadge });
  let { page } = tablet;

  await test.step('the engineer signs in and the tablet gets ready', async () => {
    await signIn(page, engineer);
    await expect(page.getByText(/Ready for offline work: 6 devices/)).toBeVisible();
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => true));
  });

  await test.step('restarted offline, it shows the devices', async () => {
    world.cable.cut();
    // A browser that quits normally has written its cookies; Chromium otherwise writes them only every 30 s.
    page = await tablet.restart('/installation-base');
    await expect(page.getByText(scanned).first()).toBeVisible();
  });

  await test.step('locked offline, it unlocks only with the password of its user', async () => {
    await chooseInUserMenu(page, 'Lock this tablet');
    await expect(page.getByRole('heading', { name: lockTitle })).toBeVisible();
    await page.reload();
    await page.getByLabel('Password').fill('a password of nobody');
    await page.getByRole('button', { name: 'Unlock' }).click();
    await expect(page.getByText(/4 attempts are left/)).toBeVisible();
    await page.getByLabel('Password').fill(engineer.password);
    await page.getByRole('button', { name: 'Unlock' }).click();
    await expect(page.getByRole('heading', { name: lockTitle })).toBeHidden();
    await expect(page.getByText(scanned).first()).toBeVisible();
  });

  await test.step('a PIN, set offline by pressing labels, unlocks the tablet instead of the password', async () => {
    const pin = '280519';
    await chooseInUserMenu(page, 'Settings');
    await page.getByText('Your password', { exact: true }).click();
    await page.keyboard.type(engineer.password);
    await page.getByText('PIN', { exact: true }).click();
    await page.keyboard.type(pin);
    await page.getByText('Set PIN', { exact: true }).click();
    await expect(page.getByText('A PIN unlocks this tablet.')).toBeVisible();
    await chooseInUserMenu(page, 'Lock this tablet');
    await expect(page.getByRole('heading', { name: lockTitle })).toBeVisible();
    await page.reload();
    await expect(page.getByLabel('PIN')).toBeFocused();
    await page.keyboard.type('280510');
    await page.keyboard.press('Enter');
    await expect(page.getByText('Wrong PIN. 4 attempts are left.')).toBeVisible();
    await page.getByText('PIN', { exact: true }).click();
    await page.keyboard.type(pin);
    await page.getByText('Unlock', { exact: true }).click();
    await expect(page.getByRole('heading', { name: 'Settings' })).toBeVisible();
    await page.getByText('Remove the PIN', { exact: true }).click();
    await expect(page.getByText('A PIN unlocks this tablet.')).toBeHidden();
    await page.goto('/installation-base');
  });

  await test.step('locked offline, the sign-in links back to the lock, where its user unlocks it', async () => {
    await chooseInUserMenu(page, 'Lock this tablet');
    await page.getByRole('link', { name: 'Sign in as somebody else' }).click();
    await page.getByLabel('Email').fill(hospitalUser.email);
    await page.getByLabel('Password').fill(hospitalUser.password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expect(page.getByText(/Signing in needs the network/)).toBeVisible();
    await page.getByRole('link', { name: 'Back to unlock' }).click();
    await expect(page.getByRole('heading', { name: lockTitle })).toBeVisible();
    await page.getByRole('link', { name: 'Sign in as somebody else' }).click();
    await page.getByLabel('Email').fill(engineer.email);
    await page.getByLabel('Password').fill(engineer.password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expect(page).toHaveURL(/\/installation-base$/);
    await expect(page.getByText(scanned).first()).toBeVisible();
  });

  await test.step('a picture of a label opens the device', async () => {
    await page.goto('/scan');
    await page.getByLabel('Picture of the label').setInputFiles(label);
    await expect(page).toHaveURL(new RegExp(`/equipmentdetails/${scanned}$`, 'i'));
  });

  await test.step('without the label reader, the code in a picture is read and confirmed', async () => {
    await page.goto('/scan');
    await page.evaluate(() => {
      const refused = () => Promise.reject(new Error('No wasm.'));
      Object.assign(WebAssembly, { instantiate: refused, instantiateStreaming: refused });
    });
    await page.getByLabel('Picture of the label').setInputFiles(label);
    const question = page.getByRole('dialog', { name: 'Is this the label you mean?' });
    await question.getByRole('button', { name: scanned }).click();
    await expect(page).toHaveURL(new RegExp(`/equipmentdetails/${scanned}$`, 'i'));
  });

  await test.step('a breakdown with photos survives a kill right after "Saved"', async () => {
    await report(page, scanned, 'No display.', [photo, heic]);
    page = await tablet.kill('/outbox');
    await expect(page.getByText('Saved on this tablet')).toHaveCount(1);
    await expect(page.getByRole('button', { name: /1 waiting$/ })).toBeVisible();
    await expect.poll(() => badgeOf(page)).toBe(1);
  });

  await test.step("another user signs in, and waiting entries are sent under their author's name", async () => {
    await chooseInUserMenu(page, 'Logout');
    await expect(page.getByRole('dialog')).toContainText('1 entry has not been sent');
    await page.getByRole('dialog').getByRole('button', { name: 'Logout' }).click();
    await expect(page).toHaveURL(/\/login/);
    world.cable.mend();
    await signIn(page, hospitalUser);
    await expect.poll(async () => (await tickets()).length).toBe(1);
    await expect(upToDate(page)).toBeVisible({ timeout: longestBackoffMs });
    // Nothing waits any more; what counts is the notice of the new ticket.
    await expect(page.getByRole('link', { name: 'Notices: 1 unread' })).toBeVisible();
    await expect.poll(() => badgeOf(page)).toBe(1);
    const files = [{ received: true }, { received: true }];
    expect(await tickets()).toMatchObject([{ reportedBy: engineer.name, files }]);
  });

  await test.step('labels made offline open their devices', async () => {
    world.cable.cut();
    await page.goto('/installation-base/qr-print');
    await page.getByRole('button', { name: 'Select all 6' }).click();
    await page.getByRole('button', { name: 'Generate (6)' }).click();
    await expect(page.getByText('6 labels are ready to print.')).toBeVisible();
    const codes = page.getByRole('list', { name: 'Sheet 1 of 1' }).getByRole('img');
    await expect(codes).toHaveCount(6);
    for (const code of await codes.all()) {
      const serial = ((await code.getAttribute('aria-label')) ?? '').replace('QR code of ', '');
      expect(await readQrCodes(await code.screenshot())).toEqual([deviceLink(world.origin, serial, hospitalId)]);
    }
  });

  await test.step('the app is updated while an entry waits, which is sent once', async () => {
    await report(page, 'DEV-005', 'Battery does not charge.');
    const { folder, number } = await releases.next();
    await world.killServer();
    await world.restartServer(folder);
    // The app's files get through, but no API call.
    world.cable.drop(/^[A-Z]+ \/api\//);
    world.cable.mend();
    await page.goto('/outbox');
    await page.getByRole('button', { name: 'Update now' }).click();
    await expect(page.locator(`meta[name=${releaseMeta}]`)).toHaveAttribute('content', String(number));
    await expect(page.getByText('Saved on this tablet')).toHaveCount(1);
    world.cable.drop(null);
    await page.reload();
    await expect(upToDate(page)).toBeVisible({ timeout: longestBackoffMs });
    const all = await tickets();
    expect(all).toHaveLength(2);
    expect(all.filter(({ files }) => (files as unknown[]).length === 0)).toHaveLength(1);
  });
});
