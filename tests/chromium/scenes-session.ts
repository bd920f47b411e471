import type { Page } from '@playwright/test';
import type { StoredCommand } from '#sync/outbox/schema.ts';
import type { SeededUser } from '#tests/support/seed.ts';
import { onlineOnlyWords, wrongWords } from '#ui/features/session/lock-words.ts';
import { seedPassword } from '#tests/support/seed.ts';
import { allSent, inMidSend, strike } from './campaign.ts';
import type { Campaign, Scene } from './campaign.ts';
import { expect } from './patience.ts';
import { chooseInUserMenu, signIn, stateOf, takeUp } from './people.ts';
import type { Tablet } from './tablet.ts';

const lockTitle = 'This tablet is locked';

/** The fields of a waiting entry that must never change. */
const frozen = (entries: readonly StoredCommand[]) =>
  JSON.stringify(entries.map(({ seq, id, userId, madeAt, call }) => ({ seq, id, userId, madeAt, call })));

/** The server ends the session during a send: the app asks to sign in, and the entries wait until then. */
const sessionRevoked: Scene = async (campaign, tablet, share) => {
  const tabs = await takeUp(tablet, 1);
  tablet.proxy.slownessMs = 100;
  const { working } = await inMidSend(campaign, tablet, () => campaign.work.burst(tablet, tabs, share));
  await campaign.world.revoke(tablet.person.id, await tablet.deviceId());
  strike(campaign, 'session ended by the server');
  await working;
  tablet.proxy.slownessMs = 0;
  const [tab] = tabs;
  if (tab && !tab.isClosed()) await expect.poll(() => stateOf(tab), { timeout: 60_000 }).toBe('signed-out');
  await takeUp(tablet, 1);
};

async function logOut(campaign: Campaign, tablet: Tablet, tab: Page): Promise<void> {
  const own = (await tablet.open()).filter(({ userId }) => userId === tablet.person.id).length;
  await chooseInUserMenu(tab, 'Logout');
  const dialog = tab.getByRole('dialog');
  const said = await dialog.textContent();
  const count = Number(/(\d+) entr(y has|ies have) not been sent/.exec(said ?? '')?.[1] ?? 0);
  if (count !== own) campaign.broken.push(`${tablet.name} holds ${own} entries and says at logout: ${said}`);
  await dialog.getByRole('button', { name: 'Logout' }).click();
  await expect(tab).toHaveURL(/\/login/);
}

const others = (tablet: Tablet): SeededUser[] => tablet.people.filter(({ id }) => id !== tablet.person.id);

/** Two users share the tablet: entries of one are sent under their name while the other is signed in. */
const userSwitched: Scene = async (campaign, tablet, share) => {
  await tablet.closeTabs();
  const [tab] = await takeUp(tablet, 1);
  if (!tab) return;
  const first = tablet.person;
  tablet.proxy.cut();
  await campaign.work.burst(tablet, [tab], Math.ceil(share / 2));
  await logOut(campaign, tablet, tab);
  tablet.proxy.mend();
  tablet.person = campaign.random.pick(others(tablet));
  await signIn(tab, tablet.person);
  await campaign.work.burst(tablet, [tab], Math.floor(share / 2));
  strike(campaign, 'user switched with work waiting');
  await allSent(campaign, tablet, first.id);
};

/** The same, but the server has ended the first user's session: the entries wait until that user signs in again. */
const userSwitchedAndRevoked: Scene = async (campaign, tablet, share) => {
  await tablet.closeTabs();
  const [tab] = await takeUp(tablet, 1);
  if (!tab) return;
  const first = tablet.person;
  tablet.proxy.cut();
  await campaign.work.burst(tablet, [tab], Math.ceil(share / 2));
  await campaign.world.revoke(first.id, await tablet.deviceId());
  await logOut(campaign, tablet, tab);
  const ofFirst = async () => (await tablet.open()).filter(({ userId }) => userId === first.id);
  const before = frozen(await ofFirst());
  tablet.proxy.mend();
  tablet.person = campaign.random.pick(others(tablet));
  await signIn(tab, tablet.person);
  await campaign.work.burst(tablet, [tab], Math.floor(share / 2));
  await allSent(campaign, tablet, tablet.person.id);
  if (frozen(await ofFirst()) !== before)
    campaign.broken.push(`${first.name}'s entries did not wait for ${first.name}`);
  await logOut(campaign, tablet, tab);
  tablet.person = first;
  await signIn(tab, first);
  strike(campaign, 'user switched, session of the first ended');
  await allSent(campaign, tablet, first.id);
};

async function tryPassword(tab: Page, password: string): Promise<void> {
  await tab.getByLabel('Password').fill(password);
  await tab.getByRole('button', { name: 'Unlock' }).click();
}

/** On a locked tablet without network, wrong passwords do not unlock it and waiting entries stay as they are. */
const wrongPasswords: Scene = async (campaign, tablet, share) => {
  await tablet.closeTabs();
  const [opened] = await takeUp(tablet, 1);
  if (!opened) return;
  await signIn(opened, tablet.person);
  await expect.poll(() => tablet.fact('verifier'), { timeout: 60_000 }).toBeTruthy();
  tablet.proxy.cut();
  await campaign.work.burst(tablet, [opened], share);
  const before = frozen(await tablet.open());
  await chooseInUserMenu(opened, 'Lock this tablet');
  await expect(opened.getByRole('heading', { name: lockTitle })).toBeVisible();
  const tries = campaign.random.pick([2, 5]);
  for (let left = 4; left >= 5 - tries; left -= 1) {
    await tryPassword(opened, `${seedPassword}-${left}`);
    await expect(opened.getByText(onlineOnlyWords(left) ?? wrongWords(left))).toBeVisible({ timeout: 60_000 });
    strike(campaign, 'wrong password without network');
    if ((await stateOf(opened)) !== 'locked') campaign.broken.push('A wrong password opened the device.');
  }
  await opened.reload();
  await expect(opened.getByRole('heading', { name: lockTitle })).toBeVisible();
  if (frozen(await tablet.open()) !== before) campaign.broken.push('Wrong passwords changed what waits.');
  if (tries === 5) {
    await tryPassword(opened, seedPassword);
    await expect(opened.getByText(/server cannot be reached|did not answer in time/)).toBeVisible({ timeout: 60_000 });
    if ((await stateOf(opened)) !== 'locked')
      campaign.broken.push('A password opened the device after five wrong ones.');
    strike(campaign, 'device locked by wrong passwords');
    tablet.proxy.mend();
  }
  await tryPassword(opened, seedPassword);
  await expect(opened.getByRole('heading', { name: lockTitle })).toBeHidden({ timeout: 60_000 });
  tablet.proxy.mend();
};

export const sessionScenes = { sessionRevoked, userSwitched, userSwitchedAndRevoked, wrongPasswords };
