import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { oldestBrowsers } from '#contract/browsers.ts';
import playwright from '../../playwright.config.ts';

const root = resolve(import.meta.dirname, '../..');
const read = (file: string): string => readFileSync(join(root, file), 'utf8');

describe('the list of decisions', () => {
  const files = readdirSync(join(root, 'docs/decisions')).filter((name) => name !== 'README.md');
  const rows = [
    ...read('docs/decisions/README.md').matchAll(/^\| \[(\d+)\]\(([^)]+)\) \| (.+) \| (\S+) \| (.+) \|$/gm),
  ];

  it('lists each file once, in numerical order within each group', () => {
    expect(rows.map(([, , file]) => file).toSorted()).toEqual(files.toSorted());
    expect(new Set(rows.map(([, number]) => number)).size).toBe(files.length);
    for (const group of read('docs/decisions/README.md').split(/^## /m)) {
      const numbers = [...group.matchAll(/^\| \[(\d+)\]/gm)].map(([, number = '']) => number);
      expect(numbers).toEqual(numbers.toSorted());
    }
  });

  it.each(
    rows.map(([, number = '', file = '', title = '', date = '', status = '']) => ({
      number,
      file,
      title,
      date,
      status,
    })),
  )('has number, title, date and status of $file', ({ number, file, title, date, status }) => {
    const lines = read(`docs/decisions/${file}`).trimEnd().split('\n');
    expect(file.startsWith(`${number}-`)).toBe(true);
    expect(lines[0]).toBe(`# ${number} ${title}`);
    expect(lines.length).toBeLessThanOrEqual(25);
    expect(date).toMatch(/^\d{4}-\d{2}-\d{2}$/);
    const superseding = /^superseded by \[(\d+)\]/.exec(status)?.[1];
    if (superseding === undefined) expect(status).toMatch(/^in force(?:, continues \[\d+\]\(\S+\))?$/);
    else expect(rows.map(([, each]) => each)).toContain(superseding);
    const parts = lines.flatMap((line) => /^(?:## |\*\*)?(Context|Decision|Consequences)\b/.exec(line)?.[1] ?? []);
    expect(parts).toEqual(['Context', 'Decision', 'Consequences']);
  });
});

describe('documents', () => {
  const documents = [
    ...readdirSync(root).filter((name) => name.endsWith('.md')),
    ...readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.md'))
      .map((name) => join('docs', name)),
  ];

  it.each(documents)('%s links to existing files', (document) => {
    const links = [...read(document).matchAll(/\]\(([^)#\s]+)(?:#[^)]*)?\)/g)].map(([, target = '']) => target);
    const dead = links.filter(
      (target) => !/^[a-z]+:/.test(target) && !existsSync(join(root, dirname(document), target)),
    );
    expect(dead).toEqual([]);
  });

  it('list the stories that run in each engine', () => {
    const decision = read('docs/decisions/257-browsers.md');
    const listed = (words: string): string[] => {
      const [, list = ''] = new RegExp(`^- ${words}: ([^]*?)(?=^- )`, 'm').exec(decision) ?? [];
      return [...list.matchAll(/`([^`]+)`/g)].map(([, story = '']) => `**/${story}.spec.ts`);
    };
    const both = listed('Stories of Firefox and WebKit');
    const matched = (name: string) => playwright.projects?.find((project) => project.name === name)?.testMatch;
    expect(matched('webkit')).toEqual([...both, ...listed('Stories of WebKit beside them')].toSorted());
    expect(matched('firefox')).toEqual([...both, ...listed('Stories of Firefox beside them')].toSorted());
    expect(matched('chromium')).toBeUndefined();
  });

  it('name the same oldest browsers as the build and the page for older ones', () => {
    const { chrome, firefox, safari } = oldestBrowsers;
    const words = [`Safari ${safari}`, `Chrome or Edge ${chrome}`, `Firefox ${firefox}`];
    for (const file of ['README.md', 'public/check-browser.js']) {
      expect(
        words.filter((each) => !read(file).replaceAll(/\s+/g, ' ').includes(each)),
        file,
      ).toEqual([]);
    }
  });

  it("support security.md's ASVS claims with existing files, and cover every group of requirements", () => {
    const text = read('docs/security.md');
    const places = [...text.matchAll(/`((?:contract|sync|server|src|tests)\/[\w./*-]+)`/g)].map(
      ([, place = '']) => place,
    );
    expect(places.length).toBeGreaterThan(60);
    expect(places.filter((place) => !existsSync(join(root, place)))).toEqual([]);
    const rows = [...text.matchAll(/^\| ([\d., -]+) \| .+ \| (Yes|Part|Not|None) \| (.*) ?\|$/gm)];
    // The groups of ASVS 4.0.3; 1.3 and 1.13 contain no requirement.
    const counts = { 1: 14, 2: 10, 3: 7, 4: 3, 5: 5, 6: 4, 7: 4, 8: 3, 9: 2, 10: 3, 11: 1, 12: 6, 13: 4, 14: 5 };
    const groups = Object.entries(counts).flatMap(([chapter, count]) =>
      Array.from({ length: count }, (_, at) => `${chapter}.${at + 1}`),
    );
    const told = rows.flatMap(([, named = '']) => {
      const range = /^(\d+)\.(\d+)-\1\.(\d+)$/.exec(named);
      if (!range) return named.split(', ');
      const [first, last] = [Number(range[2]), Number(range[3])];
      return Array.from({ length: last - first + 1 }, (_, at) => `${range[1]}.${first + at}`);
    });
    expect(told).toEqual(groups.filter((group) => group !== '1.3' && group !== '1.13'));
    for (const [, group, state, evidence = ''] of rows) {
      if (state !== 'None') expect(evidence.trim().length, group).toBeGreaterThan(20);
    }
  });

  it('have at most 40 lines for each released version of the changelog', () => {
    const [, ...versions] = read('CHANGELOG.md').split(/^## (?=\d)/m);
    const long = versions.map((version) => version.trimEnd().split('\n')).filter((lines) => lines.length > 40);
    expect(versions.length).toBeGreaterThan(1);
    expect(long.map(([name]) => name)).toEqual([]);
  });

  it('name existing paths in README, AGENTS, CONTRIBUTING and decisions in force', () => {
    const inForce = [...read('docs/decisions/README.md').matchAll(/\]\((\d+-\S+)\) .* in force/g)].map(
      ([, file = '']) => `docs/decisions/${file}`,
    );
    const folders = 'contract|sync|server|src|tests|scripts|docs|deploy|public';
    const paths = ['README.md', 'AGENTS.md', 'CONTRIBUTING.md', ...inForce].flatMap((file) =>
      [...read(file).matchAll(new RegExp(`\`((?:${folders})/[\\w./-]+)[\` ]`, 'g'))]
        .map(([, path = '']) => path)
        .filter((path) => !path.includes('NNN'))
        .map((path) => [file, path] as const),
    );
    expect(paths.length).toBeGreaterThan(100);
    expect(paths.filter(([, path]) => !existsSync(join(root, path)))).toEqual([]);
  });

  it('number each rule of the product once, in order', () => {
    const numbers = [...read('docs/product.md').matchAll(/^- \*\*P(\d+)\*\* /gm)].map(([, number]) => Number(number));
    // Sections leave numbers free for further rules: gaps are allowed, duplicates are not.
    expect(numbers).toEqual([...new Set(numbers)].sort((a, b) => a - b));
    expect(numbers.length).toBeGreaterThan(50);
  });

  it('name existing places of the code', () => {
    const places = [...read('docs/product.md').matchAll(/`((?:contract|sync|server|src)\/[\w./*-]+)`/g)].map(
      ([, place = '']) => place,
    );
    const gone = places.filter((place) => {
      const [start = ''] = place.split('*');
      const folder = join(root, place.includes('*') ? dirname(`${start}x`) : place);
      if (!existsSync(folder)) return true;
      return (
        place.includes('*') && !readdirSync(folder).some((name) => join(dirname(`${start}x`), name).startsWith(start))
      );
    });
    expect(places.length).toBeGreaterThan(20);
    expect(gone).toEqual([]);
  });
});

describe('sources', () => {
  const folders = ['contract', 'sync', 'server', 'src', 'tests', 'scripts', 'docs'];
  const files = [
    ...readdirSync(root).filter((name) => name.endsWith('.md')),
    ...folders.flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)),
    ),
  ].filter((name) => /\.(?:ts|tsx|mjs|md)$/.test(name));
  const texts = files.map((file) => [file, read(file)] as const);
  const cited = (pattern: RegExp): string[] => [
    ...new Set(texts.flatMap(([, text]) => [...text.matchAll(pattern)].map(([, id = '']) => id))),
  ];

  it('are in the repository or public', () => {
    // The demo's files are named "PDF document 1".
    const paper =
      /(?<!PDF )\b[Dd]ocuments? [1-5]\b|\b(?:sync|ux|house|stack|architecture)\.md\b|\b(?:sync|ux) design\b/;
    expect(texts.filter(([, text]) => paper.test(text)).map(([file]) => file)).toEqual([]);
  });

  it('name existing decisions', () => {
    const numbers = cited(/\b[Dd]ecisions?[ /](\d{3})\b/g);
    const files = new Set(readdirSync(join(root, 'docs/decisions')).map((name) => name.slice(0, 3)));
    expect(numbers.length).toBeGreaterThan(50);
    expect(numbers.filter((number) => !files.has(number))).toEqual([]);
  });

  it('name existing rules', () => {
    const product = read('docs/product.md');
    const rules = cited(/docs\/product\.md (P\d+)/g);
    expect(rules.length).toBeGreaterThan(30);
    expect(rules.filter((id) => !product.includes(`**${id}**`))).toEqual([]);
    const spec = read('sync/SPEC.md');
    const ids = cited(/sync\/SPEC\.md ([A-Z]{2}\d*)/g);
    expect(ids.filter((id) => !new RegExp(`\\*\\*${id}${/\d/.test(id) ? '' : '\\d+'}\\*\\*`).test(spec))).toEqual([]);
  });
});

describe('the statement on accessibility', () => {
  const text = read('docs/accessibility.md');

  it('names existing tests', () => {
    const named = [...text.matchAll(/`(tests\/[\w./-]+)`/g)].map(([, file = '']) => file);
    expect(named.filter((file) => !existsSync(join(root, file)))).toEqual([]);
    expect(named.length).toBeGreaterThan(20);
  });

  it('gives a status for each criterion, and explains partial ones', () => {
    const rows = [...text.matchAll(/^\| (\d\.\d[^|]+)\| ([^|]+) \| ([^|]+)\|$/gm)];
    for (const [, criterion, result, held] of rows) {
      expect(['supports', 'supports in part', 'not applicable'], criterion).toContain(result);
      if (result === 'supports in part') expect(held, criterion).toMatch(/exception \d/);
    }
    expect(rows.length).toBeGreaterThan(45);
  });
});
