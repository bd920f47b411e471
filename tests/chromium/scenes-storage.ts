import { setTimeout as pause } from 'node:timers/promises';
import type { Page } from '@playwright/test';
import { allSent, countIsTrue, strike } from './campaign.ts';
import type { Campaign, Scene } from './campaign.ts';
import { deleteDatabase, saveAll } from './in-page.ts';
import { expect } from './patience.ts';
import { stateOf, takeUp } from './people.ts';
import { releaseMeta } from './second-build.ts';
import type { Tablet } from './tablet.ts';
import { markPattern } from './work.ts';
import { lostEntriesIn } from '#tests/support/lost-entries.ts';

/** A photo that does not fit while the text still does. Units: bytes. */
const largePhoto = 10_000_000;
/** Storage that a downloading update and the browser's housekeeping take; each attempt leaves more. */
const roomForText = 5_000_000;
const moreRoom = 1_000_000;
/** Entries lost with an evicted storage. */
const evictedEntries = 5;

/**
 * How long the browser caches the free space measured for IndexedDB. Source: chromium, bucket_context.cc. Units: ms.
 */
const measureMs = 31_000;
const mostTries = 3;

/**
 * Runs `act` on a tablet with less storage until it hits the limit. The browser is restarted to measure again; if the
 * app or its worker measured before the new size was set, that measurement must expire first. Throws: Error if the
 * limit was never reached.
 */
async function onSmallDevice(
  campaign: Campaign,
  tablet: Tablet,
  quotaOf: (usage: number, attempt: number) => number,
  act: (tab: Page) => Promise<boolean>,
): Promise<void> {
  const { origin } = tablet.proxy;
  let isMet = false;
  await takeUp(tablet, 1);
  await allSent(campaign, tablet);
  await tablet.restart();
  await tablet.command(async (cdp) => {
    for (let attempt = 0; attempt < mostTries && !isMet; attempt += 1) {
      if (attempt > 0) await pause(measureMs);
      const { usage } = await cdp.send('Storage.getUsageAndQuota', { origin });
      await cdp.send('Storage.overrideQuotaForOrigin', { origin, quotaSize: quotaOf(usage, attempt) });
      const [tab] = await takeUp(tablet, 1);
      if (tab) isMet = await act(tab);
    }
    await tablet.closeTabs();
  });
  await tablet.restart();
  if (!isMet) throw new Error(`${tablet.name} never came to be full.`);
}

/** The tablet is full: first for a photo, whose text is stored without it, then for any text, which the app reports. */
const quota: Scene = async (campaign, tablet, share) => {
  const { work, broken } = campaign;
  /** Records that no entry was made and that the app said why; returns false, because the photo was not stored. */
  const refusedForWantOfRoom = (mark: string, why: string): false => {
    strike(campaign, 'no room for a text');
    const attempt = work.attempts.get(mark);
    if (attempt) attempt.refused = true;
    if (!why.includes('This tablet is full: the entry could not be saved'))
      broken.push(`A full device said only: ${why}`);
    return false;
  };
  const noRoomForPhoto = async (tab: Page) => {
    const plan = work.plan(tablet, largePhoto);
    const [failed] = await saveAll(tab, [plan]);
    // Storage filled up meanwhile, so the text did not fit either.
    if (failed) return refusedForWantOfRoom(plan.mark, failed.why);
    const entry = (await tablet.outbox()).find(({ call }) => JSON.stringify(call.body).includes(`"${plan.mark}"`));
    if (entry && entry.files.length > 0) return false;
    strike(campaign, 'no room for a photo');
    await expect(tab.getByText(/The text was saved\. This tablet has no room for /)).toBeVisible();
    await countIsTrue(campaign, tablet, tab);
    return true;
  };
  const noRoomForText = async (tab: Page) => {
    const plan = work.plan(tablet);
    const [refused] = await saveAll(tab, [plan]);
    if (refused) refusedForWantOfRoom(plan.mark, refused.why);
    return refused !== undefined;
  };
  await onSmallDevice(campaign, tablet, (usage, attempt) => usage + roomForText + attempt * moreRoom, noRoomForPhoto);
  await onSmallDevice(campaign, tablet, () => 1, noRoomForText);
  await work.burst(tablet, await takeUp(tablet, 1), share);
};

