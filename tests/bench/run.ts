import { mkdtemp, rm } from 'node:fs/promises';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from '@playwright/test';
import { build } from 'vite';
import { chromiumFlags, findChromium } from '#tests/engines/chromium.ts';
import { benches } from './registry.ts';
import { serveBench } from './serve.ts';

/** Runs every bench whose name contains a word of the command line (all without one) and prints one table. */
const wanted = process.argv.slice(2);
const chosen = benches.filter(({ name }) => wanted.length === 0 || wanted.some((word) => name.includes(word)));
const executablePath = findChromium();
if (executablePath === undefined) throw new Error('No Chromium found: run tests/engines/ensure.ts chromium first.');
const folder = await mkdtemp(join(tmpdir(), 'ward-bench-'));
await build({
  configFile: false,
  root: fileURLToPath(new URL('page', import.meta.url)),
  logLevel: 'warn',
  build: { outDir: folder, emptyOutDir: true, target: 'es2022' },
});
const server = await serveBench(folder);
const browser = await chromium.launch({ executablePath, args: chromiumFlags });

try {
  console.log(`Chromium ${browser.version()}, Node ${process.version}, ${cpus().length} cores`);
  const lines: string[][] = [['', 'measured', 'target', 'result']];
  for (const bench of chosen) {
    console.log(`Running: ${bench.name}`);
    const rows = await bench.run({
      async openPage() {
        const context = await browser.newContext();
        const page = await context.newPage();
        await page.goto(server.origin);
        return page;
      },
      pageFolder: folder,
      say: (text) => console.log(`  ${text}`),
    });
    for (const row of rows) {
      lines.push([row.met === null ? ' ' : row.met ? 'met' : 'NOT', row.what, row.target, row.result]);
    }
  }
  const widths = [0, 1, 2].map((column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)));
  console.log('');
  for (const line of lines) console.log(line.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  '));
} finally {
  await browser.close();
  await server.close();
  await rm(folder, { recursive: true, force: true });
}
