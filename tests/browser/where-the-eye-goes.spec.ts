import { devices, expect, test } from '@playwright/test';
import type { Browser, BrowserContextOptions, Page } from '@playwright/test';
import { hospitalDay } from '#contract/rules/hospital-day.ts';
import {
  addAccount,
  addHospital,
  admin,
  callAs,
  createWorld,
  engineer,
  hospitalUser,
  importDevices,
  signIn,
} from '#tests/support/story.ts';
import type { World } from '#tests/support/story.ts';
import { overlap } from '#tests/support/inspect-screen.ts';

const serial = 'EYE-0001';
const ofPump = { equipment: 'Infusion Pump', make: 'B. Braun', model: 'Space' };

let world: World;

test.beforeAll(async () => {
  world = await createWorld();
  const id = await addHospital(world, 'Hospital of the Eye');
  await addAccount(world.origin, hospitalUser, '/BME', { ...engineer, phone: '' });
  await importDevices(world, id, [{ ...ofPump, serial, department: 'Ward', location: 'Bay 1' }]);
});
test.afterAll(() => world?.close());

async function signedIn(browser: Browser, who: { email: string; password: string }, looks: BrowserContextOptions) {
  const context = await browser.newContext({ ...looks, baseURL: world.origin });
  const page = await context.newPage();
  await signIn(page, who);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  return page;
}

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

test('the install hint is shown to engineers on a tablet or phone, and to nobody at a desk', async ({ browser }) => {
  const hint = 'Take Ward Rounds onto the ward';
  const phone = devices['Pixel 7'];
  const desk = { viewport: { width: 1280, height: 800 } };
  const ofEngineer = await signedIn(browser, engineer, phone);
  await expect(ofEngineer.getByText(hint)).toBeVisible();
  // It is drawn with the screen, so that nothing moves down under a finger.
  await ofEngineer.addInitScript(() => {
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[])
        document.documentElement.dataset['moved'] = String(
          Number(document.documentElement.dataset['moved'] ?? 0) + entry.value,
        );
    }).observe({ type: 'layout-shift', buffered: true });
  });
  await ofEngineer.reload();
  await expect(ofEngineer.getByText(hint)).toBeVisible();
  await expect(ofEngineer.getByRole('heading', { name: 'Upcoming Maintenance' })).toBeVisible();
  const moved = await ofEngineer.evaluate(() => Number(document.documentElement.dataset['moved'] ?? 0));
  expect(moved).toBeLessThan(0.1);
  await ofEngineer.goto('/daily-rounds');
  await expect(ofEngineer.getByRole('heading', { level: 1, name: 'Daily Rounds' })).toBeVisible();
  await expect(ofEngineer.getByText(/Ready for offline work/)).toBeVisible();
  await expect(ofEngineer.getByText(hint)).toHaveCount(0);
  await ofEngineer.goto('/dashboard/bme');
  await ofEngineer.getByText(hint).locator('..').locator('..').getByRole('button', { name: 'Dismiss' }).click();
  await ofEngineer.reload();
  await expect(ofEngineer.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(ofEngineer.getByRole('button', { name: 'Sync: up to date' })).toBeVisible();
  await expect(ofEngineer.getByText(hint)).toHaveCount(0);
  await ofEngineer.goto('/user/settings');
  await expect(ofEngineer.getByText(/home screen/i).first()).toBeVisible();
  await ofEngineer.context().close();
  for (const [who, looks] of [
    [engineer, { ...desk, userAgent: phone.userAgent }],
    [hospitalUser, desk],
    [admin, phone],
    [hospitalUser, phone],
  ] as const) {
    const page = await signedIn(browser, who, looks);
    await expect(page.getByText(hint)).toHaveCount(0);
    await page.context().close();
  }
});

