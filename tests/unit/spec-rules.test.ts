import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const testsFolder = new URL('..', import.meta.url).pathname;
const spec = readFileSync(new URL('../../sync/SPEC.md', import.meta.url), 'utf8');

const ruleIds = [...spec.matchAll(/^- \*\*([A-Z]{2}\d+)\*\* /gm)].map((found) => found[1] ?? '');

/** Rule ids at the beginning of test names, over all test files. */
function testedIds(): string[] {
  const files = readdirSync(testsFolder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    /\.(test|spec)\.tsx?$/.test(name),
  );
  return files.flatMap((name) => {
    const text = readFileSync(join(testsFolder, name), 'utf8');
    return [...text.matchAll(/['"`]((?:(?:OB|PU|PL|CF|ST|AU)\d+ )+)/g)].flatMap(
      (found) => found[1]?.trim().split(' ') ?? [],
    );
  });
}

test('every rule of the engine has a test that carries its id', () => {
  const tested = new Set(testedIds());
  expect(ruleIds.filter((id) => !tested.has(id))).toEqual([]);
});

test('every id in a test name is a rule of the engine', () => {
  const rules = new Set(ruleIds);
  expect(testedIds().filter((id) => !rules.has(id))).toEqual([]);
});

test('the rules are numbered once each and fit three pages', () => {
  expect(new Set(ruleIds).size).toBe(ruleIds.length);
  expect(spec.split('\n').length).toBeLessThan(150);
});
