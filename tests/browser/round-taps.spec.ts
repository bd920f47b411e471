import { expect } from '@playwright/test';
import type { Page } from '@playwright/test';
import { engineOfStory } from '#tests/engines/engine.ts';
import { test } from '#tests/engines/test.ts';
import { choose } from '#tests/support/choices.ts';
import { addTemplate, devicesInRooms, hospitalWithDevices } from '#tests/support/round-hospital.ts';
import { createWorld, engineer, signIn } from '#tests/support/story.ts';
import type { World } from '#tests/support/story.ts';

let world: World;
let templateId: string;
test.beforeAll(async () => {
  world = await createWorld();
  const rooms = Array.from({ length: 12 }, () => 8);
  // Every second row has a longer name, so its height is unknown until it is laid out.
  const devices = devicesInRooms('Theatre', rooms).map((device, index) =>
    index % 2 === 0 ? device : { ...device, model: 'Perfusor Space with Barcode Reader and Rack' },
  );
  await hospitalWithDevices(world, 'Hospital of Long Rounds', devices);
  const serials = devices.map(({ serial }) => serial);
  templateId = await addTemplate(world, 'All theatres', serials);
});
test.afterAll(() => world?.close());

/** Returns whether the browser lays out and paints a device's row. */
const isRendered = (page: Page, serial: string) =>
  page
    .getByRole('row', { name: serial })
    .getByText('Syringe Pump')
    .evaluate((text) => text.checkVisibility({ contentVisibilityAuto: true }));

for (const viewport of [
  { width: 820, height: 1180 },
  { width: 390, height: 844 },
]) {
  test(`a long round renders only rows near the screen, without moving them, at ${viewport.width}`, async ({
    browser,
  }) => {
    const context = await browser.newContext({ baseURL: world.origin, viewport });
    const page = await context.newPage();
    await signIn(page, engineer);
    await page.goto(`/daily-rounds/add/${templateId}`);
    await expect(page.getByRole('row', { name: 'DEV-001' })).toBeVisible();
    await expect.poll(() => isRendered(page, 'DEV-001')).toBe(true);
    await expect(page.getByRole('row')).toHaveCount(96);
    // WebKit loses its scroll position when rows above change their height, so all rows are laid out there.
    expect(await isRendered(page, 'DEV-096')).toBe(engineOfStory() === 'webkit');

    // A scan or a link leads to a row that was never rendered; it stays in view while the other rows are drawn.
    for (let opened = 0; opened < 2; opened++) {
      await page.goto(`/daily-rounds/add/${templateId}?serial=DEV-090`);
      const row = page.getByRole('row', { name: 'DEV-090' });
      await expect(row).toBeFocused();
      await expect(page.getByRole('row')).toHaveCount(96);
      await expect(row).toBeInViewport({ ratio: 1 });
      await expect.poll(() => isRendered(page, 'DEV-090')).toBe(true);
    }

    // Visible rows stay in place while those above get their real height.
    expect(await page.evaluate(worstShiftUpwards)).toBeLessThan(4);

    await context.close();
  });

  test(`Submit and Back to the round focus their row, past rooms that were never rendered, at ${viewport.width}`, async ({
    browser,
  }) => {
    const context = await browser.newContext({ baseURL: world.origin, viewport });
    const page = await context.newPage();
    await signIn(page, engineer);
    await page.goto(`/daily-rounds/add/${templateId}`);
    const faulty = page.getByRole('row', { name: 'DEV-061' });
    await choose(faulty.getByRole('radio', { name: 'Not Working' }));
    await page.goto(`/daily-rounds/add/${templateId}`);
    await expect(page.getByText('1 of 96', { exact: true })).toBeVisible();
    await expect(page.getByRole('row')).toHaveCount(96);
    // Looking at a row lays it out, so only the page is measured: rooms off screen keep at least 55 px for each row.
    expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeGreaterThan(96 * 55);
    await page.getByRole('button', { name: 'Submit Rounds' }).click();
    await expect(faulty).toBeFocused();
    await expect(faulty).toBeInViewport({ ratio: 1 });
    await faulty.getByRole('link', { name: 'DEV-061', exact: true }).click();
    await page.getByRole('link', { name: 'Back to the round' }).click();
    await expect(faulty).toBeFocused();
    await expect(faulty).toBeInViewport({ ratio: 1 });
    await context.close();
  });
}

/**
 * Scrolls up in steps; returns the largest distance of a visible row from where the step should have moved it. Units:
 * CSS pixels.
 */
async function worstShiftUpwards(): Promise<number> {
  const step = 150;
  const frame = () => new Promise((shown) => requestAnimationFrame(() => requestAnimationFrame(shown)));
  const rows = [...document.querySelectorAll('tr')];
  let worst = 0;
  while (window.scrollY > 4 * step) {
    const top = (row: Element) => row.getBoundingClientRect().top;
    const row = rows.find((candidate) => top(candidate) > 200);
    if (!row) break;
    const before = top(row);
    window.scrollBy(0, -step);
    await frame();
    worst = Math.max(worst, Math.abs(top(row) - before - step));
  }
  return worst;
}
