import type { Crypto, Random } from './ports.ts';
import type { Verifier } from './outbox/meta.ts';

/** Rounds of PBKDF2-SHA-256. Source: sync.md section 7 (at least 600,000). */
export const verifierRounds = 600_000;
/** Wrong passwords until the device opens online only. Source: sync.md section 7. */
export const maxTries = 5;

const toHex = (bytes: Uint8Array) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');

function fromHex(text: string): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(text.length / 2);
  for (let at = 0; at < bytes.length; at += 1) bytes[at] = Number.parseInt(text.slice(at * 2, at * 2 + 2), 16);
  return bytes;
}

/** Makes what will tell the right password without network; the password itself is not kept. */
export async function makeVerifier(
  ports: { crypto: Crypto; random: Random },
  userId: string,
  password: string,
): Promise<Verifier> {
  const salt = fromHex(ports.random.uuid().replaceAll('-', ''));
  const hash = await ports.crypto.pbkdf2(password, salt, verifierRounds);
  return { userId, salt: toHex(salt), rounds: verifierRounds, hash, triesLeft: maxTries };
}

/** True when the password is the one the verifier was made of. */
export async function matches(ports: { crypto: Crypto }, verifier: Verifier, password: string): Promise<boolean> {
  return (await ports.crypto.pbkdf2(password, fromHex(verifier.salt), verifier.rounds)) === verifier.hash;
}
