import { expect, test } from '@playwright/test';
import type { Page } from '@playwright/test';
import { addTemplate, devicesInRooms, hospitalWithDevices } from '#tests/support/round-hospital.ts';
import { createWorld, engineer, signIn } from '#tests/support/story.ts';
import type { World } from '#tests/support/story.ts';

let world: World;
let templateId: string;
test.beforeAll(async () => {
  world = await createWorld();
  const rooms = Array.from({ length: 12 }, () => 8);
  const devices = devicesInRooms('Theatre', rooms);
  await hospitalWithDevices(world, 'Hospital of Long Rounds', devices);
  const serials = devices.map(({ serial }) => serial);
  templateId = await addTemplate(world, 'All theatres', serials);
});
test.afterAll(() => world?.close());

/** Whether the browser lays out and paints the row of a device. */
const isRendered = (page: Page, serial: string) =>
  page
    .getByRole('row', { name: serial })
    .getByText('Syringe Pump')
    .evaluate((text) => text.checkVisibility({ contentVisibilityAuto: true }));

for (const viewport of [
  { width: 820, height: 1180 },
  { width: 390, height: 844 },
]) {
  test(`a long round renders the rows near the screen, which stay where they are, at ${viewport.width}`, async ({
    browser,
  }) => {
    const context = await browser.newContext({ baseURL: world.origin, viewport });
    const page = await context.newPage();
    await signIn(page, engineer);
    await page.goto(`/daily-rounds/add/${templateId}`);
    await expect(page.getByRole('row', { name: 'DEV-001' })).toBeVisible();
    await expect.poll(() => isRendered(page, 'DEV-001')).toBe(true);
    expect(await isRendered(page, 'DEV-096')).toBe(false);

    // A scan or a link leads to a row that was never rendered, and it stays in view while the other rows are drawn.
    for (let opened = 0; opened < 2; opened++) {
      await page.goto(`/daily-rounds/add/${templateId}?serial=DEV-090`);
      const row = page.getByRole('row', { name: 'DEV-090' });
      await expect(row).toBeFocused();
      await expect(page.getByRole('row')).toHaveCount(96);
      await expect(row).toBeInViewport({ ratio: 1 });
      await expect.poll(() => isRendered(page, 'DEV-090')).toBe(true);
    }

    // Rows that come into view above have the height that was kept for them.
    expect(await page.evaluate(worstShiftUpwards)).toBeLessThan(4);
    await context.close();
  });
}

/** Scrolls up in steps; how far a row in view ever was from where the step should have brought it. Units: CSS pixels. */
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
