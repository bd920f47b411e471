import { spawnSync } from 'node:child_process';
import { findPooler } from '#tests/postgres/pooler.ts';
import { findChromium } from './chromium.ts';
import type { Engine } from './engine.ts';
import { hasFirefox, oldestForBidi } from './firefox.ts';
import { installAlone, mayInstall, missingOf, type Program } from './install.ts';
import { hasWebKit } from './webkit.ts';

const runsInShell = (command: string): boolean => spawnSync('sh', ['-c', command]).status === 0;

const programs = {
  chromium: {
    name: 'Chromium',
    isHere: () => findChromium() !== undefined,
    packages: ['chromium', 'fonts-liberation'],
    elsewhere: 'or run `npx playwright install chromium`, or set CHROME_PATH',
  },
  firefox: {
    name: `Firefox ${oldestForBidi} or newer`,
    isHere: hasFirefox,
    packages: ['firefox-esr'],
    elsewhere: 'or set FIREFOX_PATH',
  },
  webkit: {
    name: 'WebKitGTK',
    isHere: hasWebKit,
    // The last package provides a virtual display.
    packages: ['libwebkit2gtk-4.1-0', 'gir1.2-webkit2-4.1', 'python3-gi', 'xvfb'],
  },
  painter: {
    name: 'A reader of PDF files',
    isHere: () => runsInShell('command -v pdftotext && { command -v pdftoppm || command -v gs; }'),
    packages: ['poppler-utils'],
  },
  fonts: {
    name: 'A font with Hindi and Tamil',
    isHere: () => runsInShell('fc-list :lang=hi | grep -q . && fc-list :lang=ta | grep -q .'),
    packages: ['fonts-noto-core', 'fontconfig'],
  },
  proxies: {
    name: 'nginx and Caddy',
    isHere: () => runsInShell('command -v nginx && command -v caddy && command -v openssl'),
    packages: ['nginx-light', 'caddy', 'openssl'],
  },
  pooler: {
    name: 'pgbouncer',
    isHere: () => findPooler() !== undefined,
    packages: ['pgbouncer'],
    elsewhere: 'or set PGBOUNCER to the program',
  },
} satisfies Record<Engine, Program> & Record<string, Program>;

/** The name of a program that checks use. */
export type ProgramName = keyof typeof programs;

const isName = (name: string): name is ProgramName => Object.hasOwn(programs, name);

/** Validates program names. Throws: if a name is unknown. */
export function programNames(names: readonly string[]): ProgramName[] {
  return names.map((name) => {
    if (isName(name)) return name;
    throw new Error(`No program is called ${name}: choose from ${Object.keys(programs).join(', ')}.`);
  });
}

/** The tools that print pages and read them back. Browser stories skip papers that they cannot read back. */
export const forPaper: readonly ProgramName[] = ['painter', 'fonts'];

/** Returns the program that has this name. */
export const programOf = (name: ProgramName): Program => programs[name];

/** Finds programs, or installs them if this process may. Returns those that are still missing. */
export function ensurePrograms(names: readonly ProgramName[]): Program[] {
  const wanted = [...new Set(names)];
  const missing = missingOf(wanted.map(programOf));
  if (missing.length > 0 && mayInstall()) installAlone(wanted);
  return missingOf(missing);
}
