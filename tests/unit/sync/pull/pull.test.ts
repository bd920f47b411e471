import { expect, it, vi } from 'vitest';
import { createPull } from '#sync/pull/pull.ts';
import { readEvents } from '#sync/pull/event-stream.ts';
import type { OpenEvents } from '#sync/pull/event-stream.ts';
import { openReplica } from '#sync/replica/replica.ts';
import type { Replica } from '#sync/replica/replica.ts';
import { deviceIdAt, deviceRows } from '#tests/support/device-rows.ts';
import { createChangeServer, createDeviceWorld, settle } from '#tests/support/replica-world.ts';

const hospitalId = 'h1';
const noEvents = () => Promise.reject(new Error('no events'));

/** Creates an event stream controlled by the test. */
function eventSource() {
  const opened: { say: (text: string) => void; end: () => void; signal: AbortSignal }[] = [];
  const open = async (signal: AbortSignal) => {
    let speaker: ReadableStreamDefaultController<Uint8Array<ArrayBuffer>>;
    const stream = new ReadableStream<Uint8Array<ArrayBuffer>>({
      start(controller) {
        speaker = controller;
      },
    });
    opened.push({
      say: (text) => speaker.enqueue(new TextEncoder().encode(text)),
      end: () => speaker.close(),
      signal,
    });
    return { body: stream };
  };
  return { open, opened };
}

async function tabOn(
  world: ReturnType<typeof createDeviceWorld>,
  server: ReturnType<typeof createChangeServer>,
  {
    openEvents = noEvents,
    pageRows = 10,
    isOffline = () => false,
    reopen = async () => undefined,
  }: {
    openEvents?: OpenEvents;
    pageRows?: number;
    isOffline?: () => boolean;
    reopen?: () => Promise<void>;
  } = {},
) {
  const ports = world.tab();
  const heard: string[] = [];
  const replica = await openReplica({ ports, hospitalId });
  const pull = createPull({
    ports,
    callApi: server.callApi(pageRows),
    openEvents,
    replica,
    onWarning: (warning) => heard.push(warning),
    async onRestored() {
      heard.push('restored');
      await reopen();
    },
    isOffline,
  });
  return { replica, pull, heard };
}

/** Writes each device in a separate transaction, so that pages stay small. */
function putEach(server: ReturnType<typeof createChangeServer>, count: number, seed = 1) {
  for (const row of deviceRows(count, seed)) server.put('device', row);
}

/** Creates a tab that has pulled `count` devices from a server. */
async function pulledTab(count: number, options?: Parameters<typeof tabOn>[2]) {
  const world = createDeviceWorld();
  const server = createChangeServer();
  putEach(server, count);
  const tab = await tabOn(world, server, options);
  await tab.pull.pullNow();
  return { world, server, ...tab };
}

const sorted = (replica: Replica) => [...replica.all('device')].sort((a, b) => (a.id < b.id ? -1 : 1));

it('A first download can be used from its first page and shows its progress', async () => {
  const world = createDeviceWorld();
  const server = createChangeServer();
  putEach(server, 35);
  const { replica, pull } = await tabOn(world, server);
  const seen: [number, number | null, boolean][] = [];
  replica.subscribe(() => seen.push([replica.count('device'), replica.downloadPercent, replica.ready]));
  expect(replica.downloadPercent).toBe(0);
  await pull.pullNow();
  expect(seen.slice(0, 4)).toEqual([
    [10, 28, true],
    [20, 57, true],
    [30, 85, true],
    [35, null, true],
  ]);
  expect(replica.cursor).toBe(35);
});

it('A first download that is cut off resumes where it was', async () => {
  const world = createDeviceWorld();
  const server = createChangeServer();
  putEach(server, 35);
  const { replica, pull } = await tabOn(world, server);
  const stop = replica.subscribe(() => {
    server.state.offline = true;
  });
  await expect(pull.pullNow()).rejects.toThrow('no connection');
  stop();
  await replica.close();
  const reached = replica.cursor;
  expect(reached).toBeGreaterThan(0);
  server.state.offline = false;
  server.asked.length = 0;
  const next = await tabOn(world, server);
  await next.pull.pullNow();
  expect(server.asked[0]?.cursor).toBe(reached);
  expect(sorted(next.replica)).toEqual(server.rows('device'));
});

