import { spawnSync } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { appendFile, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createFileStore } from '#server/files/file-store.ts';
import { commandUser } from '#server/auth/security-events.ts';
import { manifestFile, sha256Of, sumsFile, tableFile } from '#server/operations/backup/manifest.ts';
import { restoreBackup } from '#server/operations/backup/restore-backup.ts';
import { ownTables, storedTables } from '#server/operations/backup/tables.ts';
import { writeBackup } from '#server/operations/backup/write-backup.ts';
import { attachment, attachmentUse, ticket } from '#server/db/schema.ts';
import { startEmbedded, type EmbeddedDatabase } from '#server/db/embedded.ts';
import { findOtherPostgres, noOtherPostgres } from '#tests/support/other-postgres.ts';
import { runTool } from '#tests/support/run-tool.ts';
import { breakdownReport } from '#tests/support/breakdown-report.ts';
import { startTestServer, type TestServer } from '#tests/support/test-server.ts';
import { quiet } from './embedded-support.ts';
import { openPool } from '#tests/support/test-database.ts';

const migrationsFolder = fileURLToPath(new URL('../../server/db/migrations', import.meta.url));
/** The standard program for checking sums. */
const checker = 'sha256sum';
const photo = Buffer.from('%PDF-1.4 the report of a calibration');
const photoHash = createHash('sha256').update(photo).digest('hex');

let root: string;
/** The kind of PostgreSQL that the test server does not use. */
let other: EmbeddedDatabase | undefined;
let otherAddress: pg.ClientConfig;
beforeAll(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'wr-backup-'));
  const found = findOtherPostgres();
  if (!found) console.warn(`${noOtherPostgres} Backups are restored into a second built-in database instead.`);
  if (found?.kind === 'server') {
    otherAddress = { connectionString: found.url };
  } else {
    other = await startEmbedded({ dataDir: path.join(root, 'other'), pgBin: found?.binDir, log: quiet });
    otherAddress = { ...other.superuser, database: 'postgres' };
  }
});
afterAll(async () => {
  await other?.stop();
  await rm(root, { recursive: true, force: true });
});

let server: TestServer;
let folder: string;
let target: pg.Pool;
let targetUrl: string;
let drop: () => Promise<void>;
beforeEach(async () => {
  server = await startTestServer();
  folder = path.join(root, randomUUID());
  const name = `ward_restored_${randomUUID().slice(0, 8)}`;
  const admin = new pg.Client(otherAddress);
  await admin.connect();
  await admin.query(`create database ${name}`);
  targetUrl = urlOf(otherAddress, name);
  target = openPool({ connectionString: targetUrl }, { max: 2 });
  drop = async () => {
    await target.end();
    await admin.query(`drop database ${name} with (force)`);
    await admin.end();
  };
});
afterEach(async () => {
  await drop();
  await server.close();
});

function urlOf(address: pg.ClientConfig, name: string): string {
  if (address.connectionString === undefined) {
    return `postgres://${String(address.user)}@/${name}?host=${encodeURIComponent(String(address.host))}&port=${address.port}`;
  }
  const url = new URL(address.connectionString);
  url.pathname = `/${name}`;
  return url.href;
}

const files = (name: string) => createFileStore(path.join(root, name));
const backup = () =>
  writeBackup({ pool: server.database.pool, files: files('files'), now: () => server.clock.now }, folder);
const restore = (force = false, pool = target) =>
  restoreBackup(folder, { pool, files: files('restored'), migrationsFolder, force });

/**
 * Every row of every table of the product, as text, without what a restore changes on purpose and commands note of
 * themselves.
 */
async function contents(pool: pg.Pool): Promise<Record<string, string[]>> {
  const client = await pool.connect();
  try {
    await client.query("set timezone = 'UTC'");
    const all: Record<string, string[]> = {};
    for (const { name, columns } of await storedTables(client)) {
      const list = columns.map((column) => `"${column}"`).join(', ');
      const rows = await client.query<{ row: string }>(`select row(${list})::text as row from public."${name}"`);
      all[name] = rows.rows
        .map(({ row }) => row)
        .filter((row) => !row.startsWith('(epoch,') && !row.includes(`,${commandUser},`))
        .sort();
    }
    return all;
  } finally {
    client.release();
  }
}

