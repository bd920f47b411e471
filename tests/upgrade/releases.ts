import { execFileSync, type ExecFileSyncOptions } from 'node:child_process';
import { cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '../..');
const inherit: ExecFileSyncOptions = { stdio: ['ignore', 'ignore', 'inherit'] };

/** Builds the server of a commit from git in a folder, and returns the folder of the build. */
export async function buildCommit(commit: string, folder: string): Promise<string> {
  await mkdir(folder);
  execFileSync('sh', ['-c', `git archive ${commit} | tar -x -C '${folder}'`], { cwd: root, stdio: 'inherit' });
  execFileSync('npx', ['vite', 'build', '--logLevel', 'warn', '--config=vite.server.config.ts'], {
    ...inherit,
    cwd: folder,
  });
  return path.join(folder, 'dist');
}

/**
 * Builds the server of this tree in a folder with one more migration, which only adds, so that the release of any
 * commit meets a newer schema; returns the folder of the build.
 */
export async function buildNewer(folder: string): Promise<string> {
  await mkdir(folder);
  const build = path.join(folder, 'dist');
  const args = ['vite', 'build', '--logLevel', 'warn', '--config=vite.server.config.ts', '--outDir', `${build}/server`];
  execFileSync('npx', args, { ...inherit, cwd: root });
  const migrations = path.join(root, 'server/db/migrations');
  const target = path.join(build, 'server/db/migrations');
  await cp(migrations, target, { recursive: true });
  const file = path.join(target, 'meta/_journal.json');
  const journal = JSON.parse(await readFile(file, 'utf8')) as { entries: { idx: number; when: number; tag: string }[] };
  const when = Math.max(...journal.entries.map((entry) => entry.when)) + 1;
  const tag = '9999_next-release';
  journal.entries.push({ ...journal.entries.at(-1), idx: 9999, when, tag });
  await writeFile(file, JSON.stringify(journal));
  await writeFile(
    path.join(target, `${tag}.sql`),
    `LOCK TABLE idempotency_key IN SHARE ROW EXCLUSIVE MODE;--> statement-breakpoint
    create table next_release (id text primary key);--> statement-breakpoint
    alter table ticket add column next_release text default '' not null;--> statement-breakpoint
    create index ticket_next_release on ticket (hospital_id, next_release);`,
  );
  return build;
}

/** Seeds a hospital with the code of a tree, whose schema the database has; returns its devices and an engineer. */
export async function seedBy(folder: string, url: string) {
  const script = path.join(folder, 'seed-for-upgrade.ts');
  await writeFile(
    script,
    `import pg from 'pg';
    import { databaseOn } from '#server/db/database.ts';
    import { seedHospital } from '#tests/support/seed.ts';
    const pool = new pg.Pool({ connectionString: process.env['DATABASE_URL'] });
    const { devices, users } = await seedHospital(databaseOn(pool), { name: 'City', prefix: '', now: new Date() });
    await pool.end();
    console.log(JSON.stringify({ devices, bme: users.bme }));`,
  );
  const printed = execFileSync(process.execPath, ['--import', 'tsx', script], {
    cwd: folder,
    env: { ...process.env, DATABASE_URL: url },
    encoding: 'utf8',
  });
  return JSON.parse(printed) as {
    devices: Record<string, string>;
    bme: { id: string; email: string; name: string };
  };
}
