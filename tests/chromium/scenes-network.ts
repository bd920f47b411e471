import { countIsTrue, inMidSend, strike } from './campaign.ts';
import type { Scene } from './campaign.ts';
import { expect } from './patience.ts';
import { takeUp } from './people.ts';

/** Delay of writes at the proxy, so that a fault can hit during a send. Units: ms. */
const slowMs = 150;
const roughShare = 0.25;

/** Two tabs save and send at once on a bad network; the second steals the lock while the first is sending. */
const twoTabs: Scene = async (campaign, tablet, share) => {
  const tabs = await takeUp(tablet, 2);
  tablet.proxy.share = roughShare;
  strike(campaign, 'two tabs sending at once');
  const { working } = await inMidSend(campaign, tablet, () => campaign.work.burst(tablet, tabs, share));
  await tabs[1]?.evaluate(() => navigator.locks.request('ward-push', { steal: true }, () => undefined));
  strike(campaign, 'lock of the sender stolen');
  await working;
};

/** A tab dies while sending: its renderer is killed, or it is closed. */
const killTab =
  (how: 'crash' | 'close'): Scene =>
  async (campaign, tablet, share) => {
    const tabs = await takeUp(tablet, 1 + campaign.random.below(2));
    tablet.proxy.slownessMs = slowMs;
    const { working } = await inMidSend(campaign, tablet, () => campaign.work.burst(tablet, tabs, share));
    const [victim] = tabs;
    if (victim) await tablet.killTab(victim, how);
    strike(campaign, how === 'crash' ? 'renderer of a tab killed in mid-send' : 'tab closed in mid-send');
    await working;
    tablet.proxy.slownessMs = 0;
    await takeUp(tablet, 1);
  };
const rendererKilled = killTab('crash');
const tabClosed = killTab('close');

/** Without any tab, the service worker sends the waiting entries, and is stopped midway. */
const workerStopped: Scene = async (campaign, tablet, share) => {
  const [tab] = await takeUp(tablet, 1);
  if (!tab) return;
  tablet.proxy.cut();
  await campaign.work.burst(tablet, [tab], share);
  await tablet.closeTabs();
  tablet.proxy.slownessMs = slowMs;
  tablet.proxy.mend();
  const bare = await tablet.bare();
  // The message that a page sends to the worker when the user leaves it.
  const wakeWorker = () =>
    bare.evaluate(async () => {
      const { active } = await navigator.serviceWorker.ready;
      // A worker's postMessage has no target origin: it only receives from its own.
      // oxlint-disable-next-line unicorn/require-post-message-target-origin
      active?.postMessage({ type: 'push' });
    });
  await inMidSend(campaign, tablet, wakeWorker);
  await tablet.command(async (cdp) => {
    await cdp.send('ServiceWorker.enable');
    await cdp.send('ServiceWorker.stopAllWorkers');
  });
  strike(campaign, 'service worker stopped in mid-send');
  tablet.proxy.slownessMs = 0;
  await takeUp(tablet, 1);
};

/** Kills the server with SIGKILL while several tablets send. */
const serverKilled: Scene = async (campaign, tablet, share) => {
  const tabs = await takeUp(tablet, 1);
  const { working } = await inMidSend(campaign, tablet, () => campaign.work.burst(tablet, tabs, share));
  await campaign.world.killServer();
  strike(campaign, 'server killed in mid-send');
  await working;
};

/** The network fails during a send; work continues, the count stays right, and the app starts again without network. */
const offline: Scene = async (campaign, tablet, share) => {
  const tabs = await takeUp(tablet, 2);
  const [first] = tabs;
  const { working } = await inMidSend(campaign, tablet, () => campaign.work.burst(tablet, tabs, share));
  tablet.proxy.cut();
  strike(campaign, 'network cut in mid-send');
  await working;
  if (first) {
    await countIsTrue(campaign, tablet, first);
    await first.reload();
    await expect(first.getByRole('heading').first()).toBeVisible();
    await countIsTrue(campaign, tablet, first);
  }
  tablet.proxy.mend();
};

/** A bad network, without other faults. */
const roughNetwork: Scene = async (campaign, tablet, share) => {
  tablet.proxy.share = roughShare;
  await campaign.work.burst(tablet, await takeUp(tablet, 1), share);
};

export const networkScenes = { twoTabs, rendererKilled, tabClosed, workerStopped, serverKilled, offline, roughNetwork };
