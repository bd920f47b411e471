import { readFileSync } from 'node:fs';
import { expect } from '@playwright/test';
import type { Page } from '@playwright/test';
import { read, utils } from '@e965/xlsx';
import { demoSignIns } from '#server/demo/seed.ts';
import { test } from '#tests/support/demo-world.ts';
import { settled } from '#tests/support/inspect-screen.ts';
import { signIn } from '#tests/support/story.ts';
import { paths, withQuery } from '#ui/paths.ts';

type Sheet = Record<string, unknown>[];

/** Presses Export and reads the file back. */
async function exported(page: Page): Promise<{ rows: Sheet; name: string }> {
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page
      .getByRole('button', { name: /^Export/ })
      .first()
      .click(),
  ]);
  const book = read(readFileSync(await file.path()), { cellDates: true });
  const sheet = book.Sheets[book.SheetNames[0] ?? ''];
  return { rows: sheet ? utils.sheet_to_json(sheet) : [], name: file.suggestedFilename() };
}

const countOf = async (page: Page, word: string) => {
  const text = await page.getByText(new RegExp(`^([\\d–]+ of )?[\\d,]+ ${word}$`)).innerText();
  return Number(/([\d,]+) \D+$/.exec(text)?.[1]?.replaceAll(',', ''));
};

test('lists are exported as filtered, with all pages and real dates, also offline', async ({
  browser,
  demo: { origin },
}) => {
  const context = await browser.newContext({ baseURL: origin, viewport: { width: 1280, height: 800 } });
  const page = await context.newPage();
  await signIn(page, demoSignIns.bme);
  await expect(page.getByText(/Ready for offline work/)).toBeVisible();

  await page.goto(withQuery(paths.tickets(), { status: 'Closed' }));
  await settled(page);
  const tickets = await exported(page);
  expect(tickets.name).toMatch(/^Breakdown Tickets \d{4}-\d{2}-\d{2}\.xlsx$/);
  expect(tickets.rows).toHaveLength(await countOf(page, 'tickets?'));
  expect(tickets.rows.length).toBeGreaterThan(10);
  for (const row of tickets.rows) {
    expect(row['Status']).toBe('Closed');
    expect(row['Reported Date']).toBeInstanceOf(Date);
    expect(String(row['Problem']).length).toBeGreaterThan(3);
  }

  await page.goto(paths.devices());
  await settled(page);
  const devices = await exported(page);
  expect(devices.rows).toHaveLength(await countOf(page, 'devices'));
  expect(typeof devices.rows[0]?.['Uptime %']).toBe('number');

  // The server pages these lists; the export must contain all pages.
  for (const [list, word] of [
    [paths.equipmentModels(), 'models?'],
    [paths.contactPersons(), 'contact persons?'],
    [paths.vendors(), 'vendors?'],
    [paths.departments(), 'departments?'],
    [paths.equipmentTypes(), 'kinds? of equipment'],
    [paths.equipmentMakes(), 'makes?'],
    [paths.warranties(), 'warrant.*'],
    [paths.engineers(), 'accounts?'],
  ] as const) {
    await page.goto(list);
    await settled(page);
    expect((await exported(page)).rows, list).toHaveLength(await countOf(page, word));
  }

  await page.goto(paths.maintenance());
  await settled(page);
  const tasks = await exported(page);
  expect(tasks.rows).toHaveLength(await countOf(page, 'tasks?'));
  expect(tasks.rows[0]?.['Task Date']).toBeInstanceOf(Date);

  await page.goto(paths.bmeDashboard());
  await settled(page);
  const chart = await exported(page);
  expect(chart.rows).toHaveLength(7);
  expect(chart.rows[0]?.['Day']).toBeInstanceOf(Date);

  for (const [list, word] of [
    [paths.rounds(), 'templates?'],
    [paths.submittedRounds(), 'rounds?'],
  ] as const) {
    await page.goto(list);
    await settled(page);
    const { rows } = await exported(page);
    expect(rows, list).toHaveLength(await countOf(page, word));
    expect(rows.length, list).toBeGreaterThan(0);
  }

  await page.goto(paths.tickets());
  await settled(page);
  await context.setOffline(true);
  const count = await countOf(page, 'tickets?');
  expect((await exported(page)).rows).toHaveLength(count);
  await context.setOffline(false);
  // The exports above are lines of the activity log, the last one after it has waited for the network.
  const office = await browser.newContext({ baseURL: origin, viewport: { width: 1280, height: 800 } });
  const desk = await office.newPage();
  await signIn(desk, demoSignIns.hospital);
  await expect(async () => {
    await desk.goto(withQuery('/activity', { search: 'export' }));
    const row = desk.getByRole('row').filter({ hasText: 'Export a list' });
    await expect(row.filter({ hasText: `Breakdown Tickets, ${count} rows` })).toHaveCount(1, { timeout: 3_000 });
    await expect(row.filter({ hasText: 'Equipment Models, ' })).toHaveCount(1);
  }).toPass({ timeout: 60_000 });
  await office.close();
  await context.close();
});
