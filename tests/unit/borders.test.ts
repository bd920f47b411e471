import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { circlesIn, type Import, importsOf, readImports } from '#tests/support/imports.ts';

/** The imports allowed in one room; a room may always import itself. */
interface Border {
  /** A folder (`sync/`), the files directly in `src/` (`src/*`), or each folder below features (`src/features/*`). */
  room: string;
  /** Packages by name; a name that ends in `*` matches all that begin with it. */
  packages: readonly string[];
  /** Folders, with everything below them, and single files. */
  may: readonly string[];
  /** Imports that must be caught; each is planted in a file of this room. */
  caught: readonly string[];
  /** Imports that must pass. */
  passes: readonly string[];
}

// A file belongs to the first room that contains it: inner rooms are listed before outer ones.
const borders: readonly Border[] = [
  {
    room: 'contract/records/',
    packages: [],
    may: [],
    caught: [
      'zod/mini',
      '../rules/hospital-day.ts',
      '#contract/calls/sync.ts',
      '../effects/follow-up.ts',
      '../pages/round.ts',
      '../index.ts',
    ],
    passes: ['./values.ts', '#contract/records/ward.ts'],
  },
  {
    room: 'contract/rules/',
    packages: ['date-fns'],
    may: ['contract/records/'],
    caught: ['zod/mini', '../calls/sync.ts', '#contract/effects/follow-up.ts', '../pages/round.ts', '../define.ts'],
    passes: ['date-fns/addDays', '../records/ward.ts', './uptime.ts'],
  },
  {
    room: 'contract/',
    packages: ['zod', 'date-fns'],
    may: [],
    caught: [
      'dexie',
      'zodiac',
      'node:fs',
      '#server/app.ts',
      '../sync/types.ts',
      '#ui/paths.ts',
      '#tests/support/seed.ts',
    ],
    passes: ['zod/mini', 'date-fns', './errors.ts', '#contract/rules/uptime.ts'],
  },
  {
    room: 'sync/',
    packages: ['dexie', 'workbox-*', 'ky'],
    may: ['contract/'],
    caught: [
      'react',
      'dexie-react-hooks',
      'kysely',
      'node:crypto',
      '#ui/app/app.tsx',
      '#server/app.ts',
      '../tests/run/main.ts',
    ],
    passes: ['dexie', 'ky', 'workbox-routing', '#contract/index.ts', './engine/engine.ts'],
  },
  // Order of the folders of the server, each importing only those before it: db, files, auth; context.ts; session,
  // attachment, records, round, sync, http; the other subjects; operations, jobs, demo.
  {
    room: 'server/',
    packages: [
      'node:*',
      '@aws-sdk/client-s3',
      '@e965/xlsx',
      '@fastify/*',
      '@node-rs/argon2',
      'altcha-lib',
      'croner',
      'drizzle-orm',
      'fastify',
      'fastify-type-provider-zod',
      '@zxcvbn-ts/language-common',
      'india-state-district',
      'nodemailer',
      'pg',
      'pg-copy-streams',
      'prom-client',
      'qrcode',
      'web-push',
      'yauzl',
      'zod',
    ],
    may: ['contract/'],
    caught: [
      'react',
      'dexie',
      'ky',
      'vite',
      '#sync/types.ts',
      '#ui/paths.ts',
      '../src/paths.ts',
      '#tests/support/seed.ts',
    ],
    passes: ['fastify', 'drizzle-orm/pg-core', 'node:fs/promises', '#contract/index.ts', '#server/db/database.ts'],
  },
  {
    room: 'src/ui/',
    packages: ['react', 'react-dom', 'react-router-dom'],
    // Only one place computes comparison keys of texts (docs/decisions/450), and one reads dates (docs/decisions/464).
    may: ['contract/rules/text.ts', 'contract/rules/read-day.ts'],
    caught: ['zod', 'react-hook-form', '#contract/index.ts', '#sync/page.ts', '#ui/paths.ts', '../engine/engine.ts'],
    passes: ['react', './tone.ts', '#ui/ui/button.tsx'],
  },
  {
    room: 'src/platform/',
    packages: ['react', 'zod', '@e965/xlsx'],
    may: ['contract/'],
    caught: ['dexie', '#sync/page.ts', '#ui/ui/button.tsx', '#ui/engine/engine.ts', '#server/app.ts'],
    passes: ['react', '#contract/index.ts'],
  },
  {
    room: 'src/fields/',
    packages: ['react', 'react-hook-form'],
    may: ['contract/', 'src/ui/'],
    caught: ['#sync/page.ts', '#ui/engine/engine.ts', '#ui/features/task/tasks-screen.tsx', '../forms/record-form.tsx'],
    passes: ['react-hook-form', '#ui/ui/text-field.tsx'],
  },
  {
    room: 'src/scanner/',
    packages: ['react', 'html5-qrcode', 'zxing-wasm', 'barcode-detector'],
    may: ['contract/', 'src/engine/', 'src/ui/', 'src/platform/'],
    caught: [
      'dexie',
      '#sync/page.ts',
      '#ui/forms/drafts/use-draft.ts',
      '#ui/paths.ts',
      '#ui/features/round/round-screen.tsx',
    ],
    passes: ['zxing-wasm/reader/zxing_reader.wasm?url', 'barcode-detector/ponyfill', '#ui/ui/dialog.tsx'],
  },
  {
    room: 'src/engine/',
    packages: ['react', '@tanstack/react-query', 'dexie-react-hooks'],
    // The engine is reached through page.ts, in a separate chunk; types.ts has its types and two small error classes.
    may: [
      'contract/',
      'sync/page.ts',
      'sync/ports/storage-room.ts',
      'sync/types.ts',
      'src/ui/',
      'src/platform/',
      'src/paths.ts',
    ],
    caught: [
      'dexie',
      '#sync/engine/engine.ts',
      '../../sync/outbox/meta.ts',
      '#ui/forms/drafts/use-draft.ts',
      '#ui/app/app.tsx',
    ],
    passes: ['#sync/page.ts', '#ui/ui/alert.tsx', '#contract/index.ts'],
  },
  {
    room: 'src/lists/',
    packages: ['react', 'react-router-dom'],
    may: ['contract/', 'src/engine/', 'src/fields/', 'src/platform/', 'src/ui/', 'src/paths.ts'],
    caught: ['#sync/page.ts', '#sync/types.ts', '#ui/app/app.tsx', '#ui/features/vendor/vendor-list-screen.tsx'],
    passes: ['#ui/engine/use-online-call.ts', '#ui/ui/data-table.tsx'],
  },
  {
    room: 'src/forms/',
    packages: ['react', 'react-dom', 'react-hook-form', 'react-router-dom', '@hookform/resolvers', 'zod'],
    may: ['contract/', 'src/engine/', 'src/fields/', 'src/platform/', 'src/ui/', 'src/paths.ts'],
    caught: [
      'ky',
      '#sync/page.ts',
      '#sync/outbox/outbox.ts',
      '#ui/features/vendor/vendor-form-screen.tsx',
      '../route.ts',
    ],
    passes: ['@hookform/resolvers/zod', '#ui/engine/use-write.ts', '#ui/paths.ts'],
  },
  {
    room: 'src/records/',
    packages: ['react', 'react-hook-form'],
    may: ['contract/', 'src/engine/', 'src/fields/', 'src/forms/', 'src/ui/', 'src/paths.ts'],
    caught: ['dexie', '#sync/page.ts', '#ui/care/call-parts.tsx', '#ui/features/vendor/vendor-form-screen.tsx'],
    passes: ['react', '#ui/forms/online/online-form.tsx', './create-form.ts'],
  },
  {
    room: 'src/work/',
    packages: ['react'],
    may: [
      'contract/',
      'src/engine/',
      'src/fields/',
      'src/forms/',
      'src/lists/',
      'src/platform/',
      'src/ui/',
      'src/paths.ts',
    ],
    caught: ['dexie', '#sync/page.ts', '#ui/records/vendor-form.tsx', '#ui/features/task/report-form.tsx'],
    passes: ['react', '#ui/forms/offline/use-toast-write.ts', './status-badges.tsx'],
  },
  {
    room: 'src/features/*',
    packages: [
      'react',
      'react-chartjs-2',
      'react-day-picker',
      'react-hook-form',
      'react-router-dom',
      '@tanstack/react-virtual',
      'chart.js',
      'date-fns',
      'qrcode',
      'zod',
    ],
    may: [
      'contract/',
      'sync/page.ts',
      'src/engine/',
      'src/fields/',
      'src/forms/',
      'src/lists/',
      'src/platform/',
      'src/records/',
      'src/scanner/',
      'src/ui/',
      'src/work/',
      'src/paths.ts',
      'src/return-path.ts',
    ],
    caught: [
      'dexie',
      'ky',
      'node:fs',
      '#server/app.ts',
      '#sync/types.ts',
      '#sync/outbox/outbox.ts',
      '#ui/app/app.tsx',
      '#ui/route.ts',
      '#ui/features/task/tasks-screen.tsx',
      '../task/tasks-screen.tsx',
      '#tests/support/seed.ts',
    ],
    passes: ['#ui/features/planted/deep/part.ts', './deep/part.ts', '#ui/engine/use-write.ts', '#ui/paths.ts'],
  },
  {
    room: 'src/app/',
    packages: ['react', 'react-dom', 'react-router-dom', 'workbox-window'],
    may: [
      'contract/',
      'sync/page.ts',
      'sync/ports/storage-room.ts',
      'src/engine/',
      'src/features/',
      'src/forms/',
      'src/platform/',
      'src/scanner/',
      'src/ui/',
      'src/paths.ts',
      'src/return-path.ts',
      // Reports of visitors that wait while somebody is signed in.
      'src/visitor/send-waiting.ts',
      'src/route.ts',
      'src/routes.ts',
    ],
    caught: [
      'dexie',
      '#server/app.ts',
      '#sync/types.ts',
      '#sync/engine/engine.ts',
      '#ui/main.tsx',
      '#ui/visitor/page.tsx',
      '../../tests/run/main.ts',
    ],
    passes: ['workbox-window', '#ui/routes.ts', '#ui/features/session/login-screen.tsx'],
  },
  {
    // The page of visitors shares nothing with the signed-in app but its colours and the care for the focus.
    room: 'src/visitor/',
    packages: ['preact', 'dexie', 'altcha-lib'],
    may: [
      // Types only: `npm run size` holds what the page loads.
      'contract/define.ts',
      'contract/calls/report/public.ts',
      'contract/records/fault-report.ts',
      'contract/rules/jpeg-metadata.ts',
      'src/platform/staff-phone.ts',
      'src/platform/visitor-reports.ts',
      'src/ui/kept-focus.ts',
    ],
    caught: [
      'react',
      '#contract/index.ts',
      '#sync/page.ts',
      '#ui/engine/engine.ts',
      '#ui/ui/button.tsx',
      '../main.tsx',
    ],
    passes: ['preact/hooks', '#contract/records/fault-report.ts', './send.ts'],
  },
  {
    room: 'src/*',
    packages: ['react', 'react-dom'],
    may: ['contract/', 'sync/page.ts', 'src/app/', 'src/engine/', 'src/features/', 'src/platform/'],
    caught: ['dexie', '#server/app.ts', '#sync/engine/engine.ts', '#sync/types.ts', '#tests/support/seed.ts'],
    passes: ['#sync/page.ts', './app/app.tsx', './routes.ts', 'react-dom/client'],
  },
  {
    room: 'scripts/',
    packages: ['node:*', '@playwright/test', '@messageformat/core', 'vite'],
    may: ['contract/', 'server/', 'src/'],
    caught: ['vitest', '#tests/support/seed.ts', '../tests/support/seed.ts', '#sync/engine/engine.ts'],
    passes: ['node:fs', '#server/demo/seed.ts'],
  },
];

