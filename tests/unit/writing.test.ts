import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';

const root = resolve(import.meta.dirname, '../..');
const guide = 'docs/writing.md';
const refused = [...readFileSync(join(root, guide), 'utf8').matchAll(/^\| (?!refused|-)(.+?) \| .+ \|$/gm)].map(
  ([, phrase = '']) => phrase,
);

/** Texts of the repository, except the guide itself and what tools generate. */
const files = execFileSync('git', ['ls-files', '*.ts', '*.tsx', '*.mjs', '*.md', '*.html', '*.css', '*.yml'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\n')
  .filter((file) => file !== '' && file !== guide && file !== 'tests/unit/writing.test.ts');

const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&').replaceAll(' ', '\\s+');
const bounded = (phrase: string): string => `(?<!\\w)${escaped(phrase)}${/\w$/.test(phrase) ? '(?!\\w)' : ''}`;

it('refuses phrases that docs/writing.md lists', () => {
  expect(refused.length).toBeGreaterThan(10);
  const pattern = new RegExp(refused.map(bounded).join('|'), 'gi');
  const found = files.flatMap((file) =>
    readFileSync(join(root, file), 'utf8')
      .split('\n')
      .flatMap((line, at) => [...line.matchAll(pattern)].map(([phrase]) => `${file}:${at + 1} ${phrase}`)),
  );
  expect(found).toEqual([]);
});
