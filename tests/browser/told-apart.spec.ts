import { expect } from '@playwright/test';
import type { Locator, Page } from '@playwright/test';
import { demoSignIns } from '#server/demo/seed.ts';
import { shareOfDay } from '#tests/support/day.ts';
import { test } from '#tests/support/demo-world.ts';
import { overlap, settled } from '#tests/support/inspect-screen.ts';
import { clipOf, openPixels, type Pixels } from '#tests/support/pixels.ts';
import { signIn } from '#tests/support/story.ts';
import { paths } from '#ui/paths.ts';
import { routes } from '#ui/routes.ts';

/* Selection and focus must differ from the normal state by a contrast of 3:1, not by colour alone (rule P182). */

const desk = { width: 1280, height: 800 };
const phone = { width: 390, height: 844 };

const schemes = [
  ['light', { colorScheme: 'light' }],
  ['dark', { colorScheme: 'dark' }],
  ['more contrast', { colorScheme: 'light', contrast: 'more' }],
  ['forced colours', { forcedColors: 'active' }],
] as const;

/** The smallest mark that counts: a 3 px bar under a narrow tab. Units: pixels. */
const leastMark = 60;
/** In forced colours, the lines of a tick are all that changes. Units: pixels. */
const leastTick = 15;
/** Most of a ring has its full colour; the rest is its anti-aliased edge. */
const ringShare = 0.6;

/** Takes a picture of an element without focus or pointer. */
async function rested(page: Page, pixels: Pixels, part: Locator): Promise<string> {
  await part.scrollIntoViewIfNeeded();
  await page.evaluate(() => document.activeElement instanceof HTMLElement && document.activeElement.blur());
  await page.mouse.move(0, 0);
  return pixels.take(await clipOf(page, part));
}

/** Clicks without pointer or focus. */
const click = (part: Locator) => part.evaluate((element: HTMLElement) => element.click());

for (const [name, media] of shareOfDay(schemes, 1)) {
  test(`each selected state is distinguishable in pixels: ${name}`, async ({ browser, demo: { origin, known } }) => {
    test.setTimeout(300_000);
    const context = await browser.newContext({ baseURL: origin, viewport: desk, reducedMotion: 'reduce' });
    const page = await context.newPage();
    await page.emulateMedia(media);
    await signIn(page, demoSignIns.hospital);
    const pixels = await openPixels(page);
    const alike: string[] = [];
    const tellApart = async (what: string, one: string, other: string, least = leastMark) => {
      const { clear } = await pixels.compare(one, other);
      if (clear < least) alike.push(`${what}: ${clear} pixels`);
    };
    const shot = (part: Locator) => rested(page, pixels, part);

    await page.goto(paths.bmeDashboard());
    await settled(page);
    const ofHeader = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Dashboard' });
    const here = await shot(ofHeader);
    await page.goto(paths.devices());
    await settled(page);
    await tellApart('the current page in the header', here, await shot(ofHeader));

    const [one, two] = ['1', '2'].map((number) =>
      page.getByRole('navigation', { name: 'Pagination' }).getByRole('button', { name: number, exact: true }),
    ) as [Locator, Locator];
    const first = await shot(one);
    await click(two);
    await settled(page);
    await expect(two).toHaveAttribute('aria-current', 'page');
    await tellApart('the current page of a list', first, await shot(one));

    await page.goto(paths.device(known.serial));
    await settled(page);
    const tab = page.getByRole('tab').first();
    const active = await shot(tab);
    await click(page.getByRole('tab').nth(1));
    await expect(tab).toHaveAttribute('aria-selected', 'false');
    await tellApart('the active tab', active, await shot(tab));

    await page.goto(paths.deviceCreate());
    await settled(page);
    await page.getByRole('combobox', { name: 'Model' }).click();
    const options = page.getByRole('option');
    await page.keyboard.press('ArrowDown');
    const marked = await pixels.take(await clipOf(page, options.first()));
    await page.keyboard.press('ArrowDown');
    await tellApart('the marked suggestion', marked, await pixels.take(await clipOf(page, options.first())));

    await page.goto(paths.qrPrint());
    await settled(page);
    const box = page.getByRole('main').getByRole('checkbox').first();
    const empty = await shot(box);
    await click(box);
    await expect(box).toBeChecked();
    await tellApart('a checkbox, ticked or not', empty, await shot(box), leastTick);

    const round = routes.find(({ path }) => path === paths.roundAdd);
    await page.goto((round && known.of(round)[0]) ?? '');
    await settled(page);
    const answers = page.getByRole('radiogroup').first();
    const answer = (label: string) => answers.locator('label').filter({ hasText: label });
    const [operational, broken] = [answer('Operational'), answer('Not Working')];
    const progress = page.getByRole('progressbar');
    const none = await shot(progress);
    const proposed = await shot(operational);
    const open = await shot(broken);
    await click(operational.getByRole('radio'));
    await expect(page.getByText(/^1 of \d+/).first()).toBeVisible();
    const confirmed = await shot(operational);
    await tellApart('a proposed and a confirmed answer', proposed, confirmed);
    await click(broken.getByRole('radio'));
    await expect(broken.getByRole('radio')).toBeChecked();
    await tellApart('Not Working, chosen or not', open, await shot(broken));
    const unchosen = await shot(operational);
    await tellApart('Operational, chosen or not', unchosen, confirmed);
    await tellApart('Operational, proposed or not', unchosen, proposed);
    await click(page.getByRole('button', { name: 'Confirm the rest as Operational' }));
    await tellApart('the progress of a round', none, await shot(progress));

    await page.setViewportSize(phone);
    await settled(page);
    const ofDock = page.getByRole('navigation', { name: 'Bottom bar' }).getByRole('link', { name: 'Rounds' });
    await page.goto(paths.rounds());
    await settled(page);
    const there = await shot(ofDock);
    await page.goto(paths.bmeDashboard());
    await settled(page);
    await tellApart('the current page in the bottom bar', there, await shot(ofDock));
    expect(alike).toEqual([]);
    await context.close();
  });
}

