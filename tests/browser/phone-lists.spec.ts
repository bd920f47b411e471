import { expect } from '@playwright/test';
import type { Browser, Page } from '@playwright/test';
import { demoSignIns } from '#server/demo/seed.ts';
import { test } from '#tests/support/demo-world.ts';
import { boxOf, looks, problemsOf, settled } from '#tests/support/inspect-screen.ts';
import { callAs, signIn } from '#tests/support/story.ts';
import { paths, withQuery } from '#ui/paths.ts';

/** A card of three lines, each of which may take two rows. Units: px. */
const tallestCard = 172;

async function onThePhone(browser: Browser, origin: string): Promise<Page> {
  const { width, height } = looks.phoneLight;
  const page = await (await browser.newContext({ baseURL: origin, viewport: { width, height } })).newPage();
  await signIn(page, demoSignIns.bme);
  await expect(page.getByText(/Ready for offline work/)).toBeVisible();
  return page;
}

const dataRows = (page: Page) => page.locator('tbody').getByRole('row');
const count = (page: Page, word: string) => page.getByText(new RegExp(`^([\\d–]+ of )?[\\d,]+ ${word}$`));
const countOf = async (page: Page, word: string) =>
  Number(/([\d,]+) \w+$/.exec(await count(page, word).innerText())?.[1]?.replaceAll(',', ''));

test('tickets are cards with the problem that expand, and the list opens on unclosed ones', async ({
  browser,
  demo: { origin },
}) => {
  const page = await onThePhone(browser, origin);
  await page.goto(paths.tickets());
  await settled(page);
  await expect(page.getByLabel('Status', { exact: true })).toHaveValue('not-closed');
  await expect(dataRows(page).first()).toBeVisible();
  await expect(dataRows(page).getByText('Closed', { exact: true })).toHaveCount(0);
  for (const card of await dataRows(page).all()) {
    expect((await card.boundingBox())?.height).toBeLessThanOrEqual(tallestCard);
  }
  const first = dataRows(page).first();
  const number = /^BD-\d+-\d+/.exec((await first.getAttribute('aria-label')) ?? '')?.[0] ?? '';
  const problem = (await first.getByRole('link').innerText()).trim();

  // A tap on an empty part of the card opens the ticket.
  const box = await first.boundingBox();
  await page.mouse.click((box?.x ?? 0) + (box?.width ?? 0) - 8, (box?.y ?? 0) + (box?.height ?? 0) - 8);
  await expect(page.getByRole('heading', { level: 1 })).toContainText(number);
  await expect(page.getByText(problem).first()).toBeVisible();
  await page.goBack();

  // The keyboard does the same.
  await first.getByRole('link').focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toContainText(number);
  await page.context().close();
});

test('the menu of a card is beside its title, however long its badge is', async ({ browser, demo: { origin } }) => {
  const page = await onThePhone(browser, origin);
  for (const status of ['Needs Attention', 'Under Maintenance']) {
    await page.goto(withQuery(paths.devices(), { status }));
    await settled(page);
    const cards = await dataRows(page).all();
    expect(cards.length).toBeGreaterThan(0);
    for (const card of cards) {
      const title = await boxOf(card.getByRole('link').first());
      const menu = await boxOf(card.getByRole('button', { name: /^Actions for/ }));
      expect(menu.y).toBeLessThan(title.y + title.height / 2);
      expect(menu.x).toBeGreaterThanOrEqual(title.x + title.width);
    }
  }
  await page.context().close();
});

test('filters narrow the list, are kept on Back, and the count matches the rows', async ({
  browser,
  demo: { origin },
}) => {
  const page = await onThePhone(browser, origin);
  await page.goto(paths.tickets());
  const open = await countOf(page, 'tickets?');
  await page.getByLabel('Status', { exact: true }).selectOption({ label: 'All statuses' });
  await expect(page).toHaveURL(/status=all/);
  await expect.poll(() => countOf(page, 'tickets?')).toBeGreaterThan(open);
  const all = await countOf(page, 'tickets?');

  await page.getByRole('button', { name: 'Filters' }).click();
  await page.getByLabel('Technician').selectOption({ label: 'Assigned to me' });
  await expect.poll(() => countOf(page, 'tickets?')).toBeLessThan(all);
  const mine = await countOf(page, 'tickets?');
  expect(mine).toBeGreaterThan(0);
  const { items } = await callAs<{ items: { department: string }[] }>(
    origin,
    demoSignIns.bme,
    'GET',
    '/BreakDown/paged?technician=me&pageSize=1',
  );
  await page.getByLabel('Department').selectOption({ label: items[0]?.department ?? '' });
  await expect(page.getByRole('button', { name: 'Filters (2)' })).toBeVisible();
  await expect.poll(() => countOf(page, 'tickets?')).toBeLessThan(mine);
  await page.getByLabel('Department').selectOption({ index: 0 });
  await expect.poll(() => countOf(page, 'tickets?')).toBe(mine);
  await expect(dataRows(page)).toHaveCount(Math.min(mine, 10));
  await dataRows(page).first().getByRole('link').first().click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('BD-');
  await page.goBack();
  await expect(page).toHaveURL(/technician=me/);
  await expect.poll(() => countOf(page, 'tickets?')).toBe(mine);

  // If only closed tickets match a search, the list says how to reach them.
  await page.goto(withQuery(paths.tickets(), { status: 'Closed' }));
  const closed = /^BD-\d+-\d+/.exec((await dataRows(page).first().getAttribute('aria-label')) ?? '')?.[0] ?? '';
  await page.goto(withQuery(paths.tickets(), { search: closed }));
  await page.getByRole('button', { name: 'Search without filters' }).click();
  await expect(dataRows(page)).toHaveCount(1);
  await page.context().close();
});

