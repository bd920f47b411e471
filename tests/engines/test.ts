import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, type BrowserContext, type BrowserContextOptions, test as base } from '@playwright/test';
import { openWebKitProfile } from './webkit.ts';

/** The parts of Playwright's `Browser` that stories use. */
type OpensContexts = Pick<Browser, 'newContext' | 'newPage' | 'close'>;

/** Opens each context as a WebKitGTK window with one page and its own storage folder. */
function webkitBrowser(usual: { viewport: { width: number; height: number }; patienceMs: number }): OpensContexts {
  const opened = new Set<BrowserContext>();
  async function newContext(options: BrowserContextOptions = {}): Promise<BrowserContext> {
    const { baseURL = '', viewport } = options;
    const folder = mkdtempSync(join(tmpdir(), 'ward-webkit-'));
    const context = await openWebKitProfile(folder, { viewport: viewport ?? usual.viewport, baseURL });
    context.setDefaultTimeout(usual.patienceMs);
    opened.add(context);
    const close = context.close.bind(context);
    context.close = async () => {
      opened.delete(context);
      await close();
      // The engine's processes may still write for a moment.
      rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
    };
    let taken = false;
    context.newPage = () => {
      const [page] = context.pages();
      if (taken || !page) throw new Error('A window of WebKitGTK has one tab: this story cannot run in it.');
      taken = true;
      return Promise.resolve(page);
    };
    return context;
  }
  return {
    newContext,
    async newPage(options) {
      const context = await newContext(options);
      const page = await context.newPage();
      page.close = () => context.close();
      return page;
    },
    close: async () => {
      for (const context of opened) await context.close();
    },
  };
}

/** Playwright's `test`, in which `browser` opens WebKitGTK windows for that project. */
export const test = base.extend<object, { browser: Browser }>({
  browser: [
    async ({ playwright, browserName }, use, info) => {
      const { viewport, actionTimeout = 0 } = info.project.use;
      const browser =
        browserName === 'webkit'
          ? webkitBrowser({ viewport: viewport ?? { width: 820, height: 1180 }, patienceMs: actionTimeout })
          : await playwright[browserName].launch();
      // Stories in WebKit do not use the rest of the interface.
      await use(browser as Browser);
      await browser.close();
    },
    { scope: 'worker' },
  ],
});
