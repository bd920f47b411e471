import { spawn } from 'node:child_process';

/** How much of a check's output is kept, from its end, to find the reason of a failure. Units: characters. */
const maxTail = 2_000_000;
/** How long the output of a check may stay open after its exit. Units: milliseconds. */
const graceMs = 5000;

/** The result of a program. */
export interface ChildEnd {
  ok: boolean;
  /** Its output, without the beginning if it is very long. */
  output: string;
}

/** Running process groups; they are ended with this process. */
const running = new Set<(signal: NodeJS.Signals) => void>();
const stop = (): void => {
  for (const end of running) end('SIGTERM');
  process.exit(130);
};
process.once('SIGINT', stop).once('SIGTERM', stop);

/**
 * Runs a program and its children as one process group. Its output is printed as it arrives, or all at the end if
 * other programs print at the same time. Units: limit in minutes; a program that takes longer is ended with its group.
 */
export function runChild(
  name: string,
  command: readonly string[],
  { env, limit, atOnce }: { env: NodeJS.ProcessEnv; limit: number; atOnce: boolean },
): Promise<ChildEnd> {
  return new Promise((resolve, reject) => {
    const [program = '', ...args] = command;
    const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'], env, detached: true });
    let tail = '';
    const held: Buffer[] = [];
    const print = (text: Buffer): void => {
      tail = `${tail}${text.toString()}`.slice(-maxTail);
      if (atOnce) process.stdout.write(text);
      else held.push(text);
    };
    child.stdout.on('data', print);
    child.stderr.on('data', print);
    const end = (signal: NodeJS.Signals): void => {
      if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, signal);
    };
    running.add(end);
    const tooLong = setTimeout(() => {
      print(Buffer.from(`\n${name} has not ended after ${limit} minutes.\n`));
      end('SIGKILL');
    }, limit * 60_000);
    child.on('error', reject);
    // Processes left behind by a check may keep its output open.
    let leftOver: NodeJS.Timeout | undefined;
    child.on('exit', () => {
      leftOver = setTimeout(() => {
        for (const output of [child.stdout, child.stderr]) output.destroy();
      }, graceMs);
    });
    child.on('close', (code) => {
      clearTimeout(tooLong);
      clearTimeout(leftOver);
      running.delete(end);
      for (const text of held) process.stdout.write(text);
      resolve({ ok: code === 0, output: tail });
    });
  });
}
