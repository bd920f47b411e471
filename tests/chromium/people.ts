import type { Page } from '@playwright/test';
import type { SessionState } from '#sync/session-state.ts';
import { seedPassword } from '#tests/support/seed.ts';
import type { SeededUser } from '#tests/support/seed.ts';
import { expect } from './patience.ts';
import type { Tablet } from './tablet.ts';

/** How long a user keeps trying to sign in on a bad network. Units: ms. */
const tryingMs = 90_000;

/** Returns the session state that a tab's screens know; null while the app starts. */
export function stateOf(tab: Page): Promise<SessionState['kind'] | null> {
  return tab.evaluate(() => window.wardEngine()?.session().kind ?? null);
}

/** Signs in on the screen, pressing the button again until it succeeds. */
export async function signIn(tab: Page, user: SeededUser): Promise<void> {
  await tab.goto('/login');
  const button = tab.getByRole('button', { name: /^Sign(ing)? in/ });
  await expect(async () => {
    if (!new URL(tab.url()).pathname.startsWith('/login')) return;
    await tab.getByLabel('Email').fill(user.email);
    await tab.getByLabel('Password').fill(seedPassword);
    await button.click();
    await expect(tab).not.toHaveURL(/\/login/, { timeout: 10_000 });
  }).toPass({ timeout: tryingMs });
}

/** Enters the password in a locked tab. */
async function unlock(tab: Page): Promise<void> {
  await tab.getByLabel('Password').fill(seedPassword);
  await tab.getByRole('button', { name: 'Unlock' }).click();
  await expect(tab.getByRole('heading', { name: 'This tablet is locked' })).toBeHidden();
}

/** Returns who is signed in in a tab; null for nobody. */
function personOf(tab: Page): Promise<string | null> {
  return tab.evaluate(() => {
    const session = window.wardEngine()?.session();
    return session?.kind === 'signed-in' ? session.session.userId : null;
  });
}

/** Brings a tab to a state in which its user can work, past the sign-in or the lock. */
export async function getIn(tablet: Tablet, tab: Page): Promise<void> {
  const isIn = async () => (await personOf(tab)) === tablet.person.id;
  await expect(async () => {
    if (await isIn()) return;
    const state = await stateOf(tab);
    if (state === 'locked') await unlock(tab);
    // If someone has signed in in another tab, this one continues as that user after a reload.
    else if (state === 'signed-out') await tab.goto('/outbox');
    await expect.poll(() => stateOf(tab)).not.toBe(null);
    if (!(await isIn())) await signIn(tab, tablet.person);
    expect(await isIn()).toBe(true);
  }).toPass({ timeout: tryingMs });
}

/** Waits for the service worker; if its installation was interrupted, reloading the app installs it. */
async function startsWithoutNetwork(tab: Page): Promise<void> {
  const isReady = () =>
    tab.evaluate(async () => {
      const registration = await navigator.serviceWorker.getRegistration();
      return registration?.active?.state === 'activated';
    });
  await expect(async () => {
    const appears = expect.poll(isReady, { timeout: 10_000 }).toBe(true);
    await appears.catch(() => tab.reload());
    expect(await isReady()).toBe(true);
  }).toPass({ timeout: tryingMs });
}

/** Returns the requested number of signed-in tabs; tabs that died are reopened. */
export async function takeUp(tablet: Tablet, count: number): Promise<Page[]> {
  while (tablet.tabs().length < count) await tablet.openTab();
  const tabs = tablet.tabs().slice(0, count);
  for (const tab of tabs) await getIn(tablet, tab);
  const [first] = tabs;
  if (first) await startsWithoutNetwork(first);
  return tabs;
}

/** Opens the user menu and chooses an item. */
export async function chooseInUserMenu(tab: Page, item: string): Promise<void> {
  await tab.getByRole('button', { name: /^User menu/ }).click();
  await tab
    .getByRole('menuitem', { name: item })
    .or(tab.getByRole('button', { name: item, exact: true }))
    .first()
    .click();
}