for (const colorScheme of shareOfDay(['light', 'dark'] as const, 1)) {
  test(`the focus ring has a contrast of 3:1 on every bar and surface: ${colorScheme}`, async ({
    browser,
    demo: { origin },
  }) => {
    test.setTimeout(300_000);
    const context = await browser.newContext({ baseURL: origin, viewport: desk, reducedMotion: 'reduce', colorScheme });
    const page = await context.newPage();
    await page.goto(paths.login());
    const pixels = await openPixels(page);
    const faint: string[] = [];
    /** Tabs through the page from the top; the skip link is drawn only while focused. */
    const walk = async (called: string, stops: number) => {
      await settled(page);
      await page.mouse.move(0, 0);
      for (let stop = 0; stop < stops; stop += 1) {
        await page.keyboard.press('Tab');
        const focused = page.locator(':focus');
        const words = await focused.evaluate((element) => element.ariaLabel ?? element.textContent?.trim() ?? '');
        if (words === 'Skip to content') continue;
        const control = focused.locator('xpath=ancestor-or-self::*[self::label or not(self::input[@type="radio"])][1]');
        const clip = await clipOf(page, control, 6);
        const ring = await pixels.take(clip);
        await focused.evaluate((element: HTMLElement) => {
          element.blur();
        });
        const { changed, clear } = await pixels.compare(ring, await pixels.take(clip));
        if (clear < ringShare * changed || clear === 0) faint.push(`${called}: ${words} (${clear} of ${changed})`);
      }
    };
    await walk('sign-in', 2);
    await signIn(page, demoSignIns.hospital);
    await walk('desk', 14);
    await page.setViewportSize({ width: 820, height: 1180 });
    await page.reload();
    await walk('tablet', 14);
    expect(faint).toEqual([]);
    await context.close();
  });
}

test('buttons and file fields have a border in forced colours: for visitors, on the dashboard and in forms', async ({
  browser,
  demo: { origin, known },
}) => {
  const context = await browser.newContext({ baseURL: origin, viewport: phone, forcedColors: 'active' });
  const page = await context.newPage();
  await page.goto(`${paths.device(known.serial)}?h=${known.hospitalId}`);
  await expect(page.getByRole('button', { name: 'Report a fault' })).toHaveCSS('border-top-width', '1px');
  await page.setViewportSize(desk);
  await signIn(page, demoSignIns.hospital);
  await settled(page);
  const rounds = page.getByRole('list', { name: 'Rounds of today' });
  const more = page.getByRole('link', { name: /^\d+ more$/ });
  expect(await overlap(more, rounds.getByRole('link').last())).toBe(false);
  await page.goto(paths.ticketNew());
  await expect(page.locator('div:has(> input[type=file])').first()).toHaveCSS('border-top-style', 'dashed');
  await context.close();
});
