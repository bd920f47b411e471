import { expect, test } from '@playwright/test';
import type { Locator, Page } from '@playwright/test';
import type { FiguresPage } from '#contract/calls/figures.ts';
import { demoSignIns } from '#server/demo/seed.ts';
import { tick } from '#tests/support/choices.ts';
import { type CableDemo, openCableDemo } from '#tests/support/cable-demo.ts';
import { looks, problemsOf, settled, wear } from '#tests/support/inspect-screen.ts';
import { callAs, signIn } from '#tests/support/story.ts';

let demo: CableDemo;
test.beforeAll(async () => {
  demo = await openCableDemo();
});
test.afterAll(() => demo?.close());
test.afterEach(() => demo.cable.mend());

const card = (page: Page, title: string) => page.getByRole('region', { name: title, exact: true });

test('each figure opens as many rows as it says, by period and split, and can be read offline', async ({ browser }) => {
  const context = await browser.newContext({ baseURL: demo.origin, viewport: { width: 1280, height: 800 } });
  const page = await context.newPage();
  await signIn(page, demoSignIns.bme);
  await expect(page.getByRole('button', { name: 'Sync: up to date' })).toBeVisible({ timeout: 60_000 });
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => true));
  const told = await callAs<FiguresPage>(demo.origin, demoSignIns.bme, 'GET', '/Figures?period=month');
  const completion = told.groups.flatMap(({ figures }) => figures).find(({ id }) => id === 'completion');
  const due = completion?.denominator?.rows ?? 0;
  expect(due).toBeGreaterThan(20);

  await test.step('the menu opens the figures, which equal the server’s', async () => {
    await page.goto('/dashboard/bme');
    await page.getByRole('button', { name: 'Maintenance' }).click();
    await page.getByRole('menuitem', { name: 'Figures' }).click();
    await expect(page).toHaveURL(/\/figures$/);
    await settled(page);
    await expect(card(page, 'Completion')).toContainText(`${completion?.value} %`);
    await expect(card(page, 'Uptime, last 365 days, 24x7')).toContainText('%');
  });

  await test.step('a number opens exactly its rows, which link to their device', async () => {
    await card(page, 'Completion')
      .getByRole('link', { name: `${due} tasks due`, exact: true })
      .click();
    await expect(page.getByRole('heading', { level: 1, name: 'Completion: tasks due' })).toBeVisible();
    await settled(page);
    await expect(page.getByText(`1–20 of ${due} rows`)).toBeVisible();
    await page.getByRole('main').getByRole('row').nth(1).getByRole('link').first().click();
    await expect(page).toHaveURL(/\/maintenance-close\//);
    await page.goBack();
    await settled(page);
    await page.getByRole('link', { name: 'Completion', exact: true }).click();
  });

  await test.step('the parts of completion add up to the tasks due', async () => {
    await expect(page).toHaveURL(/\/figures\/completion/);
    await settled(page);
    const counts: number[] = [];
    for (const part of ['Done on time', 'Done late', 'Attempted, still open', 'Open']) {
      const item = page.getByRole('listitem').filter({ has: page.getByRole('link', { name: part, exact: true }) });
      counts.push(Number(/\d+$/.exec((await item.innerText()).trim())?.[0]));
    }
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(due);
  });

  await test.step('months are shown in a table, and exported to a spreadsheet', async () => {
    await page.getByText('Show the numbers as a table').click();
    const months = page.getByRole('table', { name: 'Completion by month' });
    await expect(months.getByRole('row').last()).toContainText(`${completion?.value} %`);
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Export Completion by month' }).click(),
    ]);
    expect(file.suggestedFilename()).toMatch(/^Completion by month .*\.xlsx$/);
  });

  await test.step('a split adds up, and one department’s figures can be requested alone', async () => {
    await page.getByLabel('Split by').selectOption({ label: 'Department' });
    await expect(page).toHaveURL(/split=department/);
    const split = page.getByRole('table', { name: 'Completion by department' });
    await expect(split).toBeVisible();
    const cells = await split.locator('tbody tr td:last-child').allInnerTexts();
    expect(cells.reduce((sum, cell) => sum + Number(/\d+/.exec(cell)?.[0]), 0)).toBe(due);
    const name = (await split.locator('tbody tr td').first().innerText()).trim();
    await split.getByRole('link', { name }).click();
    await expect(page.getByText(`Department: ${name} only`)).toBeVisible();
    await page.getByRole('button', { name: 'Show the whole hospital' }).click();
    await expect(page).not.toHaveURL(/value=/);
  });

  await test.step('P293: each card has its months, its change and its target colour, and no group has gaps', async () => {
    await page.goto('/figures');
    await settled(page);
    const availability = card(page, 'Availability');
    await expect(availability.getByRole('img')).toHaveAccessibleName(
      /^Availability by month: [\d.]+ % in [A-Z][a-z]+ \d{4}, [\d.]+ % in [A-Z][a-z]+ \d{4}$/,
    );
    await expect(availability.getByText(/^(Up|Down) [\d.]+ points? from [A-Z][a-z]+ \d{4}$/)).toBeVisible();
    await expect(card(page, 'Completion').getByRole('img')).toBeVisible();
    const colorOf = (part: Locator) => part.evaluate((at) => getComputedStyle(at).color);
    const value = availability.getByText(/^[\d.]+ %$/);
    expect(await colorOf(value)).toBe(await colorOf(availability.getByText(/^Target/)));
    expect(await colorOf(value)).not.toBe(
      await colorOf(
        card(page, 'Completion')
          .getByText(/^[\d.]+ %$/)
          .first(),
      ),
    );
    for (const look of [looks.phoneLight, looks.tabletLight, looks.deskLight]) {
      await wear(page, look);
      const holes = await page.getByRole('main').evaluate((main) =>
        [...main.querySelectorAll('h2 + div')].flatMap((group) => {
          const right = group.getBoundingClientRect().right;
          const boxes = [...group.children].map((each) => each.getBoundingClientRect());
          return boxes
            .filter((box) => !boxes.some((other) => other.top === box.top && other.left > box.left))
            .map((box) => Math.round(right - box.right));
        }),
      );
      expect([look.name, holes.length > 7, holes.filter((hole) => hole > 1)]).toEqual([look.name, true, []]);
    }
    await wear(page, looks.deskLight);
  });

  await test.step('periods are changed in the address; an end before the start is refused at its field', async () => {
    await page.goto('/figures');
    await settled(page);
    await page.getByRole('button', { name: 'Earlier month' }).click();
    await expect(page).toHaveURL(/at=\d{4}-\d{2}$/);
    await expect(page.getByRole('button', { name: 'Later month' })).toBeEnabled();
    await page.getByRole('button', { name: 'Earlier month' }).click();
    const shown = new URL(page.url()).searchParams.get('at') ?? '';
    await expect(card(page, 'Completion')).toBeVisible();
    await page.getByRole('link', { name: 'Print committee sheet' }).click();
    await expect(page.getByLabel('Month', { exact: true })).toHaveValue(shown);
    await page.goBack();
    await page.getByLabel('Period', { exact: true }).selectOption({ label: 'Custom dates' });
    await page.getByLabel('To', { exact: true }).fill('2020-01-01');
    await expect(page.getByLabel('To', { exact: true })).toHaveAccessibleDescription(
      'The last day must not be before the first day.',
    );
    await expect(card(page, 'Completion')).toHaveCount(0);
    await page.goto('/figures?period=month&at=1999-01');
    await expect(page.getByRole('alert')).toContainText('The record of this hospital begins on');
    await page.getByRole('button', { name: 'Show the current month' }).click();
    await expect(card(page, 'Completion')).toBeVisible();
  });

  await test.step('settings apply at once and show since when', async () => {
    await page.goto('/figures/settings');
    await page.getByLabel('Kind of facility').selectOption({ label: 'Primary health centre (85 %)' });
    await expect(page.getByLabel('Target for availability (%)')).toHaveValue('85');
    await page
      .getByLabel('Hours that availability covers')
      .selectOption({ label: 'The hours in which the departments work' });
    for (const day of ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']) {
      await tick(page.getByRole('checkbox', { name: day }), false);
    }
    await page.getByRole('button', { name: 'Save' }).click();
    const days = page.getByRole('group', { name: 'Working days' });
    await expect(days).toHaveAccessibleDescription('Please choose at least one day.');
    await tick(page.getByRole('checkbox', { name: 'Sunday' }));
    await page.getByLabel('First step').fill('120');
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page).toHaveURL(/\/figures/);
    await expect(card(page, 'Availability')).toContainText('covered Sun from 09:00 to 17:00');
    await expect(card(page, 'Availability')).toContainText('Target 85 %');
    await page.goto('/figures/settings');
    await expect(page.getByText(/^Since .*, set by Asha Rao\.$/).first()).toBeVisible();
    await expect(page.getByLabel('First step')).toHaveValue('120');
  });

  await test.step('offline the last figures are shown with their time', async () => {
    await page.goto('/figures');
    await settled(page);
    demo.cable.cut();
    await page.reload();
    await expect(card(page, 'Completion')).toContainText(`${completion?.value} %`);
    await expect(page.getByText('These are the figures as this tablet last saw them.')).toBeVisible();
    await expect(page.getByText(/^as of /)).toBeVisible();
    demo.cable.mend();
  });

  await test.step('the screens have no layout or accessibility faults on phone, tablet and desk', async () => {
    for (const [address, called] of [
      ['/figures', 'the figures'],
      ['/figures/turnaround?split=risk&period=quarter', 'a figure'],
      ['/figures/availability/rows?set=availability.down', 'rows of a figure'],
      ['/figures/settings', 'the settings of figures'],
    ] as const) {
      await page.goto(address);
      await settled(page);
      expect(await problemsOf(page, called, Object.values(looks))).toEqual([]);
    }
  });
  await context.close();
});
