import { expect, test } from '@playwright/test';
import { addTemplate, devicesInRooms, hospitalWithDevices } from '#tests/support/round-hospital.ts';
import { createWorld, engineer, openTablet, signIn } from '#tests/support/story.ts';
import type { Tablet, World } from '#tests/support/story.ts';

/** How long the header may still say "offline" after the server has answered. Units: milliseconds. */
const mostMs = 1_500;

let world: World;
let tablet: Tablet;

test.beforeAll(async () => {
  world = await createWorld();
  const devices = devicesInRooms('Theatre', [2]);
  await hospitalWithDevices(world, 'Hospital of Answers', devices);
  await addTemplate(
    world,
    'Theatres',
    devices.map(({ serial }) => serial),
  );
  tablet = await openTablet(world, 'tablet');
  await signIn(tablet.page, engineer);
  await expect(tablet.page.getByText(/Ready for offline work: 2 devices/)).toBeVisible();
  await tablet.page.evaluate(() => navigator.serviceWorker.ready.then(() => true));
});
test.afterAll(async () => {
  await tablet?.close();
  await world?.close();
});

test('the header stops saying "offline" with the first response, whichever tab received it', async () => {
  const { page, context } = tablet;
  await page.goto('/daily-rounds');
  await expect(page.getByRole('link', { name: /Start round/ })).toBeVisible();
  world.cable.cut();
  await page.reload();
  await page.getByRole('link', { name: /Start round/ }).click();
  await page.getByRole('button', { name: 'Confirm the rest as Operational' }).click();
  await page.getByRole('button', { name: 'Submit Rounds' }).click();
  const label = page.getByRole('button', { name: /^Sync:/ });
  await expect(label).toHaveAccessibleName('Sync: offline, 1 waiting');
  const other = await context.newPage();
  await other.goto('/daily-rounds');
  await expect(other.getByRole('button', { name: 'Sync: offline, 1 waiting' })).toBeVisible();
  const received = page.getByText('Daily rounds submitted successfully!');
  world.cable.mend();
  // Makes the other tab send a request while this one is idle.
  await other.evaluate(() => window.dispatchEvent(new Event('online')));
  await expect(received).toBeVisible();
  await expect(label).not.toHaveAccessibleName(/offline/, { timeout: mostMs });
  await expect(other.getByRole('button', { name: /^Sync:/ })).not.toHaveAccessibleName(/offline/, { timeout: mostMs });
});
