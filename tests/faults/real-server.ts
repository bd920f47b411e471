import { createHash, randomUUID } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { eq } from 'drizzle-orm';
import { changesPageSize } from '#contract/calls/sync.ts';
import type { Changes } from '#contract/calls/sync.ts';
import { buildApp } from '#server/app.ts';
import { createFileStore } from '#server/files/file-store.ts';
import {
  attachment,
  attachmentUse,
  auditEntry,
  faultReport,
  idempotencyKey,
  installation,
  refreshFamily,
  refusal,
  round,
  roundEntry,
  task,
  testRecord,
  ticket,
  workEvent,
} from '#server/db/schema.ts';
import { databaseOn } from '#server/db/database.ts';
import { seedAdmin, seedHospital, seedPassword } from '#tests/support/seed.ts';
import type { SeededHospital, SeededUser } from '#tests/support/seed.ts';
import { addLabelReports } from '#tests/support/label-reports.ts';
import { addOpenTasks } from '#tests/support/open-tasks.ts';
import { addDuty } from '#tests/support/duty.ts';
import { addTestWork } from '#tests/support/test-work.ts';
import { sharedDatabases } from '#tests/support/test-database.ts';
import { wrongDeviceStates } from './device-state.ts';
import { addTwins, type Twins, wrongMerges, wrongVendors } from './office.ts';
import { backUp, openBreakablePool, restoreBackup } from './server-faults.ts';
import type { ServerFault } from './server-faults.ts';
import { decisionKeys, isNoteOfReport, isTicketOfReport, wrongReports } from './report-state.ts';
import { textsOf } from './texts.ts';
import { wrongTaskStates } from './task-state.ts';
import { wrongTicketStates } from './ticket-state.ts';
import { timesOf } from './times.ts';
import type { EffectTime } from './times.ts';
import type { Ward } from './ward.ts';
import type { SimulatedRequest, WireAnswer } from './wire-answer.ts';

/** The database's record of the work that was sent, found by the mark in each entry's text. */
export interface ServerFacts {
  /** Every text of an effect, once for each time it took effect. */
  marks: string[];
  keys: Map<string, { userId: string; status: number | null; version: number | null; answer: unknown }>;
  /** How often each key took effect: events of tasks and tickets, and rounds, are stored under their entry's key. */
  effects: Map<string, number>;
  /** When each effect took place, by its key. */
  times: Map<string, EffectTime>;
  /** Keys that were refused permanently, with the code. */
  refusals: Map<string, string>;
  /** The state of each file in the records, by hash: received, awaited, or not stored by the tablet. */
  files: Map<string, 'received' | 'awaited' | 'missing'>;
  /** Hashes under which the server stores other bytes. */
  wrongFiles: string[];
  /** The replica of an up-to-date tablet: a first download from the server. */
  replica: Map<string, unknown>;
  /** The same, counted and read with plain statements: rows by kind, and every text of tasks and tickets. */
  counts: Record<string, number>;
  texts: string[];
  /** Reports from labels. */
  labelReports: { text: string; photos: number }[];
  /** Rounds that lack an entry, and devices and tickets whose state depends on the order of arrival. */
  wrongStates: string[];
}

/** The real server code on a real database, called without a socket. */
export interface RealServer {
  hospital: SeededHospital;
  admin: SeededUser;
  twins: Twins[];
  /** Makes a call of the hospital's office, once; returns its status, 503 while the server is not there. */
  asOffice(path: string, body: object): Promise<number>;
  /** Returns what merges have left wrong. */
  wrongMerges(ward: Ward): Promise<string[]>;
  handle(request: SimulatedRequest, cookies: Map<string, string>): Promise<WireAnswer>;
  facts(): Promise<ServerFacts>;
  /** Calls the listener with the version of each write, as the server's event stream does. */
  onVersion(listener: (version: number) => void): void;
  /** Ends all sessions of a user, as a password change elsewhere does. */
  revoke(userId: string): Promise<void>;
  /** Makes the server's next work hit a fault of its database, or a crash. */
  arm(fault: ServerFault): void;
  /** Restarts the server, which loses everything in memory. */
  restart(): Promise<void>;
  backUp(): Promise<void>;
  /** Restores the database from the last backup, with a new epoch if an administrator has renewed it. */
  restore(newEpoch: string | null): Promise<void>;
  close(): Promise<void>;
}

