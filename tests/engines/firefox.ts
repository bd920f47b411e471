import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const usual = ['/usr/bin/firefox-esr', '/usr/bin/firefox'];

/** Returns the tests' Firefox: FIREFOX_PATH or the system's; undefined if there is none. */
export function findFirefox(): string | undefined {
  const candidates = [process.env['FIREFOX_PATH'], ...usual];
  return candidates.find((path) => path !== undefined && path !== '' && existsSync(path));
}

/** The oldest major version with every WebDriver BiDi command that Playwright sends (network.addDataCollector). */
export const oldestForBidi = 143;

/** Returns whether this machine has a Firefox that Playwright can drive. */
export function hasFirefox(): boolean {
  const program = findFirefox();
  if (program === undefined) return false;
  const { stdout } = spawnSync(program, ['--version'], { encoding: 'utf8' });
  return Number(/Firefox (\d+)/.exec(stdout)?.[1] ?? 0) >= oldestForBidi;
}

/** The program that Playwright starts in place of Firefox, which it drives over WebDriver BiDi. */
export const firefoxShim = fileURLToPath(new URL('firefox-shim.mjs', import.meta.url));

/** Profile settings: a fake camera, no permission prompt, and connections only to local servers. */
export const firefoxPreferences = {
  'media.navigator.streams.fake': true,
  'media.navigator.permission.disabled': true,
  'app.update.enabled': false,
  'datareporting.policy.dataSubmissionEnabled': false,
  'network.captive-portal-service.enabled': false,
  'network.connectivity-service.enabled': false,
};
