import { expect } from '@playwright/test';
import type { Page } from '@playwright/test';
import { demoSignIns } from '#server/demo/seed.ts';
import { test } from '#tests/support/demo-world.ts';
import { settled } from '#tests/support/inspect-screen.ts';
import { signIn } from '#tests/support/story.ts';
import { paths, withQuery } from '#ui/paths.ts';

/* After an act that removes or disables its own control, the focus is on what comes next, never on the body (P272). */

/** Presses a control by keyboard and returns what has the focus afterwards. */
async function press(page: Page, name: string): Promise<() => Promise<string>> {
  await page.getByRole('button', { name, exact: true }).focus();
  await page.keyboard.press('Enter');
  return () =>
    page.evaluate(() => {
      const at = document.activeElement;
      return `${at?.tagName.toLowerCase()} ${at?.getAttribute('aria-label') ?? at?.textContent?.trim() ?? ''}`;
    });
}

test('by keyboard, each act leaves the focus somewhere sensible', async ({ browser, demo: { origin } }) => {
  const context = await browser.newContext({ baseURL: origin, viewport: { width: 1280, height: 800 } });
  const page = await context.newPage();
  await signIn(page, demoSignIns.hospital);
  await page.goto(paths.devices());
  await settled(page);
  const last = await page.getByRole('navigation', { name: 'Pagination' }).getByRole('listitem').last().innerText();
  await page.goto(withQuery(paths.devices(), { page: String(Number(last) - 1) }));
  await settled(page);
  await expect.poll(await press(page, 'Next'), 'Next to the last page').toMatch(/^button (\d+|Previous)$/);
  await page.goto(withQuery(paths.devices(), { page: '2' }));
  await settled(page);
  await expect.poll(await press(page, 'Previous'), 'Previous to the first page').toMatch(/^button (\d+|Next)$/);

  await page.goto(withQuery(paths.devices(), { search: 'no such device' }));
  await settled(page);
  await expect.poll(await press(page, 'Clear search'), 'Clear search').toMatch(/^(a|button|h1) ./);

  await page.goto(paths.maintenance());
  await settled(page);
  await expect.poll(await press(page, 'Select'), 'Select').toMatch(/^(button|input) ./);
  await expect.poll(await press(page, 'Done'), 'Done').toMatch(/^button ./);

  await page.goto(withQuery(paths.devices(), { page: '2' }));
  await settled(page);
  await page.getByRole('button', { name: /^User menu/ }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('menuitem', { name: 'Lock this tablet' }).press('Enter');
  await expect(page).toHaveTitle(/^This tablet is locked/);
  const inMain = () => page.evaluate(() => document.activeElement?.closest('main') !== null);
  const field = page.getByLabel('Password', { exact: true });
  await expect.poll(inMain, 'lock').toBe(true);
  await field.fill(demoSignIns.hospital.password);
  await field.press('Enter');
  await expect(page.getByRole('heading', { name: 'This tablet is locked' })).toHaveCount(0);
  await expect.poll(inMain, 'unlock').toBe(true);
  await context.close();
});
