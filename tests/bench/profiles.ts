import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Page } from '@playwright/test';
import { chromiumFlags, findChromium } from '#tests/engines/chromium.ts';
import type { ProfileOptions } from './bench.ts';

/** The browsers of the benches. */
export interface Profiles {
  /** Opens a page with its own profile on disk: an incognito window keeps IndexedDB in memory. */
  open(options?: ProfileOptions): Promise<Page>;
  /** Restarts the browser of a page with the same profile. */
  reopen(page: Page): Promise<Page>;
  /** Closes open browsers and removes the profiles. */
  close(): Promise<void>;
}

/** tsx wraps functions that have a name in `__name`, which pages do not have; a text is not wrapped itself. */
const nameNothing = 'globalThis.__name = (named) => named';

/** Creates the browsers of a run. Throws: if Chromium is missing. */
export function openProfiles(): Profiles {
  const executablePath = findChromium();
  if (executablePath === undefined) throw new Error('No Chromium found: run tests/engines/ensure.ts chromium first.');
  const opened: { folder: string; page: Page; options: ProfileOptions }[] = [];
  const launch = async (folder: string, options: ProfileOptions): Promise<Page> => {
    const { viewport = { width: 820, height: 1180 }, ...others } = options;
    const launched = { executablePath, args: chromiumFlags, viewport, ...others };
    const context = await chromium.launchPersistentContext(folder, launched);
    await context.addInitScript(nameNothing);
    return context.pages()[0] ?? (await context.newPage());
  };
  return {
    async open(options = {}) {
      const folder = await mkdtemp(join(tmpdir(), 'ward-bench-profile-'));
      const page = await launch(folder, options);
      opened.push({ folder, page, options });
      return page;
    },
    async reopen(page) {
      const known = opened.find((each) => each.page === page);
      if (!known) throw new Error('A page of no profile of ours');
      await page.context().close();
      known.page = await launch(known.folder, known.options);
      return known.page;
    },
    async close() {
      for (const { folder, page } of opened) {
        await page.context().close();
        await rm(folder, { recursive: true, force: true, maxRetries: 5 });
      }
    },
  };
}
