import { type EditedKind, recordShapes } from '#contract/rules/merge/records.ts';
import { CallError } from '#sync/types.ts';
import { type World, worldOn } from '#tests/security/world.ts';
import type { Context } from './context.ts';
import { callsOn } from './desk-network.ts';
import { createNetwork } from './network.ts';
import type { RealServer } from './real-server.ts';
import type { Seeded } from './seeded.ts';
import { type DeskCall, type Edits, startEdits } from './two-editors.ts';
import type { VirtualTime } from './virtual-time.ts';
import { toResponse } from './wire-answer.ts';

/** Share of the desks' requests that fail. */
const faultShare = 0.15;
/** More than the number of faults ever armed at once. */
const mostTries = 10;
/** The tab of a desk: nobody closes it. */
const openTab = { alive: () => true, fuse: { stepsLeft: null } } as unknown as Context;

/** The desks of a run. */
export interface Desks extends Pick<Edits, 'act' | 'check' | 'counts'> {
  /** How often each fault struck. */
  struck: ReadonlyMap<string, number>;
}

/** Opens a hospital's desks in addition to its tablets: records of every kind, edited by two people and an old app. */
export async function openDesks(parts: {
  time: VirtualTime;
  random: Seeded;
  server: RealServer;
  serve: RealServer['handle'];
}): Promise<Desks> {
  const { time, random, server, serve } = parts;
  const users = { office: server.hospital.users.hospital, admin: server.admin };
  const cookies = new Map<string, string>();
  const call = patient(
    callsOn({ send: async (request) => toResponse(await server.handle(request, cookies)) }, time, users),
  );
  const network = createNetwork({ time, random: random.fork('network'), serve, arm: server.arm });
  network.faultShare = faultShare;
  const desks = ['the first desk', 'the second desk', 'an old app'].map((name) => ({
    name,
    isOldApp: name === 'an old app',
    call: callsOn(
      network.forContext(() => openTab),
      time,
      users,
    ),
  }));
  const world = await worldBy(call, server, random, time);
  const kinds = Object.keys(recordShapes) as EditedKind[];
  const edits = await startEdits(kinds, { world, random: random.fork('edits'), desks, call });
  return { ...edits, struck: network.struck };
}

/** Returns calls that begin again when a session has ended or a fault of the server strikes. */
function patient(call: DeskCall): DeskCall {
  return async (...sent) => {
    for (let tries = 1; ; tries += 1) {
      try {
        return await call(...sent);
      } catch (error) {
        if (!(error instanceof CallError) || tries === mostTries) throw error;
      }
    }
  };
}

async function worldBy(call: DeskCall, { hospital }: RealServer, random: Seeded, time: VirtualTime): Promise<World> {
  const [office, admin] = ['office', 'admin'].map((token) => ({ token, cookie: '' })) as [Session, Session];
  const cities = await call('admin', 'hospitalCities', { params: { stateId: 'KL' } }, '');
  const [city] = cities as unknown as { cityId: string }[];
  return worldOn({
    ward: hospital,
    today: new Date(time.now()).toISOString().slice(0, 10),
    place: { stateId: 'KL', cityId: city?.cityId ?? '' },
    office,
    admin,
    mark: 'Desk',
    ask: async (sender, name, sample) => {
      const answer = await call(sender === admin ? 'admin' : 'office', name, sample, random.uuid());
      return { status: 200, body: JSON.stringify(answer) };
    },
    taskOf: () => Promise.reject(new Error('No sample of an edited record needs a task.')),
  });
}

type Session = World['office'];