const epochOf = async (pool: pg.Pool): Promise<string | undefined> =>
  (await pool.query<{ value: string }>("select value from app_meta where name = 'epoch'")).rows[0]?.value;

async function work(): Promise<void> {
  const bme = await server.as(server.city.users.bme);
  const report = {
    installationBaseId: server.city.devices['VENT-0001'] ?? '',
    issueType: 'Electrical' as const,
    problemReported: 'Tab\there, line\nbreak, back\\slash, \\N, "quotes", दिन, 🏥 and nothing else',
    priority: 'High' as const,
    reportedDate: '2026-07-01',
  };
  expect((await bme.call('reportTicket', { body: report, key: randomUUID() })).status).toBe(201);
  await bme.call('closeTask', { body: { taskId: randomUUID(), actionTaken: 'Cleaned' }, key: randomUUID() });
  await files('files').save(server.city.id, photoHash, photo);
  await server.database.db.insert(attachment).values({
    hospitalId: server.city.id,
    sha256: photoHash,
    sizeBytes: photo.length,
    mime: 'application/pdf',
    receivedBytes: photo.length,
    receivedAt: server.clock.now,
  });
  await server.database.db.insert(attachmentUse).values({
    hospitalId: server.city.id,
    sha256: photoHash,
    ownerKind: 'warranty',
    ownerId: server.city.warrantyId,
    name: 'agreement.pdf',
  });
}

describe('A backup', () => {
  test('restores identically into the other kind of PostgreSQL, row by row and file by file, under a new epoch', async () => {
    await work();
    const manifest = await backup();
    expect(manifest.files).toEqual({ store: 'folder', count: 1, bytes: photo.length, missing: [] });
    expect(manifest.tables.map(({ name }) => name).sort()).toEqual([...ownTables].sort());
    await restore();
    const before = await contents(server.database.pool);
    expect(await contents(target)).toEqual(before);
    expect(Object.values(before).flat().length).toBe(manifest.tables.reduce((sum, { rows }) => sum + rows, -1));
    expect(await sha256Of(path.join(root, 'restored', server.city.id, photoHash.slice(0, 2), photoHash))).toBe(
      photoHash,
    );
    expect(await epochOf(target)).toMatch(/^[0-9a-f-]{36}$/);
    expect(await epochOf(target)).not.toBe(await epochOf(server.database.pool));
  });

  test('larger than the memory buffers restores identically', async () => {
    await server.database.pool.query(
      `insert into idempotency_key (hospital_id, key, user_id, body_hash, call, status, answer, created_at)
       select $1, n::text, 'u', repeat(md5(n::text), 20), 'submitRound', 201, '{}', now() from generate_series(1, 30000) n`,
      [server.city.id],
    );
    await backup();
    await restore();
    expect(await contents(target)).toEqual(await contents(server.database.pool));
  });

  test('is a snapshot of one instant, although writes continue while it is taken', async () => {
    await work();
    const bme = await server.as(server.city.users.bme);
    const written = new AbortController();
    const writes = (async () => {
      let count = 0;
      for (; !written.signal.aborted; count += 1) {
        const body = { taskId: server.city.tasks.upcoming, note: `note ${count}` };
        await bme.call('addTaskNote', { body, key: randomUUID() });
      }
      return count;
    })();
    const manifest = await backup();
    written.abort();
    expect(await writes).toBeGreaterThan(0);
    await restore();
    const torn = await target.query(
      `select from idempotency_key k left join audit_entry a on a.hospital_id = k.hospital_id and a.id = k.key
       where k.status is null or (k.status < 400 and a.id is null)`,
    );
    expect(torn.rowCount).toBe(0);
    const rows = manifest.tables.find(({ name }) => name === 'idempotency_key')?.rows;
    expect((await target.query('select from idempotency_key')).rowCount).toBe(rows);
  });

  test('passes a check with sha256sum', async () => {
    await work();
    await backup();
    const checked = spawnSync(checker, ['--check', '--strict', sumsFile], { cwd: folder, encoding: 'utf8' });
    expect([checked.status, checked.stdout.includes('FAILED')]).toEqual([0, false]);
    expect(await readdir(root)).not.toContain(`${path.basename(folder)}.unfinished`);
  });

  test('lists files that the store has lost, and includes the rest', async () => {
    await work();
    const store = files('files');
    await store.discard(server.city.id, photoHash);
    const { missing } = (await backup()).files;
    expect(missing).toEqual([`${server.city.id}/${photoHash.slice(0, 2)}/${photoHash}`]);
    await restore();
    expect(await contents(target)).toEqual(await contents(server.database.pool));
  });

  test('does not overwrite another backup, and is not taken of a foreign database', async () => {
    await backup();
    await expect(backup()).rejects.toThrow(`${folder} is not empty`);
    await expect(
      writeBackup({ pool: target, files: null, now: () => server.clock.now }, path.join(root, 'nothing')),
    ).rejects.toThrow('This database holds no Ward Rounds');
  });
});

