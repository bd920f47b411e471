import { expect, test } from '@playwright/test';
import type { Browser, Locator, Page } from '@playwright/test';
import { demoSignIns } from '#server/demo/seed.ts';
import { type CableDemo, openCableDemo } from '#tests/support/cable-demo.ts';
import { looks, problemsOf } from '#tests/support/inspect-screen.ts';
import { callAs, signIn } from '#tests/support/story.ts';

let demo: CableDemo;
test.beforeAll(async () => {
  demo = await openCableDemo();
});
test.afterAll(() => demo?.close());

interface Template {
  templateId: string;
  templateName: string;
  serials: string[];
  isOrdered: boolean;
}

const templates = () => callAs<Template[]>(demo.origin, demoSignIns.bme, 'GET', '/DailyRound/templates');
const upToDate = (page: Page) =>
  expect(page.getByRole('button', { name: 'Sync: up to date' })).toBeVisible({ timeout: 60_000 });

async function signedIn(browser: Browser, options: { hasTouch?: boolean } = {}): Promise<Page> {
  const context = await browser.newContext({ baseURL: demo.origin, ...options });
  const page = await context.newPage();
  await signIn(page, demoSignIns.bme);
  await upToDate(page);
  return page;
}

const rows = (page: Page) => page.getByRole('region', { name: 'Selected serial numbers' }).getByRole('listitem');
/** Returns the serials in the order in which the form shows them. */
const shown = (page: Page) =>
  rows(page).evaluateAll((items) => items.map((item) => (item as HTMLElement).dataset['item'] ?? ''));
/** Waits until the list starts in this order: a browser may confirm a touch before the page has handled it. */
const expectFirst = (page: Page, serials: string[]) =>
  expect.poll(async () => (await shown(page)).slice(0, serials.length)).toEqual(serials);
const handle = (page: Page, serial: string) =>
  page.getByRole('button', { name: new RegExp(`^Move ${serial}, number`) });

async function middleOf(target: Locator): Promise<{ x: number; y: number }> {
  const box = await target.boundingBox();
  if (!box) throw new Error('It is not drawn.');
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

test('the walking order of a template is edited by keys, buttons, mouse and touch, and the round follows it', async ({
  browser,
}) => {
  const page = await signedIn(browser, { hasTouch: true });
  const template = (await templates()).find(({ serials }) => serials.length > 10);
  if (!template) throw new Error('The demo hospital has no such template.');
  await page.goto(`/daily-rounds/templates/edit/${template.templateId}`);
  await expect(rows(page)).toHaveCount(template.serials.length);
  const [a = '', b = '', c = '', d = ''] = await shown(page);

  await test.step('by keys, with an announcement and the focus on the device', async () => {
    await handle(page, a).focus();
    await page.keyboard.press('ArrowDown');
    await expectFirst(page, [b, a, c]);
    await expect(page.getByText(`${a} is number 2 of ${template.serials.length}.`)).toBeAttached();
    await expect(handle(page, a)).toBeFocused();
    await page.keyboard.press('End');
    await expect.poll(async () => (await shown(page)).at(-1)).toBe(a);
    await page.keyboard.press('Home');
    await expectFirst(page, [a, b, c]);
  });

  await test.step('by buttons', async () => {
    await page.getByRole('button', { name: `Move ${c} up` }).click();
    await expectFirst(page, [a, c, b]);
    await expect(page.getByRole('button', { name: `Move ${c} up` })).toBeFocused();
    await expect(page.getByRole('button', { name: `Move ${a} up` })).toBeDisabled();
  });

  await test.step('by dragging with the mouse; Escape cancels', async () => {
    const from = await middleOf(handle(page, d));
    const over = await middleOf(rows(page).first());
    await page.mouse.move(from.x, from.y);
    await page.mouse.down();
    await page.mouse.move(from.x, over.y + 40, { steps: 4 });
    await page.mouse.move(from.x, over.y - 12, { steps: 4 });
    await page.mouse.up();
    await expectFirst(page, [d, a, c, b]);
    const again = await middleOf(handle(page, d));
    await page.mouse.move(again.x, again.y);
    await page.mouse.down();
    await page.mouse.move(again.x, again.y + 200, { steps: 4 });
    await page.keyboard.press('Escape');
    await page.mouse.up();
    await expectFirst(page, [d, a, c, b]);
  });

  await test.step('by touch', async () => {
    const from = await middleOf(handle(page, d));
    const to = await middleOf(rows(page).nth(2));
    const touch = await page.context().newCDPSession(page);
    const send = (type: string, y: number) =>
      touch.send('Input.dispatchTouchEvent', {
        type: type as 'touchStart',
        touchPoints: type === 'touchEnd' ? [] : [{ x: from.x, y }],
      });
    await send('touchStart', from.y);
    for (const part of [0.3, 0.6, 0.9]) await send('touchMove', from.y + (to.y + 12 - from.y) * part);
    await send('touchMove', to.y + 12);
    await send('touchEnd', 0);
    await expectFirst(page, [a, c, d, b]);
  });

  await test.step('it is saved, and the round has this order', async () => {
    const order = await shown(page);
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('Template saved successfully!')).toBeVisible();
    await expect
      .poll(async () => (await templates()).find(({ templateId }) => templateId === template.templateId))
      .toMatchObject({ isOrdered: true, serials: order });
    await page.goto(`/daily-rounds/add/${template.templateId}`);
    await expect
      .poll(async () => {
        const names = await page.locator('tr[aria-label]').evaluateAll((all) => all.map((row) => row.ariaLabel ?? ''));
        return names.slice(0, 4).map((name) => order.findIndex((serial) => name.includes(serial)));
      })
      .toEqual([0, 1, 2, 3]);
  });

  await test.step('the order by location is restored with one press', async () => {
    await page.goto(`/daily-rounds/templates/edit/${template.templateId}`);
    await page.getByRole('button', { name: 'Order by place' }).click();
    await expectFirst(page, [a, b, c, d]);
    await expect(page.getByRole('button', { name: 'Order by place' })).toBeHidden();
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('Template saved successfully!')).toBeVisible();
  });
  await page.context().close();
});

