import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { and, desc, eq, isNull } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { BodyInput } from '#contract/define.ts';
import { offlineWrites, writeKey } from '#contract/index.ts';
import type { Calls, DeclaredWrite, OfflineCallName } from '#contract/index.ts';
import { clockOffsetHeader, kindHeader, madeAtHeader } from '#contract/calls/sync.ts';
import { problem } from '#contract/errors.ts';
import { replicaKinds } from '#contract/records/replica.ts';
import type { DeviceRecord } from '#contract/records/ward.ts';
import type { ReplicaKind, ReplicaRecords } from '#contract/records/replica.ts';
import { hospitalDay, isLocalDay } from '#contract/rules/hospital-day.ts';
import { followUpTaskId } from '#contract/rules/schedule.ts';
import { isLate } from '#contract/effects/device-record.ts';
import { task, testRecord, ticket } from '#server/db/schema.ts';
import { commandOf, prepare } from '#sync/engine/writes/outbox-write.ts';
import { createPull } from '#sync/pull/pull.ts';
import type { Pull } from '#sync/pull/pull.ts';
import type { CallApi } from '#sync/pull/pages.ts';
import { layOver } from '#sync/replica/overlay.ts';
import { openReplica } from '#sync/replica/replica.ts';
import type { Replica } from '#sync/replica/replica.ts';
import { CallError } from '#sync/types.ts';
import type { WardView } from '#sync/types.ts';
import type { Command } from '#sync/outbox/command.ts';
import { createSeeded } from '#tests/faults/seeded.ts';
import type { Seeded } from '#tests/faults/seeded.ts';
import { dayOfRun, drawByDay } from '#tests/support/day.ts';
import { addLabelReports } from '#tests/support/label-reports.ts';
import { addOpenTasks } from '#tests/support/open-tasks.ts';
import { addTestWork } from '#tests/support/test-work.ts';
import { createDeviceWorld } from '#tests/support/replica-world.ts';
import { createSampleSource } from '#tests/support/sample-source.ts';
import type { SeededUser } from '#tests/support/seed.ts';
import { startTestServer } from '#tests/support/test-server.ts';
import type { TestClient, TestServer } from '#tests/support/test-server.ts';

/**
 * What the screens show of an offline write is what the next pull brings: for every write of the contract, all records
 * of the replica are compared field by field, also those that the effect did not touch.
 */

/** The number of seeds, and how many of them a run draws by its day; PARITY_SEEDS draws another number. */
const seedsInAll = 60;
const seedsOfRun = Number(process.env['PARITY_SEEDS'] ?? 2);
const seeds = drawByDay(dayOfRun(), seedsInAll, seedsOfRun).map((seed) => seed + 1);
/** Checks of each kind per seed. */
const checksOfKind = 3;
/**
 * Most entries of other kinds made until one of this kind is possible: a ticket must be reported before it can be
 * closed.
 */
const mostDetours = 60;

const minuteMs = 60_000;
const timeZone = 'Asia/Kolkata';

/** The devices before an entry, stored because views change with the replica. */
interface DevicesBefore {
  get(kind: 'device', id: string): DeviceRecord | undefined;
}

/** An allowed difference, and the reason. */
interface Exception {
  kind: ReplicaKind;
  field: string;
  why: string;
  when(before: DevicesBefore, id: string, command: Command): boolean;
}

/** Returns whether a round observed a device before the latest time that its tablet knew. */
function isLateObservation(
  before: DevicesBefore,
  id: string,
  { call: { body }, madeAt, clockOffsetMs }: Command,
): boolean {
  const device = before.get('device', id);
  if (!device || !Array.isArray(body)) return false;
  const entries: { installationBaseId?: string; observedAt?: string }[] = body;
  const entry = entries.find(({ installationBaseId }) => installationBaseId === id);
  const seenMs = Date.parse(entry?.observedAt ?? madeAt) + clockOffsetMs;
  return entry !== undefined && isLate(device, new Date(seenMs).toISOString());
}

/**
 * Returns whether a round sees a device whose last observation is from another template or day, or contradicts it,
 * although an earlier round may agree.
 */
