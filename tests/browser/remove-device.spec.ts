import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { demoSignIns } from '#server/demo/seed.ts';
import { choose } from '#tests/support/choices.ts';
import type { BuiltServer } from '#tests/support/built-server.ts';
import { startFilledServer } from '#tests/support/filled-server.ts';
import { demoAddresses } from '#tests/support/demo-addresses.ts';
import { settled } from '#tests/support/inspect-screen.ts';
import { signIn } from '#tests/support/story.ts';
import { paths } from '#ui/paths.ts';

let server: BuiltServer;
let folder: string;
let serial: string;

test.beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'ward-remove-'));
  server = await startFilledServer(join(folder, 'data'), 'demo');
  ({ serial } = await demoAddresses(server.origin));
});
test.afterAll(async () => {
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
});

test('14.11: a device is removed with a reason, which its page shows', async ({ browser }) => {
  const context = await browser.newContext({ baseURL: server.origin, viewport: { width: 1280, height: 800 } });
  const page = await context.newPage();
  await signIn(page, demoSignIns.bme);
  await settled(page);
  await page.goto(`${paths.devices()}?search=${encodeURIComponent(serial)}`);
  await page.getByRole('button', { name: `Delete ${serial}` }).click();
  const dialog = page.getByRole('dialog', { name: 'Delete Installation' });
  await expect(dialog).toContainText('Are you sure you want to delete this installation?');
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await expect(dialog).toContainText('Please choose why the device is removed.');
  for (const reason of ['Condemned', 'Sold', 'Transferred', 'Entered by mistake']) {
    await expect(dialog.getByRole('radio', { name: reason })).toBeVisible();
  }
  await choose(dialog.getByRole('radio', { name: 'Transferred' }));
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText(`${serial} deleted.`)).toBeVisible();

  await page.goto(`${paths.device(serial)}?tab=timeline`);
  await expect(page.getByRole('main')).toContainText('(transferred). Its history stays readable.');
  await expect(page.getByRole('tabpanel').getByRole('listitem').first()).toContainText('Removed: Transferred');
  await context.close();
});