test('the header shows who is signed in: initials on a phone, the name where there is room', async ({ browser }) => {
  for (const [viewport, isNamed] of [
    [{ width: 390, height: 844 }, false],
    [{ width: 820, height: 1180 }, true],
    [{ width: 1280, height: 800 }, false],
    [{ width: 1600, height: 900 }, true],
  ] as const) {
    const page = await signedIn(browser, engineer, { viewport });
    const menu = page.getByRole('button', { name: `User menu: ${engineer.name}` });
    await expect(menu.locator('[data-initials=AR]')).toBeVisible();
    await expect(menu.getByText(engineer.name, { exact: true })).toBeVisible({ visible: isNamed });
    await page.context().close();
  }
});

test('after Delete the focus is on the next row, after Undo on the restored row', async ({ browser }) => {
  for (const name of ['Anvil', 'Bellows', 'Crucible']) {
    const record = { name, description: name, equipmentImportance: 'Critical' };
    await callAs(world.origin, hospitalUser, 'POST', '/Equipment', record);
  }
  const page = await signedIn(browser, hospitalUser, { viewport: { width: 1280, height: 800 } });
  await page.goto('/equipment');
  const remove = (name: string) => button(page, `Delete ${name}`);
  await remove('Bellows').focus();
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(remove('Bellows')).toHaveCount(0);
  await expect(remove('Crucible')).toBeFocused();
  await page.getByRole('button', { name: /^Undo/ }).focus();
  await page.keyboard.press('Enter');
  await expect(remove('Bellows')).toBeFocused();

  await remove('Infusion Pump').focus();
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  await expect(remove('Infusion Pump')).toBeFocused();
  await page.context().close();
});

test('on a phone a toast covers neither the last pressed control nor the end of the page', async ({ browser }) => {
  const page = await signedIn(browser, engineer, { viewport: { width: 390, height: 844 } });
  await page.goto(`/equipmentdetails/${serial}?tab=documents`);
  const take = button(page, 'Take a photo');
  for (const name of ['Manual.pdf', 'Quick guide.pdf', 'Spare parts.pdf']) {
    const chooser = page.waitForEvent('filechooser');
    await take.scrollIntoViewIfNeeded();
    await take.click();
    await (await chooser).setFiles({ name, mimeType: 'application/pdf', buffer: Buffer.from(`%PDF-1.7 ${name}`) });
    const toast = page.getByRole('status').filter({ hasText: `“${name}” added.` });
    await expect(toast).toBeVisible();
    await expect.poll(() => overlap(toast, take), `toast over the button after ${name}`).toBe(false);
    await button(page, 'Dismiss').last().click();
    await expect(toast).toHaveCount(0);
  }
  await page.context().close();
});

test('on a phone the confirmation of a save is in view', async ({ browser }) => {
  const page = await signedIn(browser, engineer, { viewport: { width: 390, height: 600 } });
  const [device] = await callAs<{ id: string }[]>(world.origin, engineer, 'GET', '/InstallationBase/listofserials');
  const ticket = await callAs<{ id: string }>(world.origin, engineer, 'POST', '/BreakDown', {
    installationBaseId: device?.id,
    serialNumber: serial,
    issueType: 'Electrical',
    priority: 'High',
    problemReported: 'Does not start.',
    reportedDate: hospitalDay(new Date(), 'Asia/Kolkata'),
    machineStatus: 'System Down',
    anyPatientHarm: false,
  });
  await page.goto(`/breakdown/${ticket.id}`);
  await page.getByLabel('Actions Taken').fill('Fuse replaced.');
  await button(page, 'Save').click();
  await expect(page.getByText('Breakdown ticket saved.')).toBeInViewport();

  await page.goto('/user/settings');
  await page.getByRole('textbox', { name: 'Current password' }).fill(engineer.password);
  await page.getByRole('textbox', { name: 'New password' }).fill('another-password-of-the-story');
  await button(page, 'Change password').click();
  await expect(page.getByText('Password changed successfully!')).toBeInViewport();
  await page.context().close();
});