/** Returns whether a file is in a room of the table. */
function standsIn(file: string, room: string): boolean {
  if (room === 'src/*') return /^src\/[^/]+$/.test(file);
  return room.endsWith('/*') ? file.startsWith(room.slice(0, -1)) : file.startsWith(room);
}

/** Returns a file's own folder: the subfolder in features, or the neighbouring files in `src/`. */
function ownFolder(file: string, room: string): RegExp {
  if (room === 'src/*') return /^src\/[^/]+$/;
  const own = room.endsWith('/*') ? file.split('/').slice(0, 3).join('/') : room.slice(0, -1);
  return new RegExp(`^${own}/`);
}

const isNamed = (name: string, allowed: string): boolean =>
  allowed.endsWith('*') ? name.startsWith(allowed.slice(0, -1)) : name === allowed;

/** Returns whether the table forbids this import. A file in no room may import nothing. */
function crosses({ from, to, isPackage }: Import): boolean {
  const border = borders.find(({ room }) => standsIn(from, room));
  if (!border) return true;
  if (isPackage) return !border.packages.some((allowed) => isNamed(to, allowed));
  if (ownFolder(from, border.room).test(to)) return false;
  return !border.may.some((allowed) => (allowed.endsWith('/') ? to.startsWith(allowed) : to === allowed));
}

