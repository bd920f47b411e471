import { createModelServer } from '#tests/faults/model-server.ts';
import type { ModelServer } from '#tests/faults/model-server.ts';
import { createSeeded } from '#tests/faults/seeded.ts';
import { createTablet } from '#tests/faults/tablet.ts';
import type { Tab, Tablet } from '#tests/faults/tablet.ts';
import { createVirtualTime } from '#tests/faults/virtual-time.ts';
import type { VirtualTime } from '#tests/faults/virtual-time.ts';
import { toResponse } from '#tests/faults/wire-answer.ts';
import type { SimulatedRequest, WireAnswer } from '#tests/faults/wire-answer.ts';
import type { WardEngine } from '#sync/types.ts';

/** What a test does with a request: an answer, no network, silence, or the server's answer lost on the way. */
export type Interception = WireAnswer | 'refuse' | 'hang' | 'lose-answer' | undefined;

/** A tablet with a model server and a network that the test controls. */
export interface Bench {
  time: VirtualTime;
  server: ModelServer;
  tablet: Tablet;
  /** Every request that the tablet has sent. */
  requests: SimulatedRequest[];
  /** Undefined lets the request through. */
  network: (request: SimulatedRequest) => Interception;
  openTab(session?: Map<string, string>): Promise<{ tab: Tab; engine: WardEngine }>;
  /** Opens a tab and signs in as this user. */
  signIn(userId: string): Promise<{ tab: Tab; engine: WardEngine }>;
  /** Opens another tablet on the same server, signed in as this user. */
  secondTablet(userId: string): Promise<WardEngine>;
  /** Waits for a promise while virtual time passes. */
  during<T>(work: Promise<T>): Promise<T>;
}

/** The virtual time at which every test starts. */
export const startOfTest = Date.parse('2026-11-21T08:00:00Z');
/** More virtual time than any test needs. */
const patienceMs = 24 * 3600_000;

/** Creates a bench. */
export function createBench(seed = 1): Bench {
  const time = createVirtualTime(startOfTest);
  const server = createModelServer(time.now);
  const cookies = new Map<string, string>();
  const requests: SimulatedRequest[] = [];

  async function send(request: SimulatedRequest) {
    requests.push(request);
    const made = bench.network(request);
    if (made === 'refuse') throw new TypeError('Failed to fetch');
    if (made === 'hang') return new Promise<never>(() => undefined);
    if (made === 'lose-answer') {
      await server.handle(request, cookies);
      throw new TypeError('Failed to fetch');
    }
    return toResponse(made ?? (await server.handle(request, cookies)));
  }

  const surroundings = { time, random: createSeeded(seed), network: () => ({ send }) };
  const tablet = createTablet('tablet', surroundings);

  async function during<T>(work: Promise<T>): Promise<T> {
    let over = false;
    const end = () => {
      over = true;
    };
    work.then(end, end);
    if (!(await time.runUntil(() => over, patienceMs))) throw new Error('The work did not end.');
    return work;
  }

  async function openTab(session?: Map<string, string>) {
    const tab = tablet.openTab(session);
    const engine = await during(tab.started);
    if (!engine) throw new Error('The tab was killed.');
    return { tab, engine };
  }

  const bench: Bench = {
    time,
    server,
    tablet,
    requests,
    network: () => undefined,
    openTab,
    async signIn(userId) {
      const opened = await openTab();
      await during(opened.engine.login(`${userId}@ward.test`, 'secret1'));
      await time.settle();
      return opened;
    },
    async secondTablet(userId) {
      const engine = await during(createTablet('second tablet', surroundings).openTab().started);
      if (!engine) throw new Error('The tab was killed.');
      await during(engine.login(`${userId}@ward.test`, 'secret1'));
      return engine;
    },
    during,
  };
  return bench;
}

/** Blocks every request. */
export const offline = (): Interception => 'refuse';

/** Builds the closing of a task as its form sends it. */
export const closing = (taskId: string, actionTaken = 'Filter changed') => ({ taskId, actionTaken });

/** Returns the replicas on the tablet. */
export async function replicasOf(bench: Bench): Promise<string[]> {
  const { indexedDB } = bench.tablet.storageOfContext();
  const names = (await bench.during(indexedDB.databases())).map(({ name = '' }) => name);
  return names.filter((name) => name.includes('replica')).toSorted();
}
