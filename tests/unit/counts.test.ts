import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { counted } from '#contract/rules/counted.ts';

const root = resolve(import.meta.dirname, '../..');
const sources = execFileSync('git', ['ls-files', 'contract', 'server', 'src', 'sync'], { cwd: root, encoding: 'utf8' })
  .split('\n')
  .filter((file) => /\.tsx?$/.test(file) && file !== 'contract/rules/counted.ts')
  .map((file) => ({ file, text: readFileSync(join(root, file), 'utf8') }));

/** Calls of `counted` with literal nouns; the plural is omitted if it only adds an s. */
const calls = sources.flatMap(({ file, text }) =>
  [...text.matchAll(/\bcounted\(\s*[^'`]*?,\s*'([^']+)'(?:,\s*'([^']+)')?,?\s*\)/g)].map(([, one = '', many]) => ({
    file,
    one,
    many,
  })),
);
const shown = [...new Map(calls.map((call) => [`${call.one}|${call.many ?? ''}`, call])).values()];

/** Nouns that the app counts anywhere with the helper: from then on only the helper may count them. */
const plurals = [
  ...new Set(shown.map(({ one, many }) => (many ?? `${one}s`).split(' ')[0] ?? '')),
  'accounts',
  'hours',
  'kinds',
  'minutes',
  'warranties',
].filter((noun) => noun.length > 3 && noun.endsWith('s'));

/** Files that count without the helper: SQL column names, parsed text, and `src/ui`, which may import nothing. */
const exempt = new Set([
  'server/figures/availability.ts',
  'src/ui/suggestion-list.tsx',
  'server/admin-dashboard/handlers.ts',
  'server/figures/availability.ts',
  'server/figures/tickets.ts',
  'server/import/extras.ts',
]);

/** Limits and periods fixed in code, all greater than one. */
const fixed = /\$\{(?:(?:max|most|longest)[A-Z]\w*|keptDays|repeatDays|costYearDays)(?:\.toLocaleString\('[^']+'\))?\}/
  .source;
const value = String.raw`(?!${fixed})\$\{(?:[^{}]|\{[^{}]*\})*\}`;
const escapes: readonly [string, RegExp][] = [
  [
    'counts in a template literal',
    new RegExp(String.raw`${value} (?:(?!has\b)[a-z]+ )?(?:${plurals.join('|')})\b`, 'g'),
  ],
  [
    'counts in JSX',
    new RegExp(String.raw`>[^<>$={}]*\{[\w.]+(?:\.toLocaleString\([^)]*\))?\} (?:${plurals.join('|')})\b`, 'g'),
  ],
  ['writes the singular itself', /\? ['`](?:1|One) [a-z]/g],
  ['chooses the ending itself', /=== 1 \? '' : 's'/g],
  ['chooses the noun itself', /=== 1 \? '([a-z]{3,})' : '\1s'/g],
];

function found(text: string): string[] {
  return escapes.flatMap(([how, pattern]) => [...text.matchAll(pattern)].map(([hit]) => `${how}: ${hit}`));
}

describe('counts in texts', () => {
  it.each(shown)('agree for 0, 1 and 2: $one', ({ one, many }) => {
    const texts = [0, 1, 2].map((count) => counted(count, one, many));
    expect(texts).toEqual([`0 ${many ?? `${one}s`}`, `1 ${one}`, `2 ${many ?? `${one}s`}`]);
    expect(many ?? `${one}s`).not.toMatch(/[^aeiou]ys$|(?:s|x|ch|sh)s$/);
    expect(one).not.toMatch(/\b(?:are|were|have)\b/);
    expect(many ?? '').not.toMatch(/\b(?:is|was|has)\b/);
  });

  it('are formatted by the helper only', () => {
    expect(shown.length).toBeGreaterThan(40);
    const read = sources.filter(({ file }) => !exempt.has(file));
    expect(read.flatMap(({ file, text }) => found(text).map((hit) => `${file} ${hit}`))).toEqual([]);
  });

  it.each([
    '`${rows.length} devices`',
    '`${count(open)} open tasks.`',
    "<p>{rows.length.toLocaleString('en-IN')} devices</p>",
    "count === 1 ? '1 device' : many",
    "`label${count === 1 ? '' : 's'}`",
    "count === 1 ? 'task' : 'tasks'",
  ])('refuses %s elsewhere', (text) => {
    expect(found(text)).not.toEqual([]);
  });

  it.each(['`At most ${maxDevices} devices.`', '`${counted(2, word)} of each`'])('accepts %s', (text) => {
    expect(found(text)).toEqual([]);
  });
});
