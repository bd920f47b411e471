import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import type { DeviceRecord, TicketRecord } from '#contract/records/ward.ts';
import { demoSignIns } from '#server/demo/seed.ts';
import type { BuiltServer } from '#tests/support/built-server.ts';
import { startFilledServer } from '#tests/support/filled-server.ts';
import { settled } from '#tests/support/inspect-screen.ts';
import { callAs, signIn } from '#tests/support/story.ts';
import { paths } from '#ui/paths.ts';

let server: BuiltServer;
let folder: string;

test.beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'ward-timeline-'));
  server = await startFilledServer(join(folder, 'data'), 'demo');
});
test.afterAll(async () => {
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
});
interface Repair {
  ticket: TicketRecord;
  device: DeviceRecord;
}

/** Returns a closed ticket whose repair needed a paid part, and its device. */
async function repairOf(origin: string): Promise<Repair> {
  const answer = await callAs<{ rows: { kind: string; rows: Record<string, unknown>[] }[] }>(
    origin,
    demoSignIns.bme,
    'GET',
    '/Sync/changes?cursor=0&limit=5000',
  );
  const all = (kind: string) => answer.rows.flatMap((group) => (group.kind === kind ? group.rows : []));
  for (const ticket of all('ticket') as unknown as TicketRecord[]) {
    const device = all('device').find(({ id }) => id === ticket.deviceId);
    if (device && ticket.closedAt !== null && (ticket.partCost ?? 0) > 0) {
      return { ticket, device: device as unknown as DeviceRecord };
    }
  }
  throw new Error('The demo hospital has no repair with a cost.');
}

test('14.9: a device has one timeline with numbers, actions, costs and links, and a link back to the previous screen', async ({
  browser,
}) => {
  const { ticket, device } = await repairOf(server.origin);
  const serial = device.serialNumber;
  const context = await browser.newContext({ baseURL: server.origin });
  const page = await context.newPage();
  await signIn(page, demoSignIns.bme);
  await settled(page);
  // The notice moves the content below it, which a robot may be about to press.
  await expect(page.getByText(/^Ready for offline work/)).toBeVisible();
  await page.goto(`${paths.devices()}?search=${encodeURIComponent(serial)}`);
  await settled(page);
  await page
    .getByRole('row', { name: new RegExp(serial) })
    .getByRole('link')
    .first()
    .click();
  await expect(page).toHaveURL(new RegExp(`${encodeURIComponent(serial)}$`));

  const main = page.getByRole('main');
  const place = [device.departmentName, device.location].filter(Boolean).join(' · ');
  await expect(main.locator('h1 + div')).toContainText(`${device.makeName} ${device.modelName}`);
  await expect(main.locator('h1 + div')).toContainText(place);

  await page.getByRole('tab', { name: 'Timeline' }).click();
  const rows = page.getByRole('tabpanel').getByRole('listitem');
  const closed = rows.filter({ hasText: `${ticket.ticketNumber} closed` });
  await expect(closed).toContainText(ticket.actionTaken);
  await expect(closed).toContainText('₹');
  await closed.getByRole('link').click();
  await expect(page).toHaveURL(new RegExp(paths.ticket(ticket.id)));

  await page.goBack();
  await expect(page.getByRole('tab', { name: 'Timeline' })).toHaveAttribute('aria-selected', 'true');
  await main.getByRole('link', { name: 'Back', exact: true }).click();
  await expect(page).toHaveURL(new RegExp(`search=${encodeURIComponent(serial)}`));
  await context.close();
});

test('14.9: a device opened by its address links back to the list', async ({ browser }) => {
  const { serialNumber: serial } = (await repairOf(server.origin)).device;
  const context = await browser.newContext({ baseURL: server.origin });
  const page = await context.newPage();
  await page.goto(paths.device(serial));
  await settled(page);
  await expect(page.getByRole('link', { name: 'Back', exact: true })).toHaveCount(0);
  await signIn(page, demoSignIns.bme);
  const fresh = await context.newPage();
  await fresh.goto(paths.device(serial));
  await settled(fresh);
  await fresh.getByRole('main').getByRole('link', { name: 'Installation Base', exact: true }).click();
  await expect(fresh).toHaveURL(new RegExp(`${paths.devices()}$`));
  await context.close();
});

test('14.9: back links, Cancel and Save return to the list as it was left, with search and page', async ({
  browser,
}) => {
  const context = await browser.newContext({ baseURL: server.origin });
  const page = await context.newPage();
  await signIn(page, demoSignIns.bme);
  await settled(page);
  await expect(page.getByText(/^Ready for offline work/)).toBeVisible();

  await page.goto(paths.tickets());
  await page.getByLabel('Status', { exact: true }).selectOption({ label: 'All statuses' });
  await page.getByRole('button', { name: 'Next' }).click();
  await expect(page).toHaveURL(/page=2/);
  await page.getByRole('row', { name: /^BD-/ }).first().getByRole('link').first().click();
  await page.getByRole('link', { name: 'Back to List' }).click();
  await expect(page).toHaveURL(/\/breakdown\?.*page=2/);

  await page.goto(paths.vendors());
  await settled(page);
  await page.getByRole('searchbox').fill('a');
  await expect(page).toHaveURL(/search=a/);
  const open = () => page.getByRole('main').getByRole('link', { name: /^Edit/ }).first().click();
  await open();
  await expect(page.getByRole('heading', { name: 'Edit Vendor' })).toBeVisible();
  await page.getByRole('link', { name: 'Cancel' }).click();
  await expect(page).toHaveURL(/\/vendor\?search=a/);
  await expect(page.getByRole('searchbox')).toHaveValue('a');
  await open();
  // Reload the form, as an update of the app does.
  await page.reload();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page).toHaveURL(/\/vendor\?search=a/);
  await context.close();
});
