import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import type { Locator, Page } from '@playwright/test';
import type { TemplateRecord } from '#contract/records/ward.ts';
import { demoSignIns } from '#server/demo/seed.ts';
import { test } from '#tests/support/demo-world.ts';
import { openCableDemo } from '#tests/support/cable-demo.ts';
import { settled } from '#tests/support/inspect-screen.ts';
import { demoAddresses } from '#tests/support/demo-addresses.ts';
import { drawPhoto } from '#tests/support/photo.ts';
import { beginAct, faultAfterAct } from '#tests/support/press-acts.ts';
import { signIn } from '#tests/support/story.ts';
import { recordsOf } from '#tests/support/walks/walker.ts';
import { paths, withQuery } from '#ui/paths.ts';

/* After an act that removes or disables its own control, the focus is on what comes next, never on the body (P272). */

/** Presses a control by keyboard and returns what has the focus afterwards. */
async function press(page: Page, name: string): Promise<() => Promise<string>> {
  await page.getByRole('button', { name, exact: true }).focus();
  await page.keyboard.press('Enter');
  return () =>
    page.evaluate(() => {
      const at = document.activeElement;
      return `${at?.tagName.toLowerCase()} ${at?.getAttribute('aria-label') ?? at?.textContent?.trim() ?? ''}`;
    });
}

test('by keyboard, each action leaves the focus on a sensible control', async ({ browser, demo: { origin } }) => {
  const context = await browser.newContext({ baseURL: origin, viewport: { width: 1280, height: 800 } });
  const page = await context.newPage();
  await signIn(page, demoSignIns.hospital);
  await page.goto(paths.devices());
  await settled(page);
  const last = await page.getByRole('navigation', { name: 'Pagination' }).getByRole('listitem').last().innerText();
  await page.goto(withQuery(paths.devices(), { page: String(Number(last) - 1) }));
  await settled(page);
  await expect.poll(await press(page, 'Next'), 'Next to the last page').toMatch(/^button (\d+|Previous)$/);
  await page.goto(withQuery(paths.devices(), { page: '2' }));
  await settled(page);
  await expect.poll(await press(page, 'Previous'), 'Previous to the first page').toMatch(/^button (\d+|Next)$/);

  await page.goto(withQuery(paths.devices(), { search: 'no such device' }));
  await settled(page);
  await expect.poll(await press(page, 'Clear search'), 'Clear search').toMatch(/^(a|button|h1) ./);

  await page.goto(paths.maintenance());
  await settled(page);
  await expect.poll(await press(page, 'Select'), 'Select').toMatch(/^(button|input) ./);
  await expect.poll(await press(page, 'Done'), 'Done').toMatch(/^button ./);

  await page.goto(withQuery(paths.devices(), { page: '2' }));
  await settled(page);
  await page.getByRole('button', { name: /^User menu/ }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('menuitem', { name: 'Lock this tablet' }).press('Enter');
  await expect(page).toHaveTitle(/^This tablet is locked/);
  const inMain = () => page.evaluate(() => document.activeElement?.closest('main') !== null);
  const field = page.getByLabel('Password', { exact: true });
  await expect.poll(inMain, 'lock').toBe(true);
  await field.fill(demoSignIns.hospital.password);
  await field.press('Enter');
  await expect(page.getByRole('heading', { name: 'This tablet is locked' })).toHaveCount(0);
  await expect.poll(inMain, 'unlock').toBe(true);
  await context.close();
});

/** Presses a control by keyboard; the focus ends on a control or heading whose words fit, never on the body. */
async function pressed(control: Locator, called: string, words: RegExp): Promise<void> {
  await control.focus();
  await control.press('Enter');
  const focused = control.page().locator('*:focus:not(body)');
  const named = () =>
    focused.evaluate((at) => `${at.tagName.toLowerCase()} ${at.getAttribute('aria-label') ?? at.textContent ?? ''}`);
  await expect.poll(named, called).toMatch(words);
}

test('by keyboard, each action that writes leaves the focus on a sensible control', async ({ browser }) => {
  const demo = await openCableDemo();
  const folder = mkdtempSync(join(tmpdir(), 'ward-focus-'));
  const photo = join(folder, 'display.png');
  drawPhoto(photo, 300, 200);
  const page = await browser.newPage({ baseURL: demo.origin, viewport: { width: 1280, height: 800 } });
  const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true }).first();
  await signIn(page, demoSignIns.bme);
  await expect(page.getByText(/Ready for offline work/)).toBeVisible({ timeout: 60_000 });
  const [template] = await recordsOf<TemplateRecord>(demo.origin, 'template');

  await page.goto(paths.roundAdd(template?.id ?? ''));
  await settled(page);
  const row = page
    .getByRole('row')
    .filter({ has: page.getByRole('radiogroup') })
    .first();
  await row.getByRole('radio', { name: 'Not Working' }).click();
  await row.locator('input[type=file]').first().setInputFiles(photo);
  await pressed(row.getByRole('button', { name: /^Remove photo 1/ }), 'a photo removed', /^(a|button|input|label) ./);
  await pressed(button('Confirm the rest as Operational'), 'the rest confirmed', /^(button|input) ./);
  await pressed(button('Undo'), 'Undo in the foot', /^button ./);
  await pressed(button('Add a device'), 'the dialog to add a device', /^(input|select|button|h2|dialog) /);
  const dialog = page.getByRole('dialog');
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await pressed(button('Confirm the rest as Operational'), 'the rest confirmed again', /^(button|input) ./);
  await row.getByRole('textbox', { name: /^Description/ }).fill('No display.');
  await pressed(button('Submit Rounds'), 'the round submitted', /^(h1|main|a) /);

  await page.goto(paths.roundTemplateEdit(template?.id ?? ''));
  await settled(page);
  await pressed(button(/^Remove /), 'a serial removed', /^button (Move|Remove) /);

  await page.goto(paths.maintenance());
  await settled(page);
  await pressed(button('Select'), 'Select', /^(button|input) ./);
  await page
    .getByRole('checkbox', { name: /^Select / })
    .first()
    .press('Space');
  await pressed(button('Assign'), 'the dialog to assign', /^(select|input|button|h2|dialog) /);
  await dialog.getByLabel('Technician').selectOption({ index: 1 });
  await pressed(dialog.getByRole('button', { name: 'Save' }), 'several tasks assigned', /^(button|input|a) ./);
  await expect(dialog).toHaveCount(0);
  await pressed(button('Dismiss'), 'a message dismissed', /^(button|input|a) ./);
  const close = page
    .getByRole('table')
    .getByRole('button', { name: /^Close/ })
    .first();
  await pressed(close, 'the dialog to close a task', /^textarea Actions Taken|^textarea /);
  await dialog.getByLabel('Actions Taken').fill('Cleaned.');
  await dialog.getByRole('button', { name: 'Save' }).press('Enter');
  await expect(dialog).toHaveCount(0);
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.tagName), 'a task closed')
    .toMatch(/^(BUTTON|A|INPUT)$/);
  await page.close();
  await demo.close();
  rmSync(folder, { recursive: true, force: true });
});

