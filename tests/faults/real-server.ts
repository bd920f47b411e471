import { createHash, randomUUID } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { hash } from '@node-rs/argon2';
import { eq } from 'drizzle-orm';
import { changesPageSize } from '#contract/sync.ts';
import type { Changes } from '#contract/sync.ts';
import { buildApp } from '#server/app.ts';
import { createFileStore } from '#server/attachments/file-store.ts';
import {
  appUser,
  attachment,
  idempotencyKey,
  installation,
  refreshFamily,
  refusal,
  round,
  roundEntry,
  task,
  ticket,
} from '#server/db/schema.ts';
import { databaseOn } from '#server/db/database.ts';
import type { TransportRequest } from '#sync/ports.ts';
import { seedHospital, seedPassword } from '#tests/support/seed.ts';
import type { SeededHospital } from '#tests/support/seed.ts';
import { startTestDatabases } from '#tests/support/test-database.ts';
import type { TestDatabases } from '#tests/support/test-database.ts';
import { wrongDeviceStates } from './device-state.ts';
import { addNotedTasks } from './noted-tasks.ts';
import { backUp, openBreakablePool, restoreBackup } from './server-faults.ts';
import type { ServerFault } from './server-faults.ts';
import type { WireAnswer } from './wire-answer.ts';

/** What the database holds of the work that was sent, by the mark that each entry carries in its text. */
export interface ServerFacts {
  /** Every text of an effect, one item each time it took effect. */
  marks: string[];
  /** Notes of each task in the order in which they took effect. */
  notesByTask: string[][];
  keys: Map<string, { userId: string; status: number | null }>;
  refusedKeys: Set<string>;
  /** Hashes of files that were named and are not there. */
  awaitedFiles: string[];
  /** Hashes under which the server keeps other bytes. */
  wrongFiles: string[];
  /** What a replica of the hospital holds when it has followed: a first download as the server gives it. */
  replica: Map<string, unknown>;
  /** The same counted and read with plain statements: rows by kind, and every note and text of a ticket. */
  counts: Record<string, number>;
  texts: string[];
  /** Devices whose state depends on the order in which their rounds have arrived. */
  wrongStates: string[];
}

/** The real server code on a real database, asked without a socket. */
export interface RealServer {
  hospital: SeededHospital;
  /** Tasks on which notes are written. */
  notedTasks: readonly string[];
  handle(request: TransportRequest, cookies: Map<string, string>): Promise<WireAnswer>;
  facts(): Promise<ServerFacts>;
  /** Tells the version of each write that took effect, as the server's event stream does. */
  onVersion(listener: (version: number) => void): void;
  /** All sessions of a user end, as after a change of password elsewhere. */
  revoke(userId: string): Promise<void>;
  /** The next work of the server meets this fault of its database, or its own end. */
  arm(fault: ServerFault): void;
  /** The server starts again; all it had in memory is gone. */
  restart(): Promise<void>;
  backUp(): Promise<void>;
  /** The database is as it was at the last backup; its epoch is another one where an administrator has renewed it. */
  restore(newEpoch: string | null): Promise<void>;
  close(): Promise<void>;
}

/** More faults than are ever armed at once. */
const mostStarts = 10;

let databases: Promise<TestDatabases> | null = null;

/** Ends the PostgreSQL that the servers of this process share. */
export async function stopDatabases(): Promise<void> {
  await (await databases)?.stop();
  databases = null;
}

function keepCookies(cookies: Map<string, string>, header: string | string[] | number | undefined): void {
  for (const line of [header ?? []].flat()) {
    const text = String(line);
    const [pair = ''] = text.split(';');
    const cookiePath = /;\s*path=([^;]+)/i.exec(text)?.[1] ?? '/';
    const over = /max-age=0/i.test(text) || /expires=Thu, 01 Jan 1970/i.test(text);
    if (over) cookies.delete(cookiePath);
    else cookies.set(cookiePath, pair);
  }
}

function cookieHeader(cookies: Map<string, string>, requestPath: string): string | null {
  const sent = [...cookies].filter(([cookiePath]) => requestPath.startsWith(cookiePath)).map(([, pair]) => pair);
  return sent.length > 0 ? sent.join('; ') : null;
}

