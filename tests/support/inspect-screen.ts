import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, test } from '@playwright/test';
import type { Locator, Page } from '@playwright/test';
import type { AxeResults } from 'axe-core';
import type { ScreenRoute } from '#ui/route.ts';

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** A window size with a theme. */
export interface Look {
  name: string;
  width: number;
  height: number;
  colorScheme: 'light' | 'dark';
}

/** The windows of the first users: a phone on a dark ward, a tablet, a desk. */
export const looks = {
  phoneDark: { name: 'phone-dark', width: 390, height: 844, colorScheme: 'dark' },
  phoneLight: { name: 'phone-light', width: 390, height: 844, colorScheme: 'light' },
  tabletLight: { name: 'tablet-light', width: 820, height: 1180, colorScheme: 'light' },
  tabletDark: { name: 'tablet-dark', width: 820, height: 1180, colorScheme: 'dark' },
  deskLight: { name: 'desk-light', width: 1280, height: 800, colorScheme: 'light' },
  deskDark: { name: 'desk-dark', width: 1280, height: 800, colorScheme: 'dark' },
} as const satisfies Record<string, Look>;

/** Sets a window size and a theme, as rotating the tablet or the system's dark mode would. */
export async function wear(page: Page, look: Look): Promise<void> {
  await page.setViewportSize({ width: look.width, height: look.height });
  await page.emulateMedia({ colorScheme: look.colorScheme, reducedMotion: 'reduce' });
  await atRest(page);
}

/** Waits until the screen is complete: it has a heading, and nothing is loading. */
export async function settled(page: Page): Promise<void> {
  await expect(page.getByRole('heading').first()).toBeVisible();
  await expect(page.locator('[aria-busy=true], .animate-shimmer')).toHaveCount(0);
  await atRest(page);
}

/** Navigates as a link of the app does, without reloading, and waits for the screen of that address or another one. */
export async function moveTo(page: Page, address: string, route?: ScreenRoute): Promise<void> {
  await page.evaluate((to) => {
    history.pushState(null, '', to);
    dispatchEvent(new PopStateEvent('popstate'));
  }, address);
  // A record's name comes before the title of its screen.
  if (route)
    await expect(page).toHaveTitle(new RegExp(`(^|· )${route.title.replaceAll(/[()]/g, '\\\\$&')} · Ward Rounds$`));
  await settled(page);
}

/** Waits until all animations have ended, because a colour in transition has no measurable contrast. */
async function atRest(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    document
      .getAnimations()
      .every((one) => one.playState !== 'running' || one.effect?.getComputedTiming().endTime === Infinity),
  );
}

/** Returns an element's box. Units: CSS pixels. Throws: if the element is not drawn. */
export async function boxOf(part: Locator) {
  const box = await part.boundingBox();
  if (!box) throw new Error(`${part.toString()} is not drawn.`);
  return box;
}

/** Returns whether two elements overlap. */
export async function overlap(one: Locator, other: Locator): Promise<boolean> {
  const [a, b] = [await boxOf(one), await boxOf(other)];
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
}

/** Renders off-screen content too: a skipped row keeps the colours of the theme in which it was last drawn. */
async function renderAll(page: Page): Promise<void> {
  await page.evaluate(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync('* { content-visibility: visible !important }');
    document.adoptedStyleSheets.push(sheet);
    return new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
  });
  await atRest(page);
}

/** Returns what axe finds on the page, one sentence per rule, with the first elements. */
export async function axeFindings(page: Page): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeSource);
  await renderAll(page);
  const violations = await page.evaluate(async () => {
    const { axe } = window as unknown as { axe: { run: (context: Document, options: object) => Promise<AxeResults> } };
    const found = await axe.run(document, {
      resultTypes: ['violations'],
      rules: { 'target-size': { enabled: true } },
    });
    // A row under the foot of a round is scrolled into view before it is pressed.
    const isCovered = ({ failureSummary = '' }: { failureSummary?: string }) =>
      failureSummary.includes('partially obscured');
    const wrong = found.violations
      .map((each) =>
        each.id === 'target-size' ? { ...each, nodes: each.nodes.filter((node) => !isCovered(node)) } : each,
      )
      .filter(({ nodes }) => nodes.length > 0);
    return wrong.map(({ id, help, nodes }) => ({
      id,
      help,
      nodes: nodes.slice(0, 3).map(({ html, failureSummary }) => `${html.slice(0, 240)}\n    ${failureSummary ?? ''}`),
    }));
  });
  await page.evaluate(() => document.adoptedStyleSheets.pop());
  return violations.map(({ id, help, nodes }) => `${id}: ${help}\n  ${nodes.join('\n  ')}`);
}