describe('A restore refuses', () => {
  test('a target that contains rows, unless forced', async () => {
    await backup();
    await restore();
    const before = await epochOf(target);
    await expect(restore()).rejects.toThrow(/^The database is not empty \(\w+ has rows\): .*--force/);
    expect(await epochOf(target)).toBe(before);
    await target.query('create table of_somebody_else (a int)');
    await restore(true);
    expect(await contents(target)).toEqual(await contents(server.database.pool));
    expect(await epochOf(target)).not.toBe(before);
    await target.query('select from of_somebody_else');
  });

  test('a database that a server is using', async () => {
    await backup();
    const running = new pg.Client({ connectionString: targetUrl, application_name: 'ward-rounds' });
    await running.connect();
    await expect(restore(true)).rejects.toThrow(
      'A Ward Rounds server uses this database: stop every server that uses it',
    );
    await running.end();
  });

  test('a damaged table, and leaves the target unchanged', async () => {
    await backup();
    await appendFile(path.join(folder, tableFile('ticket')), 'x');
    await expect(restore()).rejects.toThrow('cannot be trusted: tables/ticket.copy.gz was changed or damaged');
    expect(await contents(target)).toEqual({});
  });

  test('a folder without a finished backup', async () => {
    await expect(restore()).rejects.toThrow('is no complete backup (it has no SHA256SUMS)');
  });

  test.each([
    ['of a newer format', { formatVersion: 2 }, 'was made by a newer release of Ward Rounds'],
    [
      'of a newer schema',
      { migrations: [{ at: Date.parse('2099-01-01'), hash: '0'.repeat(64) }] },
      'The backup was made by a newer release of Ward Rounds (its schema of 2099-01-01 is unknown here)',
    ],
    [
      'of a schema this build never had',
      { migrations: [{ at: 1, hash: '0'.repeat(64) }] },
      'The backup was made by another build of Ward Rounds',
    ],
    ['of another program', { format: 'other' }, `The ${manifestFile} in`],
  ])('a backup %s', async (_name, change, sentence) => {
    await backup();
    await changeManifest(change);
    await expect(restore()).rejects.toThrow(sentence);
    expect(await contents(target)).toEqual({});
  });

  test('a backup with a wrong row count, and rolls back', async () => {
    await backup();
    const manifest = JSON.parse(await readFile(path.join(folder, manifestFile), 'utf8'));
    for (const table of manifest.tables) if (table.name === 'task') table.rows += 1;
    await changeManifest(manifest);
    await expect(restore()).rejects.toThrow(/^The table task has 6 rows and the backup names 7/);
    expect(await contents(target)).toEqual({});
  });

  async function changeManifest(change: object): Promise<void> {
    const file = path.join(folder, manifestFile);
    await writeFile(file, JSON.stringify({ ...JSON.parse(await readFile(file, 'utf8')), ...change }));
    const sums = await readFile(path.join(folder, sumsFile), 'utf8');
    await writeFile(
      path.join(folder, sumsFile),
      sums.replace(/^[0-9a-f]{64} {2}manifest/, `${await sha256Of(file)}  manifest`),
    );
  }
});

