import { normalizeIP } from '@fastify/rate-limit';
import { and, eq, inArray, lt, sql } from 'drizzle-orm';
import type { Database, Executor } from '../db/database.ts';
import { appUser, loginThrottle, refreshFamily } from '../db/schema.ts';
import { ApiError } from '../problem.ts';

/** Failed attempts from one place, and in total for one account, after which the next one must wait. */
const freeFailures = 5;
const freeFailuresInAll = 100;
/**
 * Failed attempts per network and minute, across all accounts, on browsers where the account has not signed in before.
 */
const freeFailuresOfNetwork = 240;
const waitMs = 60_000;
/** If an attempt lies further in the future than this, a clock that ran ahead recorded it, and it causes no delay. */
const clockToleranceMs = 10_000;
const forgetMs = 15 * 60_000;
/** Maximum number of attempts from one place that may wait for the one in progress. */
const maxInLine = 100;

/** Where an attempt is counted: at its place and, on an unknown browser, also for the account and the network. */
export interface Counters {
  place: string;
  unknown?: { account: string; network: string };
}

/**
 * Returns the counters of a sign-in attempt. A browser on which the account has signed in before has its own counter,
 * so guessing elsewhere does not lock the owner out. All others are counted by account and address, and also in total:
 * by account against guessing from many addresses, and by address against trying many accounts. Source:
 * docs/decisions/191-sign-in-tries.md
 */
export async function countersOf(
  db: Executor,
  { email, address, deviceId }: { email: string; address: string; deviceId: string | undefined },
): Promise<Counters> {
  const [known] = await db
    .select({ id: refreshFamily.id })
    .from(appUser)
    .innerJoin(refreshFamily, eq(refreshFamily.userId, appUser.id))
    .where(and(eq(appUser.email, email), eq(refreshFamily.deviceId, deviceId ?? '')))
    .limit(1);
  if (known && deviceId !== undefined) return { place: `${email} on ${deviceId}` };
  const network = normalizeIP(address);
  return { place: `${email} from ${network}`, unknown: { account: email, network } };
}

/**
 * Checks a password: one attempt per place at a time, each counted as failed before the check and uncounted if it
 * succeeds, so that parallel guesses gain nothing over sequential ones. `check` returns null for a wrong password.
 * Throws: ApiError `auth.too_many_tries` without a check.
 */
export function tryPassword<T>(
  db: Database,
  counters: Counters,
  now: Date,
  check: () => Promise<T | null>,
): Promise<T | null> {
  return inLine(counters.place, async () => {
    const counted = await countTry(db, counters, now);
    const right = await check();
    if (right === null)
      await db.delete(loginThrottle).where(lt(loginThrottle.lastAt, new Date(now.getTime() - forgetMs)));
    else await takeBack(db, counters.place, counted);
    return right;
  });
}

/** Counts an attempt if every counter allows it. Returns the account and network counters that also counted it. */
function countTry(db: Database, { place, unknown }: Counters, now: Date): Promise<string[]> {
  return db.transaction(async (tx) => {
    const tries = await count(tx, place, freeFailures, now);
    if (!unknown) return [];
    const { account, network } = unknown;
    const ofNetwork = await countInMinute(tx, network, now);
    if (tries <= freeFailures) {
      await count(tx, account, freeFailuresInAll, now);
      return [account, ofNetwork];
    }
    // One address adds at most its free attempts to the account's counter, so that it can neither fill it alone nor
    // keep it full.
    const [inAll] = await tx.select().from(loginThrottle).where(eq(loginThrottle.key, account));
    const age = now.getTime() - (inAll?.lastAt.getTime() ?? 0);
    const isFull = inAll && inAll.failures >= freeFailuresInAll && age < forgetMs && age >= -clockToleranceMs;
    if (isFull) throw tooManyTries(waitMs);
    return [ofNetwork];
  });
}

/** Counts an attempt of a network for the current minute only, so that colleagues' earlier mistakes do not add up. */
async function countInMinute(tx: Executor, network: string, now: Date): Promise<string> {
  const key = `${network} at ${now.toISOString().slice(0, 16)}`;
  await count(tx, key, freeFailuresOfNetwork, now);
  return key;
}

/** Increments a counter that allows an attempt, in one statement, and returns the sum. */
async function count(tx: Executor, key: string, free: number, now: Date): Promise<number> {
  const forgotten = new Date(now.getTime() - forgetMs).toISOString();
  const waited = new Date(now.getTime() - waitMs).toISOString();
  const ahead = new Date(now.getTime() + clockToleranceMs).toISOString();
  const [counted] = await tx
    .insert(loginThrottle)
    .values({ key, failures: 1, lastAt: now })
    .onConflictDoUpdate({
      target: loginThrottle.key,
      set: {
        failures: sql`case when ${loginThrottle.lastAt} < ${forgotten}::timestamptz then 1
          else ${loginThrottle.failures} + 1 end`,
        lastAt: now,
      },
      setWhere: sql`${loginThrottle.failures} < ${free} or ${loginThrottle.lastAt} <= ${waited}::timestamptz
        or ${loginThrottle.lastAt} > ${ahead}::timestamptz`,
    })
    .returning({ failures: loginThrottle.failures });
  if (counted) return counted.failures;
  const [full] = await tx.select().from(loginThrottle).where(eq(loginThrottle.key, key));
  throw tooManyTries((full?.lastAt ?? now).getTime() + waitMs - now.getTime());
}

/**
 * Clears the attempts from a place after a successful one; attempts from other places still count for the account and
 * network.
 */
async function takeBack(db: Executor, place: string, counted: readonly string[]): Promise<void> {
  await db.delete(loginThrottle).where(eq(loginThrottle.key, place));
  if (counted.length === 0) return;
  await db
    .update(loginThrottle)
    .set({ failures: sql`greatest(${loginThrottle.failures} - 1, 0)` })
    .where(inArray(loginThrottle.key, [...counted]));
}

function tooManyTries(leftMs: number): ApiError {
  return new ApiError('auth.too_many_tries', undefined, {
    retryAfter: Math.max(1, Math.ceil(Math.min(leftMs, waitMs) / 1000)),
  });
}

/** Attempts in progress in this process, by place. */
const lines = new Map<string, { last: Promise<unknown>; length: number }>();

async function inLine<T>(place: string, work: () => Promise<T>): Promise<T> {
  const line = lines.get(place) ?? { last: Promise.resolve(), length: 0 };
  if (line.length > maxInLine) throw tooManyTries(0);
  lines.set(place, line);
  line.length += 1;
  const mine = line.last.then(work);
  line.last = mine.catch(() => undefined);
  try {
    return await mine;
  } finally {
    line.length -= 1;
    if (line.length === 0) lines.delete(place);
  }
}