/** The browser deletes the replica while the app is closed: it is a cache, so nothing is reported and nothing lost. */
const replicaEvicted: Scene = async (campaign, tablet, share) => {
  const [tab] = await takeUp(tablet, 1);
  if (!tab) return;
  tablet.proxy.cut();
  await campaign.work.burst(tablet, [tab], share);
  await tablet.closeTabs();
  const before = await tablet.open();
  await deleteDatabase(await tablet.bare(), `ward-replica-${campaign.world.ward.hospital.id}`);
  strike(campaign, 'replica evicted');
  const offline = await tablet.openTab('/outbox');
  await countIsTrue(campaign, tablet, offline);
  if ((await tablet.open()).length !== before.length) campaign.broken.push('Entries went with the replica.');
  tablet.proxy.mend();
  await takeUp(tablet, 1);
  const counted = () => offline.evaluate(() => window.wardEngine()?.view().count('device') ?? 0);
  const { templates } = campaign.world.ward;
  const devices = templates.reduce((sum, template) => sum + template.devices.length, 0);
  await expect.poll(counted, { timeout: 60_000 }).toBeGreaterThanOrEqual(devices);
};

/** The browser deletes all storage of the app: the next start reports how many entries were lost with it. */
const originEvicted: Scene = async (campaign, tablet, share) => {
  const [tab] = await takeUp(tablet, 1);
  if (!tab) return;
  await campaign.work.burst(tablet, [tab], share);
  await allSent(campaign, tablet);
  tablet.proxy.cut();
  await campaign.work.burst(tablet, [tab], evictedEntries);
  await countIsTrue(campaign, tablet, tab);
  const isNoted = async () => {
    const note = await tab.evaluate(() => localStorage.getItem('wardCanary'));
    return (JSON.parse(note ?? '{}') as { unsent?: number }).unsent;
  };
  const precious = async () => (await tablet.outbox()).filter(({ state }) => state !== 'done').length;
  await expect.poll(async () => (await isNoted()) === (await precious())).toBe(true);
  await tablet.closeTabs();
  const gone = await tablet.open();
  campaign.evicted.push(...(await tablet.outbox()));
  await tablet.command(async (cdp) => {
    await cdp.send('ServiceWorker.enable');
    await cdp.send('ServiceWorker.stopAllWorkers');
    const storageTypes = 'indexeddb,cache_storage,service_workers';
    await cdp.send('Storage.clearDataForOrigin', { origin: tablet.proxy.origin, storageTypes });
  });
  strike(campaign, 'whole storage evicted');
  for (const { call } of gone) {
    for (const mark of JSON.stringify(call.body).match(markPattern) ?? []) {
      const attempt = campaign.work.attempts.get(mark);
      if (attempt) attempt.toldLost = true;
    }
  }
  tablet.proxy.mend();
  const [fresh] = await takeUp(tablet, 1);
  const told = fresh?.getByText(/The browser has cleared the storage of this app/).first();
  const words = await told?.textContent().catch(() => null);
  const count = lostEntriesIn(words ?? '');
  if (!words || count !== gone.length)
    campaign.broken.push(`${tablet.name} lost ${gone.length} entries with its storage and said: ${words}`);
};

/** An update arrives while work is waiting: it is offered, installed on a press, and the work is still there. */
const appUpdated: Scene = async (campaign, tablet, share) => {
  const [tab] = await takeUp(tablet, 1);
  if (!tab) return;
  tablet.proxy.apiCut = true;
  await campaign.work.burst(tablet, [tab], share);
  const waiting = await tablet.open();
  const release = await campaign.world.release();
  const shown = async () => {
    const meta = tab.locator(`meta[name=${releaseMeta}]`);
    return (await meta.count()) > 0 ? Number(await meta.first().getAttribute('content')) : 1;
  };
  await expect(async () => {
    if ((await shown()) >= release) return;
    await tab.reload();
    await tab.getByRole('button', { name: 'Update now' }).click({ timeout: 15_000 });
    await expect.poll(shown).toBeGreaterThanOrEqual(release);
  }).toPass({ timeout: 90_000 });
  strike(campaign, 'app updated with work waiting');
  const kept = new Set((await tablet.open()).map(({ id }) => id));
  const lost = waiting.filter(({ id }) => !kept.has(id));
  if (waiting.length === 0 || lost.length > 0)
    campaign.broken.push(`Of ${waiting.length} entries ${lost.length} went with the update of the app.`);
  if ((await stateOf(tab)) === 'signed-in') await countIsTrue(campaign, tablet, tab);
  tablet.proxy.apiCut = false;
};

/** The tablet is switched off with work waiting, and starts again without network. */
const switchedOff: Scene = async (campaign, tablet, share) => {
  const [tab] = await takeUp(tablet, 1);
  if (!tab) return;
  tablet.proxy.cut();
  await campaign.work.burst(tablet, [tab], share);
  await tablet.restart();
  strike(campaign, 'tablet switched off and on');
  const again = await tablet.openTab('/outbox');
  await expect(again.getByRole('heading', { name: 'Outbox' })).toBeVisible();
  await countIsTrue(campaign, tablet, again);
  tablet.proxy.mend();
};

export const storageScenes = { quota, replicaEvicted, originEvicted, appUpdated, switchedOff };