/** Starts a server with one seeded hospital; `now` is its only clock. */
export async function startRealServer(now: () => number): Promise<RealServer> {
  databases ??= startTestDatabases();
  const database = await (await databases).create();
  const filesDir = await mkdtemp(path.join(tmpdir(), 'wr-faults-'));
  const { pool, arm } = openBreakablePool(database.connection);
  const db = databaseOn(pool);
  const files = createFileStore(filesDir);
  const start = async () => {
    const started = await buildApp({ pool, db, connection: database.connection, now: () => new Date(now()), files });
    return started.ready().then(() => started);
  };
  const hospital = await seedHospital(database.db, { name: 'City Hospital', prefix: '', now: new Date(now()) });
  const notedTasks = await addNotedTasks(database.db, hospital, new Date(now()));
  // A sign-in costs a simulated day less than a real one.
  const passwordHash = await hash(seedPassword, { memoryCost: 64, timeCost: 1, parallelism: 1 });
  await database.db.update(appUser).set({ passwordHash });
  let app = await start();
  let asked = 0;
  let tellVersion: (version: number) => void = () => undefined;

  /** A start that a fault of the database ends is made again, as whoever supervises a server does. */
  async function restart(): Promise<void> {
    await app.close();
    for (let tries = 1; ; tries += 1) {
      try {
        app = await start();
        return;
      } catch (error) {
        if (tries === mostStarts) throw error;
      }
    }
  }

  /** Every record of the hospital as a first download gives it, by kind and id. */
  async function wholeReplica(): Promise<Map<string, unknown>> {
    const login = await app.inject({
      method: 'POST',
      url: '/api/Auth/login',
      headers: { 'X-Ward-Protocol': '1' },
      payload: { email: hospital.users.bme.email, password: seedPassword, deviceId: randomUUID() },
    });
    const authorization = `Bearer ${login.json<{ token: string }>().token}`;
    const records = new Map<string, unknown>();
    for (let cursor = 0, more = true; more;) {
      const url = `/api/Sync/changes?cursor=${cursor}&limit=${changesPageSize}`;
      const page = (await app.inject({ method: 'GET', url, headers: { authorization } })).json<Changes>();
      for (const { kind, rows } of page.rows) for (const row of rows) records.set(`${kind} ${String(row['id'])}`, row);
      cursor = page.next;
      more = page.more;
    }
    return records;
  }

  /** Files whose bytes are not those of their name. */
  async function wrongFiles(): Promise<string[]> {
    const names = await readdir(filesDir, { recursive: true });
    const whole = names.filter((name) => /^[0-9a-f]{64}$/.test(path.basename(name)));
    const wrong: string[] = [];
    for (const name of whole) {
      const digest = createHash('sha256').update(await readFile(path.join(filesDir, name)));
      if (digest.digest('hex') !== path.basename(name)) wrong.push(path.basename(name));
    }
    return wrong;
  }

  return {
    hospital,
    notedTasks,
    async handle({ method, path: url, headers, body }, cookies) {
      asked += 1;
      const cookie = cookieHeader(cookies, url);
      const response = await app.inject({
        method: method as 'GET',
        url,
        // The limits per address are kept in real time, which this simulation does not have.
        remoteAddress: `10.${(asked >> 16) & 255}.${(asked >> 8) & 255}.${asked & 255}`,
        headers: { ...headers, ...(cookie === null ? {} : { cookie }) },
        ...(body === undefined ? {} : { payload: typeof body === 'string' ? body : Buffer.from(body as ArrayBuffer) }),
      });
      keepCookies(cookies, response.headers['set-cookie']);
      const answered: Record<string, string> = {};
      for (const [name, value] of Object.entries(response.headers)) answered[name] = String(value);
      const version = Number(answered['x-ward-version'] ?? 'none');
      if (Number.isFinite(version) && answered['idempotency-replayed'] !== 'true') tellVersion(version);
      return { status: response.statusCode, headers: answered, body: response.body };
    },
    async facts() {
      const tasks = await db.select({ notes: task.notes, actionTaken: task.actionTaken }).from(task);
      const tickets = await db.select({ problem: ticket.problemReported, action: ticket.actionTaken }).from(ticket);
      const entries = await db.select({ description: roundEntry.description }).from(roundEntry);
      const rounds = await db.select({ id: round.id }).from(round);
      const keys = await db
        .select({ key: idempotencyKey.key, userId: idempotencyKey.userId, status: idempotencyKey.status })
        .from(idempotencyKey);
      const refusals = await db.select({ id: refusal.id }).from(refusal);
      const attached = await db
        .select({ sha256: attachment.sha256, receivedAt: attachment.receivedAt })
        .from(attachment);
      const notesByTask = tasks.map((row) => row.notes.map((note) => note.text));
      if (rounds.length !== entries.length) throw new Error('A round without its entry.');
      return {
        marks: [
          ...notesByTask.flat(),
          ...tasks.map((row) => row.actionTaken),
          ...tickets.flatMap((row) => [row.problem, row.action]),
          ...entries.map((row) => row.description),
        ].filter((text) => text !== ''),
        notesByTask,
        keys: new Map(keys.map((row) => [row.key, row])),
        refusedKeys: new Set(refusals.map((row) => row.id)),
        awaitedFiles: attached.filter((row) => row.receivedAt === null).map((row) => row.sha256),
        wrongFiles: await wrongFiles(),
        wrongStates: await wrongDeviceStates(db),
        replica: await wholeReplica(),
        counts: {
          task: tasks.length,
          ticket: tickets.length,
          round: rounds.length,
          device: await db.$count(installation),
          refusal: refusals.length,
        },
        texts: [
          ...notesByTask.flat(),
          ...tasks.map((row) => row.actionTaken),
          ...tickets.flatMap((row) => [row.problem, row.action]),
        ]
          .filter((text) => text !== '')
          .toSorted(),
      };
    },
    onVersion(listener) {
      tellVersion = listener;
    },
    arm,
    restart,
    backUp: () => backUp(database.db),
    async restore(newEpoch) {
      await restoreBackup(database.db, newEpoch);
      await restart();
    },
    async revoke(userId) {
      await database.db
        .update(refreshFamily)
        .set({ revokedAt: new Date(now()) })
        .where(eq(refreshFamily.userId, userId));
    },
    async close() {
      await app.close();
      await pool.end();
      await database.close();
      await rm(filesDir, { recursive: true, force: true });
    },
  };
}
