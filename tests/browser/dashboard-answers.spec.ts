import { expect, test } from '@playwright/test';
import type { Page } from '@playwright/test';
import { demoSignIns } from '#server/demo/seed.ts';
import { type CableDemo, openCableDemo } from '#tests/support/cable-demo.ts';
import { looks, problemsOf, settled } from '#tests/support/inspect-screen.ts';
import { callAs, signIn } from '#tests/support/story.ts';

let demo: CableDemo;
test.beforeAll(async () => {
  demo = await openCableDemo();
});
test.afterAll(() => demo?.close());
test.afterEach(() => demo.cable.mend());

const answers = (page: Page) => page.getByRole('region', { name: 'Are we all right?' });

async function figureOf(page: Page, label: string): Promise<number> {
  const tile = answers(page).getByRole('link', { name: new RegExp(label) });
  await expect(tile).toContainText(/^\d/);
  return Number(/^[\d,]+/.exec(await tile.innerText())?.[0].replaceAll(',', ''));
}

/**
 * Counts the rows of a list over all its pages. The previous screen, whose panels are tables too, may still be visible.
 */
async function countRows(page: Page, list: RegExp): Promise<number> {
  const table = page.getByRole('main').getByRole('table', { name: list });
  await expect(table).toBeVisible();
  await settled(page);
  const rows = table.locator('tbody').getByRole('row');
  const next = page.getByRole('navigation', { name: 'Pagination' }).getByRole('button', { name: /next/i });
  let count = await rows.count();
  while ((await next.isVisible()) && (await next.isEnabled())) {
    await next.click();
    await settled(page);
    count += await rows.count();
  }
  return count;
}

test('the dashboard answers "are we all right?", and each figure leads to the list that it counts', async ({
  browser,
}) => {
  const context = await browser.newContext({ baseURL: demo.origin });
  const page = await context.newPage();
  await signIn(page, demoSignIns.bme);
  await expect(page.getByRole('button', { name: 'Sync: up to date' })).toBeVisible({ timeout: 60_000 });
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => true));
  const ask = <T>(path: string) => callAs<T>(demo.origin, demoSignIns.bme, 'GET', path);

  await test.step('the figures are the server’s', async () => {
    const devices = await ask<{ underMaintenance: number }>('/InstallationBase/tiles');
    const tickets = await ask<{ openCalls: number }>('/BreakDown/tiles');
    const rounds = await ask<{ pending: unknown[] }>('/BMEDashboard/round-status');
    await expect.poll(() => figureOf(page, 'Out of use')).toBe(devices.underMaintenance);
    await expect.poll(() => figureOf(page, 'Open tickets')).toBe(tickets.openCalls);
    await expect.poll(() => figureOf(page, 'Rounds pending today')).toBe(rounds.pending.length);
  });

  await test.step('the cards stay', async () => {
    for (const card of ['Equipments', 'Equipment Uptime', 'Maintenance Costs']) {
      await expect(page.getByRole('main').getByText(card, { exact: true })).toBeVisible();
    }
  });

  for (const [label, address, list] of [
    ['Out of use', /\/installation-base\?status=out-of-use/, /^Installation Base$/],
    ['Overdue tasks', /\/bme-dashboard\/maintenance\?status=overdue/, /^Overdue Tasks \(/],
    ['Rounds pending today', /\/daily-rounds\?today=pending/, /^Daily Rounds$/],
    ['Open tickets', /\/breakdown\?status=not-closed/, /^Breakdown Tickets$/],
  ] as const) {
    await test.step(`${label}: as many rows, without network too`, async () => {
      await page.goto('/dashboard/bme');
      await expect.poll(() => figureOf(page, label)).toBeGreaterThan(0);
      await settled(page);
      const figure = await figureOf(page, label);
      if (label === 'Overdue tasks') demo.cable.cut();
      await answers(page)
        .getByRole('link', { name: new RegExp(label) })
        .click();
      await expect(page).toHaveURL(address);
      expect(await countRows(page, list)).toBe(figure);
      demo.cable.mend();
    });
  }

  await test.step('a filtered list leads back to the whole one', async () => {
    await page.goto('/bme-dashboard/maintenance?status=overdue');
    await page.getByRole('button', { name: 'Show upcoming tasks' }).click();
    await expect(page.getByRole('heading', { name: 'Upcoming Tasks' })).toBeVisible();
    await page.goto('/daily-rounds?today=pending');
    await page.getByRole('link', { name: 'Show all templates' }).click();
    await expect(page).toHaveURL(/\/daily-rounds$/);
  });

  await test.step('uptime and cost say their period', async () => {
    await page.goto('/dashboard/bme');
    await expect(page.getByText('Last 365 days')).toBeVisible();
    await expect(page.getByText('All tickets to date')).toBeVisible();
  });

  await test.step('suggestions stand under their rule and lead to their device', async () => {
    const told = await ask<string[]>('/BMEDashboard/dashboard-smart-suggestions');
    const card = page.getByRole('region', { name: 'Smart Suggestions' });
    const links = card.getByRole('listitem').getByRole('link');
    await expect(links).toHaveText(told);
    await expect(card.getByRole('heading', { level: 3 }).first()).toBeVisible();
    const serial = /\(([^)]+)\):/.exec(told[0] ?? '')?.[1] ?? '';
    await links.first().click();
    await expect(page).toHaveURL(new RegExp(`/equipmentdetails/${encodeURIComponent(serial)}`));
  });

  await test.step('the count of each rule leads to as many devices, without network too', async () => {
    const counts = page
      .getByRole('region', { name: 'Smart Suggestions' })
      .getByRole('link', { name: /: \d+ devices?$/ });
    await page.goto('/dashboard/bme');
    await expect(counts.first()).toBeVisible();
    const links = await counts.evaluateAll((found) =>
      found.map((link) => ({ href: link.getAttribute('href') ?? '', text: link.textContent })),
    );
    expect(links.length).toBeGreaterThan(1);
    demo.cable.cut();
    for (const { href, text } of links) {
      await page.goto(href);
      const rows = Number(/^\d+/.exec(text)?.[0]);
      const table = page.getByRole('main').getByRole('table', { name: 'Installation Base' });
      await expect(table.locator('tbody').getByRole('row')).toHaveCount(Math.min(rows, 20));
      await expect(
        page.getByText(rows > 20 ? new RegExp(`of ${rows} devices`) : new RegExp(`^${text}$`)),
      ).toBeVisible();
    }
    demo.cable.mend();
  });

  await test.step('the chart shows exceptions, and with a switch all', async () => {
    await page.goto('/dashboard/bme');
    await expect(page.getByText(/^\d+ exceptions? in the last 7 days$/)).toBeVisible();
    await page.getByText('Show Operational too').click();
    await expect(page).toHaveURL(/series=all/);
    await page.reload();
    await expect(page.getByRole('checkbox', { name: 'Show Operational too' })).toBeChecked();
  });

  await test.step('it is sound on phone, tablet and desk', async () => {
    expect(await problemsOf(page, 'the dashboard', [looks.phoneLight, looks.tabletDark, looks.deskLight])).toEqual([]);
  });
  await context.close();
});
