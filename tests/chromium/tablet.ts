import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import type { BrowserContext, CDPSession, Page } from '@playwright/test';
import type { StoredCommand, Upload } from '#sync/outbox/schema.ts';
import type { SeededUser } from '#tests/support/seed.ts';
import { chromiumFlags, findChromium } from '#tests/engines/chromium.ts';
import type { FaultProxy } from './fault-proxy.ts';
import { installHandle, readTable } from './in-page.ts';
import type { SavedWord } from './in-page.ts';
import { patienceMs } from './patience.ts';

/** An icon of the app: a page of the same origin without the app, from which storage and worker can be reached. */
const bareAddress = '/icons/mark.svg';

/** One tablet of the ward: a Chromium with its own profile and network, and the people who share it. */
export interface Tablet {
  name: string;
  proxy: FaultProxy;
  people: readonly SeededUser[];
  /** The current user. */
  person: SeededUser;
  /** Returns the open tabs with the app. */
  tabs(): Page[];
  openTab(address?: string): Promise<Page>;
  /** Ends a tab without warning: its renderer is killed, or it is closed. */
  killTab(tab: Page, how: 'crash' | 'close'): Promise<void>;
  closeTabs(): Promise<void>;
  /** Opens a page without the app. */
  bare(): Promise<Page>;
  /** Sends Chromium's own commands from the page without the app; their settings last until `work` ends. */
  command(work: (cdp: CDPSession) => Promise<unknown>): Promise<void>;
  /** Returns the server's id of this tablet. */
  deviceId(): Promise<string>;
  /** Reads a fact that the app stores about this tablet. */
  fact(key: string): Promise<unknown>;
  /** Returns everything in the outbox's database, including settled entries. */
  outbox(): Promise<StoredCommand[]>;
  /** Returns the files of entries, with their upload state. */
  uploads(): Promise<Upload[]>;
  /** Returns the unsettled entries in storage. */
  open(): Promise<StoredCommand[]>;
  /** Switches the tablet off and on: the browser quits and restarts with its profile. */
  restart(): Promise<void>;
  close(): Promise<void>;
}

/** Starts a tablet; `onSaved` is called for each entry that one of its pages has called saved. */
export async function openTablet(
  name: string,
  folder: string,
  proxy: FaultProxy,
  people: readonly [SeededUser, ...SeededUser[]],
  onSaved: (word: SavedWord) => void,
): Promise<Tablet> {
  const profile = join(folder, name);
  mkdirSync(profile, { recursive: true });
  const launch = async (): Promise<BrowserContext> => {
    const started = await chromium.launchPersistentContext(profile, {
      executablePath: findChromium() ?? '',
      args: chromiumFlags,
      viewport: { width: 820, height: 1180 },
      baseURL: proxy.origin,
      serviceWorkers: 'allow',
      reducedMotion: 'reduce',
    });
    started.setDefaultTimeout(patienceMs);
    await installHandle(started, onSaved);
    return started;
  };
  let context = await launch();
  let bare: Page | null = null;
  let tabs: Page[] = [];
  const dead = new WeakSet<Page>();

  function watch(page: Page): Page {
    page.on('crash', () => dead.add(page));
    return page;
  }
  const isAlive = (page: Page) => !page.isClosed() && !dead.has(page);

  async function openBare(): Promise<Page> {
    if (bare && isAlive(bare)) return bare;
    await bare?.close().catch(() => undefined);
    bare = watch(await context.newPage());
    await bare.goto(bareAddress);
    return bare;
  }

  const tablet: Tablet = {
    name,
    proxy,
    people,
    person: people[0],
    tabs: () => tabs.filter(isAlive),
    async openTab(address = '/outbox') {
      const page = watch(await context.newPage());
      tabs = [...tabs.filter(isAlive), page];
      await page.goto(address);
      return page;
    },
    async killTab(tab, how) {
      if (how === 'crash') {
        const gone = new Promise((resolve) => tab.once('crash', resolve));
        const cdp = await context.newCDPSession(tab);
        // The renderer dies before it can answer.
        void cdp.send('Page.crash').catch(() => undefined);
        await gone;
      }
      dead.add(tab);
      await tab.close().catch(() => undefined);
    },
    async closeTabs() {
      await Promise.all(tabs.filter((tab) => !tab.isClosed()).map((tab) => tab.close().catch(() => undefined)));
      tabs = [];
    },
    bare: openBare,
    async command(work) {
      const cdp = await context.newCDPSession(await openBare());
      try {
        await work(cdp);
      } finally {
        await cdp.detach();
      }
    },
    uploads: async () => readTable<Upload>(await openBare(), 'uploads'),
    outbox: async () => readTable<StoredCommand>(await openBare(), 'commands'),
    async fact(key) {
      const facts = await readTable<{ key: string; value: unknown }>(await openBare(), 'meta');
      return facts.find((one) => one.key === key)?.value;
    },
    deviceId: async () => String(await tablet.fact('deviceId')),
    open: async () => (await tablet.outbox()).filter((entry) => entry.open === 1),
    async restart() {
      await context.close();
      context = await launch();
      tabs = [];
      bare = null;
    },
    close: () => context.close(),
  };
  return tablet;
}
