import { expect } from '@playwright/test';
import type { Locator, Page } from '@playwright/test';
import { addDays, hospitalDay } from '#contract/rules/hospital-day.ts';
import { demoSignIns } from '#server/demo/seed.ts';
import { test } from '#tests/support/demo-world.ts';
import { settled } from '#tests/support/inspect-screen.ts';
import { callAs, signIn } from '#tests/support/story.ts';
import { paths, withQuery } from '#ui/paths.ts';

/** How the documents format a day in each place. */
const spellings = {
  'yyyy-MM-dd': /\b\d{4}-\d{2}-\d{2}\b/,
  'dd-MM-yyyy': /\b\d{2}-\d{2}-\d{4}\b/,
  'dd/MM/yyyy': /\b\d{2}\/\d{2}\/\d{4}\b/,
  'EEEE, dd MMM yyyy': /\b[A-Z][a-z]+day, \d{2} [A-Z][a-z]{2} \d{4}\b/,
  'd MMM yyyy': /(?<!day, )\b[1-9]\d? [A-Z][a-z]{2} \d{4}\b/,
};

/** Returns the formats of days in a part of a screen. */
async function spellingsIn(part: Locator): Promise<string[]> {
  await expect(part.filter({ hasText: /\d{4}/ }).first()).toBeVisible();
  const text = (await part.allInnerTexts()).join('\n');
  return Object.entries(spellings).flatMap(([name, pattern]) => (pattern.test(text) ? [name] : []));
}

/** Returns the cells of a table's columns. */
async function columns(page: Page, ...headers: string[]): Promise<Locator> {
  const heading = page.getByRole('columnheader', { name: headers[0] ?? '' });
  const table = page.getByRole('main').getByRole('table').filter({ has: heading });
  await expect(table.getByRole('columnheader', { name: headers[0] ?? '' })).toBeVisible();
  const all = await table.getByRole('columnheader').allInnerTexts();
  const places = headers.map((header) => all.findIndex((text) => text.trim() === header) + 1);
  expect(places, headers.join()).not.toContain(0);
  return table.locator(places.map((place) => `tbody tr > :nth-child(${place})`).join());
}

test('dates have the documented format at each place, and one format per place', async ({
  browser,
  demo: { origin },
}) => {
  const page = await browser.newPage({ baseURL: origin, viewport: { width: 1280, height: 800 } });
  await signIn(page, demoSignIns.hospital);
  await expect(page.getByText(/^Ready for offline work/)).toBeVisible();
  const panel = (name: string) => page.getByRole('region', { name, exact: true });

  await page.goto(paths.bmeDashboard());
  await settled(page);
  await expect.poll(() => spellingsIn(page.getByText(/^[A-Z][a-z]+day, /))).toEqual(['EEEE, dd MMM yyyy']);
  await expect.poll(() => spellingsIn(panel('Open Breakdown Calls'))).toEqual(['d MMM yyyy']);
  await expect.poll(() => spellingsIn(panel('Upcoming Maintenance'))).toEqual(['dd/MM/yyyy']);

  for (const [list, spelling, ...headers] of [
    [paths.tickets(), 'yyyy-MM-dd', 'Reported Date'],
    [paths.devices(), 'yyyy-MM-dd', 'Last Maintenance', 'Next Maintenance'],
    [paths.warranties(), 'dd/MM/yyyy', 'Start Date', 'End Date'],
    [paths.maintenance(), 'dd/MM/yyyy', 'Task Date'],
  ] as const) {
    await page.goto(list);
    await settled(page);
    await expect.poll(async () => spellingsIn(await columns(page, ...headers)), list).toEqual([spelling]);
  }
  await expect.poll(() => spellingsIn(panel('Upcoming Tasks'))).toEqual(['dd/MM/yyyy']);

  const today = hospitalDay(new Date(), 'Asia/Kolkata');
  const { rows } = await callAs<{
    rows: { kind: string; rows: { id: string; taskDate: string; closedAt: unknown }[] }[];
  }>(origin, demoSignIns.hospital, 'GET', '/Sync/changes?cursor=0&limit=5000');
  const ahead = rows
    .filter(({ kind }) => kind === 'task')
    .flatMap((group) => group.rows)
    .find(({ taskDate, closedAt }) => closedAt === null && taskDate > addDays(today, 40));
  if (!ahead) throw new Error('The demo hospital has no task that is due far ahead.');
  await page.goto(paths.maintenanceClose(ahead.id));
  await settled(page);
  await expect
    .poll(() => spellingsIn(page.getByRole('main').getByText('Task Due Date').locator('..')))
    .toEqual(['dd/MM/yyyy']);
  await page.goto(withQuery(paths.maintenance(), { day: ahead.taskDate }));
  await settled(page);
  await page
    .getByRole('button', { name: /^Close .* of / })
    .first()
    .click();
  await expect.poll(() => spellingsIn(page.getByRole('dialog'))).toEqual(['dd/MM/yyyy']);
  await page.close();
});
