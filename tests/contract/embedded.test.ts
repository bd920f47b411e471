import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, lstat, mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { freePort } from '#tests/support/built-server.ts';
import { createEmbeddedBench, postmasterPid, query } from './embedded-support.ts';

const bench = createEmbeddedBench();
afterEach(() => bench.clear());

describe('the built-in database', () => {
  test('keeps committed rows over a stop and a start, in UTF-8 under the built-in locale', async () => {
    const dataDir = await bench.makeDataDir();
    const first = await bench.start(dataDir);
    await query(first, 'create table round (note text)');
    await query(first, "insert into round values ('Überprüft – दिन')");
    expect(await query(first, "select datlocale, datcollate from pg_database where datname = 'ward_rounds'")).toEqual([
      { datlocale: 'C.UTF-8', datcollate: 'C' },
    ]);
    expect(
      await query(first, "select current_setting('listen_addresses') as net, current_setting('fsync') as f"),
    ).toEqual([{ net: '', f: 'on' }]);
    await first.stop();

    const second = await bench.start(dataDir);
    expect(await query(second, 'select note from round')).toEqual([{ note: 'Überprüft – दिन' }]);
  });

  test('refuses a second server on its data folder and takes over the lock of a dead one', async () => {
    const dataDir = await bench.makeDataDir();
    const first = await bench.start(dataDir);
    await expect(bench.start(dataDir)).rejects.toThrow(
      `Another Ward Rounds server (process ${process.pid}) already uses the data folder ${dataDir}`,
    );
    expect(await query(first, 'select 1 as one')).toEqual([{ one: 1 }]);
    await first.stop();

    const lockFile = path.join(dataDir, 'database', 'server.lock');
    await writeFile(lockFile, JSON.stringify({ pid: process.pid, startedAt: 'an earlier boot' }));
    const next = await bench.start(dataDir);
    expect(await query(next, 'select 1 as one')).toEqual([{ one: 1 }]);
  });

  test("starts although another program now has the pid in PostgreSQL's stale lock files", async () => {
    const dataDir = await bench.makeDataDir();
    await (await bench.start(dataDir)).stop();
    const pgdata = path.join(dataDir, 'database', 'cluster');
    const other = spawn('sleep', ['60']);
    await once(other, 'spawn');
    for (const name of ['postmaster.pid', '.s.PGSQL.5432.lock']) {
      await writeFile(path.join(pgdata, name), `${other.pid}\n${pgdata}\n1\n5432\n${pgdata}\n\n`, { mode: 0o600 });
    }
    try {
      expect(await query(await bench.start(dataDir), 'select 1 as one')).toEqual([{ one: 1 }]);
    } finally {
      other.kill();
    }
  });

  test('starts on the copy of a data folder whose PostgreSQL still runs', async () => {
    const dataDir = await bench.makeDataDir();
    await bench.start(dataDir);
    const copy = await bench.makeDataDir();
    const isCopied = async (file: string): Promise<boolean> =>
      path.basename(file) !== 'server.lock' && !(await lstat(file)).isSocket();
    await cp(dataDir, copy, { recursive: true, filter: isCopied });
    expect(await query(await bench.start(copy), 'select 1 as one')).toEqual([{ one: 1 }]);
  });

  test('stops its PostgreSQL too if the server is told to stop during its start', async () => {
    const dataDir = await bench.makeDataDir();
    const main = fileURLToPath(new URL('../../server/main.ts', import.meta.url));
    const env = { ...process.env, HOST: '127.0.0.1', PORT: String(await freePort()), DATA_DIR: dataDir };
    const server = spawn(process.execPath, ['--import', 'tsx', main], { env, stdio: 'ignore' });
    const ended = once(server, 'exit');
    await vi.waitFor(() => postmasterPid(dataDir), { timeout: 60_000, interval: 20 });
    server.kill('SIGTERM');
    expect(await ended).toEqual([0, null]);
    await expect(postmasterPid(dataDir)).rejects.toThrow('ENOENT');
  });

  test('adopts the PostgreSQL that a killed server left behind, and stops it with its own stop', async () => {
    const dataDir = await bench.makeDataDir();
    const child = spawn(
      process.execPath,
      ['--import', 'tsx', fileURLToPath(new URL('embedded-child.ts', import.meta.url)), dataDir],
      { stdio: ['ignore', 'pipe', 'inherit'] },
    );
    expect(String((await once(child.stdout, 'data'))[0])).toBe('acknowledged\n');
    child.kill('SIGKILL');
    await once(child, 'exit');
    const left = await postmasterPid(dataDir);

    const database = await bench.start(dataDir);
    expect(await postmasterPid(dataDir)).toBe(left);
    expect(await query(database, 'select note from round')).toEqual([{ note: 'acknowledged' }]);
    await database.stop();
    await expect(postmasterPid(dataDir)).rejects.toThrow('ENOENT');
  });

  test('restarts after PostgreSQL is killed, with everything acknowledged', async () => {
    const dataDir = await bench.makeDataDir();
    const database = await bench.start(dataDir);
    await query(database, 'create table round (note text)');
    await query(database, "insert into round values ('acknowledged')");
    const killed = await postmasterPid(dataDir);
    process.kill(killed, 'SIGKILL');

    const rows = await vi.waitFor(
      async () => {
        expect(await postmasterPid(dataDir)).not.toBe(killed);
        return query(database, 'select note from round');
      },
      { timeout: 15_000, interval: 50 },
    );
    expect(rows).toEqual([{ note: 'acknowledged' }]);
  });

  test('runs on a data folder whose path is too long for a socket', async () => {
    const dataDir = await bench.makeDataDir('a-very-long-name-of-a-hospital-'.repeat(5));
    const database = await bench.start(dataDir);
    expect(database.connection.host.length).toBeLessThan(80);
    expect(await query(database, 'select 1 as one')).toEqual([{ one: 1 }]);
    await database.stop();
    await expect(stat(database.connection.host)).rejects.toThrow('ENOENT');
  });

  test('refuses a data folder of another major version and says what to do', async () => {
    const dataDir = await bench.makeDataDir();
    const pgdata = path.join(dataDir, 'database', 'cluster');
    await mkdir(pgdata, { recursive: true });
    await writeFile(path.join(pgdata, 'PG_VERSION'), '16\n');
    await expect(bench.start(dataDir)).rejects.toThrow(
      /was made by PostgreSQL 16 and this server runs PostgreSQL 17: .*write a backup, and restore it/,
    );
    expect(await readFile(path.join(pgdata, 'PG_VERSION'), 'utf8')).toBe('16\n');
  });

  test('explains in a sentence that the data folder is a file', async () => {
    const dataDir = await bench.makeDataDir();
    await writeFile(dataDir, '');
    await expect(bench.start(dataDir)).rejects.toThrow('is not a folder: set DATA_DIR to a folder');
  });
});
