import { expect } from '@playwright/test';
import type { Page } from '@playwright/test';
import { demoSignIns } from '#server/demo/seed.ts';
import { test } from '#tests/support/demo-world.ts';
import { moveTo, settled, strayCells } from '#tests/support/inspect-screen.ts';
import { signIn } from '#tests/support/story.ts';
import { mayAccess } from '#contract/permissions.ts';
import { paths } from '#ui/paths.ts';
import { routes } from '#ui/routes.ts';

/* Conditions of WCAG 2.2 that axe does not check; docs/accessibility.md names the test of each. */

const phone = { width: 390, height: 844 };
const sizes = [phone, { width: 820, height: 1180 }, { width: 1280, height: 800 }];

test('at every size, each list cell is under its own header', async ({ browser, demo: { origin } }) => {
  const context = await browser.newContext({ baseURL: origin, viewport: phone });
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

/**
 * Returns the shown parts that reach beyond the right edge of the window, unless something between clips or scrolls
 * them.
 */
const tooWide = (page: Page) =>
  page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    // A part of a pixel is rounded up.
    if (scrollWidth <= clientWidth + 1) return [];
    const clips = (element: Element) => getComputedStyle(element).overflowX !== 'visible';
    const isFree = (element: Element) => {
      for (let part = element.parentElement; part && part !== document.body; part = part.parentElement)
        if (clips(part)) return false;
      return true;
    };
    const wide = [...document.querySelectorAll('body *')]
      .filter((part) => part.getBoundingClientRect().right > clientWidth + 0.5 && isFree(part))
      .filter((part, _at, all) => !all.some((other) => other !== part && part.contains(other)));
    return [
      `${scrollWidth - clientWidth} px: ${wide
        .slice(-2)
        .map((part) => part.outerHTML.slice(0, 160))
        .join(' | ')}`,
    ];
  });

test('with text at 200 % on a phone, no screen scrolls sideways', async ({ browser, demo: { origin, known } }) => {
  test.setTimeout(300_000);
  const context = await browser.newContext({ baseURL: origin, viewport: phone, reducedMotion: 'reduce' });
  await context.addInitScript(() => {
    const grow = () => {
      document.documentElement.style.fontSize = '200%';
    };
    document.addEventListener('DOMContentLoaded', grow);
  });
  const page = await context.newPage();
  await signIn(page, demoSignIns.hospital);
  const wide: string[] = [];
  for (const route of routes) {
    if (route.access === 'prompt' || !mayAccess({ role: 'Hospital' }, route.access) || route.path === paths.login)
      continue;
    for (const address of known.of(route).slice(0, 1)) {
      await moveTo(page, address, route);
      wide.push(...(await tooWide(page)).map((part) => `${address}: ${part}`));
    }
  }
  expect(wide).toEqual([]);
  await context.close();
});

test('each record screen, including printed documents, names the record in its title', async ({
  browser,
  demo: { origin, known },
}) => {
  test.setTimeout(300_000);
  const page = await browser.newPage({ baseURL: origin, viewport: { width: 1280, height: 800 } });
  await signIn(page, demoSignIns.hospital);
  const nameless: string[] = [];
  for (const route of routes) {
    const isOfRecord = route.path.patterns.some((pattern) => pattern.includes(':'));
    if (!isOfRecord || route.access === 'prompt' || !mayAccess({ role: 'Hospital' }, route.access)) continue;
    for (const address of known.of(route).slice(0, 1)) {
      await moveTo(page, address, route);
      if ((await page.title()).startsWith(route.title)) nameless.push(`${address}: ${await page.title()}`);
    }
  }
  expect(nameless).toEqual([]);
  await page.context().close();
});

test('Back returns to the scroll position of the list, even if its rows load late', async ({
  browser,
  demo: { origin },
}) => {
  const context = await browser.newContext({ baseURL: origin, viewport: phone, reducedMotion: 'reduce' });
  const page = await context.newPage();
  const top = () => page.evaluate(() => window.scrollY);
  await signIn(page, demoSignIns.hospital);
  for (const [list, record] of [
    [paths.devices(), /Equipment Details · /],
    [paths.equipmentModels(), /Edit Equipment Model · /],
  ] as const) {
    await page.goto(list);
    await settled(page);
    const title = await page.title();
    const link = page.getByRole('table').getByRole('row').nth(8).getByRole('link').first();
    await link.scrollIntoViewIfNeeded();
    await expect.poll(top).toBeGreaterThan(200);
    const stood = await top();
    await link.click();
    await expect(page).toHaveTitle(record);
    await expect.poll(top).toBe(0);
    await page.goBack();
    await expect(page).toHaveTitle(title);
    // A notice above the list may have gone meanwhile.
    await expect.poll(async () => Math.abs((await top()) - stood)).toBeLessThan(100);
    await expect(link).toBeInViewport();
  }
  await context.close();
});

for (const colorScheme of ['light', 'dark'] as const)
  test(`unselected options have a 3:1 border, and icon buttons at a desk have 44 px: ${colorScheme}`, async ({
    browser,
    demo: { origin, known },
  }) => {
    const context = await browser.newContext({ baseURL: origin, viewport: { width: 1280, height: 800 }, colorScheme });
    const page = await context.newPage();
    await signIn(page, demoSignIns.hospital);
    await page.goto(paths.devices());
    await settled(page);
    const small = await page.getByRole('table').evaluate((table) =>
      [...table.querySelectorAll('td [aria-label]:is(a, button)')]
        .map((each) => each.getBoundingClientRect())
        .filter(({ width, height }) => width > 0 && (width < 44 || height < 44))
        .map(({ width, height }) => `${width}x${height}`),
    );
    expect(small).toEqual([]);
    const round = routes.find(({ path }) => path === paths.roundAdd);
    await page.goto((round && known.of(round)[0]) ?? '');
    await settled(page);
    const edges = await page
      .getByRole('radiogroup')
      .first()
      .evaluate((group) => {
        const light = (color: string) => {
          if (color === 'rgba(0, 0, 0, 0)') return Number.NaN;
          const [red = 0, green = 0, blue = 0] = (color.match(/[\d.]+/g) ?? []).map((part) => {
            const share = Number(part) / 255;
            return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
          });
          return 0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05;
        };
        return [...group.querySelectorAll('label:not([data-proposed])')].map((label) => {
          const edge = light(getComputedStyle(label).borderTopColor);
          let around = Number.NaN;
          for (let part = label.parentElement; part && Number.isNaN(around); part = part.parentElement)
            around = light(getComputedStyle(part).backgroundColor);
          return Math.max(edge, around) / Math.min(edge, around);
        });
      });
    expect(edges).toHaveLength(2);
    for (const contrast of edges) expect(contrast).toBeGreaterThanOrEqual(3);
    await context.close();
  });
