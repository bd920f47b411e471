import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, realpath, stat } from 'node:fs/promises';
import path from 'node:path';
import pg from 'pg';
import { afterEach, expect, test, vi } from 'vitest';
import { migrate } from '#server/db/connect.ts';
import { chooseAccount, commandAs, runAs } from '#server/db/embedded-account.ts';
import { findBinaries } from '#server/db/embedded-binaries.ts';
import { makeProgramFolder } from '#server/db/embedded-cluster.ts';
import { migrationsFolder } from '#server/migrations-folder.ts';
import { createEmbeddedBench, postmasterPid, query } from './embedded-support.ts';

const bench = createEmbeddedBench();
afterEach(() => bench.clear());

/** Tries to connect as a user of the operating system and prints PostgreSQL's first answer. */
const knock = `
const [socket, role, database, uid, gid] = process.argv.slice(1);
const { connect } = require('node:net');
process.setgroups([]);
process.setgid(Number(gid));
process.setuid(Number(uid));
const client = connect(socket);
const words = Buffer.from(['user', role, 'database', database, '', ''].join('\\0').slice(0, -1));
const head = Buffer.alloc(8);
head.writeInt32BE(8 + words.length + 1, 0);
head.writeInt32BE(196608, 4);
client.on('connect', () => client.write(Buffer.concat([head, words, Buffer.alloc(1)])));
client.on('data', (bytes) => { console.log(bytes.toString('latin1').replaceAll('\\0', ' ')); client.destroy(); });
client.on('error', (error) => console.log(error.message));
`;
const isRoot = process.getuid?.() === 0;

test("admits only the server's user and root, by peer authentication", async () => {
  const database = await bench.start(await bench.makeDataDir());
  const rules = await query(
    { ...database, connection: database.superuser },
    'select type, user_name, auth_method, error from pg_hba_file_rules',
  );
  expect(rules).toEqual([
    { type: 'local', user_name: ['ward_rounds', 'ward_rounds_app'], auth_method: 'peer', error: null },
  ]);
  const { host } = database.connection;
  expect((await stat(host)).mode & 0o777).toBe(0o700);
});

test.skipIf(!isRoot)('refuses another program that runs as the user of PostgreSQL, in both roles', async () => {
  const dataDir = await bench.makeDataDir();
  // As in /var/lib: everybody can reach the cluster's folder, which belongs to its user.
  await chmod(path.dirname(dataDir), 0o755);
  const database = await bench.start(dataDir);
  const { host, port } = database.connection;
  const { uid, gid } = await stat(path.join(dataDir, 'database', 'cluster'));
  expect(uid).not.toBe(0);
  for (const role of ['ward_rounds', 'ward_rounds_app']) {
    const said = execFileSync(
      process.execPath,
      ['-e', knock, `${host}/.s.PGSQL.${port}`, role, 'ward_rounds', String(uid), String(gid)],
      { encoding: 'utf8' },
    );
    expect(said).toContain(`Peer authentication failed for user "${role}"`);
  }
});
if (!isRoot) console.warn('SKIPPED: only root can try to enter the built-in database as another user.');

test('runs under a role that owns its database and has no other rights', async () => {
  const database = await bench.start(await bench.makeDataDir());
  const pool = new pg.Pool(database.connection);
  await migrate(pool, migrationsFolder);
  await pool.end();
  expect(
    await query(
      database,
      `select rolname, rolsuper, rolcreaterole, rolcreatedb, rolreplication, rolbypassrls from pg_roles where rolname = current_user`,
    ),
  ).toEqual([
    {
      rolname: 'ward_rounds_app',
      rolsuper: false,
      rolcreaterole: false,
      rolcreatedb: false,
      rolreplication: false,
      rolbypassrls: false,
    },
  ]);
  expect(await query(database, "select indexname from pg_indexes where indexname = 'ticket_search'")).toHaveLength(1);
  for (const forbidden of [
    "copy (select 1) to program 'true'",
    "select pg_read_file('postgresql.conf')",
    'create role intruder superuser',
    "alter system set log_min_messages = 'debug1'",
  ]) {
    await expect(query(database, forbidden)).rejects.toThrow(/permission denied/);
  }
});

test('takes over a data folder of an earlier release, which admitted everyone, while its PostgreSQL still runs', async () => {
  const dataDir = await bench.makeDataDir();
  const folder = path.join(dataDir, 'database');
  const pgdata = path.join(folder, 'cluster');
  await mkdir(folder, { recursive: true });
  const account = await chooseAccount(folder);
  // As in the server: PostgreSQL's user cannot run programs in a folder that only root may enter.
  const copyDir = account?.mayPassFolders ? await makeProgramFolder() : folder;
  const { binDir } = await findBinaries(undefined, account, path.join(copyDir, 'postgresql'));
  await mkdir(pgdata, { mode: 0o700 });
  if (account) execFileSync('chown', [`${account.uid}:${account.gid}`, pgdata]);
  const made = ['--username=ward_rounds', '--encoding=UTF8', '--locale=C', '--auth=trust'];
  await runAs(account, path.join(binDir, 'initdb'), [`--pgdata=${pgdata}`, ...made]);
  const socketDir = await realpath(pgdata);
  const old = commandAs(account, path.join(binDir, 'postgres'), ['-D', socketDir, '-k', socketDir, '-h', '']);
  const postgres = spawn(old.file, old.args, { ...old.options, stdio: 'ignore' });
  const ended = once(postgres, 'exit');
  const superuser = { host: socketDir, port: 5432, user: 'ward_rounds', ssl: false } as const;
  await vi.waitFor(() => runIn({ ...superuser, database: 'postgres' }, 'create database ward_rounds'), {
    timeout: 30_000,
    interval: 100,
  });
  const pool = new pg.Pool({ ...superuser, database: 'ward_rounds' });
  await migrate(pool, migrationsFolder);
  await pool.query("create function spare() returns int language sql as 'select 1'");
  await pool.query("insert into app_meta (name, value) values ('kept', 'by the release before')");
  await pool.end();
  const before = await postmasterPid(dataDir);

  const database = await bench.start(dataDir);
  await ended;
  expect(await postmasterPid(dataDir)).not.toBe(before);
  expect(await query(database, "select value from app_meta where name = 'kept'")).toEqual([
    { value: 'by the release before' },
  ]);
  const foreign = await query(
    database,
    `select relname::text as name from pg_class c where relkind in ('r', 'S', 'v')
       and relnamespace in ('public'::regnamespace, 'drizzle'::regnamespace) and pg_get_userbyid(relowner) <> current_user
     union all select proname from pg_proc p where pronamespace = 'public'::regnamespace and pg_get_userbyid(proowner) <> current_user
       and not exists (select from pg_depend where objid = p.oid and deptype = 'e')
     union all select nspname from pg_namespace where nspname = 'drizzle' and pg_get_userbyid(nspowner) <> current_user
     union all select datname from pg_database where datname = 'ward_rounds' and pg_get_userbyid(datdba) <> current_user`,
  );
  expect(foreign).toEqual([]);
  const app = new pg.Pool(database.connection);
  await migrate(app, migrationsFolder);
  await app.query('alter table app_meta add column changed text');
  await app.end();
  const methods = await query(
    { ...database, connection: database.superuser },
    'select distinct auth_method from pg_hba_file_rules',
  );
  expect(methods).toEqual([{ auth_method: 'peer' }]);
});

async function runIn(config: pg.ClientConfig, text: string): Promise<void> {
  const client = new pg.Client(config);
  client.on('error', () => undefined);
  await client.connect();
  await client.query(text).finally(() => client.end());
}
