import { expect } from '@playwright/test';
import type { Locator, Page } from '@playwright/test';
import { demoSignIns } from '#server/demo/seed.ts';
import { test } from '#tests/support/demo-world.ts';
import { settled } from '#tests/support/inspect-screen.ts';
import { signIn } from '#tests/support/story.ts';
import { paths } from '#ui/paths.ts';
import { routes } from '#ui/routes.ts';

/* In a low window the bars must leave the height to the content (rule P181). */

const windows = [
  ['a tablet at 400 %', { width: 320, height: 256 }],
  ['a phone on its side above the keyboard', { width: 844, height: 180 }],
  ['a phone above the keyboard', { width: 390, height: 400 }],
] as const;
/** The share of the height that bars must leave to the content. */
const workShare = 0.6;
/** Tab stops tried in a round. */
const stops = 60;

/** Returns the share of the window's height that no bar covers. */
const shareUncovered = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const isBar = (at: Element | null): boolean =>
      at !== null && (['fixed', 'sticky'].includes(getComputedStyle(at).position) || isBar(at.parentElement));
    const lines = Array.from({ length: innerHeight }, (_line, y) => y);
    return lines.filter((y) => !isBar(document.elementFromPoint(innerWidth / 2, y))).length / innerHeight;
  });

/** Returns the same share after scrolling halfway down the page. */
const shareOfWork = async (page: Page): Promise<number> => {
  await page.evaluate(async () => {
    scrollTo(0, document.documentElement.scrollHeight / 2);
    await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
  });
  return shareUncovered(page);
};

/**
 * Returns the share of the window's height in which the open dialog or menu scrolls its content; 1 if it need not
 * scroll.
 */
const shareOfPopup = (page: Page, selector: string): Promise<number> =>
  page.locator(selector).evaluate((popup) => {
    const parts = [popup, ...popup.querySelectorAll('*')].filter((part) =>
      /auto|scroll/.test(getComputedStyle(part).overflowY),
    );
    const scrolling = parts.find((part) => part.scrollHeight > part.clientHeight + 1);
    return scrolling ? scrolling.clientHeight / innerHeight : 1;
  });

