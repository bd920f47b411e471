import { createNetwork } from './network.ts';
import type { Network, PlantedBug } from './network.ts';
import { startRealServer } from './real-server.ts';
import type { RealServer, ServerFacts } from './real-server.ts';
import { createSeeded } from './seeded.ts';
import type { Seeded } from './seeded.ts';
import { createTablet } from './tablet.ts';
import type { Tab, Tablet } from './tablet.ts';
import { createVirtualTime } from './virtual-time.ts';
import type { VirtualTime } from './virtual-time.ts';
import { createWorkload } from './workload.ts';
import type { Attempt, Workload } from './workload.ts';
import { seedPassword } from '#tests/support/seed.ts';
import type { SeededUser } from '#tests/support/seed.ts';

/** What a run is made of. */
export interface SimulationOptions {
  seed: number;
  tablets?: number;
  /** Steps of people, platform and network before everything heals. */
  steps?: number;
  planted?: PlantedBug;
}

/** What came of a run. Each broken promise names its entry. */
export interface SimulationReport {
  seed: number;
  tried: number;
  saved: number;
  faults: Map<string, number>;
  refused: number;
  lost: string[];
  duplicated: string[];
  stuck: string[];
  /** Broken promises beside the three above: order, author, files, work nobody made, the count shown. */
  broken: string[];
  /** Virtual time from healing until every queue was empty. */
  healedMs: number;
}

interface Ward {
  time: VirtualTime;
  random: Seeded;
  server: RealServer;
  workload: Workload;
  people: SeededUser[];
  tablets: { tablet: Tablet; network: Network; user: SeededUser | null }[];
  faults: Map<string, number>;
}

type Place = Ward['tablets'][number];

const startAt = Date.parse('2026-07-01T06:30:00Z');
const today = '2026-07-01';
/** After healing every queue is empty within this time (sync.md, invariant I12). */
const healingLimitMs = 60_000;

function strike(ward: Ward, fault: string): void {
  ward.faults.set(fault, (ward.faults.get(fault) ?? 0) + 1);
}

/** A tab that is alive and whose engine has started. */
function anyTab({ tablet }: Place, random: Seeded): Tab | null {
  const ready = tablet.tabs().filter((tab) => tab.engine() !== null);
  return ready.length > 0 ? random.pick(ready) : null;
}

/** Whatever a person does may be cut by a kill or refused without network; neither is the simulation's failure. */
function attempt(work: Promise<unknown> | undefined): void {
  work?.catch(() => undefined);
}

function signIn(ward: Ward, place: Place, user: SeededUser): void {
  const engine = anyTab(place, ward.random)?.engine();
  place.user = user;
  attempt(engine?.login(user.email, seedPassword));
}

