import path from 'node:path';
import { counted } from '#contract/rules/counted.ts';
import { openFileStore } from './open-file-store.ts';
import { rotateSigningKey } from '../auth/signing-keys.ts';
import { BackupError } from './backup/manifest.ts';
import { resetAdmin } from '../session/reset-password.ts';
import { restoreBackup } from './backup/restore-backup.ts';
import { writeBackup } from './backup/write-backup.ts';
import { migrate, openDatabase } from '../db/connect.ts';
import { DatabaseStartError } from '../db/database-start-error.ts';
import { migrationsFolder } from '../migrations-folder.ts';
import { readSettings, SettingsError, type Settings } from './settings.ts';
import { traceCommand } from './trace-command.ts';

const usage = `Commands of the operator, with the settings of the server in the environment:
  backup <folder>             writes a backup into a folder that does not exist yet; the server may run
  restore <folder> [--force]  restores a backup into an empty database; --force replaces what is there
  reset-password --email <e-mail>  gives an Admin a one-time password and ends their sessions; the server may run
  rotate-key [--now]          creates a new signing key; --now invalidates tokens of the old ones; the server may run`;

const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined };
const say = (text: string): void => void process.stdout.write(`${text}\n`);

async function backup(settings: Settings, folder: string): Promise<number> {
  const { pool, db, close } = await openDatabase({ ...settings, tool: 'ward-rounds backup' }, quiet);
  try {
    const files = settings.s3 ? null : await openFileStore(settings, quiet);
    const { tables, files: copied } = await writeBackup({ pool, files, now: () => new Date() }, folder);
    const rows = tables.reduce((sum, table) => sum + table.rows, 0);
    say(
      `Backup in ${folder}: ${counted(tables.length, 'table')}, ${counted(rows, 'row')}, ${counted(copied.count, 'file')} (${counted(copied.bytes, 'byte')}).`,
    );
    await traceCommand(settings, db, 'backup.made');
    if (!files) say('The attached files stay in the S3 bucket: enable versioning there.');
    if (copied.missing.length === 0) return 0;
    say(`Missing or damaged, and not in the backup: ${counted(copied.missing.length, 'attached file')}:`);
    for (const name of copied.missing) say(`  ${name}`);
    return 1;
  } finally {
    await close();
  }
}

async function restore(settings: Settings, folder: string, force: boolean): Promise<number> {
  const { pool, db, close } = await openDatabase(settings, quiet);
  try {
    const files = await openFileStore(settings, quiet);
    const { madeAt, tables, files: copied } = await restoreBackup(folder, { pool, files, migrationsFolder, force });
    const rows = tables.reduce((sum, table) => sum + table.rows, 0);
    say(
      `Restored the backup of ${madeAt}: ${counted(tables.length, 'table')}, ${counted(rows, 'row')}, ${counted(copied.count, 'file')}.`,
    );
    await traceCommand(settings, db, 'backup.restored');
    say('At their next contact, tablets rebuild their copy and send again what the backup lacks.');
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
    say('A new signing key is in use; running servers load it within half a minute. Nobody has to sign in again.');
    await traceCommand(settings, db, 'keys.rotated');
    return 0;
  } finally {
    await close();
  }
}

async function resetPassword(settings: Settings, email: string): Promise<number> {
  const { pool, db, close } = await openDatabase({ ...settings, tool: 'ward-rounds reset-password' }, quiet);
  try {
    await migrate(pool, migrationsFolder);
    const outcome = await resetAdmin(db, email, new Date());
    if (outcome.kind === 'reset') {
      say(`The new one-time password of ${email} is ${outcome.password}`);
      say('It opens the screen that asks for a new one. The sessions of this account have ended.');
      await traceCommand(settings, db, 'password.reset', outcome.id);
      return 0;
    }
    say(
      outcome.kind === 'unknown'
        ? `No account has the address ${email}.`
        : `${email} is no Admin: an Admin resets the account of a hospital, and its office those of its engineers.`,
    );
    return 1;
  } finally {
    await close();
  }
}

async function act([command, folder, ...flags]: readonly string[]): Promise<number> {
  const read = readSettings(process.env);
  // A pooler would interrupt the long transaction of a backup.
  const settings = { ...read, databaseUrl: read.databaseDirectUrl ?? read.databaseUrl };
  const isForced = flags.includes('--force');
  if (command === 'backup' && folder !== undefined && flags.length === 0) return backup(settings, path.resolve(folder));
  if (command === 'restore' && folder !== undefined && flags.length === (isForced ? 1 : 0)) {
    return restore(settings, path.resolve(folder), isForced);
  }
  if (command === 'rotate-key' && (folder === undefined || folder === '--now')) {
    return rotateKey(settings, folder === '--now');
  }
  if (command === 'reset-password' && folder === '--email' && flags.length === 1 && flags[0] !== undefined) {
    return resetPassword(settings, flags[0]);
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
