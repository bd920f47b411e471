import { describe, expect, it } from 'vitest';
import { programNames } from '#tests/engines/browsers.ts';
import { installMissing, missingOf, missingText, type Program } from '#tests/engines/install.ts';

/**
 * Installs on a machine that has some programs; its apt-get does not know `unknown`. Returns the requests to apt-get,
 * and what is still missing.
 */
function install(here: readonly string[], unknown: readonly string[] = []) {
  const present = new Set(here);
  const asked: string[] = [];
  const programs: Program[] = ['chromium', 'firefox', 'webkit'].map((name) => ({
    name,
    isHere: () => present.has(name),
    packages: [name, `${name}-fonts`],
  }));
  installMissing(programs, (packages) => {
    asked.push(packages.join(' '));
    if (!packages.some((name) => unknown.includes(name))) for (const name of packages) present.add(name);
  });
  return { asked, missing: missingOf(programs).map(({ name }) => name) };
}

describe('the programs that checks use', () => {
  it('are installed all at once if they are missing', () => {
    expect(install(['firefox'])).toEqual({
      asked: ['chromium chromium-fonts webkit webkit-fonts'],
      missing: [],
    });
  });

  it('are not installed if all exist', () => {
    expect(install(['chromium', 'firefox', 'webkit'])).toEqual({ asked: [], missing: [] });
  });

  it('are installed without one that apt-get does not know', () => {
    const { asked, missing } = install(['chromium'], ['firefox']);
    expect(asked).toEqual([
      'firefox firefox-fonts webkit webkit-fonts',
      'firefox firefox-fonts',
      'webkit webkit-fonts',
    ]);
    expect(missing).toEqual(['firefox']);
  });

  it('are asked for once when there is only one', () => {
    expect(install(['chromium', 'webkit'], ['firefox']).asked).toEqual(['firefox firefox-fonts']);
  });

  it('are listed with the command that installs them', () => {
    const program = { name: 'Chromium', isHere: () => false, packages: ['chromium', 'fonts-liberation'] };
    expect(missingText(program)).toBe(
      'Chromium is not installed. On Debian, as root: apt-get install chromium fonts-liberation',
    );
    expect(missingText({ ...program, elsewhere: 'or set CHROME_PATH' })).toMatch(/ \(or set CHROME_PATH\)$/);
  });

  it('have names', () => {
    expect(programNames(['webkit', 'painter'])).toEqual(['webkit', 'painter']);
    expect(() => programNames(['opera'])).toThrow('No program is called opera');
  });
});
