import { expect } from '@playwright/test';
import { demoSignIns } from '#server/demo/seed.ts';
import { test } from '#tests/support/demo-world.ts';
import { settled, strayCells } from '#tests/support/inspect-screen.ts';
import { signIn } from '#tests/support/story.ts';
import { paths } from '#ui/paths.ts';

/* Conditions of WCAG 2.2 that axe does not check; docs/accessibility.md names the test of each. */

const sizes = [
  { width: 390, height: 844 },
  { width: 820, height: 1180 },
  { width: 1280, height: 800 },
];

test('on every size, each cell of a list is under its own header', async ({ browser, demo: { origin } }) => {
  const context = await browser.newContext({ baseURL: origin, viewport: sizes[0] as (typeof sizes)[number] });
  const page = await context.newPage();
  await signIn(page, demoSignIns.hospital);
  const stray: string[] = [];
  for (const address of [paths.maintenance(), paths.schedules(), paths.tickets(), paths.devices(), paths.testers()]) {
    await page.goto(address);
    await settled(page);
    for (const size of sizes) {
      await page.setViewportSize(size);
      await settled(page);
      await expect(page.getByRole('table').first()).toBeAttached();
      stray.push(...(await strayCells(page)).map((row) => `${address}, ${size.width} px: ${row}`));
    }
  }
  expect(stray).toEqual([]);
  await context.close();
});
