import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { watch } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { webkit, type BrowserContext, type Download, type Page } from '@playwright/test';

const binding =
  "import gi; gi.require_version('Gtk', '3.0'); gi.require_version('WebKit2', '4.1'); from gi.repository import WebKit2";
const shim = fileURLToPath(new URL('webkit-shim.mjs', import.meta.url));
/**
 * The window's first page. Navigating from a blank page would make WebKit switch to a new process, which the inspector
 * loses.
 */
const firstPage = '/icons/mark.svg';
/** Number of attempts to start a window that shows a page: WebKitGTK sometimes hangs. */
const starts = 3;
/** Timeout for a download. Units: milliseconds. */
const downloadMs = 20_000;

const succeeds = (command: string, args: string[]): boolean => spawnSync(command, args).status === 0;

/** Returns whether this machine has WebKitGTK, its Python binding and a virtual screen. */
export const hasWebKit = (): boolean =>
  succeeds('/usr/bin/python3', ['-c', binding]) && succeeds('sh', ['-c', 'command -v Xvfb']);

interface Opening {
  viewport: { width: number; height: number };
  baseURL: string;
}

/** A running window. */
interface Started {
  /** The port of its inspector. */
  port: string;
  /** Resizes the window or prints its page to a file. Throws: if that failed. */
  tell: (command: { do: 'size'; width: number; height: number } | { do: 'print'; file: string }) => Promise<void>;
  end: () => Promise<void>;
}

/** Starts a window; returns null if it shows no page. */
async function startWindow(folder: string, { viewport, baseURL }: Opening): Promise<Started | null> {
  const { width, height } = viewport;
  const first = new URL(firstPage, baseURL).href;
  const child = spawn(process.execPath, [shim, folder, String(width), String(height), first], {
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  const ended = once(child, 'exit');
  const answers = createInterface({ input: child.stdout });
  const line = await Promise.race([once(answers, 'line'), ended.then(() => null)]);
  if (line === null) return null;
  const tell: Started['tell'] = async (command) => {
    const answer = once(answers, 'line');
    child.stdin.write(`${JSON.stringify(command)}\n`);
    const { error } = JSON.parse(String((await answer)[0])) as { error?: string };
    if (error !== undefined) throw new Error(`WebKitGTK did not ${command.do}: ${error}`);
  };
  const end = async () => {
    child.stdin.end();
    await ended;
  };
  return { port: String(line[0]), tell, end };
}

/** Resolves to the next complete file in a window's download folder. Throws: on timeout. */
async function nextDownload(folder: string): Promise<Download> {
  for await (const { filename } of watch(folder, { signal: AbortSignal.timeout(downloadMs) })) {
    const path = join(folder, filename ?? '');
    if (filename === null || filename.endsWith('.part') || !existsSync(path)) continue;
    return { suggestedFilename: () => filename, path: () => Promise.resolve(path) } as Download;
  }
  throw new Error('The folder of downloads is watched no more.');
}

/**
 * Opens a WebKitGTK window with a persistent storage folder as a context with one page; `close` ends the window. Adds
 * to what Playwright supports: paths relative to `baseURL`, window sizes, downloads, and PDFs on A4. Does not support a
 * second tab. Throws: if it cannot be started.
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
    page.pdf = async ({ path } = {}) => {
      if (path === undefined) throw new Error('WebKitGTK prints to a file: name it.');
      await window.tell({ do: 'print', file: resolve(path) });
      return readFileSync(path);
    };
    let size = opening.viewport;
    page.viewportSize = () => size;
    page.setViewportSize = async (wanted) => {
      size = wanted;
      await window.tell({ do: 'size', ...wanted });
      await page.waitForFunction(({ width, height }) => innerWidth === width && innerHeight === height, wanted);
    };
    const waitForEvent = page.waitForEvent.bind(page) as (event: string) => Promise<unknown>;
    page.waitForEvent = ((event: string) =>
      event === 'download' ? nextDownload(join(folder, 'downloads')) : waitForEvent(event)) as Page['waitForEvent'];
    context.close = async () => {
      await browser.close();
      await window.end();
    };
    return context;
  }
  throw new Error(`WebKitGTK was started ${starts} times and showed no page.`);
}
