import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';

interface Chunk {
  file: string;
  isEntry?: boolean;
  name?: string;
  imports?: string[];
  dynamicImports?: string[];
  css?: string[];
}

/** Budgets. Units: kB gzip (1000 bytes). Source: the first issue, "Speed and memory". */
const entryBudget = 95;
const firstRowsBudget = 140;
/** Modules that the page loads beside the entry before the first rows are painted. */
const beforeFirstRows = ['sync/page.ts', 'src/features/ward-round/rounds-list-screen.tsx'];

const manifest = JSON.parse(readFileSync('dist/app/.vite/manifest.json', 'utf8')) as Record<string, Chunk>;

function filesOf(key: string, seen = new Set<string>()): Set<string> {
  const chunk = manifest[key];
  if (!chunk || seen.has(chunk.file)) return seen;
  seen.add(chunk.file);
  for (const css of chunk.css ?? []) seen.add(css);
  for (const imported of chunk.imports ?? []) filesOf(imported, seen);
  return seen;
}

const kilobytes = (files: Iterable<string>): number =>
  [...files].reduce((sum, file) => sum + gzipSync(readFileSync(`dist/app/${file}`), { level: 9 }).length, 0) / 1000;

const entryKey = Object.keys(manifest).find((key) => manifest[key]?.isEntry);
if (entryKey === undefined) throw new Error('The build has no entry.');
const entry = filesOf(entryKey);
const first = new Set(entry);
for (const key of beforeFirstRows) {
  if (!manifest[key]) throw new Error(`${key} is no chunk of its own in the build.`);
  for (const file of filesOf(key)) first.add(file);
}
const [entryKb, firstKb] = [kilobytes(entry), kilobytes(first)];
console.log(
  `entry ${entryKb.toFixed(1)} kB gzip (budget ${entryBudget}); before the first rows ${firstKb.toFixed(1)} kB (budget ${firstRowsBudget})`,
);
for (const file of first) console.log(`  ${kilobytes([file]).toFixed(1).padStart(6)} kB ${file}`);
const heavy = [...first].filter((file) => /chart|zxing|html5-qrcode|scanner/i.test(file));
if (heavy.length > 0) console.error(`Loaded too early: ${heavy.join(', ')}`);
if (entryKb > entryBudget || firstKb > firstRowsBudget || heavy.length > 0) process.exitCode = 1;
