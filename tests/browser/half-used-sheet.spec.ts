import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { demoSignIns } from '#server/demo/seed.ts';
import { choose } from '#tests/support/choices.ts';
import { test as demoTest } from '#tests/support/demo-world.ts';
import { cannotPaint, readPrinted } from '#tests/support/print.ts';
import { addHospital, admin, callAs, createWorld, hospitalUser, signIn, tokenOf } from '#tests/support/story.ts';

test('deactivating a hospital asks for confirmation, says what it does, and can be undone', async ({ browser }) => {
  const world = await createWorld();
  const id = await addHospital(world, 'Asked Hospital');
  const isActive = async () => {
    const hospitals = await callAs<{ id: string; isActive: boolean }[]>(world.origin, admin, 'GET', '/Hospital');
    return hospitals.find((hospital) => hospital.id === id)?.isActive;
  };
  const page = await browser.newPage({ baseURL: world.origin, viewport: { width: 390, height: 844 } });
  await signIn(page, admin);
  await page.goto('/admin/hospital');
  const state = (name: string) => page.getByRole('button', { name, exact: true });
  await state('Active').click();
  const dialog = page.getByRole('dialog', { name: 'Deactivate hospital' });
  await expect(dialog).toContainText('Are you sure you want to deactivate Asked Hospital?');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(state('Active')).toBeFocused();
  expect(await isActive()).toBe(true);

  await state('Active').click();
  await dialog.getByRole('button', { name: 'Deactivate', exact: true }).click();
  await expect(page.getByText('Asked Hospital is now inactive.')).toBeVisible();
  await expect(dialog).toHaveCount(0);
  expect(await isActive()).toBe(false);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(state('Active')).toBeVisible();
  expect(await isActive()).toBe(true);
  expect(await tokenOf(world.origin, hospitalUser)).toBeTruthy();
  await page.close();
  await world.close();
});

demoTest(
  'labels begin at the first free label of a half-used sheet, on screen and on paper',
  async ({ browser, demo: { origin } }, testInfo) => {
    const page = await browser.newPage({ baseURL: origin, viewport: { width: 1280, height: 800 } });
    await signIn(page, demoSignIns.hospital);
    await page.goto('/installation-base/qr-print');
    await page.getByRole('button', { name: /^Select all/ }).click();
    await choose(page.getByRole('radio', { name: '24 labels' }));
    await choose(page.getByRole('radio', { name: 'Row 8, column 2' }));
    await expect(page.getByText('Printing starts in row 8, column 2, after 22 empty labels.')).toBeVisible();
    await page.getByRole('button', { name: /^Generate/ }).click();
    await expect(page.getByText(/labels are ready to print/)).toBeVisible();
    const first = page.getByRole('list', { name: /^Sheet 1 of/ });
    await expect(first.getByRole('listitem')).toHaveCount(2);
    const sheet = await first.boundingBox();
    const label = await first.getByRole('listitem').first().boundingBox();
    if (!sheet || !label) throw new Error('The sheet is not drawn.');
    expect((label.x - sheet.x) / sheet.width).toBeCloseTo(70 / 210, 2);
    expect((label.y - sheet.y) / sheet.height).toBeCloseTo((0.5 + 7 * 37) / 297, 2);

    await page.reload();
    await expect(page.getByRole('radio', { name: 'Row 8, column 2' })).toBeChecked();
    await choose(page.getByRole('radio', { name: '40 labels' }));
    await expect(page.getByRole('radio', { name: 'Row 1, column 1' })).toBeChecked();
    await choose(page.getByRole('radio', { name: '24 labels' }));
    await page.getByRole('button', { name: /^Select all/ }).click();
    await page.getByRole('button', { name: /^Generate/ }).click();
    await expect(page.getByText(/labels are ready to print/)).toBeVisible();
    if (cannotPaint === null) {
      const folder = testInfo.outputPath('painted');
      mkdirSync(folder, { recursive: true });
      const pdf = join(folder, 'labels.pdf');
      await page.pdf({ path: pdf, preferCSSPageSize: true });
      const [half = [], whole = []] = await readPrinted(pdf, folder, 2);
      expect([half.length, whole.length]).toEqual([2, 24]);
    }
    await page.close();
  },
);