it('PL2 Another database on the server is loaded beside the old rows, which stay until it is complete', async () => {
  const { world, server, replica, pull, heard } = await pulledTab(20);
  server.replaceBy('epoch-2');
  putEach(server, 25, 2);
  const counts: number[] = [];
  replica.subscribe(() => counts.push(replica.count('device')));
  await pull.pullNow();
  expect(counts).toEqual([25]);
  expect(replica.epoch).toBe('epoch-2');
  expect(heard).toEqual(['restored']);
  expect(sorted(replica)).toEqual(server.rows('device'));
  const again = await openReplica({ ports: world.tab(), hospitalId });
  expect(sorted(again)).toEqual(server.rows('device'));
  expect(again.epoch).toBe('epoch-2');
});

it('PL2 The old rows are dropped only once the work that the server has lost is queued again', async () => {
  const world = createDeviceWorld();
  const server = createChangeServer();
  putEach(server, 20);
  let isFailing = true;
  const reopen = async () => {
    if (isFailing) throw new Error('The storage failed.');
  };
  const { replica, pull, heard } = await tabOn(world, server, { reopen });
  await pull.pullNow();
  server.replaceBy('epoch-2');
  await expect(pull.pullNow()).rejects.toThrow('The storage failed.');
  expect(replica.epoch).toBe('epoch-1');
  isFailing = false;
  await pull.pullNow();
  expect(replica.epoch).toBe('epoch-2');
  expect(heard).toEqual(['restored', 'restored']);
});

it('The other tab switches to the new database too, without old rows', async () => {
  const world = createDeviceWorld();
  const server = createChangeServer();
  putEach(server, 20);
  const one = await tabOn(world, server);
  const two = await tabOn(world, server);
  await one.pull.pullNow();
  server.replaceBy('epoch-2');
  putEach(server, 8, 2);
  await one.pull.pullNow();
  await settle();
  expect(two.replica.epoch).toBe('epoch-2');
  expect(sorted(two.replica)).toEqual(server.rows('device'));
});

it('A page of another database is refused, even if the server accepts the cursor', async () => {
  const { server, replica, pull, heard } = await pulledTab(20);
  server.state.lenient = true;
  server.replaceBy('epoch-2');
  putEach(server, 25, 2);
  await pull.pullNow();
  expect(heard).toEqual(['restored']);
  expect(replica.epoch).toBe('epoch-2');
  expect(sorted(replica)).toEqual(server.rows('device'));
});

it('PL2 A server behind the cursor was restored: the replica is loaded again', async () => {
  const { server, replica, pull, heard } = await pulledTab(20);
  server.replaceBy('epoch-1');
  putEach(server, 5);
  await pull.pullNow();
  expect(heard).toEqual(['restored']);
  expect(replica.cursor).toBe(5);
  expect(sorted(replica)).toEqual(server.rows('device'));
});

it('A replica older than the tombstones is loaded again, without counting the server as restored', async () => {
  const { server, replica, pull, heard } = await pulledTab(20, { pageRows: 100 });
  putEach(server, 5, 3);
  server.state.prunedVersion = 22;
  await pull.pullNow();
  expect(heard).toEqual([]);
  expect(replica.cursor).toBe(25);
  expect(sorted(replica)).toEqual(server.rows('device'));
});

it('A reload resumes where it was cut off', async () => {
  const { world, server, replica, pull } = await pulledTab(20);
  server.replaceBy('epoch-2');
  putEach(server, 35, 2);
  const now = world.clock.now();
  const cable = vi.spyOn(world.clock, 'now').mockImplementation(() => {
    server.state.offline = server.asked.at(-1)?.cursor === 10;
    return now;
  });
  await expect(pull.pullNow()).rejects.toThrow('no connection');
  cable.mockRestore();
  expect(replica.count('device')).toBe(20);
  server.state.offline = false;
  server.asked.length = 0;
  await pull.pullNow();
  expect(server.asked.map(({ cursor }) => cursor)).toEqual([20, 30]);
  expect(sorted(replica)).toEqual(server.rows('device'));
});

it('A server with records in a newer format requires a newer app and leaves the rows unchanged', async () => {
  const { server, replica, pull, heard } = await pulledTab(5);
  server.state.schema += 1;
  putEach(server, 5, 2);
  await pull.pullNow();
  expect(heard).toEqual(['update-required']);
  expect(replica.cursor).toBe(5);
  expect(replica.count('device')).toBe(5);
});

it('Counts are compared once a day, and a replica that differs is loaded again', async () => {
  const { world, server, replica, pull } = await pulledTab(15);
  await pull.pullNow();
  expect(server.state.digestCalls).toBe(1);
  const page = server.page(14, 10);
  await replica.applyPage({ ...page, tombstones: [{ kind: 'device', id: deviceIdAt(3) }] }, replica.cursor);
  expect(replica.count('device')).toBe(14);
  await world.clock.advance(24 * 60 * 60_000);
  await pull.pullNow();
  expect(server.state.digestCalls).toBe(2);
  expect(sorted(replica)).toEqual(server.rows('device'));
  await pull.pullNow();
  expect(server.state.digestCalls).toBe(2);
});

