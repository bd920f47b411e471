import type { WardEngine } from '#sync/types.ts';
import { seedPassword } from '#tests/support/seed.ts';
import type { SeededUser } from '#tests/support/seed.ts';
import type { Tab } from './tablet.ts';
import { anyTab, strike } from './ward.ts';
import type { Place, Ward } from './ward.ts';
import { lostEntriesIn } from '#tests/support/lost-entries.ts';

/**
 * Runs a user action, which may be cut by a kill or refused without network: neither is a failure of the simulation.
 */
function attempt(work: Promise<unknown> | undefined): void {
  work?.catch(() => undefined);
}

/** Stops virtual time during work outside the tablets. */
export function hold(ward: Ward, work: Promise<void>): void {
  ward.time.enter();
  work.then(
    () => ward.time.leave(),
    (error: unknown) => {
      ward.broken.push(`The server: ${String(error)}`);
      ward.time.leave();
    },
  );
}

/** Copies the server's database; `restore` later replaces it with the copy, with the old epoch or a new one. */
export function backUp(ward: Ward): void {
  hold(ward, ward.server.backUp());
}

/** See backUp. */
export function restore(ward: Ward): void {
  const isEpochRenewed = ward.random.chance(0.5);
  strike(ward, isEpochRenewed ? 'backup restored, new epoch' : 'backup restored');
  ward.restored = true;
  for (const { network } of ward.tablets) network.endStreams();
  hold(ward, ward.server.restore(isEpochRenewed ? ward.random.uuid() : null));
}

function signIn(ward: Ward, place: Place, user: SeededUser): void {
  const engine = anyTab(place, ward.random)?.engine();
  attempt(engine?.login(user.email, seedPassword));
}

/** Moves the tablet to a place with a better or worse network. */
function changeNetwork(ward: Ward, { tablet, network }: Place): void {
  const { random } = ward;
  network.faultShare = random.pick([0, 0.1, 0.3, 0.6]);
  network.offline = random.chance(0.3);
  network.oneWay = !network.offline && random.chance(0.1);
  const isStuck = random.chance(0.2);
  if (isStuck) strike(ward, 'onLine stuck');
  tablet.looksOnline = isStuck ? network.offline : !network.offline;
  if (random.chance(0.7)) tablet.signOfLife();
}

/** Lets a user handle refused entries: discard or retry. */
function answerRefusals(ward: Ward, engine: WardEngine): void {
  const { afterthoughts, discarded } = ward;
  for (const { id, own, state } of engine.outbox()) {
    if (!own || state !== 'attention') continue;
    const isThrownAway = afterthoughts.chance(0.8);
    if (isThrownAway) discarded.add(id);
    attempt(isThrownAway ? engine.discard(id) : engine.retry(id));
  }
}

const dayMs = 24 * 3600_000;

/** Returns how far a clock is off after a flat battery or a manual change. Units: milliseconds, tablet minus server. */
export function wrongClock({ clocks }: Ward): number {
  return clocks.pick([0, 0, -4 * 3600_000, -3 * dayMs, -6 * 365 * dayMs]);
}

/** How long tablets have no power. Units: milliseconds. */
const powerlessMs = 30 * 3600_000;

/**
 * Sets a clock unless it has stopped: if somebody sets it before a contact, the stop cannot be detected (decision 403).
 */
export function setClock(place: Place, offsetMs: number): void {
  if (!place.stoodStill) place.tablet.clockOffsetMs = offsetMs;
}

/**
 * Returns whether a time was estimated: after that, a contact cannot detect that the clock has stopped (decision 403).
 */
const isEstimating = ({ tablet }: Place): boolean =>
  tablet.tabs().some((tab) =>
    tab
      .engine()
      ?.outbox()
      .some(({ timeEstimated, answeredAt }) => timeEstimated && answeredAt === null),
  );

/** Cuts all tablets' power for more than a day; some clocks stop meanwhile, and those tablets start offline. */
export async function losePower(ward: Ward): Promise<void> {
  const { tablets, clocks, time } = ward;
  const stopped = tablets.filter((place) => !isEstimating(place) && clocks.chance(0.7));
  for (const { tablet } of tablets) for (const tab of [...tablet.tabs(), ...tablet.cached()]) tab.kill();
  await time.run(powerlessMs);
  for (const place of stopped) {
    strike(ward, 'clock stood still');
    place.network.offline = true;
    place.tablet.clockOffsetMs -= powerlessMs;
    place.stoodStill = true;
  }
}

/** Most pages in a browser's back/forward cache. */
const mostCached = 3;

/**
 * Moves a user to another address by a full load, or back to a sleeping page. The page that is left enters the
 * back/forward cache while it is still working.
 */
function turnPage(ward: Ward, { tablet }: Place, left: Tab): void {
  const { turns } = ward;
  left.sleepAfter(1 + turns.below(30), (isBusy) => {
    strike(ward, isBusy ? 'page cached with open transactions' : 'page cached');
    const back = tablet.cached().filter((tab) => tab !== left);
    if (back.length > 0 && turns.chance(0.5)) {
      turns.pick(back).wake();
      strike(ward, 'page woken');
    } else tablet.openTab(left.session);
    if (tablet.cached().length > mostCached) tablet.cached()[0]?.kill();
  });
}