test('devices are cards that expand, with actions behind "⋯", and are filtered by department and equipment', async ({
  browser,
  demo: { origin },
}) => {
  const page = await onThePhone(browser, origin);
  await page.goto(paths.devices());
  await settled(page);
  const all = await countOf(page, 'devices');
  for (const card of await dataRows(page).all()) {
    expect((await card.boundingBox())?.height).toBeLessThanOrEqual(tallestCard);
  }
  await page.getByRole('button', { name: 'Filters' }).click();
  const equipment = page.getByLabel('Equipment', { exact: true });
  await equipment.selectOption({ index: 1 });
  await expect.poll(() => countOf(page, 'devices?')).toBeLessThan(all);
  const kind = new URL(page.url()).searchParams.get('type') ?? '';
  const few = await countOf(page, 'devices?');
  await expect(dataRows(page).getByRole('link', { name: kind, exact: true })).toHaveCount(Math.min(few, 20));

  await page
    .getByRole('button', { name: /^Actions for/ })
    .first()
    .click();
  await page.getByRole('menuitem', { name: 'QR code' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.press('Escape');
  await dataRows(page)
    .first()
    .click({ position: { x: 12, y: 60 } });
  await expect(page).toHaveURL(/\/equipmentdetails\//);
  await page.context().close();
});

test('the dot before a fact is hidden if the fact begins a line of its card', async ({ browser, demo: { origin } }) => {
  const page = await onThePhone(browser, origin);
  await page.goto(paths.devices());
  await settled(page);
  await expect(dataRows(page).first()).toBeVisible();
  const facts = await dataRows(page).evaluateAll((rows) =>
    rows.flatMap((row) => {
      const { left, right } = row.getBoundingClientRect();
      const cuts = getComputedStyle(row).overflowX === 'clip';
      return [...row.querySelectorAll('td')].flatMap((cell) => {
        const box = cell.getBoundingClientRect();
        const { content, width } = getComputedStyle(cell, '::before');
        if (!content.includes('·') || box.width === 0) return [];
        const before = [...row.querySelectorAll('td')].some((other) => {
          const near = other.getBoundingClientRect();
          return near.width > 0 && near.right <= box.left && near.top < box.bottom && near.bottom > box.top;
        });
        // The dot is in the middle of its element, which ends where the next fact begins.
        const dot = box.left - parseFloat(width) / 2;
        return [{ begins: !before, drawn: !cuts || (dot > left && dot < right) }];
      });
    }),
  );
  expect(facts.filter(({ begins }) => begins).length).toBeGreaterThan(0);
  expect(facts.filter(({ begins }) => !begins).length).toBeGreaterThan(0);
  expect(facts.filter(({ begins, drawn }) => begins === drawn)).toEqual([]);
  await page.context().close();
});

test('every list on a phone has cards of at most three lines, without layout or accessibility faults', async ({
  browser,
  demo: { origin },
}) => {
  const page = await onThePhone(browser, origin);
  const lists = [
    paths.tickets(),
    paths.devices(),
    paths.maintenance(),
    paths.departments(),
    paths.equipmentTypes(),
    paths.equipmentModels(),
    paths.equipmentMakes(),
    paths.vendors(),
    paths.contactPersons(),
    paths.warranties(),
    paths.engineers(),
  ];
  const problems: string[] = [];
  for (const list of lists) {
    await page.goto(list);
    await settled(page);
    const cards = await page.locator('tbody[role=rowgroup]').getByRole('row').all();
    expect(cards.length, list).toBeGreaterThan(0);
    const heights = await Promise.all(cards.map((card) => card.boundingBox()));
    expect(Math.max(...heights.map((box) => box?.height ?? 0)), list).toBeLessThanOrEqual(tallestCard);
    // A card has no number of its row, and opens as a whole in place of buttons.
    const missing = await page
      .getByRole('table')
      .last()
      .locator('th')
      .evaluateAll((all) =>
        all.filter((one) => getComputedStyle(one).display === 'none').map((one) => one.textContent),
      );
    expect(
      missing.filter((header) => !/^(#|Details|Actions)$/.test(header ?? '')),
      list,
    ).toEqual([]);
    problems.push(...(await problemsOf(page, `list ${list}`, [looks.phoneLight, looks.phoneDark])));
  }
  expect(problems).toEqual([]);
  await page.context().close();
});
