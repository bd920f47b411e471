import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { offlineWrites } from '#contract/index.ts';

const testsFolder = new URL('..', import.meta.url).pathname;
const spec = readFileSync(new URL('../../sync/SPEC.md', import.meta.url), 'utf8');

const ruleIds = [...spec.matchAll(/^- \*\*([A-Z]{2}\d+)\*\* /gm)].map((found) => found[1] ?? '');

/** Returns the rule ids at the start of test names in all test files. */
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

test('each rule has one number, and all fit three pages', () => {
  expect(new Set(ruleIds).size).toBe(ruleIds.length);
  expect(spec.split('\n').length).toBeLessThan(150);
});

test('CF3 has a row for every offline write, and each row has a two-author test', () => {
  const inTable = [...spec.matchAll(/^\| (`.+?) \| .+ \|$/gm)].flatMap(([, entries = '']) =>
    [...entries.matchAll(/`([a-z.-]+)`/g)].map(([, kind = '']) => kind),
  );
  const kinds = [...offlineWrites.values()].map(({ write }) => write.kind);
  expect(inTable.toSorted()).toEqual(kinds.toSorted());
  const tests = readFileSync(join(testsFolder, 'contract/two-authors.test.ts'), 'utf8');
  const titles = [...tests.matchAll(/^ *test\('CF3 (.+?):/gm)].flatMap(([, title = '']) => title.split(', '));
  expect([...new Set(titles)].toSorted()).toEqual(kinds.toSorted());
});
