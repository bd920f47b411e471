import { createHash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { attachment, fileRemoval, hospitalHead } from '#server/db/schema.ts';
import { startBuiltServer } from '#tests/support/built-server.ts';
import { startHungBucket } from '#tests/support/hung-bucket.ts';
import { createHungFolder } from '#tests/support/hung-folder.ts';
import { seedHospital, seedPassword, type SeededHospital } from '#tests/support/seed.ts';
import { startTestDatabases } from '#tests/support/test-database.ts';
import { urlOf } from '#tests/postgres/processes.ts';

const writeEachMs = 50;
/** A request that takes longer, even on a busy machine, has hung with the store. */
const answerLimitMs = 60_000;
/** The number of writes after which an engineer of the fifth hospital signs in. */
const signInAfter = 10;
/** Files that no record names, in each hospital; old enough for nightly clearing. */
const oldFiles = 3;
const monthMs = 31 * 24 * 60 * 60 * 1000;
/** Limit for the clearing of five small hospitals on a busy machine. */
const nightLimitMs = 60_000;

/** A bucket that accepts connections and never answers, or files in a folder that cannot be opened. */
export type HungStore = 'bucket' | 'folder';

/**
 * The outcome of uploads from four hospitals to a store that hangs, and of a fifth hospital's writes and the nightly
 * clearing meanwhile.
 */
export interface HungStoreFigures {
  uploads: number[];
  writes: number[];
  /** Units: milliseconds. */
  longestWriteMs: number;
  /** How long a sign-in took meanwhile: passwords are checked by the threads that a slow disk also takes. Units: ms. */
  signInMs: number;
  /** How many of the five hospitals nightly clearing finished, and how many deletions of files still wait. */
  cleared: number;
  removalsLeft: number;
}

/** How many deletions of files the nightly clearing of five hospitals leaves to a bucket that hangs. */
export const removalsExpected = 5 * oldFiles;

/**
 * Sends 16 uploads of four hospitals to a built server whose store hangs, and writes of a fifth until they have ended.
 * The server has missed a night: at its start it clears all five hospitals and asks the store to delete files.
 */
export async function writeBesideHungStore(kind: HungStore): Promise<HungStoreFigures> {
  const databases = await startTestDatabases();
  const database = await databases.create();
  const bucket = kind === 'bucket' ? await startHungBucket() : undefined;
  const dataDir = await mkdtemp(path.join(tmpdir(), 'wr-hung-'));
  const folder = createHungFolder(dataDir);
  const hospitals: SeededHospital[] = [];
  for (const prefix of ['A', 'B', 'C', 'D', 'E']) {
    hospitals.push(await seedHospital(database.db, { name: `Hospital ${prefix}`, prefix, now: new Date() }));
  }
  const forgotten = hospitals.flatMap(({ id: hospitalId }) =>
    Array.from({ length: oldFiles }, (_file, at) => ({
      hospitalId,
      sha256: String(at).repeat(64),
      sizeBytes: 10,
      mime: 'image/jpeg',
      receivedBytes: 4,
      createdAt: new Date(Date.now() - monthMs),
    })),
  );
  await database.db.insert(attachment).values(forgotten);
  const server = await startBuiltServer(dataDir, {
    DATABASE_URL: urlOf(database),
    LOG_LEVEL: 'error',
    ...(bucket && {
      S3_ENDPOINT: bucket.settings.endpoint,
      S3_BUCKET: bucket.settings.bucket,
      S3_REGION: bucket.settings.region,
      S3_ACCESS_KEY_ID: bucket.settings.accessKeyId,
      S3_SECRET_ACCESS_KEY: bucket.settings.secretAccessKey,
      S3_FORCE_PATH_STYLE: 'true',
    }),
  });
  const ask = async (method: string, at: string, token: string, body: unknown): Promise<Response> =>
    fetch(`${server.origin}/api${at}`, {
      method,
      headers: {
        ...(token !== '' && { authorization: `Bearer ${token}` }),
        'content-type': Buffer.isBuffer(body) ? 'application/octet-stream' : 'application/json',
      },
      body: Buffer.isBuffer(body) ? new Uint8Array(body) : JSON.stringify(body),
      signal: AbortSignal.timeout(answerLimitMs),
    });
  const signIn = async ({ users }: SeededHospital): Promise<string> => {
    const answer = await ask('POST', '/Auth/login', '', { email: users.bme.email, password: seedPassword });
    if (!answer.ok) throw new Error(`A sign-in was answered with ${answer.status}`);
    return ((await answer.json()) as { token: string }).token;
  };
  const note = (token: string, { tasks }: SeededHospital, files: object[]) =>
    ask('POST', '/BMEDashboard/task/note', token, { taskId: tasks.overdue, note: 'See the file', files });
  try {
    const [fifth, ...others] = hospitals;
    if (!fifth) throw new Error('No hospital');
    const sends: (() => Promise<number>)[] = [];
    for (const each of others) {
      const token = await signIn(each);
      for (const number of [1, 2, 3, 4]) {
        const bytes = Buffer.concat([Buffer.from(`%PDF-1.7 ${each.id} ${number}`), Buffer.alloc(2_000)]);
        const sha256 = createHash('sha256').update(bytes).digest('hex');
        const file = { sha256, size: bytes.length, mime: 'application/pdf', name: 'report.pdf' };
        if (!(await note(token, each, [file])).ok) throw new Error('A file was not announced');
        if (!bucket) await folder.hang(each.id, sha256);
        sends.push(async () => (await ask('PUT', `/Attachments/${sha256}?offset=0`, token, bytes)).status);
      }
    }
    const token = await signIn(fifth);
    const progress = { isUnderWay: true };
    const sending = Promise.all(sends.map((send) => send())).finally(() => (progress.isUnderWay = false));
    const writes: number[] = [];
    let longestWriteMs = 0;
    let signInMs = 0;
    while (progress.isUnderWay) {
      const from = performance.now();
      writes.push((await note(token, fifth, [])).status);
      longestWriteMs = Math.max(longestWriteMs, Math.round(performance.now() - from));
      // By now the uploads hold what they can of the threads.
      if (writes.length === signInAfter) {
        const signInFrom = performance.now();
        await signIn(fifth);
        signInMs = Math.round(performance.now() - signInFrom);
      }
      // Stays below the session's limit, however fast the machine is.
      await pause(writeEachMs);
    }
    const countCleared = async (): Promise<number> =>
      (await database.db.select().from(hospitalHead)).filter(({ clearedOn }) => clearedOn !== null).length;
    const endsAt = performance.now() + nightLimitMs;
    while ((await countCleared()) < hospitals.length && performance.now() < endsAt) await pause(writeEachMs);
    return {
      uploads: await sending,
      writes,
      longestWriteMs,
      signInMs,
      cleared: await countCleared(),
      removalsLeft: (await database.db.select().from(fileRemoval)).length,
    };
  } finally {
    await folder.letGo();
    await server.stop();
    await bucket?.close();
    await database.close();
    await databases.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}
