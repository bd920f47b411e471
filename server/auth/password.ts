import { hash, verify } from '@node-rs/argon2';

/** Parameters of OWASP's password storage sheet for Argon2id. Units: KiB, rounds, lanes. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** What is checked for an unknown address, so that its answer takes as long. */
let decoy: Promise<string> | undefined;

/** The form in which a password is kept (Argon2id, off the main thread). */
export function hashPassword(password: string): Promise<string> {
  return hash(password, cost);
}

/** Tells whether a password is the account's; without an account it takes as long and says no. */
export async function isPassword(passwordHash: string | undefined, password: string): Promise<boolean> {
  decoy ??= hashPassword('no account has this password');
  const matches = await verify(passwordHash ?? (await decoy), password);
  return matches && passwordHash !== undefined;
}
