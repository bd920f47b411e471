import { expect, type Locator, type Page } from '@playwright/test';
import type { Role } from '#contract/define.ts';
import { mayAccess } from '#contract/permissions.ts';
import { engineOfStory } from '#tests/engines/engine.ts';
import type { ScreenRoute } from '#ui/route.ts';
import { routes } from '#ui/routes.ts';
import type { DemoAddresses } from './demo-addresses.ts';
import { boxOf, moveTo } from './inspect-screen.ts';

/** Returns the form of a screen that has Cancel. */
export function formOf(page: Page): Locator {
  return page
    .locator('form')
    .filter({ has: page.getByText('Cancel', { exact: true }) })
    .first();
}

/** Returns the addresses of the screens that a role may open, with their routes. */
export function screensOf(role: Role, known: DemoAddresses): { address: string; route: ScreenRoute }[] {
  return routes
    .filter(({ access }) =>
      access === 'prompt' ? role === 'Hospital' : access !== 'open' && mayAccess({ role }, access),
    )
    .flatMap((route) => known.of(route).map((address) => ({ address, route })));
}

/** Opens each screen with a cancellable form, of a role or from a list. Returns their addresses. */
export async function atEachForm(
  page: Page,
  role: Role,
  known: DemoAddresses,
  act: (form: Locator, address: string) => Promise<void> = () => Promise.resolve(),
  screens = screensOf(role, known),
): Promise<string[]> {
  const found: string[] = [];
  for (const { address, route } of screens) {
    await moveTo(page, address, route);
    const form = formOf(page);
    if ((await form.count()) === 0) continue;
    found.push(address);
    await act(form, address);
  }
  return found;
}

/** How far a pressed button may sink. Units: CSS pixels. */
export const sinks = 1;

/** Waits two frames, so that the effects of a blur are drawn. */
export function drawn(page: Page): Promise<void> {
  return page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done()))));
}

/** Returns the point at which to press an element with this box. Units: CSS pixels. */
export const middleOf = ({ x, y, width, height }: { x: number; y: number; width: number; height: number }) => ({
  x: x + width / 2,
  y: y + height / 2,
});

/**
 * Presses with synthetic mouse events, in the order and at the positions of a real press, which blurs the focused field
 * on mousedown. Playwright's own press in WebKitGTK does not blur, and sends the click some frames after mouseup. Runs
 * in the page. Returns how far the button moved meanwhile. Units: CSS pixels.
 */
async function pressByEvents(button: Element): Promise<number> {
  const before = button.getBoundingClientRect();
  const at = { clientX: before.x + before.width / 2, clientY: before.y + before.height / 2 };
  const init = { ...at, bubbles: true, cancelable: true, composed: true };
  const under = () => document.elementFromPoint(at.clientX, at.clientY) ?? document.body;
  const pointer = { ...init, pointerId: 1, pointerType: 'mouse', isPrimary: true };
  under().dispatchEvent(new PointerEvent('pointerdown', { ...pointer, buttons: 1 }));
  under().dispatchEvent(new MouseEvent('mousedown', { ...init, buttons: 1, detail: 1 }));
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
  await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
  const held = button.getBoundingClientRect();
  const target = under();
  target.dispatchEvent(new PointerEvent('pointerup', pointer));
  target.dispatchEvent(new MouseEvent('mouseup', { ...init, detail: 1 }));
  target.dispatchEvent(new MouseEvent('click', { ...init, detail: 1 }));
  return Math.hypot(held.x - before.x, held.y - before.y);
}

/** Holds the mouse on a button for some frames. Returns how far the button moved meanwhile. Units: CSS pixels. */
export async function pressWithMouse(page: Page, button: Locator): Promise<number> {
  await button.scrollIntoViewIfNeeded();
  if (engineOfStory() === 'webkit') return button.evaluate(pressByEvents);
  const before = await boxOf(button);
  const at = middleOf(before);
  await page.mouse.move(at.x, at.y);
  await page.mouse.down();
  await drawn(page);
  const held = await boxOf(button);
  await page.mouse.up();
  return Math.hypot(held.x - before.x, held.y - before.y);
}

/** Empties a text field. In WebKitGTK, React does not notice `fill('')`. */
export async function emptyField(field: Locator): Promise<void> {
  await field.evaluate((element) => {
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(element), 'value')?.set?.call(element, '');
    element.dispatchEvent(new InputEvent('input', { bubbles: true }));
  });
}

/** Focuses the first required field, empty, without leaving it; a list without rows first gets one. */
export async function emptyRequired(form: Locator): Promise<Locator> {
  // A field with suggestions reports its error only on submit.
  const field = form.locator(':is(input, textarea)[aria-required=true]:not([role=combobox])').first();
  const addRow = form.getByRole('button', { name: /^Add (Day|hours on duty)$/ });
  await expect(field.or(addRow).first()).toBeVisible();
  if ((await field.count()) === 0) await addRow.click();
  await emptyField(field);
  await field.focus();
  return field;
}

/** Listens for one click of the button, even if the click unloads the page. */
export async function clicksOf(page: Page, button: Locator): Promise<() => boolean> {
  let clicked = false;
  const name = `clicked${Math.round(performance.now() * 1000)}`;
  await page.exposeFunction(name, () => {
    clicked = true;
  });
  await button.evaluate((element, called) => {
    element.addEventListener('click', () => (window as unknown as Record<string, () => void>)[called]?.());
  }, name);
  return () => clicked;
}
