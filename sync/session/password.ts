/** Checking the password or PIN without network. */
import type { Crypto, Random } from '../ports/ports.ts';
import type { Meta } from '../outbox/meta.ts';
import type { Seal, Verifier } from '../outbox/schema.ts';

/** Rounds of PBKDF2-SHA-256 (rule AU4). */
export const verifierRounds = 600_000;
/** Wrong passwords until the tablet unlocks only online (rule AU4). */
export const maxTries = 5;

const toHex = (bytes: Uint8Array) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');

function fromHex(text: string): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(text.length / 2);
  for (let at = 0; at < bytes.length; at += 1) bytes[at] = Number.parseInt(text.slice(at * 2, at * 2 + 2), 16);
  return bytes;
}

const bytesOf = (text: string): ArrayBuffer => new TextEncoder().encode(text).buffer;

function xor(first: string, second: string): string {
  const other = fromHex(second);
  return toHex(fromHex(first).map((byte, at) => byte ^ (other[at] ?? 0)));
}

/**
 * Derived from a password or PIN: a hash that verifies it, and a pad that hides the unlock key. Neither can be computed
 * from the other.
 */
async function derive(
  ports: { crypto: Crypto },
  { salt, rounds }: Pick<Seal, 'salt' | 'rounds'>,
  secret: string,
): Promise<{ plain: string; hash: string; pad: string }> {
  const plain = await ports.crypto.pbkdf2(secret, fromHex(salt), rounds);
  const [hash, pad] = await Promise.all([
    ports.crypto.sha256(bytesOf(`tells ${plain}`)),
    ports.crypto.sha256(bytesOf(`hides ${plain}`)),
  ]);
  return { plain, hash, pad };
}

/** Seals the unlock key of a sign-in with a secret that was learnt. */
type Sealed = (unlockKey?: string) => Seal;

/** Learns a password or PIN, to recognize it without network; this takes up to seconds. It is not kept itself. */
export async function learnSecret(ports: { crypto: Crypto; random: Random }, secret: string): Promise<Sealed> {
  const shape = { salt: ports.random.uuid().replaceAll('-', ''), rounds: verifierRounds };
  const { plain, hash, pad } = await derive(ports, shape, secret);
  return (unlockKey) =>
    unlockKey === undefined ? { ...shape, hash: plain } : { ...shape, hash, wrappedKey: xor(unlockKey, pad) };
}

/** Makes the verifier of a user whose password was learnt; it hides the unlock key of the sign-in. */
export type Learnt = (userId: string, unlockKey?: string) => Verifier;

/** Learns the password of a sign-in. A PIN that was set before does not outlast it (rule AU13). */
export async function learnPassword(ports: { crypto: Crypto; random: Random }, password: string): Promise<Learnt> {
  const sealed = await learnSecret(ports, password);
  return (userId, unlockKey) => ({ ...sealed(unlockKey), userId, triesLeft: maxTries });
}

/** Counts a try where it is stored, because several tabs may ask at once; a right one allows all tries again. */
export const countTry = (meta: Meta, isRight: boolean): Promise<Verifier | undefined> =>
  meta.change('verifier', (one) => one && { ...one, triesLeft: isRight ? maxTries : Math.max(0, one.triesLeft - 1) });

/** The unlock key that the seal hides, if it has one; null if it was not made from this password or PIN. */
export async function openWith(
  ports: { crypto: Crypto },
  seal: Seal,
  secret: string,
): Promise<{ unlockKey?: string } | null> {
  const { plain, hash, pad } = await derive(ports, seal, secret);
  const { wrappedKey } = seal;
  if (wrappedKey === undefined) return plain === seal.hash ? {} : null;
  return hash === seal.hash ? { unlockKey: xor(wrappedKey, pad) } : null;
}

/** Learns a password that the user has changed; nothing is stored for a user who has left meanwhile. */
export async function relearnPassword(
  ports: { crypto: Crypto; random: Random },
  meta: Meta,
  userId: string,
  password: string,
): Promise<void> {
  const signInsOf = async () => (await meta.get('signIns'))?.[userId];
  const signIns = await signInsOf();
  const learnt = await learnPassword(ports, password);
  const person = await meta.get('person');
  // A later sign-in has another key, and has learnt its own password.
  if (person?.userId !== userId || person.ended || (await signInsOf()) !== signIns) return;
  await meta.set('verifier', learnt(userId, (await meta.get('unlockKeys'))?.[userId]));
}
