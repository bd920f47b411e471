import { availableParallelism } from 'node:os';
import { defineConfig } from '@playwright/test';
import { engines, launchOptions } from './tests/engines/engine.ts';

/** Stories that run in Firefox too. Not there: tours of all screens in a dark theme, which it does not emulate. */
const firefoxStories = [
  'dialogs',
  'every-form',
  'faults-by-hand',
  'first-rows',
  'forms-say-what-is-missing',
  'hostile-texts',
  'labels',
  'life-of-a-device',
  'links',
  'shared-tablet',
  'starts',
  'two-tabs',
  'ward-round-story',
].map((name) => `**/${name}.spec.ts`);

/** Stories that run in WebKit too: those of one tablet, which has one tab. */
const webkitStories = [
  'every-form',
  'forms-say-what-is-missing',
  'labels',
  'shared-tablet',
  'starts',
  'ward-round-story',
].map((name) => `**/${name}.spec.ts`);

/** Browser stories against the built server, in each engine; `npm run build` comes first. */
export default defineConfig({
  testDir: 'tests/browser',
  // As many as there are cores, of a small machine: browsers and databases of more would only wait for each other.
  workers: Math.min(2, availableParallelism()),
  fullyParallel: false,
  retries: 0,
  timeout: 180_000,
  expect: { timeout: 20_000 },
  reporter: process.env['PLAYWRIGHT_JSON_OUTPUT_NAME'] ? [['list'], ['json']] : [['list']],
  use: {
    actionTimeout: 20_000,
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
    ...(name === 'firefox' && { testMatch: firefoxStories }),
    ...(name === 'webkit' && { testMatch: webkitStories }),
  })),
});
