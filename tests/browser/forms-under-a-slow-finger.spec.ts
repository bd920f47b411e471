import { expect } from '@playwright/test';
import type { Browser, Locator, Page } from '@playwright/test';
import { demoSignIns } from '#server/demo/seed.ts';
import { shareOfDay } from '#tests/support/day.ts';
import { test } from '#tests/support/demo-world.ts';
import { type Hand, pressAt, pressWords } from '#tests/support/choices.ts';
import {
  atEachForm,
  clicksOf,
  drawn,
  emptyRequired,
  formOf,
  middleOf,
  pressWithMouse,
  sinks,
} from '#tests/support/forms.ts';
import { boxOf, settled } from '#tests/support/inspect-screen.ts';
import { signIn } from '#tests/support/story.ts';
import { paths } from '#ui/paths.ts';
import { routes } from '#ui/routes.ts';

async function opened(browser: Browser, baseURL: string, who: { email: string; password: string }, press: Hand) {
  const context = await browser.newContext({
    baseURL,
    viewport: press === 'mouse' ? { width: 820, height: 1180 } : { width: 390, height: 844 },
    hasTouch: press === 'finger',
  });
  const page = await context.newPage();
  await signIn(page, who);
  // Between two presses, the progress of the first download may move the whole page.
  if (who === demoSignIns.hospital) await expect(page.getByText(/^Ready for offline work/)).toBeVisible();
  return page;
}

/** Holds a button for some frames. Returns how far it moved meanwhile. Units: CSS pixels. */
async function pressSlowly(page: Page, button: Locator, press: Hand): Promise<number> {
  if (press === 'mouse') return pressWithMouse(page, button);
  await button.scrollIntoViewIfNeeded();
  const before = await boxOf(button);
  const at = middleOf(before);
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [at] });
  await drawn(page);
  const held = await boxOf(button);
  await devtools.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  await devtools.detach();
  return Math.hypot(held.x - before.x, held.y - before.y);
}

/** Presses a form's Create or Save button, then its Cancel. Returns what was wrong. */
async function pressButtons(page: Page, address: string, press: Hand): Promise<string[]> {
  const problems: string[] = [];
  await page.goto(address);
  await settled(page);
  const form = formOf(page);
  const create = form.locator('button[type=submit]').last();
  const field = await emptyRequired(form);
  await drawn(page);
  const isDisabled = await create.isDisabled();
  const clicked = await clicksOf(page, create);
  const createMoved = await pressSlowly(page, create, press);
  if (createMoved > sinks) problems.push(`${address}: the button moved by ${createMoved} px`);
  await expect(field, `${address}: says what is wrong`).toHaveAttribute('aria-invalid', 'true');
  if (!isDisabled) await expect.poll(clicked, `${address}: the press counts`).toBe(true);

  await page.reload();
  await settled(page);
  await emptyRequired(form);
  const cancel = form.getByText('Cancel', { exact: true });
  const cancelMoved = await pressSlowly(page, cancel, press);
  if (cancelMoved > sinks) problems.push(`${address}: Cancel moved by ${cancelMoved} px`);
  await expect(page, `${address}: Cancel leaves`).not.toHaveURL(new RegExp(`${address}$`));
  return problems;
}

for (const [role, who, leastForms] of [
  ['Hospital', demoSignIns.hospital, 18],
  ['Admin', demoSignIns.admin, 2],
] as const) {
  test(`${role}: the first slow press of mouse or finger on Create, Save or Cancel works on every form`, async ({
    browser,
    demo: { origin, known },
  }) => {
    test.setTimeout(600_000);
    const atMouse = await opened(browser, origin, who, 'mouse');
    const atFinger = await opened(browser, origin, who, 'finger');
    const addresses = await atEachForm(atMouse, role, known);
    // Forms are discovered from the routes; these must be among them.
    expect(addresses.length).toBeGreaterThanOrEqual(leastForms);
    const problems: string[] = [];
    for (const address of shareOfDay(addresses, Math.ceil(addresses.length / 4))) {
      const [ofMouse, ofFinger] = await Promise.all([
        pressButtons(atMouse, address, 'mouse'),
        pressButtons(atFinger, address, 'finger'),
      ]);
      problems.push(...ofMouse, ...ofFinger.map((problem) => `${problem} (finger)`));
    }
    expect(problems).toEqual([]);
    await atMouse.context().close();
    await atFinger.context().close();
  });
}