/** Returns a file name in a room that does not exist yet. */
const plantedIn = (room: string): string =>
  `${room.endsWith('*') ? room.slice(0, -1) : room}${room === 'src/features/*' ? 'planted/' : ''}planted.ts`;

const inWords = ({ from, specifier }: Import): string => `${from} imports ${specifier}`;

const root = resolve(import.meta.dirname, '../..');
const rooms = ['contract', 'sync', 'server', 'src', 'scripts'];
const imports = readImports(root, rooms);

describe('the import reader', () => {
  it.each([
    ['a value', `import { a } from './there.ts';`],
    ['a type', `import type { A } from './there.ts';`],
    ['a type among values', `import { type A } from './there.ts';`],
    ['nothing but its effect', `import './there.ts';`],
    ['an export of names', `export { a } from './there.ts';`],
    ['an export of types', `export type { A } from './there.ts';`],
    ['an export of everything', `export * from './there.ts';`],
    ['a later load', `export const load = () => import('./there.ts');`],
    ['the type of a file', `export type A = import('./there.ts').A;`],
    ['a worker', `new Worker(new URL('./there.ts', import.meta.url));`],
  ])('finds %s', (_, code) => {
    expect(importsOf('src/here.ts', code)).toEqual([
      { from: 'src/here.ts', specifier: './there.ts', to: 'src/there.ts', isPackage: false },
    ]);
  });

  it('finds no import in comments and texts', () => {
    expect(importsOf('src/here.ts', `// import './a.ts'\nexport const text = "import './b.ts'";`)).toEqual([]);
  });

  it('refuses imports that it cannot resolve', () => {
    expect(() => importsOf('src/here.ts', 'export const load = (name: string) => import(name);')).toThrow('computed');
    expect(() => importsOf('src/here.ts', 'import {')).toThrow('does not parse');
  });
});

