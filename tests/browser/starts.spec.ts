import { createServer } from 'node:net';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import type { Page } from '@playwright/test';
import { engineOfStory } from '#tests/engines/engine.ts';
import { test } from '#tests/engines/test.ts';
import { freePort, startBuiltServer } from '#tests/support/built-server.ts';
import { admin, createWorld, signIn } from '#tests/support/story.ts';
import type { World } from '#tests/support/story.ts';

let world: World;

test.beforeAll(async () => {
  world = await createWorld();
});
test.afterAll(() => world?.close());

/** Opens a tab of the origin, without the app, that holds an outbox of an older version. */
async function holdOlderOutbox(page: Page): Promise<void> {
  await page.goto(`${world.origin}/api/health/live`);
  await page.evaluate(
    () =>
      new Promise<void>((done, fail) => {
        const opening = indexedDB.open('ward-outbox', 1);
        opening.addEventListener('success', () => done());
        opening.addEventListener('error', () => fail(opening.error ?? new Error('not opened')));
      }),
  );
}

test('ST6 an app blocked by a tab of an older version says which tab to close, and then opens', async ({ browser }) => {
  test.skip(engineOfStory() === 'webkit', 'A window of WebKitGTK has one tab, and this needs another one.');
  const context = await browser.newContext({ baseURL: world.origin });
  const older = await context.newPage();
  await holdOlderOutbox(older);
  const page = await context.newPage();
  await page.goto('/login');
  const sentence = page.getByText('The app is open in an older version in another tab. Please close that tab.');
  await expect(sentence).toBeVisible();
  await expect(page.getByLabel('Password')).toHaveCount(0);
  await older.close();
  await expect(page.getByLabel('Password')).toBeVisible();
  await expect(sentence).toHaveCount(0);
  await context.close();
});

/** Holds the outbox's locks from before the app starts until `window.letGo()`, as a suspended page did. */
function holdLocks(): void {
  const opening = indexedDB.open('ward-outbox');
  opening.addEventListener('success', () => {
    const held = opening.result.transaction(['commands', 'uploads', 'meta'], 'readwrite').objectStore('meta');
    let isHeld = true;
    const ask = () => held.count().addEventListener('success', () => isHeld && ask());
    ask();
    Object.assign(window, { letGo: () => (isHeld = false) });
  });
}

test('ST8 a start without a response from storage says so after 10 s, offers a retry, and continues', async ({
  browser,
}) => {
  const context = await browser.newContext({ baseURL: world.origin });
  const page = await context.newPage();
  await page.goto('/login');
  await expect(page.getByLabel('Password')).toBeVisible();
  await page.addInitScript(holdLocks);
  await page.reload();
  await expect(page.getByText('Opening Ward Rounds…')).toBeVisible();
  await expect(page.getByText('the app is waiting for this tablet’s storage')).toBeVisible();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText('the app is waiting for this tablet’s storage')).toHaveCount(0);
  await expect(page.getByText('the app is waiting for this tablet’s storage')).toBeVisible();
  await page.evaluate('letGo()');
  await expect(page.getByLabel('Password')).toBeVisible();
  await context.close();
});

test('full page loads right after the first sign-in find no newer app', async ({ browser }) => {
  const context = await browser.newContext({ baseURL: world.origin });
  const page = await context.newPage();
  await signIn(page, admin);
  for (let left = 4; left > 0; left -= 1) await page.goto('/admin/dashboard');
  await page.waitForFunction(async () => (await navigator.serviceWorker.ready).active?.state === 'activated');
  await expect(page.getByRole('heading').first()).toBeVisible();
  await expect(page.getByText(/newer version of the app/)).toHaveCount(0);
  // Firefox may not give the worker control of a page that was loading while it took over; the next page has it from
  // the start.
  await page.goto('/admin/dashboard');
  await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated');
  await expect(page.getByRole('heading').first()).toBeVisible();
  await expect(page.getByText(/newer version of the app/)).toHaveCount(0);
  await context.close();
});

test('a second server on the same data folder is refused with a message, and the first keeps running', async () => {
  const folder = join(world.folder, 'data');
  await expect(startBuiltServer(folder)).rejects.toThrow(
    new RegExp(`Another Ward Rounds server \\(process \\d+\\) already uses the data folder ${folder}: stop it first`),
  );
  expect((await fetch(`${world.server.origin}/api/health/ready`)).status).toBe(200);
});

test('a server whose port is in use is refused with a message', async () => {
  const port = await freePort();
  const squatter = createServer((socket) => socket.destroy());
  await new Promise<void>((listening) => squatter.listen(port, '127.0.0.1', listening));
  try {
    await expect(startBuiltServer(join(world.folder, 'second'), { PORT: String(port) })).rejects.toThrow(
      `Port ${port} is in use by another program: set PORT to a free one.`,
    );
  } finally {
    squatter.close();
  }
});
