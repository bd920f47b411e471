import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from '@playwright/test';
import type { Page } from '@playwright/test';
import { hospitalDay } from '#contract/rules/hospital-day.ts';
import {
  admin,
  addAccount,
  createHospital,
  createWorld,
  engineer,
  hospitalUser,
  importRegister,
  openTablet,
  signIn,
  writeRegister,
} from '#tests/support/story.ts';
import type { StoryDevice, Tablet, World } from '#tests/support/story.ts';
import { budgets } from '../../scripts/bundle-size.ts';

const hospitalName = 'First Rows Hospital';
const device: StoryDevice = {
  equipment: 'Ventilator',
  make: 'Dräger',
  model: 'Evita V500',
  serial: 'FR-0001',
  location: 'Bed 1',
  department: 'Intensive Care Unit',
};

let world: World;
let tablet: Tablet;

test.beforeAll(async () => {
  world = await createWorld();
});
test.afterAll(async () => {
  await tablet?.close();
  await world?.close();
});

/** Records the scripts and styles that were loaded when a page drew its first row. */
function noteFirstRow(): void {
  const look = new MutationObserver(() => {
    if (!document.querySelector('tbody tr th, tbody tr td')?.textContent) return;
    look.disconnect();
    const names = performance.getEntriesByType('resource').map((entry) => new URL(entry.name).pathname);
    document.documentElement.dataset['beforeFirstRow'] = JSON.stringify(names);
  });
  look.observe(document, { childList: true, subtree: true });
}

/** Returns the scripts and styles that were loaded or requested before the first row. */
async function beforeFirstRow(page: Page): Promise<string[]> {
  const html = page.locator('html');
  await expect(html).toHaveAttribute('data-before-first-row', /./);
  const names: unknown = JSON.parse((await html.getAttribute('data-before-first-row')) ?? '[]');
  return Array.isArray(names) ? [...new Set(names.map(String))].filter((name) => /\.(js|css)$/.test(name)) : [];
}

const kilobytes = (files: readonly string[]): number =>
  files.reduce((sum, file) => sum + gzipSync(readFileSync(join('dist/app', file)), { level: 9 }).length / 1000, 0);

test('the daily rounds are rendered with at most 145 kB of scripts and styles, also offline', async () => {
  const register = join(world.folder, 'register.xlsx');
  writeRegister(register, [device], hospitalDay(new Date(), 'Asia/Kolkata'));
  tablet = await openTablet(world, 'tablet');
  let { page } = tablet;
  await signIn(page, admin);
  await createHospital(page, hospitalName);
  await importRegister(page, hospitalName, register);
  await expect(page.getByRole('status').filter({ hasText: /1/ }).first()).toBeVisible();
  await addAccount(world.origin, hospitalUser, '/BME', { ...engineer, phone: '' });
  await signIn(page, engineer);
  await expect(page.getByText(/Ready for offline work: 1 device/)).toBeVisible();
  await page.goto('/daily-rounds/templates/add');
  await page.getByLabel('Template Name').fill('ICU morning');
  await page.getByLabel(/Department/).selectOption({ label: 'Intensive Care Unit' });
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Template saved successfully!')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Sync: up to date' })).toBeVisible();
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => true));
  const row = () => page.getByRole('row', { name: /ICU morning/ });

  for (const network of ['online', 'offline'] as const) {
    await test.step(`a cold start ${network}`, async () => {
      page = await tablet.restart('about:blank');
      if (network === 'offline') world.cable.cut();
      await tablet.context.addInitScript(noteFirstRow);
      await page.goto('/daily-rounds');
      await expect(row()).toBeVisible();
      const files = await beforeFirstRow(page);
      const size = kilobytes(files);
      console.log(
        `before the first rows, ${network}: ${size.toFixed(1)} kB gzip in ${files.length} files: ${files.join(' ')}`,
      );
      expect(files.length).toBeGreaterThan(5);
      expect(size).toBeLessThanOrEqual(budgets.firstRows);
    });
  }

  await test.step('parts that are loaded after the rows are available for the first save', async () => {
    await row()
      .getByRole('link', { name: /Start round/ })
      .click();
    await page.getByRole('button', { name: 'Confirm the rest as Operational' }).click();
    await page.getByRole('button', { name: 'Submit Rounds' }).click();
    await expect(page.getByText('Saved on this tablet. It will be sent when the connection is back.')).toBeVisible();
  });

  await test.step('with a waiting entry the first rows include its effect', async () => {
    page = await tablet.restart('/daily-rounds');
    await expect(row().getByText('Done today')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Sync: offline, 1 waiting' })).toBeVisible();
  });
});
