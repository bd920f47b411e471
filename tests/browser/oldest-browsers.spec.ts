import { expect, type Locator, type Page } from '@playwright/test';
import type { Role } from '#contract/define.ts';
import { mayAccess } from '#contract/permissions.ts';
import { demoSignIns } from '#server/demo/seed.ts';
import { newerApis, placeAsBefore, withhold } from '#tests/engines/newer-apis.ts';
import { test } from '#tests/support/demo-world.ts';
import { boxOf, complaintsOf, settled } from '#tests/support/inspect-screen.ts';
import { signIn } from '#tests/support/story.ts';
import { paths } from '#ui/paths.ts';
import { routes } from '#ui/routes.ts';

const apis = newerApis();

test('a browser that is too old shows the requirements before the app starts', async ({
  browser,
  demo: { origin },
}) => {
  const context = await browser.newContext({ baseURL: origin });
  // Features that Safari 16.3 and Firefox 127 lack.
  await context.addInitScript(() => Reflect.deleteProperty(globalThis, 'CSSPropertyRule'));
  const page = await context.newPage();
  await page.goto('/login');
  await expect(page.getByRole('heading', { name: 'This browser is too old for Ward Rounds' })).toBeVisible();
  await expect(page.getByRole('alert')).toContainText('Safari 16.4');
  await expect(page.getByLabel('Password')).toHaveCount(0);
  await context.close();
});

/** Opens a button's menu or list; returns problems with its position as sentences. */
async function problemsOfPopup(page: Page, button: Locator): Promise<string[]> {
  await button.scrollIntoViewIfNeeded();
  await button.click();
  const id = (await button.getAttribute('aria-controls')) ?? (await button.getAttribute('aria-describedby')) ?? '';
  const popup = page.locator(`[id="${id}"]`);
  const found = await popup.evaluate(
    async (part, { x, y, width, height }) => {
      await Promise.all(part.getAnimations().map(({ finished }) => finished));
      const { left, right, top, bottom } = part.getBoundingClientRect();
      const isCovered = (line: Element) => {
        const box = line.getBoundingClientRect();
        const middle = (box.top + box.bottom) / 2;
        // A long popup scrolls inside.
        if (middle < top || middle > bottom) return false;
        return !part.contains(document.elementFromPoint((box.left + box.right) / 2, middle));
      };
      const gap = Math.min(Math.abs(top - y - height), Math.abs(y - bottom));
      return [
        ...(gap > 8 || left > x + width || right < x ? [`${Math.round(gap)} px from its button`] : []),
        ...(left < 0 || top < 0 || right > innerWidth || bottom > innerHeight ? ['outside the window'] : []),
        ...([part, ...part.querySelectorAll('[role=menuitem], label')].some(isCovered) ? ['covered'] : []),
      ];
    },
    await boxOf(button),
  );
  const name = (await button.getAttribute('aria-label')) ?? (await button.innerText());
  await page.keyboard.press('Escape');
  await expect(popup).toBeHidden();
  return found.map((problem) => `${new URL(page.url()).pathname}, ${name}: ${problem}`);
}

const popupButtons = [
  'button[aria-haspopup=menu]',
  // The text of a multi-select lists the checked options.
  'button[aria-expanded]:has(> [id] ~ svg)',
  // A tooltip.
  'button[aria-describedby]:has-text("Serial numbers of")',
].map((button) => `${button}:visible`);

/**
 * Opens the menus, multi-selects and tooltips in a part of the screen; of many in rows, the first, a middle one and the
 * last.
 */
async function problemsOfPopups(page: Page, part: 'header' | 'main'): Promise<string[]> {
  const buttons = page.locator(part).locator(popupButtons.join(', '));
  const count = await buttons.count();
  const problems: string[] = [];
  for (const at of new Set([0, Math.floor(count / 2), count - 1])) {
    if (at >= 0 && at < count) problems.push(...(await problemsOfPopup(page, buttons.nth(at))));
  }
  return problems;
}

for (const [role, who] of [
  ['BME', demoSignIns.bme],
  ['Admin', demoSignIns.admin],
] as const satisfies readonly [Role, object][]) {
  test(`${role}: every screen and menu opens with the features of the oldest supported browsers`, async ({
    browser,
    demo: { origin, known },
  }) => {
    test.setTimeout(300_000);
    const context = await browser.newContext({ baseURL: origin, reducedMotion: 'reduce' });
    await context.addInitScript(withhold, apis);
    await context.addInitScript(placeAsBefore);
    const page = await context.newPage();
    const complaints = complaintsOf(page);
    const problems: string[] = [];
    await signIn(page, who);
    problems.push(...(await problemsOfPopups(page, 'header')));
    expect(await page.evaluate(() => ['SyncManager' in window, 'withResolvers' in Promise])).toEqual([false, false]);
    for (const route of routes) {
      const isOwn = route.access === 'prompt' || mayAccess({ role }, route.access);
      if (!isOwn || route.path === paths.login) continue;
      for (const address of known.of(route)) {
        await page.goto(address);
        await settled(page);
        await expect(page.getByText('Try again'), address).toHaveCount(0);
        problems.push(...(await problemsOfPopups(page, 'main')));
      }
    }
    expect(complaints).toEqual([]);
    expect(problems).toEqual([]);
    await context.close();
  });
}
