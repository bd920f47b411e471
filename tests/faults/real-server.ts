import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { eq } from 'drizzle-orm';
import { buildApp } from '#server/app.ts';
import { createFileStore } from '#server/attachments/file-store.ts';
import {
  attachment,
  idempotencyKey,
  refreshFamily,
  refusal,
  round,
  roundEntry,
  task,
  ticket,
} from '#server/db/schema.ts';
import type { TransportRequest } from '#sync/ports.ts';
import { seedHospital } from '#tests/support/seed.ts';
import type { SeededHospital } from '#tests/support/seed.ts';
import { startTestDatabases } from '#tests/support/test-database.ts';
import type { TestDatabases } from '#tests/support/test-database.ts';
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
}

/** The real server code on a real database, asked without a socket. */
export interface RealServer {
  hospital: SeededHospital;
  handle(request: TransportRequest, cookies: Map<string, string>): Promise<WireAnswer>;
  facts(): Promise<ServerFacts>;
  /** All sessions of a user end, as after a change of password elsewhere. */
  revoke(userId: string): Promise<void>;
  close(): Promise<void>;
}

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
  const app = await buildApp({ ...database, now: () => new Date(now()), files: createFileStore(filesDir) });
  const hospital = await seedHospital(database.db, { name: 'City Hospital', prefix: '', now: new Date(now()) });
  await app.ready();
  const { db } = database;
  let asked = 0;

  return {
    hospital,
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
      const files = await db.select({ sha256: attachment.sha256, receivedAt: attachment.receivedAt }).from(attachment);
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
        awaitedFiles: files.filter((row) => row.receivedAt === null).map((row) => row.sha256),
      };
    },
    async revoke(userId) {
      await db
        .update(refreshFamily)
        .set({ revokedAt: new Date(now()) })
        .where(eq(refreshFamily.userId, userId));
    },
    async close() {
      await app.close();
      await database.close();
      await rm(filesDir, { recursive: true, force: true });
    },
  };
}