it('A tab with only heartbeats compares counts once a day, and a minute later if a change interfered', async () => {
  const world = createDeviceWorld();
  const server = createChangeServer();
  putEach(server, 5);
  const events = eventSource();
  const { pull } = await tabOn(world, server, { openEvents: events.open });
  pull.start();
  await settle();
  const [stream] = events.opened;
  const beatFor = async (beats: number) => {
    for (let beat = 0; beat < beats; beat += 1) {
      stream?.say(': beat\n\n');
      await world.clock.advance(20_000);
    }
  };
  const beatsOfDay = 24 * 3 * 60;
  await beatFor(beatsOfDay - 1);
  expect(server.state.digestCalls).toBe(1);
  server.state.beforeDigest = () => putEach(server, 6, 2);
  await beatFor(2);
  expect(server.state.digestCalls).toBe(2);
  await beatFor(2);
  expect(server.state.digestCalls).toBe(2);
  await beatFor(3);
  expect(server.state.digestCalls).toBe(3);
  await beatFor(beatsOfDay - 10);
  expect(server.state.digestCalls).toBe(3);
  expect(events.opened).toHaveLength(1);
  pull.stop();
});

it('A restored backup that has grown past the cursor is detected by the counts, and work is sent again', async () => {
  const { world, server, replica, pull, heard } = await pulledTab(15);
  const page = server.page(14, 10);
  await replica.applyPage({ ...page, tombstones: [{ kind: 'device', id: deviceIdAt(3) }] }, replica.cursor);
  await world.clock.advance(24 * 60 * 60_000);
  await pull.pullNow();
  expect(heard).toEqual(['restored']);
});

it('Two tabs that pull at the same time load each page once', async () => {
  const world = createDeviceWorld();
  const server = createChangeServer();
  putEach(server, 35);
  const one = await tabOn(world, server);
  const two = await tabOn(world, server);
  const both = Promise.all([one.pull.pullNow(), two.pull.pullNow()]);
  await settle();
  await world.clock.advance(1000);
  await both;
  expect(server.asked.map(({ cursor }) => cursor)).toEqual([0, 10, 20, 30, 35]);
  expect(sorted(two.replica)).toEqual(server.rows('device'));
});

it('A pull requested while one runs includes what was written in between', async () => {
  const world = createDeviceWorld();
  const server = createChangeServer();
  putEach(server, 5);
  const { replica, pull } = await tabOn(world, server);
  const first = pull.pullNow();
  await settle();
  const second = pull.pullNow();
  putEach(server, 6, 2);
  await Promise.all([first, second]);
  expect(replica.cursor).toBe(server.state.head);
});

it('Without live events the server is asked at least once a minute', async () => {
  const world = createDeviceWorld();
  const server = createChangeServer();
  putEach(server, 5);
  const { replica, pull } = await tabOn(world, server);
  pull.start();
  await world.clock.advance(5 * 60_000);
  putEach(server, 6, 2);
  await world.clock.advance(60_000);
  expect(replica.cursor).toBe(server.state.head);
  pull.stop();
  await settle();
  const asked = server.asked.length;
  await world.clock.advance(10 * 60_000);
  expect(server.asked.length).toBe(asked);
});

it('A live event pulls the change at once, and the stream stays open while heartbeats arrive', async () => {
  const world = createDeviceWorld();
  const server = createChangeServer();
  putEach(server, 5);
  const events = eventSource();
  const { replica, pull } = await tabOn(world, server, { openEvents: events.open });
  pull.start();
  await settle();
  const [stream] = events.opened;
  for (let beat = 0; beat < 10; beat += 1) {
    stream?.say(': beat\n\n');
    await world.clock.advance(20_000);
  }
  expect(events.opened).toHaveLength(1);
  expect(server.asked).toHaveLength(1);
  expect(Date.parse(replica.asOf ?? '')).toBe(world.clock.now() - 20_000);
  putEach(server, 6, 2);
  stream?.say(`event: version\nda`);
  stream?.say(`ta: ${server.state.head}\n\n`);
  await settle();
  expect(replica.cursor).toBe(server.state.head);
  pull.stop();
  await settle();
  expect(stream?.signal.aborted).toBe(true);
});

