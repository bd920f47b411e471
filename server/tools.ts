import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { openFileStore } from './attachments/open-file-store.ts';
import { rotateSigningKey } from './auth/signing-keys.ts';
import { BackupError } from './backup/manifest.ts';
import { restoreBackup } from './backup/restore-backup.ts';
import { writeBackup } from './backup/write-backup.ts';
import { migrate, openDatabase } from './db/connect.ts';
import { DatabaseStartError } from './db/database-start-error.ts';
import { readSettings, SettingsError, type Settings } from './settings.ts';

const usage = `Commands of the operator, with the settings of the server in the environment:
  backup <folder>             writes a backup into a folder that does not exist yet; the server may run
  restore <folder> [--force]  brings a backup back into an empty database; --force replaces what is there
  rotate-key [--now]          makes a new signing key; --now ends the tokens of the old ones; the server may run`;

const migrationsFolder = path.join(path.dirname(fileURLToPath(import.meta.url)), 'db/migrations');
const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined };
const say = (text: string): void => void process.stdout.write(`${text}\n`);

async function backup(settings: Settings, folder: string): Promise<number> {
  const { pool, close } = await openDatabase({ ...settings, tool: 'ward-rounds backup' }, quiet);
  try {
    const files = settings.s3 ? null : await openFileStore(settings, quiet);
    const { tables, files: copied } = await writeBackup({ pool, files, now: () => new Date() }, folder);
    const rows = tables.reduce((sum, table) => sum + table.rows, 0);
    say(`Backup in ${folder}: ${tables.length} tables, ${rows} rows, ${copied.count} files (${copied.bytes} bytes).`);
    if (!files) say('The attached files stay in the S3 bucket: keep versions of it there.');
    if (copied.missing.length === 0) return 0;
    say(`${copied.missing.length} attached files are missing or damaged and are not in the backup:`);
    for (const name of copied.missing) say(`  ${name}`);
    return 1;
  } finally {
    await close();
  }
}

async function restore(settings: Settings, folder: string, force: boolean): Promise<number> {
  const { pool, close } = await openDatabase(settings, quiet);
  try {
    const files = await openFileStore(settings, quiet);
    const { madeAt, tables, files: copied } = await restoreBackup(folder, { pool, files, migrationsFolder, force });
    const rows = tables.reduce((sum, table) => sum + table.rows, 0);
    say(`Restored the backup of ${madeAt}: ${tables.length} tables, ${rows} rows, ${copied.count} files.`);
    say('Tablets build their copy anew at their next contact and send again what the backup lacks.');
    if (copied.store === 's3')
      say('Its attached files are in the S3 bucket it was made with: set S3_* to that bucket.');
    return 0;
  } finally {
    await close();
  }
}

async function rotateKey(settings: Settings, endOldTokens: boolean): Promise<number> {
  const { pool, db, close } = await openDatabase({ ...settings, tool: 'ward-rounds rotate-key' }, quiet);
  try {
    await migrate(pool, migrationsFolder);
    await rotateSigningKey(db, new Date(), endOldTokens);
    say('A new key signs; running servers take it within half a minute. Nobody has to sign in again.');
    return 0;
  } finally {
    await close();
  }
}

async function act([command, folder, ...flags]: readonly string[]): Promise<number> {
  const read = readSettings(process.env);
  // A pooler would end the long transaction of a backup.
  const settings = { ...read, databaseUrl: read.databaseDirectUrl ?? read.databaseUrl };
  const isForced = flags.includes('--force');
  if (command === 'backup' && folder !== undefined && flags.length === 0) return backup(settings, path.resolve(folder));
  if (command === 'restore' && folder !== undefined && flags.length === (isForced ? 1 : 0)) {
    return restore(settings, path.resolve(folder), isForced);
  }
  if (command === 'rotate-key' && (folder === undefined || folder === '--now')) {
    return rotateKey(settings, folder === '--now');
  }
  say(usage);
  return 2;
}

try {
  process.exitCode = await act(process.argv.slice(2));
} catch (error) {
  const isSentence =
    error instanceof SettingsError || error instanceof DatabaseStartError || error instanceof BackupError;
  process.stderr.write(`${isSentence ? error.message : String(error instanceof Error ? error.stack : error)}\n`);
  process.exitCode = 1;
}
