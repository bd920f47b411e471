import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { demoSignIns } from '#server/demo/seed.ts';
import type { BuiltServer } from '#tests/support/built-server.ts';
import { startFilledServer } from '#tests/support/filled-server.ts';
import { settled } from '#tests/support/inspect-screen.ts';
import { callAs, signIn } from '#tests/support/story.ts';
import { paths } from '#ui/paths.ts';

let server: BuiltServer;
let folder: string;

test.beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'ward-merge-'));
  server = await startFilledServer(join(folder, 'data'), 'demo');
});
test.afterAll(async () => {
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
});

const ask = <T>(method: string, path: string, body?: unknown) =>
  callAs<T>(server.origin, demoSignIns.hospital, method, path, body);

test('33.8: possible duplicates are compared above the list and merged; an unsafe merge says what to change', async ({
  browser,
}) => {
  const [vendor] = (await ask<{ items: { id: string }[] }>('GET', '/Vendor?pageSize=1')).items;
  for (const phone of ['98450 11111', '98450 22222']) {
    const person = { name: 'Asha Menon', phone, designation: 'Manager', vendorId: vendor?.id };
    await ask('POST', '/ContactPerson', person);
  }
  const type = { name: 'Ventilators (old list)', description: 'Entered twice', equipmentImportance: 'Non-Critical' };
  const { id } = await ask<{ id: string }>('POST', '/Equipment', type);

  const page = await browser.newPage({ baseURL: server.origin, viewport: { width: 1280, height: 800 } });
  await signIn(page, demoSignIns.hospital);
  await page.goto(paths.contactPersons());
  await settled(page);
  await expect(page.getByText('Possible duplicates: 2 contact persons.')).toBeVisible();
  await page.getByRole('button', { name: 'Compare' }).click();
  const both = page.getByRole('dialog', { name: 'Possible duplicates' });
  await expect(both.getByRole('listitem')).toHaveCount(2);
  await both.getByRole('listitem').filter({ hasText: '22222' }).getByRole('button', { name: 'Merge' }).click();
  const merge = page.getByRole('dialog', { name: 'Merge contact person' });
  await expect(merge.getByLabel('98450 22222) into')).toContainText('98450 11111');
  await merge.getByRole('button', { name: 'Merge' }).click();
  await expect(page.getByText('“Asha Menon” merged into “Asha Menon”.')).toBeVisible();
  await expect(page.getByText('Possible duplicates')).toBeHidden();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('Possible duplicates: 2 contact persons.')).toBeVisible();

  await page.goto(paths.equipmentTypeEdit(id));
  await settled(page);
  await page.getByRole('button', { name: 'More actions' }).click();
  await expect(page.getByRole('menuitem', { name: 'Delete' })).toBeHidden();
  await page.getByRole('menuitem', { name: 'Merge' }).click();
  const types = page.getByRole('dialog', { name: 'Merge equipment type' });
  await expect(types).toContainText('follow the schedules and procedures of the equipment type that stays');
  await types.getByLabel('Merge “Ventilators (old list)” into').selectOption({ label: 'Ventilator' });
  await types.getByRole('button', { name: 'Merge' }).click();
  await expect(types).toContainText('Give both the same importance first.');
  await page.keyboard.press('Escape');
  await page.getByLabel('Importance').selectOption('Critical');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('updated successfully')).toBeVisible();

  await page.goto(paths.equipmentTypeEdit(id));
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Merge' }).click();
  await types.getByLabel('Merge “Ventilators (old list)” into').selectOption({ label: 'Ventilator' });
  await types.getByRole('button', { name: 'Merge' }).click();
  await expect(page.getByText('“Ventilators (old list)” merged into “Ventilator”.')).toBeVisible();
  await page.close();
});
