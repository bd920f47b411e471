import { expect } from '@playwright/test';
import { demoSignIns } from '#server/demo/seed.ts';
import { test } from '#tests/engines/test.ts';
import { type CableDemo, openCableDemo } from '#tests/support/cable-demo.ts';
import { looks, problemsOf, settled } from '#tests/support/inspect-screen.ts';
import { signIn } from '#tests/support/story.ts';

let demo: CableDemo;
test.beforeAll(async () => {
  demo = await openCableDemo();
});
test.afterAll(() => demo?.close());
test.afterEach(() => demo.cable.mend());

test('P322: the office sets who is on duty, which is shown when a ticket is assigned, also offline', async ({
  browser,
}) => {
  const context = await browser.newContext({ baseURL: demo.origin });
  const page = await context.newPage();
  await signIn(page, demoSignIns.hospital);
  await expect(page.getByRole('button', { name: 'Sync: up to date' })).toBeVisible({ timeout: 60_000 });
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => true));
  await page.goto('/bme/list');
  await page.getByRole('link', { name: 'Duty and leave' }).click();
  await expect(page.getByText(/every engineer who is not on leave is on duty/)).toBeVisible();

  await page.getByRole('button', { name: 'Add hours on duty' }).click();
  await page.getByLabel('Engineer of entry 1').selectOption({ label: 'Meera Nair' });
  await page.getByText('Sunday').click();
  await page.getByLabel('From (entry 1)').fill('00:00');
  await page.getByLabel('Until (entry 1)').fill('00:00');
  await page.getByRole('button', { name: 'Add leave' }).click();
  await page.getByLabel('Engineer on leave 1').selectOption({ label: 'Asha Rao' });
  await page.getByLabel('First day (leave 1)').fill('2026-01-01');
  await page.getByLabel('Last day (leave 1)').fill('2030-12-31');
  await settled(page);
  await expect(page.getByRole('main').getByRole('alert')).toHaveCount(0);
  expect(await problemsOf(page, 'duty and leave', [looks.phoneDark, looks.tabletLight, looks.deskDark])).toEqual([]);
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Duty and leave saved.')).toBeVisible();
  await page.getByRole('link', { name: 'Duty and leave' }).click();
  await expect(page.getByText('On duty now: Meera Nair.')).toBeVisible();

  await page.goto('/bme/list');
  await page.getByRole('link', { name: 'Escalation' }).click();
  await page.getByLabel('Critical (minutes)').fill('10');
  await page.getByLabel('Engineer told after those on duty').selectOption({ label: 'Meera Nair' });
  await settled(page);
  expect(await problemsOf(page, 'escalation', [looks.phoneDark, looks.tabletLight, looks.deskDark])).toEqual([]);
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Settings saved.')).toBeVisible();

  demo.cable.cut();
  await page.goto('/breakdown?status=Open');
  await page.getByRole('main').getByRole('table').getByRole('row').nth(1).getByRole('link').first().click();
  await page.getByRole('button', { name: 'Assign' }).click();
  const options = page.getByRole('dialog').getByLabel('Technician').getByRole('option');
  await expect(options.nth(1)).toHaveText('Meera Nair (on duty)');
  await expect(options.nth(2)).toHaveText('Asha Rao (on leave)');
  await context.close();
});
