import { existsSync } from 'node:fs';
import { chromium } from '@playwright/test';

const usual = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
];

/** Returns the tests' browser: CHROME_PATH, Playwright's own, or the system's; undefined if there is none. */
export function findChromium(): string | undefined {
  const candidates = [process.env['CHROME_PATH'], chromium.executablePath(), ...usual];
  return candidates.find((path) => path !== undefined && path !== '' && existsSync(path));
}

/** Flags for headless Chromium in tests: no sandbox when run as root, and connections only to local servers. */
export const chromiumFlags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];