function isOfAnotherRound(before: DevicesBefore, id: string, { call: { body } }: Command): boolean {
  const { latest = null, roundsSeen = 0 } = before.get('device', id) ?? {};
  if (!latest || !Array.isArray(body)) return false;
  const entries: { installationBaseId?: string; dailyRoundTemplateId?: string; date?: string; status?: string }[] =
    body;
  const entry = entries.find(({ installationBaseId }) => installationBaseId === id);
  if (entry === undefined) return false;
  const isContradiction = roundsSeen > 1 && entry.status !== latest.status;
  return entry.dailyRoundTemplateId !== latest.templateId || entry.date !== latest.day || isContradiction;
}

/** Returns whether a report names a day that has begun by its tablet's clock but not yet in the hospital. */
function isDayAhead(_before: DevicesBefore, _id: string, { call: { body }, madeAt, clockOffsetMs }: Command): boolean {
  const { reportedDate: day = '' } = body as { reportedDate?: string };
  return isLocalDay(day) && day > hospitalDay(new Date(Date.parse(madeAt) + clockOffsetMs), timeZone);
}
const dayAhead = 'the day begins between making and receiving the entry: the server takes its first instant';

/** The only allowed differences. */
const exceptions: readonly Exception[] = [
  { kind: 'ticket', field: 'ticketNumber', why: 'the server counts the tickets of a year', when: () => true },
  { kind: 'ticket', field: 'reportedDate', why: dayAhead, when: isDayAhead },
  { kind: 'ticket', field: 'events', why: dayAhead, when: isDayAhead },
  { kind: 'device', field: 'downtimes', why: dayAhead, when: isDayAhead },
  {
    kind: 'device',
    field: 'downtimes',
    why: 'an observation older than the last one needs the entries of earlier rounds, which tablets do not hold',
    when: isLateObservation,
  },
  {
    kind: 'device',
    field: 'latest',
    why: 'an earlier round of the template behind another one may contradict this one, and tablets hold the last round only',
    when: isOfAnotherRound,
  },
  {
    kind: 'device',
    field: 'needsAttentionRun',
    why: 'where in a run an older observation stands only the entries of earlier rounds tell',
    when: isLateObservation,
  },
];
type Records = Map<string, ReplicaRecords[ReplicaKind]>;

const recordsOf = (view: WardView): Records =>
  new Map(
    replicaKinds.flatMap((kind) =>
      view.all(kind).map((record) => [`${kind} ${record.id}`, withoutReceipts(record)] as const),
    ),
  );

/** Removes the times of receipt, which no tablet knows. */
function withoutReceipts<R extends ReplicaRecords[ReplicaKind]>(record: R): R {
  if (!('events' in record)) return record;
  return { ...record, events: record.events.map((event) => ({ ...event, receivedAt: null })) };
}

const fieldsOf = (record: object | undefined): Map<string, unknown> => new Map(Object.entries(record ?? {}));

/** Returns every field in which screens and pull differ, apart from the exceptions. */
function differences(shown: WardView, pulled: WardView, before: DevicesBefore, command: Command): string[] {
  const [here, there] = [recordsOf(shown), recordsOf(pulled)];
  const lines: string[] = [];
  for (const key of new Set([...here.keys(), ...there.keys()])) {
    const [kind, id = ''] = key.split(' ');
    // Only the server knows who is notified of an entry.
    if (kind === 'notice' && !here.has(key)) continue;
    if (!here.has(key) || !there.has(key)) {
      lines.push(`${key} is ${here.has(key) ? 'shown and not pulled' : 'pulled and not shown'}`);
      continue;
    }
    const [mine, theirs] = [fieldsOf(here.get(key)), fieldsOf(there.get(key))];
    for (const field of new Set([...mine.keys(), ...theirs.keys()])) {
      if (isDeepStrictEqual(mine.get(field), theirs.get(field))) continue;
      const isAllowed = exceptions.some(
        (one) => one.kind === kind && one.field === field && one.when(before, id, command),
      );
      if (!isAllowed)
        lines.push(
          `${key} ${field}: shown ${JSON.stringify(mine.get(field))}, pulled ${JSON.stringify(theirs.get(field))}`,
        );
    }
  }
  return lines;
}

/** An engineer's tablet, whose replica follows the server with the engine's own pull. */
interface Tablet {
  replica: Replica;
  pull: Pull;
  /** Signs the engineer in again, because a session expires sooner than the pauses between two entries. */
  signIn(): Promise<TestClient>;
}

