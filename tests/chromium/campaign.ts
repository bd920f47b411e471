import type { Page } from '@playwright/test';
import type { StoredCommand } from '#sync/outbox/schema.ts';
import type { Seeded } from '#tests/faults/seeded.ts';
import { labelOf } from './in-page.ts';
import { expect } from './patience.ts';
import type { Tablet } from './tablet.ts';
import type { Work } from './work.ts';
import type { World } from './world.ts';

/** The state of a running campaign. */
export interface Campaign {
  world: World;
  work: Work;
  random: Seeded;
  faults: Map<string, number>;
  /** Promises that were seen to be broken during the run. */
  broken: string[];
  /** Entries that did not progress. */
  stuck: string[];
  /** Entries in storage that the browser has evicted. */
  evicted: StoredCommand[];
}

/** One kind of fault on one tablet, with about `share` entries made before, during and after it. */
export type Scene = (campaign: Campaign, tablet: Tablet, share: number) => Promise<void>;

/**
 * Longest time for an entry to reach the server over a good network: the longest backoff, plus a socket that hangs.
 * Units: ms.
 */
export const sendMaxMs = 120_000;

/** Counts a fault. */
export function strike(campaign: Campaign, fault: string): void {
  campaign.faults.set(fault, (campaign.faults.get(fault) ?? 0) + 1);
}

/**
 * Starts work and resolves when a write of the tablet is in progress, or when the work has nothing to send; `working`
 * resolves when all entries are made.
 */
export async function inMidSend(campaign: Campaign, tablet: Tablet, work: () => Promise<void>) {
  let seen = false;
  void tablet.proxy.writeSeen().then(() => {
    seen = true;
  });
  let entered = false;
  const working = work().then(() => {
    entered = true;
  });
  const isUnderWay = async () => seen || (entered && (await tablet.open()).length === 0);
  try {
    await expect.poll(isUnderWay, { timeout: sendMaxMs, intervals: [20] }).toBe(true);
  } catch {
    const { length } = await tablet.open();
    campaign.stuck.push(`${tablet.name} has ${length} entries and sends none of them`);
  }
  return { working };
}

/**
 * Returns true once all of the tablet's entries (or those of one user) have reached the server; reports entries that do
 * not progress.
 */
export async function allSent(campaign: Campaign, tablet: Tablet, userId?: string): Promise<boolean> {
  const left = async () => (await tablet.open()).filter((entry) => userId === undefined || entry.userId === userId);
  try {
    await expect.poll(async () => (await left()).length, { timeout: sendMaxMs }).toBe(0);
    return true;
  } catch {
    const entries = await left();
    const uploads = await tablet.uploads();
    const shown = entries.map(({ id, state, attempts, lastError, userName, files }) => {
      const named = new Set(files.map(({ sha256 }) => sha256));
      const awaited = uploads.filter(({ sha256 }) => named.has(sha256));
      return JSON.stringify({ id, state, attempts, userName, error: lastError, files: awaited });
    });
    campaign.stuck.push(...shown.map((entry) => `${tablet.name}: ${entry}`));
    return false;
  }
}

/** Waits until the number in a tab's header equals the number of entries waiting in storage (I15). */
export async function countIsTrue(campaign: Campaign, tablet: Tablet, tab: Page): Promise<void> {
  let said: string | null = null;
  let open = -1;
  const agree = async () => {
    open = (await tablet.open()).length;
    said = await labelOf(tab);
    return Number(/\d+/.exec(said ?? '')?.[0] ?? 0) === open && said !== null;
  };
  try {
    await expect.poll(agree, { timeout: 20_000 }).toBe(true);
  } catch {
    campaign.broken.push(`${tablet.name} says "${said}" and holds ${open} entries`);
  }
}