describe('borders', () => {
  describe.each(borders)('of $room', ({ room, caught, passes }) => {
    const planted = plantedIn(room);

    it.each(caught)('catch %s', (specifier) => {
      const found = importsOf(planted, `import type { A } from '${specifier}';`);
      expect(found.filter(crosses)).toHaveLength(1);
    });

    it.each(passes)('let %s pass', (specifier) => {
      expect(importsOf(planted, `import { a } from '${specifier}';`).filter(crosses)).toEqual([]);
    });
  });

  it('are not crossed by any file', () => {
    expect(imports.filter(crosses).map(inWords)).toEqual([]);
  });

  it('cover every file, and every room has a file', () => {
    const from = new Set(imports.map((each) => each.from));
    expect([...from].filter((file) => !borders.some(({ room }) => standsIn(file, room)))).toEqual([]);
    expect(borders.filter(({ room }) => ![...from].some((file) => standsIn(file, room)))).toEqual([]);
  });
});

/**
 * Returns a file's folder: the first segment below server/, sync/ and src/, the second in features; the contract is one
 * folder. A file directly in a room is its own.
 */
function folderOf(file: string): string {
  const segments = file.split('/');
  if (segments[0] === 'contract') return 'contract';
  return segments.slice(0, file.startsWith('src/features/') ? 3 : 2).join('/');
}

describe('import circles', () => {
  it('are found in a sample', () => {
    const edges = [
      ['a', 'b'],
      ['b', 'c'],
      ['c', 'a'],
      ['c', 'd'],
      ['e', 'e'],
      ['d', 'f'],
    ] as const;
    expect(circlesIn(edges)).toEqual([['a', 'b', 'c'], ['e']]);
    expect(circlesIn([])).toEqual([]);
  });

  const inside = imports.filter(({ isPackage }) => !isPackage);

  /** Adds the imports that make up a cycle, so that a failure names the lines to change. */
  const withTheirImports = (nodeOf: (file: string) => string): { circle: string[]; made: string[] }[] => {
    const edges = inside.map((each) => [nodeOf(each.from), nodeOf(each.to), each] as const);
    const between = edges.filter(([from, to]) => from !== to);
    return circlesIn(between.map(([from, to]) => [from, to])).map((circle) => ({
      circle,
      made: between
        .filter(([from, to]) => circle.includes(from) && circle.includes(to))
        .map(([, , each]) => inWords(each)),
    }));
  };

  it('do not exist between files, types included', () => {
    expect(withTheirImports((file) => file)).toEqual([]);
  });

  it('do not exist between folders, types included', () => {
    expect(withTheirImports(folderOf)).toEqual([]);
  });
});
