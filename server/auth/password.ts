import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';

/** Argon2id parameters from OWASP's Password Storage Cheat Sheet. Units: KiB, rounds, lanes. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** Concurrent hashes: during a flood of sign-ins one core remains free for other requests. */
const atOnce = Math.max(1, availableParallelism() - 1);
let underway = 0;
const waiting: (() => void)[] = [];

/** Checked for an unknown address, so that the response takes equally long. */
let decoy: Promise<string> | undefined;

/** Hashes a password for storage (Argon2id, off the main thread). */
export function hashPassword(password: string): Promise<string> {
  return inTurn(() => hash(password, cost));
}

/** Returns whether a password matches the account's; without an account, takes equally long and returns false. */
export async function isPassword(passwordHash: string | undefined, password: string): Promise<boolean> {
  decoy ??= hashPassword('no account has this password');
  const expected = passwordHash ?? (await decoy);
  const matches = await inTurn(() => verify(expected, password));
  return matches && passwordHash !== undefined;
}

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (underway === atOnce) await new Promise<void>((enter) => waiting.push(enter));
  else underway += 1;
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    if (next) next();
    else underway -= 1;
  }
}
