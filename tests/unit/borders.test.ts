import { execFileSync } from 'node:child_process';
import { mkdtempSync, mkdirSync, rmSync, writeFileSync, copyFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

/** Files that cross a border, by where they stand and what they import. */
const violations: [file: string, imported: string][] = [
  ['contract/planted.ts', 'dexie'],
  ['contract/planted.ts', '#server/app.ts'],
  ['sync/planted.ts', 'react'],
  ['sync/planted.ts', '#ui/app/app.tsx'],
  ['server/planted.ts', '#sync/engine.ts'],
  ['server/planted.ts', 'react'],
  ['src/ui/planted.tsx', '#contract/index.ts'],
  ['src/fields/planted.tsx', '#ui/features/maintenance/maintenance-screen.tsx'],
  ['src/resource/planted.tsx', '#sync/engine.ts'],
  ['src/features/breakdown/planted.tsx', '#ui/features/maintenance/maintenance-screen.tsx'],
  ['src/features/breakdown/planted.tsx', '../maintenance/maintenance-screen.tsx'],
  ['src/features/breakdown/planted.tsx', '#server/app.ts'],
  ['src/features/breakdown/planted.tsx', '#sync/outbox/store.ts'],
  ['src/app/planted.tsx', '#server/app.ts'],
];

/** Imports that the same places may make. */
const allowed: [file: string, imported: string][] = [
  ['contract/allowed.ts', 'zod/mini'],
  ['sync/allowed.ts', '#contract/index.ts'],
  ['server/allowed.ts', 'fastify'],
  ['src/ui/allowed.tsx', 'react'],
  ['src/resource/allowed.tsx', '#sync/page.ts'],
  ['src/features/breakdown/allowed.tsx', '#ui/resource/engine.ts'],
];

let folder = '';
let reported: { filename: string; message: string }[] = [];

beforeAll(() => {
  const root = resolve(import.meta.dirname, '../..');
  folder = mkdtempSync(join(tmpdir(), 'ward-borders-'));
  copyFileSync(join(root, '.oxlintrc.json'), join(folder, '.oxlintrc.json'));
  for (const [index, [file, imported]] of [...violations, ...allowed].entries()) {
    const target = join(folder, file.replace(/(planted|allowed)/, `$1-${index}`));
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, `import * as thing from '${imported}';\nexport const used = thing;\n`);
  }
  let output: string;
  try {
    output = execFileSync(join(root, 'node_modules/.bin/oxlint'), ['--format', 'json', '.'], {
      cwd: folder,
      encoding: 'utf8',
    });
  } catch (error) {
    output = String((error as { stdout?: unknown }).stdout);
  }
  const { diagnostics } = JSON.parse(output) as { diagnostics: { code: string; filename: string; message: string }[] };
  reported = diagnostics.filter(({ code }) => code.includes('no-restricted-imports'));
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('Import borders', () => {
  it.each(violations.map(([file, imported], index) => ({ file, imported, index })))(
    'refuse $imported in $file',
    ({ file, index }) => {
      const name = file.replace('planted', `planted-${index}`);
      expect(reported.map(({ filename }) => filename)).toContain(name);
    },
  );

  it('let through what each place may import', () => {
    expect(reported.filter(({ filename }) => filename.includes('allowed'))).toEqual([]);
  });
});