test('a form in a dialog does not move under a press either', async ({ browser, demo: { origin } }) => {
  const page = await opened(browser, origin, demoSignIns.hospital, 'mouse');
  await page.goto('/installation-base/create');
  await page
    .getByRole('button', { name: /vendor/i })
    .first()
    .click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').focus();
  expect(await pressSlowly(page, dialog.getByRole('button', { name: 'Cancel' }), 'mouse')).toBeLessThanOrEqual(sinks);
  await expect(dialog).toHaveCount(0);
  await page.context().close();
});

for (const hand of ['mouse', 'finger'] as const) {
  test(`a choice is made by pressing its label or the edge of its row, with a ${hand}`, async ({
    browser,
    demo: { origin, known },
  }) => {
    const page = await opened(browser, origin, demoSignIns.hospital, hand);
    /** The middle of the left edge: the corners are round, and there is no text. */
    const edgeOf = async (part: Locator) => {
      const { width, height } = await boxOf(part);
      return { x: width - 3, y: height / 2 };
    };
    await page.goto('/vendor/create');
    await settled(page);
    const types = page.getByRole('button', { name: /^Types/ });
    await pressAt(types, hand);
    const list = page.getByRole('group', { name: 'Types' });
    await pressWords(list.getByRole('checkbox', { name: 'Vendor', exact: true }), hand);
    await expect(types).toContainText('Vendor');
    await expect(list, 'after a press on words').toBeVisible();
    const line = list.locator('label').filter({ hasText: 'Manufacturer' });
    await pressAt(line, hand, await edgeOf(line));
    await expect(types).toContainText('Manufacturer, Vendor');
    await pressAt(list, hand, { x: 4, y: 3 });
    await expect(list, 'after a press beside the boxes').toBeVisible();
    await pressAt(page.getByRole('heading', { level: 1 }), hand);
    await expect(list, 'after a press outside').toBeHidden();

    await page.goto('/installation-base/create');
    await settled(page);
    const model = page.getByRole('combobox', { name: 'Model' });
    await pressAt(model, hand);
    const popup = page.getByRole('listbox').locator('..');
    if (hand === 'mouse') {
      // A finger this close to an option selects the option.
      await pressAt(popup, hand, { x: (await boxOf(popup)).width / 2, y: 2 });
      await expect(popup, 'after a press on its edge').toBeVisible();
    }
    const option = page.getByRole('option').first();
    await pressAt(option, hand, await edgeOf(option));
    await expect(model).not.toHaveValue('');

    const round = routes.find(({ path }) => path === paths.roundAdd);
    await page.goto((round && known.of(round)[0]) ?? '');
    await settled(page);
    const answers = page.getByRole('radiogroup').first();
    const answer = (name: string) => answers.getByRole('radio', { name });
    await pressWords(answer('Not Working'), hand);
    await expect(answer('Not Working')).toBeChecked();
    const attention = answers.locator('label').filter({ hasText: 'Needs Attention' });
    await pressAt(attention, hand, await edgeOf(attention));
    await expect(answer('Needs Attention')).toBeChecked();
    await page.context().close();
  });
}

test('a button that moves under a mouse press still gets the press, and its replacement gets none', async ({
  browser,
  demo: { origin },
}) => {
  const page = await opened(browser, origin, demoSignIns.hospital, 'mouse');
  await page.goto('/vendor/create');
  await settled(page);
  const cancel = page.getByText('Cancel', { exact: true });
  const { x, y, width, height } = await boxOf(cancel);
  await page.mouse.move(x + width / 2, y + height / 2);
  await page.mouse.down();
  await page.evaluate(() => {
    const other = Object.assign(document.createElement('button'), { textContent: 'Delete everything' });
    other.style.cssText = 'position:fixed;inset:0';
    other.addEventListener('click', () => document.body.setAttribute('data-wrong', 'yes'));
    document.body.append(other);
  });
  await page.mouse.up();
  await expect(page).toHaveURL(/\/vendor$/);
  expect(await page.evaluate(() => document.body.hasAttribute('data-wrong'))).toBe(false);
  await page.context().close();
});
