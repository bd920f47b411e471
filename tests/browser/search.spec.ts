import { expect, type Page, test } from '@playwright/test';
import { demoSignIns } from '#server/demo/seed.ts';
import { type CableDemo, openCableDemo } from '#tests/support/cable-demo.ts';
import { settled } from '#tests/support/inspect-screen.ts';
import { signIn } from '#tests/support/story.ts';

let demo: CableDemo;
let page: Page;

test.beforeAll(async ({ browser }) => {
  test.setTimeout(300_000);
  demo = await openCableDemo();
  page = await (await browser.newContext({ baseURL: demo.origin, viewport: { width: 820, height: 1180 } })).newPage();
  await signIn(page, demoSignIns.bme);
  await settled(page);
});
test.afterAll(async () => {
  await page?.context().close();
  await demo?.close();
});

test('a shortcut opens the search, which finds a vendor, and offline a device by room and words in any order', async () => {
  const dialog = page.getByRole('dialog', { name: 'Search everywhere' });
  await expect(page.getByRole('button', { name: 'Search everywhere' })).toBeVisible();
  await page.keyboard.press('/');
  await dialog.getByRole('searchbox').waitFor();
  await page.keyboard.insertText('india');
  await expect(dialog.getByRole('region', { name: 'Vendors' }).getByRole('link').first()).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();

  demo.cable.cut();
  await page.getByRole('button', { name: 'Search everywhere' }).click();
  await dialog.getByRole('searchbox').fill('icu vent');
  const devices = dialog.getByRole('region', { name: 'Devices' }).getByRole('link');
  await expect(devices.first()).toContainText('Ventilator');
  const serial = /\S+$/.exec((await devices.first().locator('.font-semibold').textContent()) ?? '')?.[0] ?? '';
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  await expect(page).toHaveURL(new RegExp(`/equipmentdetails/${encodeURIComponent(serial)}$`));
  demo.cable.mend();
});

test('? lists the shortcuts, and switching them off keeps Ctrl+K', async () => {
  const keys = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await expect(async () => {
    // A key within 60 ms of the one before counts as a hand scanner's, and no person is as fast.
    await page.keyboard.press('?');
    await expect(keys).toBeVisible({ timeout: 2000 });
  }).toPass();
  await keys.getByText('Use / and ? as shortcuts on this tablet').click();
  await page.keyboard.press('Escape');
  await expect(keys).toBeHidden();
  await page.keyboard.press('/');
  await page.keyboard.press('ControlOrMeta+K');
  await expect(page.getByRole('dialog', { name: 'Search everywhere' })).toBeVisible();
});
