import { expect, test } from '@playwright/test';
import type { Locator, Page } from '@playwright/test';
import { demoSignIns } from '#server/demo/seed.ts';
import { type CableDemo, openCableDemo } from '#tests/support/cable-demo.ts';
import { boxOf, looks, problemsOf, settled, wear } from '#tests/support/inspect-screen.ts';
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

/** Returns how far the table of a panel can scroll sideways. Units: CSS pixels. */
const sidewaysIn = (panel: Locator): Promise<number> =>
  panel.locator('[data-columns]').evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth);

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

test('the dashboard answers "are we all right?", and each figure opens the list that it counts', async ({
  browser,
}) => {
  const context = await browser.newContext({ baseURL: demo.origin });
  const page = await context.newPage();
  await signIn(page, demoSignIns.bme);
  await expect(page.getByRole('button', { name: 'Sync: up to date' })).toBeVisible({ timeout: 60_000 });
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => true));
  const ask = <T>(path: string) => callAs<T>(demo.origin, demoSignIns.bme, 'GET', path);

  await test.step('the figures equal the server’s', async () => {
    const devices = await ask<{ underMaintenance: number }>('/InstallationBase/tiles');
    const tickets = await ask<{ openCalls: number }>('/BreakDown/tiles');
    const rounds = await ask<{ pending: unknown[] }>('/BMEDashboard/round-status');
    await expect.poll(() => figureOf(page, 'Out of use')).toBe(devices.underMaintenance);
    await expect.poll(() => figureOf(page, 'Open tickets')).toBe(tickets.openCalls);
    await expect.poll(() => figureOf(page, 'Rounds pending')).toBe(rounds.pending.length);
  });

  await test.step('the cards remain', async () => {
    for (const card of ['Equipments', 'Equipment Uptime', 'Maintenance Costs']) {
      await expect(page.getByRole('main').getByText(card, { exact: true })).toBeVisible();
    }
  });

  for (const [label, words, address, list] of [
    ['Out of use', 'devices are out of use', /\/installation-base\?status=out-of-use/, /^Installation Base$/],
    ['Overdue tasks', 'tasks are overdue', /\/bme-dashboard\/maintenance\?status=overdue/, /^Overdue Tasks \(/],
    ['Rounds pending', 'still to do today', /\/daily-rounds\?today=pending/, /^Daily Rounds$/],
    ['Open tickets', 'tickets are open', /\/breakdown\?status=not-closed/, /^Breakdown Tickets$/],
  ] as const) {
    await test.step(`P292: ${label}: opens that many rows, also offline`, async () => {
      await page.goto('/dashboard/bme');
      await expect.poll(() => figureOf(page, label)).toBeGreaterThan(0);
      await settled(page);
      const figure = await figureOf(page, label);
      if (label === 'Overdue tasks') demo.cable.cut();
      const tile = answers(page).getByRole('link', { name: new RegExp(label) });
      const inSentence = answers(page).getByText('Needs attention:').getByRole('link', { name: words });
      await expect(inSentence).toHaveText(new RegExp(`^${figure} `));
      expect(await tile.getAttribute('href')).toBe(await inSentence.getAttribute('href'));
      await inSentence.getByText(words).click();
      await expect(page).toHaveURL(address);
      expect(await countRows(page, list)).toBe(figure);
      demo.cable.mend();
    });
  }

  await test.step('a filtered list links back to the full one', async () => {
    await page.goto('/bme-dashboard/maintenance?status=overdue');
    await page.getByRole('button', { name: 'Show upcoming tasks' }).click();
    await expect(page.getByRole('heading', { name: 'Upcoming Tasks' })).toBeVisible();
    await page.goto('/daily-rounds?today=pending');
    await page.getByRole('link', { name: 'Show all templates' }).click();
    await expect(page).toHaveURL(/\/daily-rounds$/);
  });

  await test.step('uptime and cost show their period', async () => {
    await page.goto('/dashboard/bme');
    await expect(page.getByText('Last 365 days')).toBeVisible();
    await expect(page.getByText('All tickets to date')).toBeVisible();
  });

  await test.step('suggestions are grouped by rule and link to their device', async () => {
    const told = await ask<string[]>('/BMEDashboard/dashboard-smart-suggestions');
    const card = page.getByRole('region', { name: 'Smart Suggestions' });
    const links = card.getByRole('listitem').getByRole('link');
    await expect(links).toHaveText(told.slice(0, 3));
    await card.getByText(`View All (${told.length})`).click();
    await expect(links).toHaveText(told);
    await expect(card.getByRole('heading', { level: 3 }).first()).toBeVisible();
    const serial = /\(([^)]+)\):/.exec(told[0] ?? '')?.[1] ?? '';
    await links.first().click();
    await expect(page).toHaveURL(new RegExp(`/equipmentdetails/${encodeURIComponent(serial)}`));
  });

  await test.step('the count of each rule opens that many devices, also offline', async () => {
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

  await test.step('the chart shows exceptions only, or everything with a switch', async () => {
    await page.goto('/dashboard/bme');
    await expect(page.getByText(/^\d+ exceptions? in the last 7 days$/)).toBeVisible();
    await page.getByText('Show Operational too').click();
    await expect(page).toHaveURL(/series=all/);
    await page.reload();
    await expect(page.getByRole('checkbox', { name: 'Show Operational too' })).toBeChecked();
  });

  await test.step('P292: it fits on a tablet, and no button of a panel is clipped', async () => {
    const region = (name: string) => page.getByRole('region', { name, exact: true });
    const closes = (name: string) => region(name).getByRole('link').getByText('Close', { exact: true });
    await page.goto('/dashboard/bme');
    for (const [look, rows] of [
      [looks.tabletLight, 3],
      [looks.deskLight, 5],
    ] as const) {
      await wear(page, look);
      await settled(page);
      await expect(closes('Upcoming Maintenance')).toHaveCount(rows);
      await expect(closes('Open Breakdown Calls')).toHaveCount(rows);
      await expect(region('Contracts Ending').getByRole('listitem')).toHaveCount(rows);
      const card = await boxOf(region('Upcoming Maintenance'));
      for (const button of await closes('Upcoming Maintenance').all()) {
        const { x, width } = await boxOf(button);
        expect(x + width, look.name).toBeLessThanOrEqual(card.x + card.width - 8);
      }
      expect(await sidewaysIn(region('Upcoming Maintenance')), look.name).toBe(0);
    }
    await wear(page, looks.tabletLight);
    const height = await page.evaluate(() => document.documentElement.scrollHeight);
    // A badge beside a long name wraps, and the day decides which tasks are due this week.
    const { height: ownWork } = await boxOf(region('My work'));
    expect(height - ownWork).toBeLessThanOrEqual(1680);
    for (const row of await region('My work').getByRole('listitem').all()) {
      expect((await boxOf(row)).height).toBeLessThanOrEqual(100);
    }
  });

  await test.step('P294: the planner clips no column on a tablet or a desk, with rows of every kind', async () => {
    await page.goto('/bme-dashboard/maintenance');
    for (const look of [looks.tabletLight, looks.deskLight]) {
      await wear(page, look);
      await settled(page);
      expect(await sidewaysIn(page.getByRole('main')), look.name).toBe(0);
    }
    await page.goto('/dashboard/bme');
    await settled(page);
  });

  await test.step('it has no layout or accessibility faults on phone, tablet and desk', async () => {
    expect(await problemsOf(page, 'the dashboard', [looks.phoneLight, looks.tabletDark, looks.deskLight])).toEqual([]);
  });
  await context.close();
});
