import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import type { Page } from '@playwright/test';
import { matchPath } from 'react-router-dom';
import { demoSignIns } from '#server/demo/seed.ts';
import type { BuiltServer } from '#tests/support/built-server.ts';
import { startFilledServer } from '#tests/support/filled-server.ts';
import { demoAddresses } from '#tests/support/demo-addresses.ts';
import type { DemoAddresses } from '#tests/support/demo-addresses.ts';
import { formOf, screensOf } from '#tests/support/forms.ts';
import { moveTo } from '#tests/support/inspect-screen.ts';
import { signIn } from '#tests/support/story.ts';
import type { ScreenRoute } from '#ui/route.ts';
import { routes } from '#ui/routes.ts';

let folder: string;
let server: BuiltServer;
let origin: string;
let known: DemoAddresses;

test.beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'ward-back-'));
  server = await startFilledServer(join(folder, 'data'), 'demo');
  origin = `http://localhost:${server.port}`;
  known = await demoAddresses(server.origin);
});
test.afterAll(async () => {
  await server?.stop();
  rmSync(folder, { recursive: true, force: true });
});

const shownAddress = (page: Page) => new URL(page.url()).pathname + new URL(page.url()).search;

/** Returns the route of a list, whose address the app keeps once it is drawn. Throws: if no screen has the address. */
function routeOf(list: string): ScreenRoute {
  const { pathname } = new URL(list, origin);
  const route = routes.find(({ path }) => path.patterns.some((pattern) => matchPath(pattern, pathname)));
  if (!route) throw new Error(`No screen has the address ${list}.`);
  return route;
}

/** Matches edit forms, which open with a record's values. */
const isEdit = (address: string) => /\/edit\/|\/settings$|\/holidays$/.test(address);

for (const [role, who, least] of [
  ['Hospital', demoSignIns.hospital, 14],
  ['Admin', demoSignIns.admin, 1],
] as const) {
  test(`P174: ${role}: every edit form returns to the list as it was, and Back skips the form`, async ({ browser }) => {
    test.setTimeout(300_000);
    const context = await browser.newContext({ baseURL: origin });
    const page = await context.newPage();
    await signIn(page, who);
    if (role === 'Hospital') await expect(page.getByText(/^Ready for offline work/)).toBeVisible();
    const tried: string[] = [];
    for (const { address, route } of screensOf(role, known)) {
      if (!isEdit(address)) continue;
      await test.step(address, async () => {
        await moveTo(page, address, route);
        const form = formOf(page);
        if ((await form.count()) === 0) return;
        const cancel = form.getByRole('link', { name: 'Cancel', exact: true });
        const list = new URL((await cancel.getAttribute('href')) ?? '', origin).pathname;
        // Without a page: a list whose rows end before it replaces it once they have arrived.
        await moveTo(page, `${list}?search=e`, routeOf(list));
        const before = shownAddress(page);
        await moveTo(page, address, route);
        await formOf(page).locator('button[type=submit]').last().click();
        await expect.poll(() => shownAddress(page), `${address} returns to its list`).toBe(before);
        await page.goBack();
        await expect.poll(() => shownAddress(page), `${address} is not behind Back`).toBe(before);
        tried.push(address);
      });
    }
    expect(tried.length, tried.join()).toBeGreaterThanOrEqual(least);
    await context.close();
  });
}

/** Create forms, each with the list it returns to, a filter that excludes any new record, and the input. */
const made = [
  ['/vendor/create', '/vendor?search=zzz', { Name: 'Kaveri Medical', Location: 'Pune' }, 'Kaveri Medical'],
  ['/department/create', '/department?search=zzz', { Name: 'Burns Unit', Location: 'Floor 2' }, 'Burns Unit'],
  ['/breakdown/new?serial=', '/breakdown?search=zzz', { 'Problem Reported': 'Alarm stays on' }, 'Alarm stays on'],
] as const;

test('P265: a new record that the list filter hides is one click away', async ({ browser }) => {
  const context = await browser.newContext({ baseURL: origin });
  const page = await context.newPage();
  await signIn(page, demoSignIns.hospital);
  await expect(page.getByText(/^Ready for offline work/)).toBeVisible();
  for (const [form, list, texts, row] of made) {
    await moveTo(page, list, routeOf(list));
    await moveTo(page, form.endsWith('=') ? form + encodeURIComponent(known.serial) : form);
    for (const [label, text] of Object.entries(texts)) await page.getByLabel(label).fill(text);
    if (form.startsWith('/vendor')) {
      await page.getByRole('button', { name: /^Types/ }).click();
      await page.getByRole('group', { name: 'Types' }).getByRole('checkbox').first().click();
      await page.keyboard.press('Escape');
    }
    if (form.startsWith('/breakdown')) {
      await page.getByLabel('Issue Type').selectOption({ index: 1 });
      await page.getByLabel('Priority').selectOption({ index: 1 });
    }
    await page.locator('button[type=submit]').last().click();
    const notice = page.getByText('is saved. Not in the current filter: show it');
    await expect(notice).toBeVisible();
    expect(shownAddress(page)).toBe(list);
    await page.getByRole('link', { name: 'show it' }).click();
    await expect(page.getByText(row).first()).toBeVisible();
    await expect(notice).toHaveCount(0);
  }
  await context.close();
});
