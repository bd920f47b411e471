import { expect, test } from '@playwright/test';
import type { Page } from '@playwright/test';
import { addHospital, createWorld, hospitalUser, signIn } from '#tests/support/story.ts';
import type { World } from '#tests/support/story.ts';

let world: World;

test.beforeAll(async () => {
  world = await createWorld();
  await addHospital(world, 'Hospital of Two Tabs');
});
test.afterAll(() => world?.close());

const factOf = (page: Page, name: string) =>
  page.locator('dt', { hasText: new RegExp(`^${name}$`) }).locator('xpath=following-sibling::dd[1]');

test('what one tab stores is shown in the other without reload', async ({ browser }) => {
  const context = await browser.newContext({ baseURL: world.origin });
  const settings = await context.newPage();
  await signIn(settings, hospitalUser);
  await expect(settings.getByRole('button', { name: 'Sync: up to date' })).toBeVisible({ timeout: 60_000 });
  await settings.goto('/user/settings');
  await expect(factOf(settings, 'Forms not finished')).toHaveText('None');

  const form = await context.newPage();
  await form.goto('/breakdown/new');
  await form.getByLabel('Problem Reported').fill('No power');
  await expect(factOf(settings, 'Forms not finished')).toHaveText('1 draft');
  await context.close();
});
