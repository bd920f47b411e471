import { existsSync } from 'node:fs';
import { chromium } from '@playwright/test';

const usual = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
];

/** The browser of the tests: CHROME_PATH, Playwright's own, or the system's; undefined if there is none. */
export function findChromium(): string | undefined {
  const candidates = [process.env['CHROME_PATH'], chromium.executablePath(), ...usual];
  return candidates.find((path) => path !== undefined && path !== '' && existsSync(path));
}

/** Flags that a headless Chromium needs here: no sandbox for root, no connection to anybody but us. */
export const chromiumFlags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];
