import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { beforeFirstRows } from './chunks.ts';

interface Chunk {
  file: string;
  isEntry?: boolean;
  imports?: string[];
  css?: string[];
}

/** Budgets. Units: kB gzip (1000 bytes). Source: AGENTS.md, Gates. */
export const budgets = { entry: 95, firstRows: 145, visitor: 60 };
/** What the built app loads before its first rows. Units: kB gzip (1000 bytes). */
export interface BundleSize {
  entry: number;
  firstRows: number;
  files: { file: string; size: number }[];
  /** Files that have to come later. */
  tooEarly: string[];
}

/** Measures a built app. Throws: Error when there is no build, or when the build lacks a chunk. */
export function bundleSize(folder: string): BundleSize {
  const manifest = JSON.parse(readFileSync(join(folder, '.vite/manifest.json'), 'utf8')) as Record<string, Chunk>;
  const filesOf = (key: string, seen = new Set<string>()): Set<string> => {
    const chunk = manifest[key];
    if (!chunk || seen.has(chunk.file)) return seen;
    seen.add(chunk.file);
    for (const css of chunk.css ?? []) seen.add(css);
    for (const imported of chunk.imports ?? []) filesOf(imported, seen);
    return seen;
  };
  const kilobytes = (file: string): number => gzipSync(readFileSync(join(folder, file)), { level: 9 }).length / 1000;
  const sum = (files: Iterable<string>): number => [...files].reduce((total, file) => total + kilobytes(file), 0);

  const entryKey = Object.keys(manifest).find((key) => manifest[key]?.isEntry);
  if (entryKey === undefined) throw new Error('The build has no entry.');
  const entry = filesOf(entryKey);
  const first = new Set(entry);
  for (const key of beforeFirstRows) {
    if (!manifest[key]) throw new Error(`${key} is no chunk of its own in the build.`);
    for (const file of filesOf(key)) first.add(file);
  }
  // The page loads it together with the entry.
  first.add('check-browser.js');
  return {
    entry: sum(entry),
    firstRows: sum(first),
    files: [...first].map((file) => ({ file, size: kilobytes(file) })),
    tooEarly: [...first].filter((file) => /chart|zxing|html5-qrcode|scanner/i.test(file)),
  };
}

/**
 * Measures what the visitors' page loads before the first photo: everything but the code for photos and proofs, with
 * the largest of its catalogues. Units: kB gzip (1000 bytes).
 */
export function visitorSize(folder: string): number {
  const assets = readdirSync(join(folder, 'assets')).filter((file) => /\.(js|css)$/.test(file));
  const sizeOf = (file: string): number => gzipSync(readFileSync(join(folder, file)), { level: 9 }).length / 1000;
  const isCatalogue = (file: string) => /^[a-z]{2}-/.test(file);
  const isLater = (file: string) => /^(photo|proof)-/.test(file);
  const sizes = (files: readonly string[]) => files.map((file) => sizeOf(join('assets', file)));
  const always = assets.filter((file) => !isCatalogue(file) && !isLater(file));
  return [sizeOf('index.html'), ...sizes(always), Math.max(...sizes(assets.filter(isCatalogue)))].reduce(
    (total, size) => total + size,
    0,
  );
}