async function openTablet(server: TestServer, user: SeededUser): Promise<Tablet> {
  let client = await server.as(user);
  const hospitalId = server.city.id;
  const ports = createDeviceWorld().tab();
  const replica = await openReplica({ ports, hospitalId });
  const callApi: CallApi = async (name, { query }) => {
    const { status, answer, problem: refusal } = await client.call(name, { query } as never);
    if (status === 200) return answer as never;
    throw new CallError('problem', refusal.detail, problem(refusal.code));
  };
  const pull = createPull({
    ports,
    callApi,
    openEvents: () => Promise.reject(new Error('There is no stream.')),
    replica,
    onWarning: (warning) => expect.fail(warning),
  });
  const signIn = async () => (client = await server.as(user));
  return { replica, pull, signIn };
}

/** Opens a hospital at work: its two engineers make entries, each on their own tablet. */
async function openWard(seed: number) {
  const server: TestServer = await startTestServer();
  const random: Seeded = createSeeded(seed);
  const { city } = server;
  const { db } = server.database;
  await addOpenTasks(db, city, server.clock.now);
  await addTestWork(db, city, server.clock.now);
  await addLabelReports(db, city, server.clock.now);
  const { bme, secondBme } = city.users;
  const tablets = [await openTablet(server, bme), await openTablet(server, secondBme)];
  let made = 0;

  /**
   * Makes an entry, with `more` added to its body, and compares its effect with the server's; returns null if no entry
   * is possible.
   */
  async function check({ name, write }: DeclaredWrite, more?: object): Promise<string[] | null> {
    server.clock.advance(Math.floor(random.between(1, 90) * minuteMs));
    const { replica, pull, signIn } = random.pick(tablets);
    const { session } = await signIn();
    if (!session) throw new Error('Nobody is signed in.');
    await pull.pullNow();
    const clockOffsetMs = random.pick([0, 0, 240_000, -180_000]);
    const now = server.clock.now.getTime() - clockOffsetMs;
    made += 1;
    const parts = { next: random.next, mark: `${write.kind} ${made}`, now: new Date(now).toISOString(), timeZone };
    const before = layOver(replica, [], { timeZone });
    const sample = write.sample(createSampleSource(parts).source, before);
    if (sample === null) return null;
    const body = more === undefined ? sample : { ...(sample as object), ...more };
    const devices = new Map(before.all('device').map((device) => [device.id, device]));
    const context = { session, tabletId: 'tablet', now, clockOffsetMs, id: randomUUID(), view: before, replaces: null };
    const command: Command = { ...commandOf(prepare(name, body), context), seq: made };
    const shown = layOver(replica, [command], { timeZone });
    // The entry waits for the network and keeps its time.
    server.clock.advance(Math.floor(random.between(0, 30) * minuteMs));
    const client = await signIn();
    const sent = await client.call(name, {
      body: command.call.body as BodyInput<Calls[OfflineCallName]>,
      key: command.id,
      headers: {
        [kindHeader]: writeKey(write),
        [madeAtHeader]: command.madeAt,
        [clockOffsetHeader]: String(clockOffsetMs),
      },
    });
    if (sent.status >= 300) return [`${write.kind} was refused: ${JSON.stringify(sent.problem)}`];
    await pull.pullNow();
    return differences(shown, layOver(replica, [], { timeZone }), { get: (_kind, id) => devices.get(id) }, command);
  }

  return { server, random, check };
}

const writes = [...offlineWrites.values()];

const writeOf = (name: OfflineCallName): DeclaredWrite => writes.find((one) => one.name === name) ?? expect.fail(name);

test('every exception has a reason', () => {
  expect(exceptions.filter(({ why }) => why === '')).toEqual([]);
});

