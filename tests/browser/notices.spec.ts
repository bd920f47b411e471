import { expect } from '@playwright/test';
import type { Page } from '@playwright/test';
import { demoSignIns } from '#server/demo/seed.ts';
import { test } from '#tests/engines/test.ts';
import { assignTickets } from '#tests/support/assign-tickets.ts';
import { type CableDemo, openCableDemo } from '#tests/support/cable-demo.ts';
import { looks, problemsOf, settled } from '#tests/support/inspect-screen.ts';
import { signIn } from '#tests/support/story.ts';

let demo: CableDemo;
test.beforeAll(async () => {
  demo = await openCableDemo();
});
test.afterAll(() => demo?.close());
test.afterEach(() => demo.cable.mend());

const bell = (page: Page, name: string) => page.getByRole('banner').getByRole('link', { name, exact: true });
const countOnIcon = (page: Page) => page.evaluate(() => (window as unknown as { badge?: number }).badge);

/** Records the count on the app's icon, even in engines without one. */
function noteBadge(): void {
  const note = (count: number) => {
    Object.assign(window, { badge: count });
    return Promise.resolve();
  };
  Object.assign(Navigator.prototype, { setAppBadge: note, clearAppBadge: () => note(0) });
}

test('P323: assigned tickets are counted on the bell, and their notices are opened and read offline', async ({
  browser,
}) => {
  const context = await browser.newContext({ baseURL: demo.origin });
  const page = await context.newPage();
  await page.addInitScript(noteBadge);
  await signIn(page, demoSignIns.bme);
  await expect(page.getByRole('button', { name: 'Sync: up to date' })).toBeVisible({ timeout: 60_000 });
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => true));
  await expect(bell(page, 'Notices')).toBeVisible();

  const [first = '', last = ''] = await assignTickets(demo.origin, 2);
  await expect(bell(page, 'Notices: 2 unread')).toBeVisible();
  await expect.poll(() => countOnIcon(page)).toBe(2);

  demo.cable.cut();
  await bell(page, 'Notices: 2 unread').click();
  const rows = page.getByRole('main').getByRole('listitem').getByRole('link');
  await expect(rows).toHaveText([/was assigned to you by Hospital office/, /was assigned to you by Hospital office/]);
  await settled(page);
  expect(await problemsOf(page, 'the notices', [looks.phoneDark, looks.tabletLight, looks.deskDark])).toEqual([]);
  await rows.first().click();
  await expect(page).toHaveURL(new RegExp(`/breakdown/${last}$`));
  await expect(bell(page, 'Notices: 1 unread')).toBeVisible();
  await page.goto('/notices');
  await expect(rows).toHaveCount(1);
  expect(await rows.first().getAttribute('href')).toBe(`/breakdown/${first}`);
  await page.getByLabel('Show').selectOption({ label: 'All notices' });
  await expect(rows.filter({ hasText: 'was assigned to you by' })).toHaveCount(2);

  demo.cable.mend();
  await page.getByRole('button', { name: 'Mark 1 notice as read' }).click();
  await expect(bell(page, 'Notices')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Sync: up to date' })).toBeVisible({ timeout: 60_000 });
  await expect.poll(() => countOnIcon(page)).toBe(0);
  await context.close();
});

test('P363: an offline note mentions a colleague with one press, and notifies them once it has arrived', async ({
  browser,
}) => {
  const desk = await browser.newContext({ baseURL: demo.origin, viewport: looks.deskLight });
  const office = await desk.newPage();
  await signIn(office, demoSignIns.hospital);
  await expect(office.getByRole('button', { name: 'Sync: up to date' })).toBeVisible({ timeout: 60_000 });
  await office.evaluate(() => navigator.serviceWorker.ready.then(() => true));
  await office.goto('/maintenance');
  await office
    .getByRole('link', { name: 'Close PM of', exact: false })
    .or(office.getByRole('row').getByRole('link'))
    .first()
    .click();
  // The cable is cut once the task is open, not while its page loads.
  await expect(office.getByText('Add Note', { exact: true })).toBeVisible();
  demo.cable.cut();
  await office.getByText('Add Note', { exact: true }).click();
  const dialog = office.getByRole('dialog', { name: /^Note on / });
  await dialog.getByLabel('Note', { exact: true }).fill('The ward has the key.');
  await dialog.getByText('Name a colleague', { exact: true }).click();
  await office.getByRole('menuitem', { name: 'Asha Rao' }).click();
  await expect(dialog.getByLabel('Note', { exact: true })).toBeFocused();
  await office.keyboard.type('please fetch it.');
  await expect(dialog.getByLabel('Note', { exact: true })).toHaveValue(
    'The ward has the key. @Asha Rao please fetch it.',
  );
  expect(await problemsOf(office, 'the note', [looks.phoneLight, looks.tabletDark, looks.deskLight])).toEqual([]);
  await dialog.getByText('Add Note', { exact: true }).click();
  await expect(office.getByText(/Saved on this tablet/).first()).toBeVisible();
  const task = new URL(office.url()).pathname;
  demo.cable.mend();
  // The tablet tries again at intervals, and Firefox does not tell it that the network is back.
  await expect(office.getByRole('button', { name: 'Sync: up to date' })).toBeVisible({ timeout: 60_000 });

  const ward = await browser.newContext({ baseURL: demo.origin });
  const page = await ward.newPage();
  await signIn(page, demoSignIns.bme);
  await expect(page.getByRole('button', { name: 'Sync: up to date' })).toBeVisible({ timeout: 60_000 });
  // The clock may have caused other notices meanwhile.
  await page
    .getByRole('banner')
    .getByRole('link', { name: /^Notices: \d+ unread$/ })
    .click();
  await page.getByRole('link', { name: /^A note by Hospital office mentions you, scheduled work: / }).click();
  await expect(page).toHaveURL(new RegExp(`${task}$`));
  await expect(page.getByText(/@Asha Rao please fetch it\./)).toBeVisible();
  await desk.close();
  await ward.close();
});
