import { rename, writeFile } from 'node:fs/promises';
import { userInfo } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { DatabaseStartError, textOf } from './database-start-error.ts';

/** Superuser of the built-in cluster, used only by the supervisor. */
export const clusterUser = 'ward_rounds';
/** The server's own role: it owns its database and nothing else. */
export const appRole = 'ward_rounds_app';
/** Name of the map from operating-system users to these two roles. */
const mapName = 'ward_rounds';

/** PostgreSQL's access rule files. */
export interface AccessRules {
  hbaFile: string;
  identFile: string;
}

/**
 * Writes the cluster's access rules: only this server's user and root may connect, through the socket and identified by
 * the kernel. If PostgreSQL runs as another user, other programs of that user may not connect. That user may write to
 * the cluster's folder, so the rules are stored outside of it. Source: docs/decisions/227-own-role.md
 */
export async function writeAccessRules(folder: string): Promise<AccessRules> {
  const rules = { hbaFile: path.join(folder, 'pg_hba.conf'), identFile: path.join(folder, 'pg_ident.conf') };
  const users = new Set([ownName(), 'root']);
  const entries = [...users].flatMap((user) =>
    [clusterUser, appRole].map((role) => `${mapName} "${user.replaceAll('"', '""')}" ${role}`),
  );
  await replaceFile(rules.hbaFile, `local all ${clusterUser},${appRole} peer map=${mapName}\n`);
  await replaceFile(rules.identFile, `${entries.join('\n')}\n`);
  return rules;
}

/**
 * Returns the name of this server's user.
 * Throws: DatabaseStartError if it has none, because PostgreSQL identifies users by name.
 */
function ownName(): string {
  try {
    return userInfo().username;
  } catch (cause) {
    throw new DatabaseStartError(
      `The user of this server has no name on this machine (${textOf(cause)}), and the built-in database lets users in by name: add it to /etc/passwd, start as another user, or set DATABASE_URL.`,
      { cause },
    );
  }
}

/** Replaces a file atomically, even one written by another user. */
async function replaceFile(file: string, content: string): Promise<void> {
  const draft = `${file}.new`;
  await writeFile(draft, `# Written by Ward Rounds at each start.\n${content}`, { mode: 0o644 });
  await rename(draft, file);
}

/**
 * Creates the server's role and database and transfers ownership of objects that an earlier release created as superuser.
 * Idempotent.
 */
export async function prepareDatabase(superuser: pg.ClientConfig, name: string): Promise<void> {
  await connected({ ...superuser, database: 'postgres' }, async (client) => {
    const role = await client.query('select from pg_roles where rolname = $1', [appRole]);
    if (role.rowCount === 0) await client.query(`create role ${appRole} login`);
    const found = await client.query<{ owner: string }>(
      'select pg_get_userbyid(datdba) as owner from pg_database where datname = $1',
      [name],
    );
    const owner = found.rows[0]?.owner;
    if (owner === undefined) await client.query(`create database ${name} owner ${appRole}`);
    else if (owner !== appRole) await client.query(`alter database ${name} owner to ${appRole}`);
    await client.query(`revoke connect, temporary on database ${name} from public`);
  });
  await connected({ ...superuser, database: name }, (client) => client.query(takeOver));
}

/** Transfers everything the superuser owns outside PostgreSQL's own schemas, except parts of extensions. */
const takeOver = `
do $$
declare
  command text;
begin
  for command in
    with mine as (
      select 'pg_namespace'::regclass as catalog, oid, 1 as place, format('schema %I', nspname) as name
      from pg_namespace where nspname !~ '^pg_' and nspname <> 'information_schema' and pg_get_userbyid(nspowner) = '${clusterUser}'
      union all
      select 'pg_class'::regclass, c.oid, 2, format('%s %s',
        case c.relkind when 'S' then 'sequence' when 'v' then 'view' when 'm' then 'materialized view' else 'table' end,
        c.oid::regclass)
      from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname !~ '^pg_' and n.nspname <> 'information_schema'
        and c.relkind in ('r', 'p', 'v', 'm', 'S') and pg_get_userbyid(c.relowner) = '${clusterUser}'
        and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype in ('a', 'i'))
      union all
      select 'pg_proc'::regclass, p.oid, 3, format('routine %s', p.oid::regprocedure)
      from pg_proc p join pg_namespace n on n.oid = p.pronamespace
      where n.nspname !~ '^pg_' and n.nspname <> 'information_schema' and pg_get_userbyid(p.proowner) = '${clusterUser}'
    )
    select format('alter %s owner to ${appRole}', name) from mine
    where not exists (select from pg_depend d where d.classid = mine.catalog and d.objid = mine.oid and d.deptype = 'e')
    order by place
  loop
    execute command;
  end loop;
end $$`;

async function connected(config: pg.ClientConfig, work: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const client = new pg.Client(config);
  // A lost connection already fails its running statement; an unhandled error event would also end the process.
  client.on('error', () => undefined);
  await client.connect();
  await work(client).finally(() => client.end());
}
