import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import type { Page } from '@playwright/test';
import { demoSignIns } from '#server/demo/seed.ts';
import { engineOfStory } from '#tests/engines/engine.ts';
import type { BuiltServer } from '#tests/support/built-server.ts';
import { startFilledServer } from '#tests/support/filled-server.ts';
import {
  dialogsOfAdmin,
  dialogsOfHospital,
  dialogWindows,
  lookAtDialogs,
  prepareDialogs,
} from '#tests/support/dialogs.ts';
import type { DrivenWindow } from '#tests/support/in-page.ts';
import { signIn } from '#tests/support/story.ts';
import { paths } from '#ui/paths.ts';

/* `npm run test:webkit` opens the same dialogs in WebKit, without Playwright's inspector in between. */

let folder: string;
let server: BuiltServer;

test.beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'ward-dialogs-'));
  // A separate server, because the story adds documents.
  server = await startFilledServer(join(folder, 'data'), 'demo');
});
test.afterAll(async () => {
  await server?.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** Wraps a page as a window that is driven by code passed as strings. */
function driven(page: Page): DrivenWindow {
  const run = (code: string): Promise<string> => page.evaluate(`(async () => { ${code} })()`);
  return {
    load: async (url) => void (await page.goto(url)),
    resize: (width, height) => page.setViewportSize({ width, height }),
    run,
    async until(what, code) {
      let answer = '';
      await expect(async () => expect((answer = await run(code)), what).not.toBe('')).toPass({
        timeout: 20_000,
        intervals: [50],
      });
      return answer;
    },
  };
}

test('Back closes an open menu before it leaves the screen', async ({ browser }) => {
  test.skip(engineOfStory() !== 'chromium', 'Only Chrome asks menus to close: close watchers are an API of its own.');
  const page = await browser.newPage({ baseURL: `http://localhost:${server.port}` });
  await signIn(page, demoSignIns.hospital);
  await page.goto(paths.devices());
  await page
    .getByRole('button', { name: /^Actions for/ })
    .first()
    .click();
  await expect(page.getByRole('menu')).toBeVisible();
  // To a close watcher, Escape is the back button; without focus, no key handler of the app receives it.
  await page.evaluate(() => document.activeElement instanceof HTMLElement && document.activeElement.blur());
  await page.keyboard.press('Escape');
  await expect(page.getByRole('menu')).toHaveCount(0);
  await expect(page).toHaveURL(new RegExp(`${paths.devices()}$`));
  await page.close();
});

test('every dialog fits its content, or scrolls with its buttons in view, and closes without leaving the screen', async ({
  browser,
}) => {
  test.setTimeout(300_000);
  const origin = `http://localhost:${server.port}`;
  const occasions = await prepareDialogs(origin);
  const faults: string[] = [];
  for (const [who, dialogs] of [
    [demoSignIns.hospital, dialogsOfHospital(occasions)],
    [demoSignIns.admin, dialogsOfAdmin],
  ] as const) {
    const context = await browser.newContext({ baseURL: origin });
    const page = await context.newPage();
    await signIn(page, who);
    faults.push(...(await lookAtDialogs(driven(page), origin, dialogWindows, dialogs)));
    await context.close();
  }
  expect(faults).toEqual([]);
});
