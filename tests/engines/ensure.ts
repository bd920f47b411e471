import { spawnSync } from 'node:child_process';
import { findChromium } from './chromium.ts';
import { findFirefox } from './firefox.ts';

const succeeds = (command: string, args: string[]): boolean => spawnSync(command, args).status === 0;
const webkitBinding =
  "import gi; gi.require_version('Gtk', '3.0'); gi.require_version('WebKit2', '4.1'); from gi.repository import WebKit2";

interface Browser {
  name: string;
  isHere(): boolean;
  /** Debian's packages. */
  packages: string[];
  /** Another way to get it: a command, and how it is told. */
  otherwise?: { command: string; args: string[] };
  variable?: string;
}

const browsers = {
  chromium: {
    name: 'Chromium',
    isHere: () => findChromium() !== undefined,
    packages: ['chromium', 'fonts-liberation'],
    otherwise: { command: 'npx', args: ['playwright', 'install', 'chromium'] },
    variable: 'CHROME_PATH',
  },
  firefox: {
    name: 'Firefox',
    isHere: () => findFirefox() !== undefined,
    packages: ['firefox-esr'],
    variable: 'FIREFOX_PATH',
  },
  webkit: {
    name: 'WebKitGTK',
    isHere: () => succeeds('/usr/bin/python3', ['-c', webkitBinding]) && succeeds('sh', ['-c', 'command -v Xvfb']),
    // A window without a display needs the last one.
    packages: ['libwebkit2gtk-4.1-0', 'gir1.2-webkit2-4.1', 'python3-gi', 'xvfb'],
  },
} satisfies Record<string, Browser>;

const mayInstall = process.getuid?.() === 0 && succeeds('sh', ['-c', 'command -v apt-get']);

function install(packages: readonly string[]): void {
  const command = `apt-get update -qq && apt-get install -y -qq --no-install-recommends ${packages.join(' ')}`;
  spawnSync('sh', ['-c', command], { stdio: 'inherit', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } });
}

/**
 * Finds a browser, or installs it where this process may. Returns what is missing and how to get it; undefined when it
 * is here.
 */
function ensureBrowser(wanted: keyof typeof browsers): string | undefined {
  const { name, isHere, packages, otherwise, variable }: Browser = browsers[wanted];
  if (!isHere() && mayInstall) {
    console.log(`No ${name} found: installing it`);
    install(packages);
  }
  if (!isHere() && otherwise) spawnSync(otherwise.command, otherwise.args, { stdio: 'inherit' });
  if (isHere()) return undefined;
  const setting = variable === undefined ? '' : ` or set ${variable}`;
  return `${name} was not found and could not be installed: the app is NOT tried in it. Install it (Debian: apt-get install ${packages.join(' ')})${setting}.`;
}

/** Finds or installs the browser that is named; ends with 1 when it cannot be had. */
const [wanted = ''] = process.argv.slice(2);
if (wanted !== 'chromium' && wanted !== 'firefox' && wanted !== 'webkit')
  throw new Error(`No browser is called ${wanted}.`);
const missing = ensureBrowser(wanted);
if (missing !== undefined) {
  console.error(`*** ${missing} ***`);
  process.exitCode = 1;
}
