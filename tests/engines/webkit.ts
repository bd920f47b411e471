import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { webkit, type BrowserContext } from '@playwright/test';

const binding =
  "import gi; gi.require_version('Gtk', '3.0'); gi.require_version('WebKit2', '4.1'); from gi.repository import WebKit2";
const shim = fileURLToPath(new URL('webkit-shim.mjs', import.meta.url));
/** The window's first page. From a blank one WebKit would move to the app in a new process, which the inspector loses. */
const firstPage = '/icons/mark.svg';
/** How often a start that shows no page is repeated: WebKitGTK sometimes hangs there. */
const starts = 3;

const succeeds = (command: string, args: string[]): boolean => spawnSync(command, args).status === 0;

/** Whether WebKitGTK, its binding for Python and a virtual screen are on this machine. */
export const hasWebKit = (): boolean =>
  succeeds('/usr/bin/python3', ['-c', binding]) && succeeds('sh', ['-c', 'command -v Xvfb']);

interface Opening {
  viewport: { width: number; height: number };
  baseURL: string;
}

/** Starts a window and returns the port of its inspector and what ends it; null if it shows no page. */
async function startWindow(
  folder: string,
  { viewport, baseURL }: Opening,
): Promise<{ port: string; end: () => Promise<void> } | null> {
  const { width, height } = viewport;
  const first = new URL(firstPage, baseURL).href;
  const child = spawn(process.execPath, [shim, folder, String(width), String(height), first], {
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  const ended = once(child, 'exit');
  const line = await Promise.race([once(createInterface({ input: child.stdout }), 'line'), ended.then(() => null)]);
  if (line === null) return null;
  const end = async () => {
    child.stdin.end();
    await ended;
  };
  return { port: String(line[0]), end };
}

/**
 * Opens a window of WebKitGTK with a storage folder that outlives it, as a context with one page; `close` ends the window.
 * More than Playwright can do with it: paths relative to `baseURL`. Less: a second tab. Throws: if it cannot be started.
 */
export async function openWebKitProfile(folder: string, opening: Opening): Promise<BrowserContext> {
  for (let start = 1; start <= starts; start += 1) {
    const window = await startWindow(folder, opening);
    if (window === null) continue;
    const browser = await webkit.connectOverCDP(`http://127.0.0.1:${window.port}`);
    const [context] = browser.contexts();
    const page = context?.pages()[0];
    if (!context || !page) throw new Error('The window of WebKitGTK has no page.');
    const goto = page.goto.bind(page);
    page.goto = (path, options) => goto(new URL(path, opening.baseURL).href, options);
    context.close = async () => {
      await browser.close();
      await window.end();
    };
    return context;
  }
  throw new Error(`WebKitGTK was started ${starts} times and showed no page.`);
}
