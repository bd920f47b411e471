import { offlineWrites } from '#contract/index.ts';
import { checkCount, checkEntries, checkReplica } from './checks.ts';
import type { Verdict } from './checks.ts';
import { openDesks } from './desks.ts';
import { heal } from './healing.ts';
import { createNetwork } from './network.ts';
import { mergeOrUndo } from './office.ts';
import { backUp, losePower, restore, step, wrongClock } from './people.ts';
import { startRealServer } from './real-server.ts';
import type { RealServer } from './real-server.ts';
import { watchReplays } from './replays.ts';
import { createSeeded } from './seeded.ts';
import { createTablet } from './tablet.ts';
import { createVirtualTime } from './virtual-time.ts';
import { strike } from './ward.ts';
import type { EditCounts } from './two-editors.ts';
import type { Ward } from './ward.ts';
import { createWorkload } from './workload.ts';

/** The parameters of a run. */
export interface SimulationOptions {
  seed: number;
  tablets?: number;
  /** Steps of people, platform and network before healing starts. */
  steps?: number;
}

/**
 * The result of a run. `broken` covers order, author, files, replica, replays, the header's count, and work without an
 * author.
 */
export interface SimulationReport extends Verdict {
  seed: number;
  tried: number;
  saved: number;
  /** Refused entries that their authors discarded. */
  discarded: number;
  faults: Map<string, number>;
  /** Attempted entries of each kind in the contract. */
  byKind: Map<string, number>;
  /** Edits of two people at desks, by the kind of record. */
  edits: Map<string, EditCounts>;
  stuck: string[];
  /** Virtual time from healing until every queue was empty. */
  healedMs: number;
}

const startAt = Date.parse('2026-07-01T06:30:00Z');
/**
 * Event streams work in every third run; in every eighth a backup is restored, after which everything is sent again.
 */
const liveEvery = 3;
const restoreEvery = 8;
/** When the backup is made and restored, as a share of the steps. */
const backUpAfter = 0.3;
const restoreAfter = 0.7;
/** In every fourth run the tablets lose power for a while, starting at this share of the steps. */
const powerlessEvery = 4;
const powerlessAfter = 0.4;
/** The office merges records, or undoes that, in this share of the steps. */
const mergeShare = 0.06;
/**
 * Time for a pull after the last write, which may wait 10 s for a frozen tab with the lock, behind another that does
 * the same.
 */
const followMs = 30_000;
/** Acts of the desks at each step. */
const deskActs = 4;

function openWard(seed: number, server: RealServer, time: Ward['time']): Ward {
  const random = createSeeded(seed);
  const { bme, secondBme } = server.hospital.users;
  return {
    time,
    random: random.fork('people'),
    server,
    workload: createWorkload(random.fork('work'), time.now, server.twins[0]?.ids ?? []),
    people: [bme, secondBme],
    tablets: [],
    faults: new Map(),
    afterthoughts: random.fork('afterthoughts'),
    turns: random.fork('turns'),
    rooms: random.fork('rooms'),
    clocks: random.fork('clocks'),
    office: random.fork('office'),
    discarded: new Set(),
    isRestoring: seed % restoreEvery === 1,
    restored: false,
    broken: [],
  };
}

function addTablet(ward: Ward, seed: number, name: string, serve: RealServer['handle']): void {
  const { time, server } = ward;
  const random = createSeeded(seed);
  const network = createNetwork({ time, random: random.fork(`network ${name}`), serve, arm: server.arm });
  network.live = seed % liveEvery === 0;
  const onBlocked = () => strike(ward, 'upgrade blocked');
  const surroundings = { time, random: random.fork(name), onBlocked };
  const tablet = createTablet(name, { ...surroundings, network: (context) => network.forContext(context) });
  tablet.clockOffsetMs = wrongClock(ward);
  ward.tablets.push({ tablet, network, stoodStill: false });
  tablet.openTab();
}

/** Runs one seed: people, tabs, workers, kills and a bad network against the real server code. */
export async function simulate({ seed, tablets = 3, steps = 220 }: SimulationOptions): Promise<SimulationReport> {
  const time = createVirtualTime(startAt);
  const server = await startRealServer(time.now);
  const ward = openWard(seed, server, time);
  // Not combined with a backup, which may be noticed only a day later.
  const isPowerless = seed % powerlessEvery === 2 && !ward.isRestoring;
  const replays = watchReplays(server);
  server.onVersion((version) => {
    for (const { network } of ward.tablets) network.tell(version);
  });
  try {
    for (let count = 1; count <= tablets; count += 1) addTablet(ward, seed, `tablet ${count}`, replays.handle);
    const random = createSeeded(seed).fork('desks');
    const desks = await openDesks({ time, random, server, serve: replays.handle });
    await time.run(1000);
    for (let count = 0; count < steps; count += 1) {
      if (ward.isRestoring && count === Math.floor(steps * backUpAfter)) backUp(ward);
      if (ward.isRestoring && count === Math.floor(steps * restoreAfter)) {
        replays.forget();
        restore(ward);
      }
      if (isPowerless && count === Math.floor(steps * powerlessAfter)) await losePower(ward);
      step(ward);
      for (let act = 0; act < deskActs; act += 1) {
        desks.act().catch((error: unknown) => ward.broken.push(`A desk: ${String(error)}`));
      }
      if (ward.office.chance(mergeShare)) mergeOrUndo(ward);
      await time.run(ward.random.chance(0.05) ? ward.random.between(0, 90_000) : ward.random.between(0, 3000));
    }
    const { engines, healedMs, stuck } = await heal(ward);
    for (const engine of engines) engine.sendNow();
    await time.run(followMs);
    const facts = await server.facts();
    const accepted = new Map(
      [...facts.keys].flatMap(([key, { status, answer }]) => (status === 200 ? [[key, answer]] : [])),
    );
    const edited = await desks.check(accepted, ward.restored);
    for (const [fault, times] of desks.struck) strike(ward, `${fault} at a desk`, times);
    for (const { network } of ward.tablets) for (const [fault, times] of network.struck) strike(ward, fault, times);
    const verdict = checkEntries(ward, facts);
    const broken = [
      ...ward.broken,
      ...replays.broken(),
      ...verdict.broken,
      ...edited,
      ...(await server.wrongMerges(ward)),
    ];
    for (const [at, engine] of engines.entries()) {
      broken.push(...checkReplica(`tablet ${at + 1}`, engine, facts), ...(await checkCount(ward, at, engine)));
    }
    const { attempts } = ward.workload;
    const saved = attempts.filter((one) => one.id !== null).length;
    const byKind = new Map([...offlineWrites.keys()].map((kind) => [kind, 0]));
    for (const { kind } of attempts) byKind.set(kind, (byKind.get(kind) ?? 0) + 1);
    const made = {
      tried: attempts.length,
      saved,
      discarded: ward.discarded.size,
      byKind,
      edits: new Map(desks.counts),
    };
    return { ...verdict, ...made, seed, faults: ward.faults, healedMs, stuck, broken };
  } finally {
    for (const { tablet } of ward.tablets) for (const tab of [...tablet.tabs(), ...tablet.cached()]) tab.kill();
    await server.close();
  }
}
