import { expect } from '@playwright/test';
import type { Page } from '@playwright/test';
import { demoSignIns } from '#server/demo/seed.ts';
import { test } from '#tests/support/demo-world.ts';
import { settled } from '#tests/support/inspect-screen.ts';
import { signIn } from '#tests/support/story.ts';
import { paths } from '#ui/paths.ts';
import { routes } from '#ui/routes.ts';

/* A low window leaves its height to the work (rule P181). */

const windows = [
  ['a tablet at 400 %', { width: 320, height: 256 }],
  ['a phone on its side above the keyboard', { width: 844, height: 180 }],
  ['a phone above the keyboard', { width: 390, height: 400 }],
] as const;
/** What bars leave to the work. */
const workShare = 0.6;
/** Tab stops that are walked in a round. */
const stops = 60;

/** The share of the window's height that no bar covers, after the page has been scrolled by half of its way. */
const shareOfWork = (page: Page): Promise<number> =>
  page.evaluate(async () => {
    scrollTo(0, document.documentElement.scrollHeight / 2);
    await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
    const isBar = (at: Element | null): boolean =>
      at !== null && (['fixed', 'sticky'].includes(getComputedStyle(at).position) || isBar(at.parentElement));
    const lines = Array.from({ length: innerHeight }, (_line, y) => y);
    return lines.filter((y) => !isBar(document.elementFromPoint(innerWidth / 2, y))).length / innerHeight;
  });

/** The share of the window's height in which the open dialog or menu shows its content, or all of it is shown. */
const shareOfPopup = (page: Page, selector: string): Promise<number> =>
  page.locator(selector).evaluate((popup) => {
    const scrolling = [popup, ...popup.querySelectorAll('*')].find((part) => part.scrollHeight > part.clientHeight + 1);
    return scrolling ? scrolling.clientHeight / innerHeight : 1;
  });

/** Whether any spot of the focused control is in view. */
const isFocusSeen = (page: Page): Promise<boolean> =>
  page.evaluate(() => {
    const focused = document.activeElement ?? document.body;
    const { left, top, width, height } = focused.getBoundingClientRect();
    return [0.1, 0.5, 0.9].some((down) =>
      [0.1, 0.5, 0.9].some((across) => {
        const hit = document.elementFromPoint(left + width * across, top + height * down);
        return hit !== null && (focused.contains(hit) || hit.contains(focused));
      }),
    );
  });

for (const [name, viewport] of windows) {
  test(`${name} leaves the height to the work and shows each control that has the focus`, async ({
    browser,
    demo: { origin, known },
  }) => {
    test.setTimeout(300_000);
    const page = await browser.newPage({ baseURL: origin, viewport, reducedMotion: 'reduce' });
    await signIn(page, demoSignIns.hospital);
    const addressOf = (path: unknown) => {
      const route = routes.find((one) => one.path === path);
      return (route && known.of(route)[0]) ?? '';
    };
    const round = addressOf(paths.roundAdd);
    for (const address of [
      paths.ticketNew(),
      addressOf(paths.test),
      addressOf(paths.maintenanceClose),
      paths.maintenance(),
      round,
    ]) {
      await page.goto(address);
      await settled(page);
      expect(await shareOfWork(page), address).toBeGreaterThanOrEqual(workShare);
    }

    const hidden: string[] = [];
    await page.evaluate(() => scrollTo(0, 0));
    for (let stop = 0; stop < stops; stop += 1) {
      await page.keyboard.press('Tab');
      const focused = page.locator(':focus');
      if (!(await isFocusSeen(page))) hidden.push(await focused.evaluate((one) => one.outerHTML.slice(0, 160)));
    }
    expect(hidden, 'controls that have the focus and are hidden').toEqual([]);

    await page
      .getByRole('button', { name: /^Confirm the rest here/ })
      .first()
      .click();
    await expect(page.getByRole('button', { name: 'Undo' })).toBeVisible();
    expect(await shareOfWork(page), 'with a message').toBeGreaterThanOrEqual(workShare);

    await page.getByRole('button', { name: 'Submit Rounds' }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    expect(await shareOfPopup(page, 'dialog[open]'), 'the dialog').toBeGreaterThanOrEqual(workShare);
    await page.keyboard.press('Escape');

    await page.goto(paths.devices());
    await settled(page);
    await page
      .getByRole('button', { name: /^Actions for/ })
      .first()
      .click();
    expect(await shareOfPopup(page, '[role=menu]'), 'the menu').toBeGreaterThanOrEqual(workShare);
    await page.context().close();
  });
}

test('a keyboard that opens leaves the field that has the focus in view, in reports, tests, closings and rounds', async ({
  browser,
  demo: { origin, known },
}) => {
  const [phone, aboveKeyboard] = [
    { width: 390, height: 844 },
    { width: 390, height: 400 },
  ];
  const page = await browser.newPage({ baseURL: origin, viewport: phone, reducedMotion: 'reduce' });
  await signIn(page, demoSignIns.hospital);
  const addressOf = (path: unknown) => {
    const route = routes.find((one) => one.path === path);
    return (route && known.of(route)[0]) ?? '';
  };
  const forms = [paths.ticketNew(), ...[paths.test, paths.maintenanceClose, paths.roundAdd].map(addressOf)];
  for (const address of forms) {
    await page.setViewportSize(phone);
    await page.goto(address);
    await settled(page);
    const field = page
      .locator('main')
      .locator('textarea:visible, select:visible, input:not([type=file]):visible')
      .last();
    // What keeps the field in view is loaded after the screen.
    await expect(async () => {
      await page.setViewportSize(phone);
      // As low as a hand taps: where the keyboard will be.
      await field.evaluate((one: HTMLElement) => {
        one.scrollIntoView({ block: 'end' });
        one.focus({ preventScroll: true });
      });
      await page.setViewportSize(aboveKeyboard);
      await expect(field, address).toBeInViewport({ ratio: 1, timeout: 1_000 });
    }).toPass({ timeout: 15_000 });
    expect(await isFocusSeen(page), address).toBe(true);
  }
  await page.context().close();
});