it('A stream that is silent for 45 seconds is closed and reopened', async () => {
  const world = createDeviceWorld();
  const server = createChangeServer();
  putEach(server, 5);
  const events = eventSource();
  const { pull } = await tabOn(world, server, { openEvents: events.open });
  pull.start();
  await world.clock.advance(44_000);
  expect(events.opened).toHaveLength(1);
  await world.clock.advance(3000);
  expect(events.opened[0]?.signal.aborted).toBe(true);
  expect(events.opened).toHaveLength(2);
  pull.stop();
});

it('Contact with the server pulls at once without waiting for the backoff', async () => {
  const world = createDeviceWorld();
  const server = createChangeServer();
  putEach(server, 5);
  const { replica, pull } = await tabOn(world, server);
  server.state.offline = true;
  pull.start();
  await world.clock.advance(10 * 60_000);
  server.state.offline = false;
  world.signOfLife();
  await settle();
  expect(replica.cursor).toBe(server.state.head);
  pull.stop();
});

it('One tab holds the stream, and another takes over when that tab is closed', async () => {
  const world = createDeviceWorld();
  const server = createChangeServer();
  putEach(server, 5);
  const events = eventSource();
  const one = await tabOn(world, server, { openEvents: events.open });
  const two = await tabOn(world, server, { openEvents: events.open });
  one.pull.start();
  two.pull.start();
  await world.clock.advance(30_000);
  expect(events.opened).toHaveLength(1);
  one.pull.stop();
  await world.clock.advance(20_000);
  expect(events.opened).toHaveLength(2);
  two.pull.stop();
});

it('PL4 A tab whose last attempt failed retries, even while another tab holds the stream', async () => {
  const world = createDeviceWorld();
  const server = createChangeServer();
  putEach(server, 5);
  const events = eventSource();
  const failed = { one: false, two: true };
  const one = await tabOn(world, server, { openEvents: events.open, isOffline: () => failed.one });
  const two = await tabOn(world, server, { openEvents: events.open, isOffline: () => failed.two });
  one.pull.start();
  await settle();
  const afterFirst = server.asked.length;
  two.pull.start();
  await settle();
  expect(server.asked.length).toBe(afterFirst + 1);
  failed.two = false;
  const beat = () => events.opened[0]?.say(': beat\n\n');
  beat();
  await world.clock.advance(20_000);
  expect(server.asked.length).toBe(afterFirst + 1);
  failed.one = true;
  beat();
  await settle();
  expect(server.asked.length).toBe(afterFirst + 2);
  expect(events.opened).toHaveLength(1);
  one.pull.stop();
  two.pull.stop();
});

it('Event lines are parsed across chunks, and heartbeats are ignored', () => {
  expect(readEvents('event: version\ndata: 12\n\n: beat\n\nda')).toEqual({ versions: [12], rest: 'da' });
  expect(readEvents('data: x\r\n')).toEqual({ versions: [], rest: '' });
});

it('The pages of a first download carry its initial head, so that pruned tombstones do not abort it', async () => {
  const server = createChangeServer();
  putEach(server, 25);
  const callApi = server.callApi(10);
  const asked: unknown[] = [];
  const replica = await openReplica({ ports: createDeviceWorld().tab(), hospitalId });
  const pull = createPull({
    ports: createDeviceWorld().tab(),
    callApi(name, input) {
      if (name === 'syncChanges') asked.push(input.query);
      return callApi(name, input);
    },
    openEvents: noEvents,
    replica,
    onWarning: (warning) => expect.fail(warning),
  });
  await pull.pullNow();
  server.put('device', deviceRows(26)[25]!);
  await pull.pullNow();
  const epoch = replica.epoch;
  expect(asked).toEqual([
    { cursor: 0, limit: 2000 },
    { cursor: 10, limit: 2000, epoch, began: 25 },
    { cursor: 20, limit: 2000, epoch, began: 25 },
    { cursor: 25, limit: 2000, epoch },
  ]);
});

it('Rapid changes are pulled together: the first at once, the rest half a second later', async () => {
  const world = createDeviceWorld();
  const server = createChangeServer();
  putEach(server, 5);
  const events = eventSource();
  const { replica, pull } = await tabOn(world, server, { openEvents: events.open });
  pull.start();
  await settle();
  const before = server.asked.length;
  for (const row of deviceRows(25).slice(5)) {
    server.put('device', row);
    events.opened[0]?.say(`data: ${server.state.head}\n\n`);
    await settle();
  }
  expect(server.asked).toHaveLength(before + 1);
  await world.clock.advance(500);
  expect(replica.count('device')).toBe(25);
  expect(server.asked.slice(before).map(({ cursor }) => cursor)).toEqual([5, 6, 16]);
  pull.stop();
});
