import { spawnSync } from 'node:child_process';
import { findChromium } from './chromium.ts';
import type { Engine } from './engine.ts';
import { hasFirefox, oldestForBidi } from './firefox.ts';
import { hasWebKit } from './webkit.ts';

const succeeds = (command: string, args: string[]): boolean => spawnSync(command, args).status === 0;

interface Browser {
  name: string;
  isHere(): boolean;
  /** Debian's packages. */
  packages: string[];
  /** Another way to get it: a command, and how it is told. */
  otherwise?: { command: string; args: string[] };
  variable?: string;
}

const browsers: Record<Engine, Browser> = {
  chromium: {
    name: 'Chromium',
    isHere: () => findChromium() !== undefined,
    packages: ['chromium', 'fonts-liberation'],
    otherwise: { command: 'npx', args: ['playwright', 'install', 'chromium'] },
    variable: 'CHROME_PATH',
  },
  firefox: {
    name: `Firefox ${oldestForBidi} or newer`,
    isHere: hasFirefox,
    packages: ['firefox-esr'],
    variable: 'FIREFOX_PATH',
  },
  webkit: {
    name: 'WebKitGTK',
    isHere: hasWebKit,
    // A window without a display needs the last one.
    packages: ['libwebkit2gtk-4.1-0', 'gir1.2-webkit2-4.1', 'python3-gi', 'xvfb'],
  },
};

const mayInstall = process.getuid?.() === 0 && succeeds('sh', ['-c', 'command -v apt-get']);

function install(packages: readonly string[]): void {
  const command = `apt-get update -qq && apt-get install -y -qq --no-install-recommends ${packages.join(' ')}`;
  spawnSync('sh', ['-c', command], { stdio: 'inherit', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } });
}

/** What is missing and how to get it. */
function missingText({ name, packages, variable }: Browser): string {
  const setting = variable === undefined ? '' : ` or set ${variable}`;
  return `${name} was not found and could not be installed: the app is NOT tried in it. Install it (Debian: apt-get install ${packages.join(' ')})${setting}.`;
}

/** Returns why an engine cannot be had here, neither found nor installed; undefined if it can. */
export function whyNoBrowser(engine: Engine): string | undefined {
  const browser = browsers[engine];
  return mayInstall || browser.isHere() ? undefined : missingText(browser);
}

/** Installs what printed pages are written and read back with, where it is missing and this process may. */
export function ensurePainter(): void {
  if (!mayInstall) return;
  const hasPainter = succeeds('sh', ['-c', 'command -v pdftoppm || command -v gs']);
  const hasFonts = succeeds('sh', ['-c', 'fc-list :lang=hi | grep -q . && fc-list :lang=ta | grep -q .']);
  const wanted = [...(hasPainter ? [] : ['poppler-utils']), ...(hasFonts ? [] : ['fonts-noto-core'])];
  if (wanted.length > 0) install(wanted);
}

/** Finds an engine, or installs it where this process may. Returns what is missing and how to get it; undefined if it is here. */
export function ensureBrowser(engine: Engine): string | undefined {
  const browser = browsers[engine];
  const { name, isHere, packages, otherwise } = browser;
  if (!isHere() && mayInstall) {
    console.log(`No ${name} found: installing it`);
    install(packages);
  }
  if (!isHere() && otherwise) spawnSync(otherwise.command, otherwise.args, { stdio: 'inherit' });
  return isHere() ? undefined : missingText(browser);
}