test('the form with its handles has no layout or accessibility faults on phone, tablet and desk', async ({
  browser,
}) => {
  const page = await signedIn(browser);
  const [template] = await templates();
  await page.goto(`/daily-rounds/templates/edit/${template?.templateId ?? ''}`);
  await expect(rows(page).first()).toBeVisible();
  expect(await problemsOf(page, 'the template', [looks.phoneDark, looks.tabletLight, looks.deskDark])).toEqual([]);
  await page.context().close();
});

test('one action creates a template for each department without one that is not excluded, once on a double press', async ({
  browser,
}) => {
  const before = await templates();
  for (const { templateId } of before) {
    await callAs(demo.origin, demoSignIns.bme, 'DELETE', `/DailyRound/template/${templateId}`);
  }
  const page = await signedIn(browser);
  await page.goto('/daily-rounds');
  await expect(page.getByText('No templates found.')).toBeVisible();
  await page.getByRole('link', { name: 'Add a template' }).click();
  await page.getByRole('button', { name: 'Preview the templates' }).click();
  const dialog = page.getByRole('dialog');
  const lines = dialog.getByRole('listitem');
  await expect(lines.nth(3)).toBeVisible();
  const count = (await lines.count()) - 1;
  await expect(lines.first()).toContainText(/\d+ devices?$/);
  expect(await problemsOf(page, 'the proposals', [looks.phoneLight, looks.tabletDark])).toEqual([]);
  await dialog.getByRole('checkbox').first().uncheck();
  await page.getByRole('button', { name: `Create ${count} templates` }).dblclick();
  await expect(page.getByText(`${count} templates created.`)).toBeVisible();
  await expect(page).toHaveURL(/\/daily-rounds$/);
  const made = await templates();
  expect(made).toHaveLength(count);
  expect(made.every(({ serials }) => serials.length > 0)).toBe(true);
  await upToDate(page);
  await page.goto('/daily-rounds/templates/add');
  await expect(page.getByLabel('Template Name')).toBeVisible();
  await expect(page.getByText('1 department has devices but no template yet.')).toBeVisible();
  await page.getByRole('button', { name: 'Preview the templates' }).click();
  await page.getByRole('button', { name: 'Create 1 template' }).click();
  await expect(page.getByText('1 template created.')).toBeVisible();
  await upToDate(page);
  await page.goto('/daily-rounds/templates/add');
  await expect(page.getByLabel('Template Name')).toBeVisible();
  await expect(page.getByText('A template per department')).toHaveCount(0);
  await page.context().close();
});
