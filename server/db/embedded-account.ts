import { execFile } from 'node:child_process';
import { stat } from 'node:fs/promises';
import { promisify } from 'node:util';
import { DatabaseStartError } from './database-start-error.ts';

const run = promisify(execFile);

/** The user that PostgreSQL runs as, because it refuses to run as root; undefined: this server's user. */
export interface Account {
  uid: number;
  gid: number;
  /** Keep CAP_DAC_READ_SEARCH, to reach folders behind directories that only root may enter. */
  mayPassFolders: boolean;
}

/** The command line that starts a program as an account. */
export interface Command {
  file: string;
  args: string[];
  options: { cwd: string; env: NodeJS.ProcessEnv; uid?: number; gid?: number };
}

/** Returns the command that runs a program as an account, without the PG* variables of this server's environment. */
export function commandAs(account: Account | undefined, file: string, args: readonly string[]): Command {
  const options = { cwd: '/', env: { PATH: process.env['PATH'] ?? '/usr/bin:/bin', LC_ALL: 'C' } };
  if (account === undefined) return { file, args: [...args], options };
  if (!account.mayPassFolders) {
    return { file, args: [...args], options: { ...options, uid: account.uid, gid: account.gid } };
  }
  const capabilities = '-all,+dac_read_search';
  const identity = [`--reuid=${account.uid}`, `--regid=${account.gid}`, '--clear-groups'];
  const rights = [`--inh-caps=${capabilities}`, `--ambient-caps=${capabilities}`];
  return { file: 'setpriv', args: [...identity, ...rights, file, ...args], options };
}

/** Runs a program as an account and returns its output. Throws: the error of execFile, with stderr. */
export async function runAs(account: Account | undefined, file: string, args: readonly string[]): Promise<string> {
  const command = commandAs(account, file, args);
  return (await run(command.file, command.args, { ...command.options, encoding: 'utf8' })).stdout;
}

/**
 * Chooses the user for PostgreSQL: this server's own or, when started as root, the owner of the folder, or `nobody` for
 * a folder owned by root.
 * Throws: DatabaseStartError if that user cannot reach the folder.
 */
export async function chooseAccount(folder: string): Promise<Account | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  const owner = await stat(folder);
  const identity = owner.uid === 0 ? await nobody() : { uid: owner.uid, gid: owner.gid };
  const plain = { ...identity, mayPassFolders: false };
  if (await canEnter(plain, folder)) return plain;
  const passing = { ...identity, mayPassFolders: true };
  if (await canEnter(passing, folder)) return passing;
  throw new DatabaseStartError(
    `PostgreSQL may not run as root, and the user it runs as (${identity.uid}) cannot enter ${folder}: set DATA_DIR to a folder that every user may pass through, such as /srv/ward-rounds, or start this server as an ordinary user.`,
  );
}

/** Returns whether a program of this account can work in a folder. */
export async function canEnter(account: Account | undefined, folder: string): Promise<boolean> {
  return runAs(account, '/bin/sh', ['-c', 'cd "$1"', 'sh', folder]).then(
    () => true,
    () => false,
  );
}

async function nobody(): Promise<{ uid: number; gid: number }> {
  const number = async (flag: string): Promise<number> => Number((await run('id', [flag, 'nobody'])).stdout);
  try {
    return { uid: await number('-u'), gid: await number('-g') };
  } catch (cause) {
    throw new DatabaseStartError(
      'PostgreSQL may not run as root, and this machine has no user "nobody" to run it: start this server as an ordinary user.',
      { cause },
    );
  }
}
