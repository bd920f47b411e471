import { expect, test } from '@playwright/test';
import { addTemplate, devicesInRooms, hospitalWithDevices } from '#tests/support/round-hospital.ts';
import { createWorld, engineer, openTablet, signIn } from '#tests/support/story.ts';
import type { Tablet, World } from '#tests/support/story.ts';

/** Download speed of the app's files and data, as in a remote part of a hospital. Units: bytes per second. */
const slowBytes = 150_000;

let world: World;
let tablet: Tablet;

test.beforeAll(async () => {
  world = await createWorld();
  const devices = devicesInRooms('Theatre', [4]);
  await hospitalWithDevices(world, 'Hospital of Slow Lines', devices);
  await addTemplate(
    world,
    'Slow theatres',
    devices.map(({ serial }) => serial),
  );
  tablet = await openTablet(world, 'tablet');
});
test.afterAll(async () => {
  await tablet?.close();
  await world?.close();
});

test('on a slow line the app says "ready" only when an offline reload shows the lists', async () => {
  test.setTimeout(120_000);
  const { page } = tablet;
  world.cable.slowDown(slowBytes);
  await signIn(page, engineer);
  await page.goto('/daily-rounds');
  // In any order of arrival, no list may say that it is empty before everything has loaded.
  await expect(page.getByText(/^(Ready|Getting ready) for offline work/)).toBeVisible({ timeout: 60_000 });
  await expect(page.getByText('No templates found.')).toHaveCount(0);
  const files = page.getByText(/Getting ready for offline work: 4 devices, 1 template, and the app itself/);
  await expect(files).toBeVisible({ timeout: 60_000 });
  await expect(page.getByText(/^Ready for offline work/)).toHaveCount(0);
  await expect(page.getByText(/^Ready for offline work: 4 devices, 1 template$/)).toBeVisible({ timeout: 60_000 });
  world.cable.cut();
  await page.reload();
  await expect(page.getByRole('row', { name: /Slow theatres/ })).toBeVisible();
  await page.getByRole('link', { name: /Start round/ }).click();
  await expect(page.getByRole('row', { name: 'DEV-001' })).toBeVisible();
  world.cable.mend();
});

test('a network loss while the app is loading causes a wait, but no reload', async () => {
  test.setTimeout(120_000);
  const second = await openTablet(world, 'phone');
  const { page } = second;
  world.cable.slowDown(slowBytes);
  await signIn(page, engineer);
  await expect(page.getByText(/^Getting ready for offline work: .* and the app itself/)).toBeVisible({
    timeout: 60_000,
  });
  world.cable.cut();
  await expect
    .poll(() => page.evaluate(async () => (await navigator.serviceWorker.getRegistration()) === undefined))
    .toBe(true);
  world.cable.mend();
  await expect(page.getByText(/^Ready for offline work: 4 devices, 1 template$/)).toBeVisible({ timeout: 60_000 });
  await second.close();
});