/** Returns whether any part of the focused control is visible. */
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
  test(`${name} leaves the height to the content and shows each focused control`, async ({
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

/** Window sizes before a keyboard opens, and above an open one. */
const keyboards = [
  ['a phone', { width: 390, height: 844 }, { width: 390, height: 400 }],
  ['a phone on its side', { width: 844, height: 390 }, { width: 844, height: 180 }],
  ['a tablet at 400 %', { width: 320, height: 512 }, { width: 320, height: 256 }],
] as const;

/** Returns the share of an element's height that is in view and uncovered, measured at its middle. */
const shareInView = (part: Locator): Promise<number> =>
  part.evaluate((element) => {
    const { left, top, width, height } = element.getBoundingClientRect();
    const lines = Array.from({ length: Math.floor(height) }, (_line, y) => top + y + 0.5);
    const isSeen = (y: number) => {
      const hit = document.elementFromPoint(left + width / 2, y);
      return hit !== null && (element.contains(hit) || hit.contains(element));
    };
    return lines.filter(isSeen).length / lines.length;
  });

/** Counts as fully visible: a border may be cut off. */
const whole = 0.95;

/** Returns the height of the bars at the window's edges. Units: px. */
const barHeight = async (page: Page): Promise<number> => {
  const { height } = page.viewportSize() ?? { height: 0 };
  return Math.ceil((1 - (await shareUncovered(page))) * height);
};

for (const [name, open, aboveKeyboard] of keyboards) {
  test(`${name}: the keyboard leaves the active field and its row in view, in reports, tests, closings and rounds`, async ({
    browser,
    demo: { origin, known },
  }) => {
    const page = await browser.newPage({ baseURL: origin, viewport: open, reducedMotion: 'reduce' });
    await signIn(page, demoSignIns.hospital);
    const addressOf = (path: unknown) => {
      const route = routes.find((one) => one.path === path);
      return (route && known.of(route)[0]) ?? '';
    };
    const hidden: string[] = [];
    const tryField = async (field: Locator, row: Locator, told: string) => {
      // The code that keeps the field in view loads after the screen.
      await expect(async () => {
        await page.setViewportSize(open);
        // Scrolls the field to the lower part of the window, which the keyboard will cover.
        await field.evaluate((one: HTMLElement) => {
          one.scrollIntoView({ block: 'end' });
          one.focus({ preventScroll: true });
        });
        await page.setViewportSize(aboveKeyboard);
        await expect
          .poll(() => shareInView(field), { message: `${told}, before typing`, timeout: 1_000 })
          .toBeGreaterThan(whole);
      }).toPass({ timeout: 15_000 });
      await page.keyboard.type('1');
      await expect(field).toBeFocused();
      const share = await shareInView(field);
      const rowHeight = (await row.boundingBox())?.height ?? 0;
      const ofRow = rowHeight < aboveKeyboard.height - (await barHeight(page)) ? await shareInView(row) : 1;
      if (Math.min(share, ofRow) <= whole)
        hidden.push(`${told}: field ${share.toFixed(2)}, row of ${rowHeight} px ${ofRow.toFixed(2)}`);
    };

    for (const address of [paths.ticketNew(), ...[paths.test, paths.maintenanceClose, paths.ticket].map(addressOf)]) {
      await page.setViewportSize(open);
      await page.goto(address);
      await settled(page);
      const fields = page
        .locator('main')
        .locator('textarea:visible, input:is([type=text], [type=number], :not([type])):visible');
      // On a phone a test shows one step at a time, and the first ones are visual checks.
      await expect(async () => {
        if ((await fields.count()) === 0) await page.getByRole('button', { name: 'Next' }).click({ timeout: 1_000 });
        await expect(fields.first(), address).toBeVisible({ timeout: 500 });
      }).toPass();
      const count = await fields.count();
      for (const at of new Set([0, Math.floor(count / 2), count - 1])) {
        const field = fields.nth(at);
        await tryField(
          field,
          page
            .locator('div')
            .filter({ has: field })
            .filter({ has: page.locator('label') })
            .last(),
          `${address}, field ${at}`,
        );
      }
    }

    await page.setViewportSize(open);
    await page.goto(addressOf(paths.roundAdd));
    await settled(page);
    const rows = page.getByRole('row').filter({ has: page.getByRole('radio') });
    const count = await rows.count();
    for (const at of [0, Math.floor(count / 2), count - 1]) {
      const row = rows.nth(at);
      await row.getByRole('radio', { name: 'Not Working' }).check();
      await tryField(row.getByRole('textbox', { name: 'Description' }), row, `round, row ${at}`);
    }
    expect(hidden).toEqual([]);
    await page.context().close();
  });
}

test('at 400 %, round cells do not overlap, and a focused month is not hidden under the devices', async ({
  browser,
  demo: { origin, known },
}) => {
  const page = await browser.newPage({
    baseURL: origin,
    viewport: { width: 320, height: 256 },
    reducedMotion: 'reduce',
  });
  await signIn(page, demoSignIns.hospital);
  const round = routes.find(({ path }) => path === paths.round);
  await page.goto((round && known.of(round)[0]) ?? '');
  await settled(page);
  await expect(page.getByRole('cell').filter({ hasText: 'Needs Attention' }).first()).toBeVisible();
  const wide = await page
    .getByRole('cell')
    .evaluateAll((cells) => cells.filter((one) => one.scrollWidth > one.clientWidth + 1).map((one) => one.textContent));
  expect(wide).toEqual([]);

  await page.goto(paths.maintenanceYear());
  await settled(page);
  const months = page.getByRole('columnheader').getByRole('link');
  await months.last().focus();
  for (let at = 10; at >= 0; at -= 1) {
    await page.keyboard.press('Shift+Tab');
    await expect(months.nth(at)).toBeFocused();
    await expect.poll(() => shareInView(months.nth(at)), `month ${at + 1}`).toBeGreaterThan(0.5);
  }
  await page.context().close();
});
