import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test as base } from '@playwright/test';
import { startFilledServer } from './filled-server.ts';
import { type DemoAddresses, demoAddresses } from './demo-addresses.ts';

/** A built server with the demo hospital. Tests that share it must not write. */
export interface DemoWorld {
  origin: string;
  known: DemoAddresses;
}

/** Playwright's `test` with one demo server per worker, shared by all files and tests of the worker. */
export const test = base.extend<object, { demo: DemoWorld }>({
  demo: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads which fixtures this one needs from the braces
    async ({}, use) => {
      const folder = mkdtempSync(join(tmpdir(), 'ward-demo-'));
      const server = await startFilledServer(join(folder, 'data'), 'demo');
      await use({ origin: `http://localhost:${server.port}`, known: await demoAddresses(server.origin) });
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    },
    { scope: 'worker' },
  ],
});