/** More than the number of faults ever armed at once. */
const mostStarts = 10;

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

/** Returns whether a task's text was generated by the server for a test. */
const isOfTest = (text: string): boolean => / version \d+: (Pass|Pass limited|Incomplete|Fail)$/.test(text);

/** Returns rounds whose counts differ from their entries. */
function wrongRounds(
  rounds: readonly (typeof round.$inferSelect)[],
  entries: readonly { roundId: string }[],
): string[] {
  const found = new Map<string, number>();
  for (const { roundId } of entries) found.set(roundId, (found.get(roundId) ?? 0) + 1);
  return rounds.flatMap(({ id, operational, needsAttention, notWorking, notSeen }) => {
    const counted = operational + needsAttention + notWorking + notSeen;
    return counted === found.get(id) ? [] : [`The round ${id} counts ${counted} entries and has ${found.get(id)}`];
  });
}

/** Starts a server with one seeded hospital; `now` is its only clock. */
export async function startRealServer(now: () => number): Promise<RealServer> {
  const database = await (await sharedDatabases()).create();
  const filesDir = await mkdtemp(path.join(tmpdir(), 'wr-faults-'));
  const { pool, arm } = openBreakablePool(database.connection);
  const db = databaseOn(pool);
  const files = createFileStore(filesDir);
  const start = async () => {
    const started = await buildApp({ pool, db, connection: database.connection, now: () => new Date(now()), files });
    return started.ready().then(() => started);
  };
  const hospital = await seedHospital(database.db, { name: 'City Hospital', prefix: '', now: new Date(now()) });
  const admin = await seedAdmin(database.db);
  await addOpenTasks(database.db, hospital, new Date(now()));
  await addTestWork(database.db, hospital, new Date(now()));
  await addLabelReports(database.db, hospital, new Date(now()));
  await addDuty(database.db, hospital);
  const twins = await addTwins(database.db, hospital);
  let app = await start();
  let asked = 0;
  let tellVersion: (version: number) => void = () => undefined;

  /** Retries a start that fails on a database fault, as a supervisor would. */
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

  async function signIn({ email }: SeededUser): Promise<string> {
    const login = await app.inject({
      method: 'POST',
      url: '/api/Auth/login',
      headers: { 'X-Ward-Protocol': '1' },
      payload: { email, password: seedPassword, deviceId: randomUUID() },
    });
    return `Bearer ${login.json<{ token: string }>().token}`;
  }

  /** Returns every record of the hospital as a first download sends it, by kind and id. */
  async function wholeReplica(): Promise<Map<string, unknown>> {
    const authorization = await signIn(hospital.users.bme);
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

  /** Returns files whose bytes do not match their hash. */
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
    admin,
    twins,
    async asOffice(url, payload) {
      try {
        const authorization = await signIn(hospital.users.hospital);
        const response = await app.inject({ method: 'POST', url, headers: { authorization }, payload });
        const version = Number(response.headers['x-ward-version'] ?? 'none');
        if (Number.isFinite(version)) tellVersion(version);
        return response.statusCode;
      } catch {
        // The server is being restarted.
        return 503;
      }
    },
    wrongMerges: async (ward) => [...(await wrongMerges(db)), ...(await wrongVendors(ward, db))],
    async handle({ method, path: url, headers, body }, cookies) {
      asked += 1;
      const cookie = cookieHeader(cookies, url);
      const response = await app.inject({
        method: method as 'GET',
        url,
        // Limits per address run in real time, which does not apply in a simulation, so each request has another
        // address.
        remoteAddress: `10.${(asked >> 16) & 255}.${(asked >> 8) & 255}.${asked & 255}`,
        headers: { ...headers, ...(cookie === null ? {} : { cookie }) },
        ...(body === undefined ? {} : { payload: typeof body === 'string' ? body : Buffer.from(body) }),
      });
      keepCookies(cookies, response.headers['set-cookie']);
      const answered: Record<string, string> = {};
      for (const [name, value] of Object.entries(response.headers)) answered[name] = String(value);
      answered['date'] = new Date(now()).toUTCString();
      const version = Number(answered['x-ward-version'] ?? 'none');
      if (Number.isFinite(version) && answered['idempotency-replayed'] !== 'true') tellVersion(version);
      return { status: response.statusCode, headers: answered, body: response.body };
    },
    async facts() {
      const tasks = await db.select().from(task);
      const events = await db.select().from(workEvent);
      const tickets = await db.select().from(ticket);
      const entries = await db.select({ roundId: roundEntry.roundId, text: roundEntry.description }).from(roundEntry);
      const rounds = await db.select().from(round);
      const tests = await db.select().from(testRecord);
      const keys = await db
        .select({
          key: idempotencyKey.key,
          userId: idempotencyKey.userId,
          status: idempotencyKey.status,
          version: idempotencyKey.version,
          answer: idempotencyKey.answer,
        })
        .from(idempotencyKey);
      // A report of an export is its entry in the activity log.
      const exports = await db.select().from(auditEntry).where(eq(auditEntry.call, 'reportExport'));
      const refusals = await db.select({ id: refusal.id, code: refusal.code }).from(refusal);
      const used = await db
        .select({ sha256: attachmentUse.sha256, missing: attachmentUse.missing, receivedAt: attachment.receivedAt })
        .from(attachmentUse)
        .leftJoin(attachment, eq(attachment.sha256, attachmentUse.sha256));
      const told = events.flatMap(({ ownerId, kind, data, byName: by }) =>
        textsOf({ kind, data, by }).map((text) => ({ ownerId, text })),
      );
      const asked = tickets.map(({ id, problemReported: text }) => ({ ownerId: id, text }));
      // Removed records stay in the database but are in no replica.
      const removed = new Set(tasks.filter(({ removedAt }) => removedAt !== null).map(({ id }) => id));
      const done = tasks.map(({ id, actionTaken: text }) => ({ ownerId: id, text }));
      const closed = new Set(tasks.filter(({ closedAt }) => closedAt !== null).map(({ id }) => id));
      // The columns of a ticket or open task repeat the text of its last visit or report.
      const repeated = tickets.map(({ id, actionTaken: text }) => ({ ownerId: id, text }));
      const typed = asked.filter(({ ownerId }) => !isTicketOfReport(ownerId));
      const once = [...told, ...typed, ...done.filter(({ ownerId }) => closed.has(ownerId))];
      const written = [...told, ...asked, ...done, ...repeated].filter(({ text }) => text !== '');
      const effects = new Map<string, number>();
      for (const { id } of [...events, ...rounds, ...tests, ...exports, ...(await decisionKeys(db))])
        effects.set(id, (effects.get(id) ?? 0) + 1);
      return {
        marks: [
          ...once.filter(({ text }) => !isOfTest(text) && !isNoteOfReport(text)),
          ...entries,
          ...tests.flatMap(({ remarks, limitation }) => [{ text: remarks }, { text: limitation }]),
        ]
          .map(({ text }) => text)
          .filter((text) => text !== ''),
        effects,
        times: timesOf(events, rounds, tests),
        keys: new Map(keys.map((row) => [row.key, row])),
        refusals: new Map(refusals.map((row) => [row.id, row.code])),
        files: new Map(
          used.map(({ sha256, missing, receivedAt }) => [
            sha256,
            missing === null ? (receivedAt === null ? 'awaited' : 'received') : 'missing',
          ]),
        ),
        wrongFiles: await wrongFiles(),
        wrongStates: [
          ...(await wrongDeviceStates(db)),
          ...(await wrongTicketStates(db)),
          ...(await wrongTaskStates(db)),
          ...(await wrongReports(db)),
          ...wrongRounds(rounds, entries),
        ],
        labelReports: await db.select({ text: faultReport.text, photos: faultReport.photos }).from(faultReport),
        replica: await wholeReplica(),
        counts: {
          task: tasks.length - removed.size,
          ticket: tickets.length,
          round: rounds.length,
          test: tests.length,
          device: await db.$count(installation),
          refusal: refusals.length,
        },
        texts: written.flatMap(({ ownerId, text }) => (removed.has(ownerId) ? [] : [text])).toSorted(),
      };
    },
    onVersion(listener) {
      tellVersion = listener;
    },
    arm,
    restart,
    backUp: () => backUp(database),
    async restore(newEpoch) {
      await restoreBackup(database, newEpoch);
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