/** Returns how far the page can scroll sideways. Units: CSS pixels. */
function sidewaysScroll(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
}

/** iOS zooms into a smaller field when it gets the focus, and stays there. Units: CSS pixels. */
const smallestText = 16;

/** Returns the names of fields whose text is so small that iOS zooms in. */
export const smallFields = (page: Page) =>
  page.locator('input, select, textarea').evaluateAll(
    (all, smallest) =>
      all
        .filter((one) => !['file', 'radio', 'checkbox', 'hidden'].includes(one.getAttribute('type') ?? ''))
        .filter((one) => Number.parseFloat(getComputedStyle(one).fontSize) < smallest)
        .map((one) => one.getAttribute('name') ?? one.outerHTML.slice(0, 80)),
    smallestText,
  );

/** Returns the rows of tables whose shown cells are not under the shown headers, one cell for each. */
export function strayCells(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const shown = (row: Element) => [...row.children].map((cell) => (cell.checkVisibility() ? '+' : '-')).join('');
    return [...document.querySelectorAll('table[role=table]:has(thead)')].flatMap((table) => {
      const [head, ...rows] = [...table.querySelectorAll('[role=row]')].map((row) => ({ row, cells: shown(row) }));
      // On a phone, each cell of a paper carries its own heading.
      if (!head?.cells.includes('+')) return [];
      return rows
        .filter(({ cells }) => cells !== head.cells)
        .map(({ row, cells }) => `${row.textContent.slice(0, 40)}: ${cells} under ${head.cells}`);
    });
  });
}

/** Checks the open screen in every given window and theme; returns problems as sentences. */
export async function problemsOf(
  page: Page,
  called: string,
  worn: readonly Look[],
  withoutAxe?: string,
): Promise<string[]> {
  const problems: string[] = [];
  if (withoutAxe !== undefined) console.log(`*** axe is NOT run on ${called}: ${withoutAxe}. ***`);
  for (const look of worn) {
    await wear(page, look);
    // After scrolling in the previous window, a sticky bar may cover half of a control.
    await page.evaluate(() => window.scrollTo(0, 0));
    const where = `${called} (${look.name})`;
    const sideways = await sidewaysScroll(page);
    if (sideways > 0) problems.push(`${where}: moves sideways by ${sideways} px`);
    problems.push(...(await smallFields(page)).map((field) => `${where}: iOS would zoom into ${field}`));
    problems.push(...(await strayCells(page)).map((row) => `${where}: cells under other headers: ${row}`));
    if (withoutAxe === undefined) problems.push(...(await axeFindings(page)).map((finding) => `${where}: ${finding}`));
    const path = test.info().outputPath(`${called.replaceAll(/[^\w]+/g, '-')}-${look.name}.png`);
    await page.screenshot({ path });
  }
  return problems;
}

/** Returns the addresses of this app that the page links to, without links within the page. */
export function linksOf(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll<HTMLAnchorElement>('a[href]')]
      .map((anchor) => new URL(anchor.href))
      .filter((url) => url.origin === location.origin && !(url.pathname === location.pathname && url.hash !== ''))
      .map((url) => url.pathname + url.search),
  );
}

/** Hash of the style that Playwright adds before a screenshot, which Firefox reports as a policy violation. */
const styleOfScreenshots = createHash('sha256').update('body {}').digest('base64');

/** Collects the page's errors from now on: in its console, and uncaught ones. */
export function complaintsOf(page: Page): string[] {
  const complaints: string[] = [];
  page.on('pageerror', (error) => {
    if (error.message.includes(styleOfScreenshots)) return;
    complaints.push(`${new URL(page.url()).pathname}: ${error.stack ?? error.message}`);
  });
  page.on('console', (message) => {
    if (message.type() !== 'error' || message.text().includes(styleOfScreenshots)) return;
    complaints.push(`${new URL(page.url()).pathname}: ${message.text()} (${message.location().url})`);
  });
  return complaints;
}
