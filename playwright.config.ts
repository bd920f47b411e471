import { availableParallelism } from 'node:os';
import { defineConfig } from '@playwright/test';
import { engines, launchOptions } from './tests/engines/engine.ts';
import { storiesOf, storyFolder } from './tests/engines/stories.ts';

/** Browser stories against the built server, in each engine; `npm run build` comes first. */
export default defineConfig({
  testDir: storyFolder,
  globalSetup: './tests/support/filled-server.ts',
  // Walks in the words of the accessibility tree; `--update-snapshots` writes them anew.
  snapshotPathTemplate: 'tests/spoken/{arg}{ext}',
  // As many as there are cores, of a small machine: browsers and databases of more would only wait for each other.
  workers: Math.min(2, availableParallelism()),
  fullyParallel: false,
  // `npm test` names each story that passes on its second try, and judges it by tests/flaky.md.
  retries: 1,
  timeout: 240_000,
  // A green story waits for none of these; a machine as slow as a shared one in CI needs them.
  expect: { timeout: 40_000 },
  reporter: process.env['PLAYWRIGHT_JSON_OUTPUT_NAME'] ? [['list'], ['json']] : [['list']],
  use: {
    actionTimeout: 40_000,
    viewport: { width: 820, height: 1180 },
    // Pictures and page copies of each step cost as much time as the tests themselves.
    trace: { mode: 'retain-on-failure', screenshots: false, snapshots: false, sources: false },
    screenshot: 'only-on-failure',
  },
  projects: engines.map((name) => ({
    name,
    // A run in one engine leaves alone what another one writes at the same time.
    outputDir: `test-results/${name}`,
    use: { browserName: name, launchOptions: launchOptions(name) },
    ...(name !== 'chromium' && { testMatch: storiesOf(name).map((story) => `**/${story}.spec.ts`) }),
  })),
});
