import { seedPassword } from '#tests/support/seed.ts';
import type { WardEngine } from '#sync/types.ts';
import { latestCopyMs, poison } from './network.ts';
import { setClock } from './people.ts';
import type { Ward } from './ward.ts';

/** After healing every queue is empty within this time (sync/SPEC.md PU, PL). */
const healingLimitMs = 60_000;
/** The daily digest comparison detects a backup that has outgrown the cursors. */
const dayMs = 25 * 3600_000;

/** A start repeats every 10 s what the storage has not answered (sync/SPEC.md ST8). */
const startLimitMs = 30_000;

/** A backup that is ahead of the cursors is noticed within this many polls of a minute. */
const noticedWithin = 4;

/** The end state of the run. */
export interface Healing {
  engines: WardEngine[];
  healedMs: number;
  stuck: string[];
}

/** Returns the entries that a tablet still has to send, with the reason. */
function unsent(engine: WardEngine): string[] {
  return engine
    .outbox()
    .filter((entry) => entry.state !== 'done' && entry.state !== 'attention')
    .map((entry) => `${entry.id} is ${entry.state}: ${JSON.stringify(entry.error)}`);
}

/** Checks the same cheaply, without listing thousands of entries at each step of virtual time. */
const hasUnsent = (engine: WardEngine): boolean => engine.status().waiting > 0;

/** Ends all faults except poisoned entries, and opens one fresh tab on each tablet. */
async function openFreshTabs(ward: Ward): Promise<{ engines: WardEngine[]; stuck: string[] }> {
  const engines: WardEngine[] = [];
  const stuck: string[] = [];
  for (const place of ward.tablets) {
    const { tablet, network } = place;
    for (const tab of tablet.tabs()) tab.kill();
    tablet.discardSuspended();
    network.faultShare = 0;
    network.offline = false;
    network.oneWay = false;
    tablet.looksOnline = true;
    // Half of the clocks have been set by then; the others must be measured as they are.
    if (ward.clocks.chance(0.5)) setClock(place, 0);
    tablet.locksWork = true;
    tablet.failStorage(0);
    tablet.limitFiles(Number.POSITIVE_INFINITY);
  }
  // Only the daily digest detects a restored backup that has grown past the cursors.
  if (ward.restored) await ward.time.run(dayMs);
  for (const { tablet } of ward.tablets) {
    const tab = tablet.openTab();
    await ward.time.runUntil(() => tab.engine() !== null, startLimitMs);
    const engine = tab.engine();
    if (engine) engines.push(engine);
    else stuck.push(`${tablet.name} does not start`);
  }
  return { engines, stuck };
}

async function signInAll(ward: Ward, engines: readonly WardEngine[]): Promise<void> {
  for (const person of ward.people) {
    for (const engine of engines) {
      let over = false;
      const end = () => {
        over = true;
      };
      void engine.login(person.email, seedPassword).then(end, end);
      await ward.time.runUntil(() => over, 30_000);
    }
  }
}

/** Checks that entries for which the server fails block no others (I13), except those ordered after them. */
async function outlastPoison(ward: Ward, engines: readonly WardEngine[]): Promise<string[]> {
  const { attempts } = ward.workload;
  const poisoned = new Set(attempts.flatMap(({ isPoisoned, stream }) => (isPoisoned && stream ? [stream] : [])));
  const streams = new Map(attempts.map(({ id, stream }) => [id, stream]));
  // An entry about a record that a poisoned one creates waits for it in its own stream (PU18).
  for (const { isPoisoned, makes } of attempts) if (isPoisoned && makes !== null) poisoned.add(`ticket:${makes}`);
  const held = () =>
    engines.flatMap((engine) =>
      engine.outbox().filter((entry) => {
        if (entry.state === 'done' || entry.state === 'attention') return false;
        // An entry whose `save` was cut off by a kill can be identified only by its text.
        if (JSON.stringify(entry.call?.body ?? '').includes(poison)) return false;
        return !poisoned.has(streams.get(entry.id) ?? '');
      }),
    );
  // A tablet that notices the restored server at its next poll sends its settled entries again.
  const limitMs = ward.restored ? healingLimitMs * (noticedWithin + 1) : healingLimitMs;
  await ward.time.runUntil(() => !engines.some(hasUnsent) || held().length === 0, limitMs);
  return held().map((entry) => `${entry.id} is held by an entry of another stream: ${JSON.stringify(entry.error)}`);
}

/** Ends all faults, signs in every author once more, and lets time pass until the queues are empty. */
export async function heal(ward: Ward): Promise<Healing> {
  const { engines, stuck } = await openFreshTabs(ward);
  // A late copy of a sign-in starts another session for its user and ends the current one, and nobody would sign in
  // again.
  await ward.time.run(latestCopyMs);
  const healedFrom = ward.time.now();
  await signInAll(ward, engines);
  stuck.push(...(await outlastPoison(ward, engines)));
  const isPoisoned = engines.some((engine) => unsent(engine).length > 0);
  for (const { network } of ward.tablets) network.poisonous = false;
  // After a server failure, a backoff lasts at most a minute.
  await ward.time.runUntil(() => !engines.some(hasUnsent), isPoisoned ? healingLimitMs * 2 : healingLimitMs);
  const healedMs = ward.time.now() - healedFrom;
  // A restored server is noticed by a pull without other users' writes, and reopens settled entries.
  if (ward.restored) {
    await ward.time.run(healingLimitMs * noticedWithin);
    await ward.time.runUntil(() => !engines.some(hasUnsent), healingLimitMs);
  }
  stuck.push(...engines.flatMap(unsent));
  return { engines, healedMs, stuck };
}
