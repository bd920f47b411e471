import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Identifies a live process: pids are reused after a restart. */
export interface ProcessIdentity {
  name: string;
  /** Opaque; differs between two processes that got the same pid. */
  startedAt: string;
}

/** Position of `starttime` in /proc/PID/stat, counted from the state that follows the name. Source: proc(5). */
const START_TIME_FIELD = 19;

/** Identifies the process with a pid; undefined if there is none or it is a zombie. */
export async function identifyProcess(pid: number): Promise<ProcessIdentity | undefined> {
  return process.platform === 'linux' ? identifyByProc(pid) : identifyByPs(pid);
}

async function identifyByProc(pid: number): Promise<ProcessIdentity | undefined> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined);
  if (stat === undefined) return undefined;
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  if (fields[0] === 'Z' || fields[0] === 'X') return undefined;
  const bootId = await readFile('/proc/sys/kernel/random/boot_id', 'utf8').catch(() => '');
  const name = stat.slice(stat.indexOf('(') + 1, stat.lastIndexOf(')'));
  return { name, startedAt: `${bootId.trim()}:${fields[START_TIME_FIELD] ?? ''}` };
}

async function identifyByPs(pid: number): Promise<ProcessIdentity | undefined> {
  const answer = await run('ps', ['-p', String(pid), '-o', 'stat=,lstart=,ucomm=']).catch(() => undefined);
  const [state, ...rest] = answer?.stdout.trim().split(/\s+/) ?? [];
  if (!state || state.startsWith('Z')) return undefined;
  return { name: rest.slice(5).join(' '), startedAt: rest.slice(0, 5).join(' ') };
}
