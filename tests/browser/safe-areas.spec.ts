import { expect } from '@playwright/test';
import type { Page } from '@playwright/test';
import { demoSignIns } from '#server/demo/seed.ts';
import { test } from '#tests/support/demo-world.ts';
import { settled } from '#tests/support/inspect-screen.ts';
import { signIn } from '#tests/support/story.ts';
import { paths } from '#ui/paths.ts';
import { routes } from '#ui/routes.ts';

/* An app on a phone's home screen extends under the clock, the camera and the home bar. Only Chromium can simulate
   these areas, through its developer tools. */
interface Held {
  name: string;
  window: { width: number; height: number };
  /** The areas that the phone covers on each side. Units: CSS pixels. */
  insets: { top: number; right: number; bottom: number; left: number };
}

/** An iPhone 14 in portrait and landscape. */
const helds: readonly Held[] = [
  { name: 'upright', window: { width: 390, height: 844 }, insets: { top: 47, right: 0, bottom: 34, left: 0 } },
  { name: 'sideways', window: { width: 844, height: 390 }, insets: { top: 0, right: 47, bottom: 21, left: 47 } },
];

/** A link's padding may extend beyond its column by this much. Units: CSS pixels. */
const hangs = 4;

async function hold(page: Page, { window, insets }: Held): Promise<void> {
  await page.setViewportSize(window);
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Emulation.setSafeAreaInsetsOverride', { insets });
}

/**
 * Returns the names of controls partly covered by the phone's own areas: at the top before scrolling, at the bottom
 * after scrolling to the end.
 */
async function covered(page: Page, { insets }: Held): Promise<string[]> {
  const look = (sides: { top: number; right: number; bottom: number; left: number }) =>
    page.evaluate(
      ({ top, right, bottom, left, hangs }) => {
        const open = [...document.querySelectorAll('dialog[open]')].at(-1) ?? document;
        return [...open.querySelectorAll('a[href], button, input, select, textarea')]
          .map((one) => ({ one, box: one.getBoundingClientRect() }))
          .filter(({ one, box }) => {
            const hit = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
            return one.checkVisibility() && box.width > 1 && hit !== null && (one.contains(hit) || hit.contains(one));
          })
          .filter(
            ({ box }) =>
              box.top < top - hangs ||
              box.left < left - hangs ||
              box.right > innerWidth - right + hangs ||
              box.bottom > innerHeight - bottom + hangs,
          )
          .map(({ one, box }) => `${one.ariaLabel ?? one.textContent} at ${Math.round(box.x)}, ${Math.round(box.y)}`);
      },
      { ...sides, hangs },
    );
  const all = Number.MAX_SAFE_INTEGER;
  await page.evaluate(() => scrollTo(0, 0));
  const atTop = await look({ ...insets, bottom: -all });
  await page.evaluate(() => {
    scrollTo(0, document.documentElement.scrollHeight);
    for (const part of document.querySelectorAll('dialog[open] *')) part.scrollTop = part.scrollHeight;
  });
  return [...atTop, ...(await look({ ...insets, top: -all }))];
}

for (const held of helds) {
  test(`no control is under the camera or the home bar of a phone held ${held.name}`, async ({
    browser,
    demo: { origin, known },
  }) => {
    const page = await browser.newPage({ baseURL: origin });
    await hold(page, held);
    const found: string[] = [];
    const look = async (called: string) => {
      await settled(page);
      found.push(...(await covered(page, held)).map((what) => `${called}: ${what}`));
    };
    await page.goto(`${paths.device(known.serial)}?h=${known.hospitalId}&view=all`);
    await look('the public page');
    await page.goto(paths.login());
    await look('the sign-in');
    await signIn(page, demoSignIns.hospital);
    const round = routes.find(({ path }) => path === paths.roundAdd);
    const screens = [paths.bmeDashboard(), paths.devices(), paths.maintenance(), paths.settings(), paths.ticketNew()];
    for (const address of [...(round ? known.of(round) : []), ...screens]) {
      await page.goto(address);
      await look(address);
    }
    await page.locator('input[type=file]').first().setInputFiles('public/icons/icon-512.png');
    await page.getByRole('button', { name: 'Show icon-512.jpg' }).click();
    await expect(page.getByRole('img', { name: 'icon-512.jpg' }).last()).toBeVisible();
    await look('a picture over the screen');
    await page.keyboard.press('Escape');
    const more = page.getByRole('button', { name: 'More', exact: true });
    if (await more.isVisible()) {
      await more.click();
      await look('all screens');
    }
    expect(found).toEqual([]);
    await page.close();
  });
}
