import { defineConfig } from 'vitest/config';

/** Test projects that run in Node; browser stories run under Playwright (playwright.config.ts). */
export default defineConfig({
  test: {
    // As many files at once as there are cores: each waits for its database as long as it computes.
    maxWorkers: '100%',
    projects: [
      {
        test: {
          // Tests that read the tree itself: no import leads from what they look at to them.
          name: 'tree',
          include: ['tests/unit/*.test.ts'],
          environment: 'node',
          // They read every file, which takes its time on a busy machine.
          testTimeout: 30_000,
        },
      },
      {
        test: {
          name: 'unit',
          include: ['tests/unit/*/**/*.test.{ts,tsx}'],
          // Its ES modules have the ending of CommonJS, which Node refuses.
          server: { deps: { inline: [/html5-qrcode\/esm/] } },
          environment: 'node',
          // A real password verifier takes its seconds on a busy machine.
          testTimeout: 30_000,
        },
      },
      {
        test: {
          name: 'contract',
          globalSetup: 'tests/support/share-postgres.ts',
          setupFiles: 'tests/support/end-databases.ts',
          // Files of one worker share their modules, importing which took half of the time. Unit tests do not: screens keep state there.
          isolate: false,
          include: ['tests/{contract,security}/**/*.test.ts'],
          environment: 'node',
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
      { test: { name: 'faults', include: ['tests/faults/**/*.test.ts'], environment: 'node', testTimeout: 600_000 } },
    ],
  },
});
