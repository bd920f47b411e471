import { expect } from '@playwright/test';
import { mayAccess } from '#contract/permissions.ts';
import { demoSignIns } from '#server/demo/seed.ts';
import { test } from '#tests/support/demo-world.ts';
import { moveTo } from '#tests/support/inspect-screen.ts';
import { signIn } from '#tests/support/story.ts';
import { cutBySpacing } from '#tests/support/text-spacing.ts';
import { routes } from '#ui/routes.ts';

/*
 * On the ward's tablet in portrait, lists are tables in which no act is cut off, and placeholders fit their fields there
 * and on a phone (P330). Wider text spacing cuts nothing off.
 */

/** As tables, their ten and more columns would move sideways, and hide the status. */
const stayCards = new Set(['Breakdown Tickets', 'Installation Base', 'Upcoming Maintenance']);

const sizes = [
  { width: 390, height: 844 },
  { width: 820, height: 1180 },
];

test('at 820 px lists are tables with their actions in view, placeholders fit, and wider text spacing clips nothing', async ({
  browser,
  demo: { origin, known },
}) => {
  test.setTimeout(300_000);
  const page = await browser.newPage({ baseURL: origin });
  await signIn(page, demoSignIns.hospital);
  const cards: string[] = [];
  const cut: string[] = [];
  for (const size of sizes) {
    await page.setViewportSize(size);
    for (const route of routes) {
      if (route.access === 'prompt' || route.access === 'open' || !mayAccess({ role: 'Hospital' }, route.access))
        continue;
      // Papers have the widths of a page.
      if (route.path.patterns.some((pattern) => pattern.includes('print'))) continue;
      for (const address of known.of(route).slice(0, 1)) {
        await moveTo(page, address, route);
        const found = await page.evaluate(() => {
          const shown = (part: Element) => part.getClientRects().length > 0;
          const canvas = document.createElement('canvas').getContext('2d');
          return {
            cards: [...document.querySelectorAll('main [role=table]')]
              .filter((table) => shown(table) && [...table.querySelectorAll('[role=columnheader]')].length > 0)
              .filter((table) => {
                const row = table.querySelector('tbody [role=row]');
                return row !== null && getComputedStyle(row).display !== 'table-row';
              })
              .map((table) => table.querySelector('caption')?.textContent ?? ''),
            outside: [...document.querySelectorAll<HTMLElement>('main tbody :is(button, a)')]
              .filter(shown)
              .filter((act) => {
                const frame = act.closest('[role=table]')?.parentElement?.getBoundingClientRect();
                return frame !== undefined && act.getBoundingClientRect().right > frame.right + 1;
              })
              .map((act) => act.getAttribute('aria-label') ?? act.textContent ?? ''),
            cut: [...document.querySelectorAll<HTMLInputElement>('input[placeholder]')]
              .filter(shown)
              .flatMap((field) => {
                const style = getComputedStyle(field);
                if (canvas) canvas.font = getComputedStyle(field, '::placeholder').font;
                const room =
                  field.clientWidth - Number.parseFloat(style.paddingLeft) - Number.parseFloat(style.paddingRight);
                const need = canvas?.measureText(field.placeholder).width ?? 0;
                return need > room + 1 ? [`${field.placeholder} (${Math.round(need)} of ${Math.round(room)} px)`] : [];
              }),
          };
        });
        if (found.outside.length > 0) cut.push(`${address}, ${size.width} px: ${found.outside[0]} is cut off`);
        if (size.width === 820)
          cards.push(...found.cards.filter((name) => !stayCards.has(name)).map((name) => `${address}: ${name}`));
        cut.push(...found.cut.map((words) => `${address}, ${size.width} px: ${words}`));
        cut.push(...(await cutBySpacing(page)).map((words) => `${address}, ${size.width} px, spaced: ${words}`));
      }
    }
  }
  expect(cards).toEqual([]);
  expect(cut).toEqual([]);
  await page.context().close();
});