function step(ward: Ward): void {
  const { random, workload } = ward;
  const place = random.pick(ward.tablets);
  const { tablet, network } = place;
  const tab = anyTab(place, random);
  const engine = tab?.engine() ?? null;
  const dice = random.next();
  if (!engine) {
    if (tablet.tabs().length === 0) tablet.openTab();
    return;
  }
  const session = engine.session();
  if (session.kind === 'locked') {
    attempt(engine.unlock(seedPassword));
    return;
  }
  if (session.kind !== 'signed-in') {
    signIn(ward, place, random.pick(ward.people));
    return;
  }
  if (dice < 0.72) {
    const fuse = random.chance(0.04) ? 1 + random.below(30) : null;
    if (tab && fuse !== null) {
      strike(ward, 'tab killed');
      tab.fuse.stepsLeft = fuse;
    }
    const burst = random.chance(0.6) ? 3 + random.below(14) : 1;
    for (let count = 0; count < burst; count += 1) {
      attempt(workload.make(tablet.name, session.session.userId, engine));
    }
    return;
  }
  if (dice < 0.78) {
    network.faultShare = random.pick([0, 0.1, 0.3, 0.6]);
    network.offline = random.chance(0.3);
    network.oneWay = !network.offline && random.chance(0.1);
    tablet.looksOnline = random.chance(0.8) ? !network.offline : network.offline;
    if (random.chance(0.7)) tablet.signOfLife();
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
    attempt(ward.server.revoke(userId));
    return;
  }
  if (dice < 0.93) {
    strike(ward, 'clock set');
    tablet.clockOffsetMs = random.pick([0, 0, -86_400_000, 7_200_000, -240_000]);
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
  if (dice < 0.96) {
    tablet.locksWork = !tablet.locksWork;
    return;
  }
  if (dice < 0.97) {
    attempt(engine.lock());
    return;
  }
  engine.sendNow();
}

/** The state words of what a tablet still has to send. */
function unsent(engine: NonNullable<ReturnType<Tab['engine']>>): string[] {
  return engine
    .outbox()
    .filter((entry) => entry.state !== 'done' && entry.state !== 'attention')
    .map((entry) => `${entry.id} is ${entry.state}: ${JSON.stringify(entry.error)}`);
}

/** All faults end, every author signs in once more, and time passes until the queues are empty. */
async function heal(ward: Ward): Promise<{ healedMs: number; stuck: string[] }> {
  const engines: NonNullable<ReturnType<Tab['engine']>>[] = [];
  for (const { tablet, network } of ward.tablets) {
    for (const tab of tablet.tabs()) tab.kill();
    network.faultShare = 0;
    network.offline = false;
    network.oneWay = false;
    tablet.looksOnline = true;
    tablet.clockOffsetMs = 0;
    tablet.locksWork = true;
    tablet.failStorage(0);
    const tab = tablet.openTab();
    await ward.time.runUntil(() => tab.engine() !== null, 10_000);
    const engine = tab.engine();
    if (!engine) return { healedMs: 0, stuck: [`${tablet.name} does not start`] };
    engines.push(engine);
  }
  const healedFrom = ward.time.now();
  for (const person of ward.people) {
    for (const engine of engines) {
      let over = false;
      void engine.login(person.email, seedPassword).then(
        () => (over = true),
        () => (over = true),
      );
      await ward.time.runUntil(() => over, 30_000);
    }
  }
  const empty = () => engines.every((engine) => unsent(engine).length === 0);
  await ward.time.runUntil(empty, healingLimitMs);
  const healedMs = ward.time.now() - healedFrom;
  const stuck = engines.flatMap(unsent);
  for (const engine of engines) {
    if (stuck.length === 0 && engine.status().waiting !== 0) stuck.push('The count shown is not the true count.');
  }
  return { healedMs, stuck };
}

/** What the tablets say of an entry. */
function saidOf(ward: Ward, id: string): string {
  const entries = ward.tablets.flatMap(({ tablet }) => tablet.tabs().flatMap((tab) => tab.engine()?.outbox() ?? []));
  const entry = entries.find((one) => one.id === id);
  return entry ? `${entry.state} ${JSON.stringify(entry.error)}` : 'not in any outbox';
}

/** An entry that still waits is not lost; it is counted as stuck. */
const stillWaits = (said: string) => /^(waiting|sending|acked|signed-out) /.test(said);

function check(ward: Ward, facts: ServerFacts): Pick<SimulationReport, 'lost' | 'duplicated' | 'broken' | 'refused'> {
  const { attempts } = ward.workload;
  const lost: string[] = [];
  const duplicated: string[] = [];
  const broken: string[] = [];
  let refused = 0;
  const counts = new Map<string, number>();
  for (const mark of facts.marks) counts.set(mark, (counts.get(mark) ?? 0) + 1);
  const known = new Map<string, Attempt>(attempts.map((one) => [one.mark, one]));
  for (const one of attempts) {
    const effects = counts.get(one.mark) ?? 0;
    const isRefused = one.id !== null && facts.refusedKeys.has(one.id);
    if (isRefused) refused += 1;
    if (effects + (isRefused ? 1 : 0) > 1) duplicated.push(`${one.mark}: ${effects} effects, refused ${isRefused}`);
    if (one.id === null) continue;
    const said = saidOf(ward, one.id);
    if (effects === 0 && !isRefused && !stillWaits(said)) lost.push(`${one.mark}: ${said}`);
    const author = facts.keys.get(one.id)?.userId;
    if (author !== undefined && author !== one.userId) broken.push(`${one.mark} came under another author`);
    for (const sha256 of one.files) {
      if (facts.awaitedFiles.includes(sha256)) broken.push(`${one.mark}: its file is not there`);
    }
  }
  for (const mark of counts.keys()) if (!known.has(mark)) broken.push(`Nobody made ${mark}`);
  for (const notes of facts.notesByTask) {
    const last = new Map<string, number>();
    for (const mark of notes) {
      const one = known.get(mark);
      if (!one || one.seq === null) continue;
      const author = `${one.tablet} ${one.userId}`;
      if (one.seq < (last.get(author) ?? 0)) broken.push(`${mark} came after a later entry`);
      last.set(author, one.seq);
    }
  }
  return { lost, duplicated, broken, refused };
}

/** One seeded run: people, tabs, workers, kills and a bad network against the real server code. */
export async function simulate({
  seed,
  tablets = 3,
  steps = 220,
  planted,
}: SimulationOptions): Promise<SimulationReport> {
  const random = createSeeded(seed);
  const time = createVirtualTime(startAt);
  const server = await startRealServer(time.now);
  const { bme, secondBme } = server.hospital.users;
  const ward: Ward = {
    time,
    random: random.fork('people'),
    server,
    workload: createWorkload(random.fork('work'), server.hospital, today),
    people: [bme, secondBme],
    tablets: [],
    faults: new Map(),
  };
  try {
    for (let count = 1; count <= tablets; count += 1) {
      const name = `tablet ${count}`;
      const network = createNetwork({ time, random: random.fork(`network ${name}`), serve: server.handle, planted });
      const surroundings = { time, random: random.fork(name) };
      const tablet = createTablet(name, {
        ...surroundings,
        transport: (_tablet, context) => network.transport(context),
      });
      ward.tablets.push({ tablet, network, user: null });
      tablet.openTab();
    }
    await time.run(1000);
    for (let count = 0; count < steps; count += 1) {
      step(ward);
      await time.run(ward.random.chance(0.05) ? ward.random.between(0, 90_000) : ward.random.between(0, 3000));
    }
    const { healedMs, stuck } = await heal(ward);
    const facts = await server.facts();
    for (const { network } of ward.tablets) {
      for (const [fault, times] of network.struck) ward.faults.set(fault, (ward.faults.get(fault) ?? 0) + times);
    }
    const { attempts } = ward.workload;
    const saved = attempts.filter((one) => one.id !== null).length;
    return { seed, tried: attempts.length, saved, faults: ward.faults, healedMs, stuck, ...check(ward, facts) };
  } finally {
    for (const { tablet } of ward.tablets) for (const tab of tablet.tabs()) tab.kill();
    await server.close();
  }
}
