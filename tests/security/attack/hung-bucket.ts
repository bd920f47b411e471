import { createHash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { attachment, fileRemoval, hospitalHead } from '#server/db/schema.ts';
import { startBuiltServer } from '#tests/support/built-server.ts';
import { startHungBucket } from '#tests/support/hung-bucket.ts';
import { seedHospital, seedPassword, type SeededHospital } from '#tests/support/seed.ts';
import { startTestDatabases } from '#tests/support/test-database.ts';
import { urlOf } from '#tests/postgres/processes.ts';

const writeEachMs = 50;
/** Files that no record names, in each hospital; old enough for nightly clearing. */
const oldFiles = 3;
const monthMs = 31 * 24 * 60 * 60 * 1000;
/** Limit for the clearing of five small hospitals on a busy machine. */
const nightLimitMs = 60_000;

/**
 * The outcome of uploads from four hospitals to a bucket that hangs, and of a fifth hospital's writes and the nightly
 * clearing meanwhile.
 */
export interface HungBucketFigures {
  uploads: number[];
  writes: number[];
  /** Units: milliseconds. */
  longestWriteMs: number;
  /** How many of the five hospitals nightly clearing finished, and how many deletions of files still wait. */
  cleared: number;
  removalsLeft: number;
}

/** How many deletions of files the nightly clearing of five hospitals leaves to a bucket that hangs. */
export const removalsExpected = 5 * oldFiles;

/**
 * Sends 16 uploads of four hospitals to a built server whose bucket hangs, and writes of a fifth until they have ended.
 * The server has missed a night: at its start it clears all five hospitals and asks the bucket to delete files.
 */
export async function writeBesideHungBucket(): Promise<HungBucketFigures> {
  const databases = await startTestDatabases();
  const database = await databases.create();
  const bucket = await startHungBucket();
  const dataDir = await mkdtemp(path.join(tmpdir(), 'wr-hung-'));
  const { endpoint, bucket: name, region, accessKeyId, secretAccessKey } = bucket.settings;
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
    S3_ENDPOINT: endpoint,
    S3_BUCKET: name,
    S3_REGION: region,
    S3_ACCESS_KEY_ID: accessKeyId,
    S3_SECRET_ACCESS_KEY: secretAccessKey,
    S3_FORCE_PATH_STYLE: 'true',
  });
  const ask = async (method: string, at: string, token: string, body: unknown): Promise<Response> =>
    fetch(`${server.origin}/api${at}`, {
      method,
      headers: {
        ...(token !== '' && { authorization: `Bearer ${token}` }),
        'content-type': Buffer.isBuffer(body) ? 'application/octet-stream' : 'application/json',
      },
      body: Buffer.isBuffer(body) ? new Uint8Array(body) : JSON.stringify(body),
    });
  const signIn = async ({ users }: SeededHospital): Promise<string> => {
    const answer = await ask('POST', '/Auth/login', '', { email: users.bme.email, password: seedPassword });
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
        sends.push(async () => (await ask('PUT', `/Attachments/${sha256}?offset=0`, token, bytes)).status);
      }
    }
    const token = await signIn(fifth);
    const progress = { isUnderWay: true };
    const sending = Promise.all(sends.map((send) => send())).finally(() => (progress.isUnderWay = false));
    const writes: number[] = [];
    let longestWriteMs = 0;
    while (progress.isUnderWay) {
      const from = performance.now();
      writes.push((await note(token, fifth, [])).status);
      longestWriteMs = Math.max(longestWriteMs, Math.round(performance.now() - from));
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
      cleared: await countCleared(),
      removalsLeft: (await database.db.select().from(fileRemoval)).length,
    };
  } finally {
    await server.stop();
    await bucket.close();
    await database.close();
    await databases.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}
