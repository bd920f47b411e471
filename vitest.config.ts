import { defineConfig } from 'vitest/config';

/** It watches how modules load. */
const testOfLoading = 'tests/unit/contract/contract-at-load.test.ts';

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
          // Files of one worker share their modules, importing which took half of the time.
          isolate: false,
          include: ['tests/unit/{contract,scripts,server,sync}/**/*.test.ts'],
          exclude: [testOfLoading],
          environment: 'node',
          // A real password verifier takes its seconds on a busy machine.
          testTimeout: 30_000,
        },
      },
      {
        test: {
          // Each file loads its own modules: those of screens keep state.
          name: 'unit-isolated',
          include: ['tests/unit/src/**/*.test.{ts,tsx}', testOfLoading],
          // Its ES modules have the ending of CommonJS, which Node refuses.
          server: { deps: { inline: [/html5-qrcode\/esm/] } },
          environment: 'node',
          testTimeout: 30_000,
        },
      },
      {
        test: {
          name: 'contract',
          globalSetup: 'tests/support/share-postgres.ts',
          setupFiles: 'tests/support/end-databases.ts',
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
