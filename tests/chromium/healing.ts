import type { StoredCommand } from '#sync/outbox/schema.ts';
import { allSent, sendMaxMs } from './campaign.ts';
import type { Campaign } from './campaign.ts';
import { labelOf } from './in-page.ts';
import { expect } from './patience.ts';
import { signIn, takeUp } from './people.ts';
import type { Tablet } from './tablet.ts';

/** Ends all faults, signs in every author once more, and waits until the tablet shows that everything is sent. */
async function healTablet(campaign: Campaign, tablet: Tablet): Promise<StoredCommand[]> {
  Object.assign(tablet.proxy, { share: 0, slownessMs: 0, apiCut: false });
  tablet.proxy.mend();
  await tablet.closeTabs();
  const [tab] = await takeUp(tablet, 1);
  if (!tab) return [];
  for (const person of tablet.people) {
    tablet.person = person;
    await signIn(tab, person);
  }
  if (!(await allSent(campaign, tablet))) return tablet.outbox();
  let said: string | null = null;
  const isQuiet = async () => {
    said = await labelOf(tab);
    return said === 'Sync: up to date';
  };
  try {
    await expect.poll(isQuiet, { timeout: sendMaxMs }).toBe(true);
  } catch {
    campaign.stuck.push(`${tablet.name} says "${said}"`);
  }
  return tablet.outbox();
}

/** Heals all tablets and returns the entries that their storage holds or held. */
export async function heal(campaign: Campaign, tablets: readonly Tablet[]): Promise<StoredCommand[]> {
  const healed = tablets.map((tablet) =>
    healTablet(campaign, tablet).catch((error: unknown) => {
      campaign.stuck.push(`${tablet.name} does not heal: ${String(error)}`);
      return tablet.outbox();
    }),
  );
  const held = await Promise.all(healed);
  const here = new Set(held.flat().map(({ id }) => id));
  return [...held.flat(), ...campaign.evicted.filter(({ id }) => !here.has(id))];
}
