import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { faultsOfFlaky, flakyOf, type FlakyStory, mostFlaky, readFlakyList } from '#tests/run/flaky.ts';

const header = '| story | day | what is known |\n|---|---|---|\n';
const story = (name: string, engine = 'chromium'): FlakyStory => ({ engine, story: name });

describe('the flaky stories of a report', () => {
  it('are those that passed on retry, with the titles around them', () => {
    const test = (status: string, projectName = 'chromium') => ({ status, projectName });
    const report = {
      suites: [
        {
          title: 'labels.spec.ts',
          specs: [
            { title: 'prints labels', tests: [test('expected'), test('flaky', 'firefox')] },
            { title: 'reads them', tests: [test('unexpected')] },
          ],
          suites: [{ title: 'on a phone', specs: [{ title: 'prints labels', tests: [test('flaky')] }] }],
        },
        { title: 'links.spec.ts', specs: [{ title: 'opens', tests: [test('skipped')] }] },
      ],
    };
    expect(flakyOf(report)).toEqual([
      story('labels.spec.ts › prints labels', 'firefox'),
      story('labels.spec.ts › on a phone › prints labels'),
    ]);
  });

  it('are none if no story ran', () => {
    expect(flakyOf({})).toEqual([]);
  });
});

describe('a run with flaky stories', () => {
  const listed = readFlakyList(`${header}| labels.spec.ts › prints labels | 2026-11-20 | waits for a font |\n`);

  it('passes with the allowed number of them, none of them listed', () => {
    expect(faultsOfFlaky([], listed)).toEqual([]);
    const allowed = Array.from({ length: mostFlaky }, (_, at) => story(`story ${at}`));
    expect(faultsOfFlaky(allowed, listed)).toEqual([]);
  });

  it('fails with one more', () => {
    const many = Array.from({ length: mostFlaky + 1 }, (_, at) => story(`story ${at}`));
    expect(faultsOfFlaky(many, listed)).toEqual(['3 stories were flaky, and a run may have 2']);
  });

  it('counts a story that is flaky in two engines twice', () => {
    const stories = [story('a', 'chromium'), story('a', 'firefox'), story('b', 'webkit')];
    expect(faultsOfFlaky(stories, [])).toHaveLength(1);
  });

  it('fails with a listed story, in any engine', () => {
    expect(faultsOfFlaky([story('labels.spec.ts › prints labels', 'webkit')], listed)).toEqual([
      '[webkit] labels.spec.ts › prints labels: flaky again, listed in tests/flaky.md since 2026-11-20',
    ]);
  });
});

describe('tests/flaky.md', () => {
  const text = readFileSync('tests/flaky.md', 'utf8');
  const rows = text.split('\n').filter((line) => line.startsWith('|'));

  it('has a table whose rows are parsed and name existing files', () => {
    const list = readFlakyList(text);
    expect(rows.slice(0, 2).join('\n')).toBe(header.trimEnd());
    expect(list).toHaveLength(rows.length - 2);
    const files = list.map((row) => `tests/browser/${row.story.split(' › ')[0]}`);
    expect(files.filter((file) => !existsSync(file))).toEqual([]);
  });
});
