import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { plants } from './plants.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const planted = plants.find(({ name }) => name === process.env['PLANTED_BUG']);
if (!planted) throw new Error('PLANTED_BUG names no bug of the list.');

/** Runs the bug's tests on code into which the bug is planted while loading; nothing on disk changes. */
export default defineConfig({
  root,
  plugins: [
    {
      name: 'planted-bug',
      enforce: 'pre',
      transform(code, id) {
        let text = code;
        for (const { file, find, put } of planted.edits) {
          if (id !== `${root}${file}`) continue;
          if (text.split(find).length !== 2) throw new Error(`The bug "${planted.name}" no longer fits ${file}.`);
          text = text.replace(find, () => put);
        }
        return text === code ? null : text;
      },
    },
  ],
  test: {
    // As in vitest.config.ts: tests of screens cannot load databases.
    setupFiles: planted.tests.some((file) => /^(contract|security)\//.test(file))
      ? `${root}tests/support/end-databases.ts`
      : [],
    include: planted.tests.map((file) => `tests/${file}`),
    environment: 'node',
    // Its ES modules have the ending of CommonJS, which Node refuses.
    server: { deps: { inline: [/html5-qrcode\/esm/] } },
    bail: 1,
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
