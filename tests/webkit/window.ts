import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { setTimeout as pause } from 'node:timers/promises';
import type { DrivenWindow } from '#tests/support/in-page.ts';

/** Timeout for a condition in a page on a busy machine. Units: milliseconds. */
const patienceMs = 30_000;
/** Polling interval. Units: milliseconds. */
const lookMs = 100;

/** A window of WebKitGTK on a virtual screen; `load` resolves when the old page is gone. */
export interface WebKitWindow extends DrivenWindow {
  back(): Promise<void>;
  until(what: string, code: string, withinMs?: number): Promise<string>;
  close(): Promise<void>;
}

type Command =
  | { do: 'load'; url: string }
  | { do: 'back' }
  | { do: 'size'; width: number; height: number }
  | { do: 'run'; code: string };

/** Starts a virtual display and returns its name. */
async function openScreen(): Promise<{ name: string; child: ChildProcess }> {
  const child = spawn('Xvfb', ['-displayfd', '1', '-screen', '0', '1400x1300x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  for await (const line of createInterface({ input: child.stdout })) return { name: `:${line}`, child };
  throw new Error('Xvfb did not start.');
}

function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
  return new Promise((resolve) => {
    child.once('exit', () => resolve());
  });
}

/** Opens a window whose storage is in a folder. Throws: if WebKitGTK cannot be started. */
export async function openWebKit(profile: string): Promise<WebKitWindow> {
  const screen = await openScreen();
  const child = spawn(
    '/usr/bin/python3',
    [fileURLToPath(new URL('../engines/webkit-window.py', import.meta.url)), profile],
    {
      stdio: ['pipe', 'pipe', 'pipe'],
      env: { ...process.env, DISPLAY: screen.name, NO_AT_BRIDGE: '1', LIBGL_ALWAYS_SOFTWARE: '1' },
    },
  );
  let complaints = '';
  child.stderr.on('data', (bytes: Buffer) => (complaints = `${complaints}${bytes.toString()}`.slice(-2000)));
  const answers = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  let queue: Promise<unknown> = Promise.resolve();

  async function hear(): Promise<string> {
    const { value, done } = await answers.next();
    if (done === true) throw new Error(`The window of WebKitGTK ended: ${complaints}`);
    const { value: text = '', error } = JSON.parse(value) as { value?: string; error?: string };
    if (error !== undefined) throw new Error(error);
    return text;
  }

  function tell(command: Command): Promise<string> {
    const answer = queue.then(() => {
      child.stdin.write(`${JSON.stringify(command)}\n`);
      return hear();
    });
    queue = answer.catch(() => undefined);
    return answer;
  }

  const run = (code: string) => tell({ do: 'run', code });
  await hear();
  return {
    load: async (url) => void (await tell({ do: 'load', url })),
    back: async () => void (await tell({ do: 'back' })),
    resize: async (width, height) => void (await tell({ do: 'size', width, height })),
    run,
    async until(what, code, withinMs = patienceMs) {
      const deadline = Date.now() + withinMs;
      for (;;) {
        // A page that is being left returns nothing.
        const answer = await run(code).catch(() => '');
        if (answer !== '') return answer;
        if (Date.now() > deadline) throw new Error(`Not in ${withinMs / 1000} s: ${what}`);
        await pause(lookMs);
      }
    },
    async close() {
      child.stdin.end();
      await ended(child);
      screen.child.kill();
      await ended(screen.child);
    },
  };
}
