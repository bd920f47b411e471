import { expect, type Page } from '@playwright/test';
import { settled } from './inspect-screen.ts';

/** How long a screen may take to give the focus a place after an act. Units: ms. */
const placeMs = 15_000;

/* Bodies of functions that run in the page. */

/** Returns what is wrong with the focus position; empty if a keyboard user can continue from there. */
const faultOfFocus = `(() => {
  const at = document.activeElement;
  const dialog = [...document.querySelectorAll('dialog[open]')].at(-1);
  if (!at || at === document.body) return 'nothing has the focus';
  const named = at.localName + ' “' + (at.ariaLabel ?? at.textContent ?? '').trim().slice(0, 40) + '”';
  const { width, height } = at.getBoundingClientRect();
  if (!at.checkVisibility({ visibilityProperty: true }) || width === 0 || height === 0) return named + ' is hidden';
  if (at.matches(':disabled') || at.closest('[inert]')) return named + ' is disabled';
  if (dialog && !dialog.contains(at)) return named + ' is behind the dialog';
  if (at.matches('main') && window.actFrom === location.pathname) return 'main has it, and the screen is the same';
  if (window.actFrom === undefined) return 'the page was loaded again';
  return '';
})()`;

/** Marks the page, to detect whether it was reloaded or another screen is shown. */
const rememberPlace = 'window.actFrom = location.pathname';

/** Marks the buttons of the screen, or of the open menu, one of each name; returns the names without the records. */
const namesOfActs = (within: string): string => `(() => {
  const names = {};
  for (const one of document.querySelectorAll(${JSON.stringify(within)})) {
    if (!one.checkVisibility() || one.matches(':disabled') || one.ariaDisabled === 'true') continue;
    const full = (one.ariaLabel ?? one.textContent).trim().replaceAll(/\\s+/g, ' ');
    const name = full.split(/ (?:of|for|from|on) |[“:]|\\d/)[0].trim() || full;
    if (name in names) continue;
    one.dataset.act = name;
    names[name] = true;
  }
  return Object.keys(names);
})()`;

const ofScreen = 'main button, main summary';
const ofMenu = '[role=menu] [role=menuitem]';

/** A walker that presses by keyboard and writes down where the focus was lost. */
interface Presser {
  /** Unlocks the tablet after an act that locks it. */
  password: string;
  faults: string[];
  pressed: number;
}

/** Tells the page that an act begins, to judge its focus afterwards. */
export const beginAct = (page: Page): Promise<unknown> => page.evaluate(rememberPlace);

/** Waits until the focus has a place after an act; returns what is wrong with it, or an empty string. */
export async function faultAfterAct(page: Page): Promise<string> {
  let fault = '';
  const sound = expect.poll(async () => (fault = await page.evaluate<string>(faultOfFocus)), { timeout: placeMs });
  await sound.toBe('').catch(() => undefined);
  return fault;
}

/** Presses every act of a screen by keyboard, with the dialogs, menus and messages that it opens. */
export async function pressActs(page: Page, address: string, walk: Presser): Promise<void> {
  const { pathname } = new URL(address, page.url());
  const back = async () => {
    if (new URL(page.url()).pathname === pathname) return;
    await page.goto(address);
    await settled(page);
  };
  const judge = async (act: string) => {
    walk.pressed += 1;
    const fault = await faultAfterAct(page);
    if (fault !== '') walk.faults.push(`${address} › ${act}: ${fault}`);
  };
  /** Presses the marked act of this name; returns whether it is still there. */
  const press = async (name: string, path: string): Promise<boolean> => {
    const control = page.locator(`[data-act=${JSON.stringify(name)}]:visible`).first();
    if ((await control.count()) === 0) return false;
    await beginAct(page);
    await control.focus();
    await page.keyboard.press('Enter');
    await settled(page);
    await judge(path);
    return true;
  };
  const inDialog = async (path: string) => {
    const dialog = page.locator('dialog[open]').last();
    const confirm = dialog.locator(':scope > div:last-of-type button').last();
    if (await confirm.isVisible()) {
      await confirm.focus();
      await page.keyboard.press('Enter');
      await settled(page);
      await judge(`${path} › confirmed`);
    }
    for (let open = await page.locator('dialog[open]').count(); open > 0; open -= 1) {
      await page.keyboard.press('Escape');
      await judge(`${path} › Escape`);
    }
  };
  const messages = async (path: string) => {
    for (let left = await page.locator('#toasts button').count(); left > 0; left -= 1) {
      // A message that has disappeared in the meantime need not be pressed.
      const button = page.locator('#toasts > :last-child button').first();
      if (
        !(await button.press('Enter', { timeout: 1_000 }).then(
          () => true,
          () => false,
        ))
      )
        return;
      await settled(page);
      await judge(`${path} › message`);
    }
  };
  const after = async (path: string) => {
    const password = page.getByLabel('Password', { exact: true });
    if (path.endsWith('Lock this tablet')) {
      await expect(password).toBeFocused();
      await password.fill(walk.password);
      await page.keyboard.press('Enter');
      await expect(password).toHaveCount(0);
      await settled(page);
      await judge(`${path} › unlocked`);
    }
    if ((await page.locator('dialog[open]').count()) > 0) await inDialog(path);
    await messages(path);
    await back();
  };
  await page.goto(address);
  await settled(page);
  const done = new Set<string>();
  for (;;) {
    const names = await page.evaluate<string[]>(namesOfActs(ofScreen));
    const name = names.find((one) => !done.has(one));
    if (name === undefined) return;
    done.add(name);
    if (!(await press(name, name))) continue;
    const items = await page.evaluate<string[]>(namesOfActs(ofMenu));
    if (items.length === 0) await after(name);
    for (const [at, item] of items.entries()) {
      if (at > 0) {
        await page.evaluate(namesOfActs(ofScreen));
        if (!(await press(name, name))) break;
        await page.evaluate(namesOfActs(ofMenu));
      }
      if (await press(item, `${name} › ${item}`)) await after(`${name} › ${item}`);
    }
  }
}