test('by keyboard, the PIN is set, refused, used and removed without losing the focus', async ({ browser }) => {
  const demo = await openCableDemo();
  const page = await browser.newPage({ baseURL: demo.origin, viewport: { width: 1280, height: 800 } });
  const { email, password } = demoSignIns.hospital;
  const faults: string[] = [];
  const act = async (control: Locator, called: string, ends: Locator) => {
    await control.focus();
    await beginAct(page);
    await page.keyboard.press('Enter');
    await ends.waitFor();
    faults.push(...[await faultAfterAct(page)].filter(Boolean).map((fault) => `${called}: ${fault}`));
  };
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const fill = async (secret: string) => {
    await page.getByLabel('Your password').fill(password);
    await page.getByLabel('PIN', { exact: true }).fill(secret);
  };
  await signIn(page, { email, password });
  await page.goto(paths.settings());
  await settled(page);
  await fill('582913');
  await act(button('Set PIN'), 'set', button('Remove the PIN'));
  await act(button('Remove the PIN'), 'removed', button('Set PIN'));
  await fill('582913');
  await act(page.getByLabel('PIN', { exact: true }), 'set from its field', button('Remove the PIN'));

  await page.getByRole('button', { name: /^User menu/ }).press('Enter');
  await page.getByRole('menuitem', { name: 'Lock this tablet' }).press('Enter');
  const pin = page.getByLabel('PIN', { exact: true });
  await expect(pin).toBeFocused();
  await act(button('Use the password'), 'the password asked', button('Use the PIN'));
  await expect(page.getByLabel('Password', { exact: true })).toBeFocused();
  await act(button('Use the PIN'), 'the PIN asked', button('Use the password'));
  await expect(pin).toBeFocused();
  await page.keyboard.type('111222');
  await act(button('Unlock'), 'a wrong PIN', page.getByRole('alert'));
  await expect(pin, 'after a wrong PIN').toBeFocused();
  await page.keyboard.type('582913');
  await act(button('Unlock'), 'unlocked', button('Remove the PIN'));
  expect(faults).toEqual([]);
  await page.close();
  await demo.close();
});

test('by keyboard, the visitor page keeps the focus and announces the state of a report', async ({ browser }) => {
  const demo = await openCableDemo();
  const { serial, hospitalId } = await demoAddresses(demo.origin);
  const folder = mkdtempSync(join(tmpdir(), 'ward-visitor-'));
  const photo = join(folder, 'display.png');
  drawPhoto(photo, 300, 200);
  const page = await browser.newPage({ baseURL: demo.origin, viewport: { width: 320, height: 256 } });
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const press = async (control: Locator) => {
    await control.focus();
    await page.keyboard.press('Enter');
  };
  await page.goto(`${paths.device(serial)}?h=${hospitalId}`);
  await expect(button('Report a fault')).toBeVisible();
  await expect(page, 'names the device').toHaveTitle(/. · Report a fault$/);
  await press(button('Report a fault'));
  await expect(page.getByText('What is wrong?')).toBeFocused();
  await press(button('Back'));
  await expect(button('Report a fault')).toBeFocused();
  await press(button('Report a fault'));
  await press(button('Send'));
  await expect(page.getByRole('radio', { name: 'Does not switch on' }), 'nothing chosen').toBeFocused();
  await page.keyboard.press('Space');
  await press(page.getByText('More details (optional)'));
  await page.locator('input[type=file]').setInputFiles(photo);
  await press(button('Remove photo 1'));
  await expect(page.locator('input[type=file]')).toBeFocused();
  const live = page.locator('[aria-live=polite]');
  await live.evaluate((region) => (region.id = 'there-before'));
  await press(button('Send'));
  await expect(page.getByRole('heading', { name: 'Your reports' })).toBeFocused();
  await expect(page.getByRole('heading', { name: 'Your reports' })).toBeInViewport();
  await expect(page.locator('#there-before')).toContainText('Received');

  await page.goto(paths.device('NOT-IN-ANY-REGISTER'));
  await press(button('Try again'));
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await page.close();
  await demo.close();
  rmSync(folder, { recursive: true, force: true });
});
