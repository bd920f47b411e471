import { createServer } from 'node:net';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import type { Page } from '@playwright/test';
import { freePort, startBuiltServer } from '#tests/support/built-server.ts';
import { createWorld } from '#tests/support/story.ts';
import type { World } from '#tests/support/story.ts';

let world: World;

test.beforeAll(async () => {
  world = await createWorld();
});
test.afterAll(() => world?.close());

/** A tab of the origin without the app that holds an outbox of an older version and does not let go of it. */
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

test('ST6 an app that waits for a tab of an older version says which tab to close, and then opens', async ({
  browser,
}) => {
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

test('a second server on the same data folder is refused with a sentence, and the first goes on', async () => {
  const folder = join(world.folder, 'data');
  await expect(startBuiltServer(folder)).rejects.toThrow(
    new RegExp(`Another Ward Rounds server \\(process \\d+\\) already uses the data folder ${folder}: stop it first`),
  );
  expect((await fetch(`${world.server.origin}/api/health/ready`)).status).toBe(200);
});

test('a server whose port is in use is refused with a sentence', async () => {
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
