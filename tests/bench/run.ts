import { mkdtemp, rm } from 'node:fs/promises';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { build } from 'vite';
import type { BenchRow } from './bench.ts';
import { openProfiles } from './profiles.ts';
import { benches } from './registry.ts';
import { serveBench } from './serve.ts';
import { tableOf } from './table.ts';

/**
 * Runs every bench whose name contains a word of the command line (without one, all except the long ones) and prints
 * one table. `--long` adds repetitions and extra benches.
 */
const { values, positionals: wanted } = parseArgs({
  options: { long: { type: 'boolean', default: false } },
  allowPositionals: true,
});
const chosen = benches.filter(({ name, onRequest, long = false }) =>
  wanted.length === 0 ? !onRequest && (values.long || !long) : wanted.some((word) => name.includes(word)),
);
if (chosen.length === 0) throw new Error(`No such bench: ${benches.map(({ name }) => name).join(', ')}`);
const startedAt = performance.now();
const folder = await mkdtemp(join(tmpdir(), 'ward-bench-'));
await build({
  configFile: false,
  root: fileURLToPath(new URL('page', import.meta.url)),
  logLevel: 'warn',
  build: { outDir: folder, emptyOutDir: true, target: 'es2022' },
});
const server = await serveBench(folder);
const profiles = openProfiles();
const kept = new Map<string, Promise<{ value: unknown; close: () => Promise<void> }>>();

try {
  console.log(`Node ${process.version}, ${cpus().length} cores, ${cpus()[0]?.model}`);
  const rows: BenchRow[] = [];
  for (const bench of chosen) {
    console.log(`Running: ${bench.name}`);
    const from = performance.now();
    rows.push(
      ...(await bench.run({
        async openPage() {
          const page = await profiles.open();
          await page.goto(server.origin);
          return page;
        },
        reopen: (page) => profiles.reopen(page),
        openProfile: (options) => profiles.open(options),
        pageFolder: folder,
        long: values.long,
        times: (short, long) => (values.long ? long : short),
        async kept(name, open) {
          const known = kept.get(name) ?? open();
          kept.set(name, known);
          return (await known).value as Awaited<ReturnType<typeof open>>['value'];
        },
        say: (text) => console.log(`  ${text}`),
      })),
    );
    console.log(`  ${((performance.now() - from) / 1000).toFixed(1)} s`);
  }
  console.log(`\n${tableOf(rows)}`);
  console.log(`\n${((performance.now() - startedAt) / 1000).toFixed(0)} s in all`);
} finally {
  for (const opened of kept.values()) await opened.then(({ close }) => close()).catch(console.error);
  await profiles.close();
  await server.close();
  await rm(folder, { recursive: true, force: true });
}
