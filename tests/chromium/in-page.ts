import type { BrowserContext, Page } from '@playwright/test';
import type { BodyInput } from '#contract/define.ts';
import type { Calls, OfflineCallName } from '#contract/index.ts';
import type { WardEngine } from '#sync/types.ts';

/** A photo that the page makes itself: a JPEG by its first bytes, unique by its mark. */
export interface PhotoPlan {
  sha256: string;
  size: number;
}

/** An entry to be saved by the engine of a page. */
export type SavePlan = {
  [N in OfflineCallName]: { mark: string; call: N; body: BodyInput<Calls[N]>; photo?: PhotoPlan | undefined };
}[OfflineCallName];

/** What a page reports about an entry that it has called saved. */
export interface SavedWord {
  mark: string;
  id: string;
  photoRefused: boolean;
}

declare global {
  interface Window {
    /** The engine of the built app, as its screens have it; null while it starts. */
    wardEngine(): WardEngine | null;
    /** Tells the campaign that the app has called an entry saved. */
    wardSaved(word: SavedWord): Promise<void>;
  }
}

interface Fiber {
  memoizedProps?: { engine?: Partial<WardEngine> } | null;
  child: Fiber | null;
  sibling: Fiber | null;
}

/**
 * Gives every page of a tablet a way to the engine that its screens use: React keeps it in the tree of the built app,
 * so that nothing has to be added to the product.
 */
export async function installHandle(context: BrowserContext, onSaved: (word: SavedWord) => void): Promise<void> {
  await context.exposeBinding('wardSaved', (_source, word: SavedWord) => onSaved(word));
  await context.addInitScript(() => {
    window.wardEngine = () => {
      const root = document.getElementById('root');
      const name = root && Object.keys(root).find((key) => key.startsWith('__reactContainer$'));
      if (!root || !name) return null;
      const container = (root as unknown as Record<string, { stateNode: { current: Fiber } }>)[name];
      const open: (Fiber | null)[] = [container?.stateNode.current ?? null];
      while (open.length > 0) {
        const fiber = open.pop();
        if (!fiber) continue;
        const engine = fiber.memoizedProps?.engine;
        if (typeof engine?.save === 'function') return engine as WardEngine;
        open.push(fiber.sibling, fiber.child);
      }
      return null;
    };
  });
}

/** Saves entries one after the other with the page's own engine; returns what could not be saved, and why. */
export function saveAll(page: Page, plans: readonly SavePlan[]): Promise<{ mark: string; why: string }[]> {
  return page.evaluate(async (plans) => {
    const failed: { mark: string; why: string }[] = [];
    for (const { mark, call, body, photo } of plans) {
      const files = [];
      if (photo) {
        const bytes = new Uint8Array(photo.size);
        // Noise, as a picture has: the storage cannot press it together.
        for (let at = 0, noise = 1; at < bytes.length; at += 1) {
          noise = (Math.imul(noise, 1_103_515_245) + 12_345) | 0;
          bytes[at] = noise >>> 16;
        }
        bytes.set([0xff, 0xd8, 0xff, 0xe0]);
        bytes.set(new TextEncoder().encode(mark), 20);
        files.push({ ref: { ...photo, mime: 'image/jpeg', name: 'photo.jpg' }, bytes: bytes.buffer });
      }
      try {
        const engine = window.wardEngine();
        if (!engine) throw new Error('The engine has not started.');
        const { id, refusedFiles } = await engine.save(call, body, { files });
        void window.wardSaved({ mark, id, photoRefused: refusedFiles.length > 0 });
      } catch (error) {
        failed.push({ mark, why: error instanceof Error ? `${error.name}: ${error.message}` : String(error) });
      }
    }
    return failed;
  }, plans);
}

/** All rows of a table of the outbox's database, read past the app; none where there is no such database. */
export function readTable<T>(page: Page, table: 'commands' | 'uploads' | 'meta'): Promise<T[]> {
  return page.evaluate(
    (table) =>
      new Promise<unknown[]>((resolve, reject) => {
        const opening = indexedDB.open('ward-outbox');
        let isNew = false;
        opening.addEventListener('upgradeneeded', () => {
          isNew = true;
          opening.transaction?.abort();
        });
        opening.addEventListener('error', () =>
          isNew ? resolve([]) : reject(opening.error ?? new Error('no outbox')),
        );
        opening.addEventListener('success', () => {
          const database = opening.result;
          const reading = database.transaction(table).objectStore(table).getAll();
          reading.addEventListener('success', () => {
            database.close();
            resolve(reading.result);
          });
          reading.addEventListener('error', () => reject(reading.error ?? new Error('not read')));
        });
      }),
    table,
  ) as Promise<T[]>;
}

/** Deletes a database of the tablet while no page of the app has it open. */
export function deleteDatabase(page: Page, name: string): Promise<void> {
  return page.evaluate(
    (name) =>
      new Promise<void>((resolve, reject) => {
        const deleting = indexedDB.deleteDatabase(name);
        deleting.addEventListener('success', () => resolve());
        deleting.addEventListener('error', () => reject(deleting.error ?? new Error('not deleted')));
      }),
    name,
  );
}

/** Goes to an address of the app as its own links do, without loading the page again. */
export function goWithin(page: Page, address: string): Promise<void> {
  return page.evaluate((address) => {
    history.pushState(null, '', address);
    window.dispatchEvent(new PopStateEvent('popstate', { state: null }));
  }, address);
}

/** What the header says about the outbox; null where there is no header. */
export async function labelOf(page: Page): Promise<string | null> {
  const indicator = page.locator('header button[aria-label^="Sync:"]');
  return (await indicator.count()) > 0 ? indicator.first().getAttribute('aria-label') : null;
}