describe.each(seeds)('seed %i', (seed) => {
  let ward: Awaited<ReturnType<typeof openWard>>;
  beforeAll(async () => {
    ward = await openWard(seed);
    // Gives the hospital a history before single records are checked.
    for (const write of writes) expect((await ward.check(write)) ?? []).toEqual([]);
  });
  afterAll(() => ward.server.close());

  test.each(writes.map((write) => [writeKey(write.write), write] as const))(
    '%s shows on the tablet what the next pull returns',
    async (_key, write) => {
      let checked = 0;
      for (let detours = 0; checked < checksOfKind && detours < mostDetours; detours += 1) {
        const found = await ward.check(write);
        expect(found ?? []).toEqual([]);
        if (found) checked += 1;
        else expect((await ward.check(ward.random.pick(writes))) ?? []).toEqual([]);
      }
      expect(checked).toBe(checksOfKind);
    },
  );

  test('P148 a closing by another program that names a vendor shows what the next pull returns', async () => {
    const { vendorId } = ward.server.city;
    for (const said of [vendorId, null]) expect(await ward.check(writeOf('closeTask'), { vendorId: said })).toEqual([]);
  });

  test('P210 a test closes its task, and a failing correction opens it again', async () => {
    const { server, check } = ward;
    const { id } = server.city;
    const submit = writeOf('submitTestRecord');
    const [open] = await server.database.db
      .select()
      .from(task)
      .where(and(eq(task.hospitalId, id), isNull(task.closedAt), isNull(task.cancelledAt), isNull(task.removedAt)));
    const answers = (rate: number) => [
      { stepId: 'housing', look: 'ok', found: null, left: null, text: '', photos: [] },
      { stepId: 'rate', look: null, found: rate, left: null, text: '', photos: [] },
      { stepId: 'earth', look: null, found: 90, left: null, text: '', photos: [] },
    ];
    const testers = [{ testerId: `${id}-good`, certificateId: `${id}-good-1` }];
    const common = { deviceId: open?.deviceId, testers, limitation: '', ticket: null };
    const pass = { ...common, taskId: open?.id, correctsId: null, answers: answers(60), told: 'Pass' };
    expect(await check(submit, pass)).toEqual([]);
    const row = async () =>
      (
        await server.database.db
          .select()
          .from(task)
          .where(eq(task.id, open?.id ?? ''))
      )[0];
    expect((await row())?.closedAt).not.toBeNull();
    const [made] = await server.database.db
      .select()
      .from(testRecord)
      .where(eq(testRecord.taskId, open?.id ?? ''))
      .orderBy(desc(testRecord.receivedAt))
      .limit(1);
    const fail = { ...common, taskId: null, correctsId: made?.id, answers: answers(90), told: 'Fail' };
    expect(await check(submit, fail)).toEqual([]);
    expect((await row())?.closedAt).toBeNull();
    // P212: without an electrical value the test neither closes the task nor fails.
    const incomplete = { ...common, taskId: open?.id, correctsId: null, answers: answers(60).slice(0, 2) };
    expect(await check(submit, { ...incomplete, told: 'Incomplete' })).toEqual([]);
    expect((await row())?.closedAt).toBeNull();
    // P214: a test without a task, while one is overdue.
    expect(await check(submit, { ...pass, taskId: null })).toEqual([]);
    // P215: a value that was adjusted.
    const adjusted = answers(70).map((one) => ({ ...one, left: one.stepId === 'rate' ? 60 : null }));
    expect(await check(submit, { ...pass, taskId: null, answers: adjusted })).toEqual([]);
  });

  test('P192 closing a ticket cancels its reported follow-up task, which can be reported on again', async () => {
    const { db } = ward.server.database;
    expect(await ward.check(writeOf('reportTicket'))).toEqual([]);
    const [reported] = await db.select().from(ticket).orderBy(desc(ticket.receivedAt)).limit(1);
    const id = reported?.id ?? expect.fail();
    const TaskId = followUpTaskId(id) ?? expect.fail();
    expect(await ward.check(writeOf('closeTicket'), { id, isFollowUpRequired: true })).toEqual([]);
    const report = { TaskId, IsActionRequired: true, ActionRequiredDetails: 'Order a hose' };
    expect(await ward.check(writeOf('submitMaintenanceReport'), report)).toEqual([]);
    expect(await ward.check(writeOf('closeTicket'), { id, isFollowUpRequired: false })).toEqual([]);
    const [cancelled] = await db.select().from(task).where(eq(task.id, TaskId));
    expect(cancelled?.cancelReason).toBe('The ticket was closed without a follow-up.');
    expect(await ward.check(writeOf('submitMaintenanceReport'), report)).toEqual([]);
    expect(await ward.check(writeOf('closeTask'), { taskId: TaskId })).toEqual([]);
    expect(await ward.check(writeOf('submitMaintenanceReport'), report)).toEqual([]);
  });
});
