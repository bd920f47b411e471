import { randomBytes } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { z } from 'zod';
import type { Executor } from '../db/database.ts';
import { appMeta } from '../db/schema.ts';

/** Lifetime of an access token. Units: milliseconds. */
export const accessTokenMs = 15 * 60 * 1000;
/** Stored in the database next to the epoch, so that all servers agree and a restore brings the keys back. */
const rowName = 'token-keys';
/** How often a server checks for a new signing key. Units: milliseconds. */
const lookMs = 30_000;
/** A token with an unknown key triggers an immediate check, but no more often than this. Units: milliseconds. */
const lookAgainMs = 1_000;
/** Grace period for tokens that a server signed just before its check. Units: milliseconds. */
const graceMs = accessTokenMs + 2 * lookMs;

const Keys = z.array(z.object({ id: z.string(), secret: z.string(), since: z.iso.datetime() })).min(1);
type Key = z.output<typeof Keys>[number];

/** The keys of access tokens: the newest signs; older ones are accepted until their tokens have expired. */
export interface SigningKeys {
  current(now: Date): Key;
  /** Returns the secret of a key by the key id in its tokens. */
  find(id: string, now: Date): Promise<string | undefined>;
}

/** Reads the keys of a database, or creates the first one at the first start; concurrent starts agree. */
export async function openSigningKeys(db: Executor, now: Date): Promise<SigningKeys> {
  await db
    .insert(appMeta)
    .values({ name: rowName, value: JSON.stringify([newKey(now)]) })
    .onConflictDoNothing();
  let keys = await readKeys(db);
  let lookedAt = now.getTime();
  const look = async (at: Date): Promise<void> => {
    lookedAt = at.getTime();
    keys = await readKeys(db);
  };
  const valid = (id: string, at: Date): Key | undefined =>
    keys.find((key, place) => key.id === id && isTaken(keys[place - 1], at));
  return {
    current(at) {
      // The current key stays valid long enough; a database failure surfaces in later queries.
      if (at.getTime() - lookedAt > lookMs) look(at).catch(() => undefined);
      return keys[0] ?? unreachable();
    },
    async find(id, at) {
      const known = valid(id, at);
      const sinceMs = at.getTime() - lookedAt;
      if (known && sinceMs <= lookMs) return known.secret;
      if (known || sinceMs > lookAgainMs) await look(at);
      return valid(id, at)?.secret;
    },
  };
}

/**
 * Creates a new signing key. Tokens of older keys expire within 15 minutes, or immediately if the key has leaked;
 * clients then refresh their sessions automatically. Source: docs/decisions/183-signing-keys.md
 */
export async function rotateSigningKey(db: Executor, now: Date, endOldTokens = false): Promise<void> {
  await db.transaction(async (tx) => {
    await tx
      .insert(appMeta)
      .values({ name: rowName, value: JSON.stringify([newKey(now)]) })
      .onConflictDoNothing();
    await tx.select().from(appMeta).where(eq(appMeta.name, rowName)).for('update');
    const old = await readKeys(tx);
    const kept = endOldTokens ? [] : old.filter((_key, place) => isTaken(old[place - 1], now));
    await tx
      .update(appMeta)
      .set({ value: JSON.stringify([newKey(now), ...kept]) })
      .where(eq(appMeta.name, rowName));
  });
}

/** Returns whether tokens of a key are still accepted, given the key that replaced it. */
function isTaken(next: Key | undefined, now: Date): boolean {
  return next === undefined || now.getTime() < Date.parse(next.since) + graceMs;
}

async function readKeys(db: Executor): Promise<Key[]> {
  const [row] = await db.select().from(appMeta).where(eq(appMeta.name, rowName));
  return Keys.parse(JSON.parse(row?.value ?? '[]'));
}

function newKey(now: Date): Key {
  return {
    id: randomBytes(6).toString('base64url'),
    secret: randomBytes(32).toString('base64url'),
    since: now.toISOString(),
  };
}

function unreachable(): never {
  throw new Error('The database has no signing key');
}
