import { expect, test } from '@playwright/test';
import { looks, problemsOf } from '#tests/support/inspect-screen.ts';
import { addHospital, admin, chooseHospital, createWorld, signIn } from '#tests/support/story.ts';
import type { World } from '#tests/support/story.ts';
import { bookOf } from '#tests/support/workbooks.ts';

const hospital = 'Hospital San Juan';
const everyLook = Object.values(looks);

let world: World;
test.beforeAll(async () => {
  world = await createWorld();
  await addHospital(world, hospital);
});
test.afterAll(() => world?.close());

test('an unknown register is mapped, completed and corrected on the screen', async ({ browser }) => {
  const page = await browser.newPage({ baseURL: world.origin });
  await signIn(page, admin);
  await page.goto('/admin/imports');
  await chooseHospital(page, hospital);
  const rows = [
    ['INVENTARIO 2026'],
    ['EQUIPO', 'MARCA', 'MODELO', 'SERIE', 'SERVICIO', 'COSTO'],
    ['Ventilador', 'Hamilton', 'C1', 'V-1', 'UCI', 100],
    ['Monitor', 'Philips', 'MX450', 'M-1', 'UCI', 100],
    ['Monitor', 'Philips', 'NIL', 'M-2', 'UCI', 'gratis'],
    ['Centrifuge', 'Remi', 'R-8C', 'V-1', 'Laboratorio', 100],
  ];
  const buffer = bookOf([{ name: 'Inventario', rows }]);
  await page.locator('input[type=file]').setInputFiles({ name: 'inventario.xlsx', mimeType: '', buffer });

  await test.step('its columns are chosen', async () => {
    await page.getByRole('button', { name: 'Upload' }).click();
    await expect(page.getByRole('alert')).toContainText('These columns are missing');
    expect(await problemsOf(page, 'the refusal', [looks.phoneLight, looks.deskDark])).toEqual([]);
    await page.getByRole('button', { name: 'Choose columns' }).click();
    const dialog = page.getByRole('dialog');
    for (const [label, header] of [
      ['Serial number', 'SERIE'],
      ['Equipment name', 'EQUIPO'],
      ['Make', 'MARCA'],
      ['Model', 'MODELO'],
      ['Department', 'SERVICIO'],
      ['Price', 'COSTO'],
    ] as const) {
      await dialog.getByLabel(new RegExp(`^${label}\\b`)).selectOption(header);
    }
    expect(await problemsOf(page, 'the choice of columns', everyLook)).toEqual([]);
    await dialog.getByRole('button', { name: 'Save and check file' }).click();
    await expect(page.getByText('Check completed: 2 devices can be imported, 2 rows would fail.')).toBeVisible();
  });

  await test.step('critical equipment is chosen', async () => {
    const card = page.getByRole('region', { name: 'Which equipment is critical?' });
    await card.getByRole('checkbox', { name: 'Monitor' }).uncheck();
    expect(await problemsOf(page, 'the question of importance', everyLook)).toEqual([]);
    await page.getByRole('button', { name: 'Import with these choices' }).click();
    await expect(page.getByText('Import completed with errors: 2 devices added, 2 rows failed.')).toBeVisible();
  });

  await test.step('failed rows are corrected and imported', async () => {
    await page.getByRole('button', { name: '2 rows need attention' }).click();
    await page.getByRole('button', { name: 'Correct row 5' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Model').fill('MX450');
    expect(await problemsOf(page, 'the correction of a row', everyLook)).toEqual([]);
    await dialog.getByLabel('Price').fill('1,25,000');
    await dialog.getByRole('button', { name: 'Keep corrections' }).click();
    await expect(page.getByText('Corrected', { exact: true })).toBeVisible();
    expect(await problemsOf(page, 'the report', everyLook)).toEqual([]);
    await page.getByRole('button', { name: 'Import 1 corrected row' }).click();
    await expect(page.getByRole('region', { name: '1 row needs attention' })).toContainText(
      'Row 6: Serial number is already on row 3 of this file.',
    );
    await page.getByRole('link', { name: 'Make round templates' }).click();
    await expect(page.getByText(hospital)).toBeVisible();
  });
  await page.close();
});