describe("The operator's commands", () => {
  test('back up beside the running built-in database, and restore into another PostgreSQL and back', async () => {
    const dataDir = path.join(root, randomUUID());
    const command = (env: Record<string, string>, ...args: string[]) => runTool({ DATA_DIR: dataDir, ...env }, ...args);
    await backup();
    expect((await command({}, 'restore', folder)).text).toMatch(
      /^Restored the backup of 2026-07-01T06:30:00.000Z: \d+ tables/,
    );
    const running = await startEmbedded({ dataDir, log: quiet });
    const pool = openPool(running.connection);
    const again = path.join(root, randomUUID());
    const { status, text: said } = await command({}, 'backup', again);
    expect([status, said]).toEqual([0, expect.stringMatching(/^Backup in .*: \d+ tables, \d+ rows, 0 files/)]);
    expect(JSON.parse(said.split('\n')[1] ?? '')).toMatchObject({ level: 30, event: 'backup.made', by: commandUser });
    expect(await command({}, 'restore', again, '--force')).toEqual({
      status: 1,
      text: expect.stringMatching(/^Another Ward Rounds server \(process \d+\) already uses the data folder/),
    });
    expect((await command({ DATABASE_URL: targetUrl }, 'restore', again)).status).toBe(0);
    expect(await contents(target)).toEqual(await contents(pool));
    const notes = async (of: pg.Pool) =>
      (await of.query<{ call: string }>('select call from audit_entry where user_id = $1 order by at', [commandUser]))
        .rows;
    expect((await notes(pool)).map(({ call }) => call)).toEqual(['backup.restored', 'backup.made']);
    expect((await notes(target)).map(({ call }) => call)).toEqual(['backup.restored', 'backup.restored']);
    await pool.end();
    await running.stop();
    expect((await command({}, 'restore')).status).toBe(2);
    // Five programs and two databases start one after the other.
  }, 120_000);
});

test('tablets treat a restored server as a new database, and resend once what it lacks', async () => {
  const bme = await server.as(server.city.users.bme);
  const report = (text?: string) => breakdownReport(server, text);
  const [kept, lost] = [randomUUID(), randomUUID()];
  await bme.call('reportTicket', { body: report('before'), key: kept });
  await backup();
  await bme.call('reportTicket', { body: report('after'), key: lost });
  const pulled = (await bme.call('syncChanges', {})).answer;

  const healed = await startTestServer();
  try {
    await restore(true, healed.database.pool);
    await healed.restart();
    const tablet = await healed.as(server.city.users.bme);
    const stale = await tablet.call('syncChanges', { query: { cursor: pulled.next, epoch: pulled.epoch } });
    expect([stale.status, stale.problem.code]).toEqual([410, 'sync.cursor_expired']);
    const sent = [
      await tablet.call('reportTicket', { body: report('before'), key: kept }),
      await tablet.call('reportTicket', { body: report('after'), key: lost }),
      await tablet.call('reportTicket', { body: report('after'), key: lost }),
    ];
    expect(sent.map(({ status }) => status)).toEqual([201, 201, 201]);
    expect(sent.map((answer) => answer.header('idempotency-replayed'))).toEqual(['true', undefined, 'true']);
    const rows = await healed.database.db.select().from(ticket);
    expect(rows.map(({ id }) => id).sort()).toEqual([kept, lost].sort());
  } finally {
    await healed.close();
  }
});
