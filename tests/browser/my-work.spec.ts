import { expect } from '@playwright/test';
import type { Page } from '@playwright/test';
import { demoSignIns } from '#server/demo/seed.ts';
import { test } from '#tests/engines/test.ts';
import { type CableDemo, openCableDemo } from '#tests/support/cable-demo.ts';
import { boxOf, looks, problemsOf, settled } from '#tests/support/inspect-screen.ts';
import { signIn } from '#tests/support/story.ts';

let demo: CableDemo;
test.beforeAll(async () => {
  demo = await openCableDemo();
});
test.afterAll(() => demo?.close());
test.afterEach(() => demo.cable.mend());

const part = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const rowsOf = (page: Page, list: RegExp) =>
  page.getByRole('main').getByRole('table', { name: list }).locator('tbody').getByRole('row');

async function openHome(page: Page, who: { email: string; password: string }): Promise<void> {
  await signIn(page, who);
  await expect(page.getByRole('button', { name: 'Sync: up to date' })).toBeVisible({ timeout: 60_000 });
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => true));
  await page.goto('/dashboard/bme');
  await settled(page);
}

test('P321: an engineer’s home begins with their work, each item two taps away, also offline', async ({ browser }) => {
  const context = await browser.newContext({ baseURL: demo.origin });
  const page = await context.newPage();
  await openHome(page, demoSignIns.bme);
  demo.cable.cut();

  for (const [name, address, list] of [
    ['My tickets', /\/breakdown\?status=not-closed&technician=me/, /^Breakdown Tickets$/],
    ['My tasks this week', /\/maintenance\?status=week&technician=me/, /^Tasks Due This Week$/],
  ] as const) {
    await test.step(`${name}: the count opens that many rows, and a row its form`, async () => {
      await page.goto('/dashboard/bme');
      const all = part(page, name).getByRole('link', { name: /^View All \(\d+\)$/ });
      const count = Number(/\d+/.exec(await all.innerText())?.[0]);
      expect(count).toBeGreaterThan(0);
      await all.click();
      await expect(page).toHaveURL(address);
      await expect(rowsOf(page, list)).toHaveCount(count);
      await page.goBack();
      const row = part(page, name).getByRole('listitem').first().getByRole('link');
      const to = await row.getAttribute('href');
      await row.click();
      await expect(page).toHaveURL(new RegExp(`${to}$`));
      await settled(page);
    });
  }

  await test.step('it is above the figures and has no layout or accessibility faults on phone, tablet and desk', async () => {
    await page.goto('/dashboard/bme');
    await settled(page);
    const headings = await page.getByRole('main').getByRole('heading', { level: 2 }).allInnerTexts();
    expect(headings.slice(0, 2)).toEqual(['My tickets', 'My tasks this week']);
    expect(await problemsOf(page, 'my work', [looks.phoneDark, looks.tabletLight, looks.deskDark])).toEqual([]);
  });
  await context.close();
});

test('P292: the desk’s home begins with the overall state, and shows no work of its own', async ({ browser }) => {
  const context = await browser.newContext({ baseURL: demo.origin, viewport: { width: 1280, height: 800 } });
  const page = await context.newPage();
  await openHome(page, demoSignIns.hospital);
  const sentence = part(page, 'Are we all right?').getByText('Needs attention:');
  await expect(sentence).toBeInViewport();
  await expect(part(page, 'My tickets')).toHaveCount(0);
  const figures = await boxOf(part(page, 'Are we all right?'));
  expect(figures.y).toBeLessThan((await boxOf(page.getByRole('list', { name: 'Rounds of today' }))).y);
  await context.close();
});
