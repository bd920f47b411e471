import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { migrate, openDatabase, refuseOldServer, type OpenDatabase } from '#server/db/connect.ts';
import { explainStorageFault } from '#server/db/database-start-error.ts';
import { createEmbeddedBench, quiet } from './embedded-support.ts';

const bench = createEmbeddedBench();
let opened: OpenDatabase;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'wr-migrations-'));
  const { connection } = await bench.start(await bench.makeDataDir());
  const databaseUrl = `postgres://${connection.user}@/${connection.database}?host=${encodeURIComponent(connection.host)}`;
  opened = await openDatabase({ dataDir: '', databaseUrl }, quiet);
});
afterAll(async () => {
  await opened.close();
  await bench.clear();
  await rm(folder, { recursive: true, force: true });
});

const MARCH = Date.parse('2026-03-01T00:00:00Z');
const MAY = Date.parse('2026-05-01T00:00:00Z');

/** Writes migrations that serve releases from the one at `servesFrom`, by default only their own. */
async function writeMigrations(
  name: string,
  migrations: { when: number; statement: string }[],
  servesFrom = migrations.length - 1,
): Promise<string> {
  const target = path.join(folder, name);
  await mkdir(path.join(target, 'meta'), { recursive: true });
  const entries = migrations.map(({ when }, idx) => ({ idx, version: '7', when, tag: `m${idx}`, breakpoints: true }));
  await writeFile(path.join(target, 'meta', '_journal.json'), JSON.stringify({ dialect: 'postgresql', entries }));
  await writeFile(path.join(target, 'serves-from.json'), JSON.stringify({ servesFrom: `m${servesFrom}` }));
  for (const [idx, { statement }] of migrations.entries()) await writeFile(path.join(target, `m${idx}.sql`), statement);
  return target;
}

const march = {
  when: MARCH,
  statement: 'create table ward (name text); create table app_meta (name text primary key, value text not null)',
};

describe('migrations', () => {
  test('run once if servers start together; an older release then refuses the schema', async () => {
    const older = await writeMigrations('older', [march]);
    const newer = await writeMigrations('newer', [march, { when: MAY, statement: 'create table bed (name text)' }]);

    await Promise.all(Array.from({ length: 5 }, () => migrate(opened.pool, older)));
    await Promise.all(Array.from({ length: 5 }, () => migrate(opened.pool, newer)));
    const applied = await opened.pool.query('select created_at from drizzle.__drizzle_migrations order by created_at');
    expect(applied.rows).toEqual([{ created_at: String(MARCH) }, { created_at: String(MAY) }]);

    await expect(migrate(opened.pool, older)).rejects.toThrow(
      'The database was changed by a newer release of Ward Rounds (its schema is dated 2026-05-01; this release supports schemas up to 2026-03-01): start that release or a later one, or restore a backup from before the upgrade.',
    );
    await expect(migrate(opened.pool, newer)).resolves.toBeUndefined();
  });

  test('let an older release start on a schema marked as compatible, and leave it unchanged', async () => {
    const may = { when: MAY, statement: 'create table bed (name text)' };
    const older = await writeMigrations('served', [march]);
    await migrate(opened.pool, await writeMigrations('serving', [march, may], 0));
    await expect(migrate(opened.pool, older)).resolves.toBeUndefined();
    const mark = await opened.pool.query("select value from app_meta where name = 'serves-from'");
    expect(mark.rows).toEqual([{ value: String(MARCH) }]);

    await migrate(opened.pool, await writeMigrations('contracting', [march, may], 1));
    await expect(migrate(opened.pool, older)).rejects.toThrow('changed by a newer release');
  });

  test('that were skipped below later ones are reported, not skipped silently', async () => {
    const gap = await writeMigrations('gap', [
      { when: MARCH - 1, statement: 'select 1' },
      march,
      { when: MAY, statement: 'create table bed (name text)' },
    ]);
    await expect(migrate(opened.pool, gap)).rejects.toThrow('lacks the migration of 2026-02-28 but has later ones');
  });
});

describe('an external database', () => {
  test('that does not respond is reported without its password', async () => {
    const refused = openDatabase({ dataDir: '', databaseUrl: 'postgres://ward:secret@127.0.0.1:1/rounds' }, quiet);
    await expect(refused).rejects.toThrow(
      'The database at 127.0.0.1:1/rounds does not answer (connect ECONNREFUSED 127.0.0.1:1): check DATABASE_URL and that the database server runs.',
    );
  });

  test('older than PostgreSQL 15 is refused', () => {
    expect(() => refuseOldServer(140_011)).toThrow('is PostgreSQL 14 and the oldest supported is PostgreSQL 15');
    expect(() => refuseOldServer(150_018)).not.toThrow();
  });
});

test.each([
  [
    'FATAL:  could not write lock file "postmaster.pid": No space left on device',
    /^The disk that holds \/data is full/,
  ],
  ["EROFS: read-only file system, mkdir '/data/database'", /lies on a read-only disk/],
  ["EACCES: permission denied, mkdir '/data/database'", /cannot be written by the user of this server/],
])('the fault "%s" of the data folder is explained in a sentence', (text, sentence) => {
  expect(String(explainStorageFault(new Error(text), '/data')).replace('DatabaseStartError: ', '')).toMatch(sentence);
});