/** Plays one step of the users, the platform or the network. */
export function step(ward: Ward): void {
  const { random, workload } = ward;
  const place = random.pick(ward.tablets);
  const { tablet } = place;
  const tab = anyTab(place, random);
  const engine = tab?.engine() ?? null;
  const dice = random.next();
  if (!engine) {
    if (tablet.tabs().length === 0) tablet.openTab();
    else if (random.chance(0.5)) tablet.discardSuspended();
    return;
  }
  const session = engine.session();
  if (session.kind === 'locked') {
    attempt(engine.unlock(seedPassword));
    return;
  }
  if (session.kind !== 'signed-in') {
    // A user who cannot sign in may move on until the network changes.
    if (random.chance(0.3)) changeNetwork(ward, place);
    signIn(ward, place, random.pick(ward.people));
    return;
  }
  if (tab) watch(ward, tab);
  if (ward.afterthoughts.chance(0.1)) answerRefusals(ward, engine);
  if (ward.rooms.chance(0.02)) {
    strike(ward, 'no room for photos');
    tablet.limitFiles(ward.rooms.pick([0, 300, 2000]));
  } else if (ward.rooms.chance(0.1)) tablet.limitFiles(Number.POSITIVE_INFINITY);
  if (tab && ward.turns.chance(0.08)) turnPage(ward, place, tab);
  if (ward.clocks.chance(0.03)) {
    strike(ward, 'clock behind');
    setClock(place, wrongClock(ward));
  }
  if (dice < 0.72) {
    const fuse = random.chance(0.04) ? 1 + random.below(30) : null;
    if (tab && fuse !== null) {
      strike(ward, 'tab killed');
      tab.fuse.stepsLeft = fuse;
    }
    const burst = random.chance(0.6) ? 3 + random.below(28) : 1;
    for (let count = 0; count < burst; count += 1) {
      attempt(workload.make(tablet, session.session.userId, engine));
    }
    return;
  }
  if (dice < 0.78) {
    changeNetwork(ward, place);
    return;
  }
  if (dice < 0.8) {
    strike(ward, 'tab killed');
    tab?.kill();
    return;
  }
  if (dice < 0.81) {
    strike(ward, 'tab frozen');
    tab?.freeze();
    return;
  }
  if (dice < 0.84) {
    if (tablet.tabs().length < 3) tablet.openTab();
    return;
  }
  if (dice < 0.88) {
    const fuse = random.chance(0.5) ? 1 + random.below(60) : null;
    if (fuse !== null) strike(ward, 'worker stopped');
    attempt(tablet.wakeWorker(fuse));
    return;
  }
  if (dice < 0.91) {
    strike(ward, 'user switched');
    if (random.chance(0.7)) attempt(engine.logout());
    signIn(ward, place, random.pick(ward.people));
    return;
  }
  if (dice < 0.92) {
    strike(ward, 'session revoked');
    const { userId } = session.session;
    hold(ward, ward.server.revoke(userId));
    return;
  }
  if (dice < 0.93) {
    strike(ward, 'clock set');
    setClock(place, random.pick([0, 0, -86_400_000, 86_400_000, 7_200_000, -240_000]));
    return;
  }
  if (dice < 0.945) {
    strike(ward, 'storage failed');
    tablet.failStorage(1 + random.below(3));
    return;
  }
  if (dice < 0.95) {
    strike(ward, 'storage full');
    tablet.failStorage(1 + random.below(2), () => new DOMException('full', 'QuotaExceededError'));
    return;
  }
  if (dice < 0.953) {
    strike(ward, 'replica evicted');
    attempt(tablet.evict('replica'));
    return;
  }
  if (dice < 0.956) {
    if (!ward.isRestoring) attempt(evictOrigin(ward, place));
    return;
  }
  if (dice < 0.96) {
    strike(ward, 'server restarted');
    for (const { network: each } of ward.tablets) each.endStreams();
    hold(ward, ward.server.restart());
    return;
  }
  if (dice < 0.965) {
    tablet.locksWork = !tablet.locksWork;
    return;
  }
  if (dice < 0.97) {
    attempt(engine.lock());
    return;
  }
  if (dice < 0.98) {
    if (engine.isIdle() && tab) update(ward, place, tab);
    return;
  }
  engine.sendNow();
}

/**
 * Installs a newer app: every tab reloads with its session storage. If the new outbox has a newer version, other tabs
 * may continue with the older app, or be suspended and block it.
 */
function update(ward: Ward, { tablet }: Place, tab: Tab): void {
  const { random } = ward;
  const isUpgrade = random.chance(0.5);
  strike(ward, isUpgrade ? 'outbox upgraded' : 'app updated');
  if (isUpgrade) tablet.release();
  const areOthersKept = isUpgrade && random.chance(0.5);
  for (const each of tablet.tabs()) {
    if (each === tab || !areOthersKept) each.kill();
    else if (random.chance(0.5)) each.freeze();
  }
  tablet.openTab(tab.session);
}

/** Deletes everything while no tab is open; the next start must report what was lost (ST1). */
async function evictOrigin(ward: Ward, place: Place): Promise<void> {
  const { tablet } = place;
  strike(ward, 'origin evicted');
  for (const tab of [...tablet.tabs(), ...tablet.cached()]) tab.kill();
  const open = await tablet.countOpen();
  await tablet.evict();
  ward.workload.evict(tablet.name);
  const tab = tablet.openTab();
  const engine = await tab.started;
  if (!engine) return;
  const told = engine.warnings().find(({ code }) => code === 'evicted')?.text ?? '';
  if (told === '' || lostEntriesIn(told) < open)
    ward.broken.push(`${tablet.name} lost ${open} entries with its storage and said: ${told}`);
}

const shownBy = new WeakMap<Tab, Set<string>>();

/** Checks that an entry shown by a tab never disappears from it unless its author discarded it (I7, OB5). */
function watch(ward: Ward, tab: Tab): void {
  const now = new Set(
    tab
      .engine()
      ?.outbox()
      .map((entry) => entry.id),
  );
  for (const id of shownBy.get(tab) ?? [])
    if (!now.has(id) && !ward.discarded.has(id)) ward.broken.push(`${id} has disappeared from a tab`);
  shownBy.set(tab, now);
}
