/** Checking the password without network. */
import type { Crypto, Random } from '../ports/ports.ts';
import type { Meta } from '../outbox/meta.ts';
import type { Verifier } from '../outbox/schema.ts';

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
 * What the password gives: a hash that tells it is the right one, and a pad that hides the unlock key. Neither says
 * anything of the other.
 */
async function derive(
  ports: { crypto: Crypto },
  { salt, rounds }: Pick<Verifier, 'salt' | 'rounds'>,
  password: string,
): Promise<{ plain: string; hash: string; pad: string }> {
  const plain = await ports.crypto.pbkdf2(password, fromHex(salt), rounds);
  const [hash, pad] = await Promise.all([
    ports.crypto.sha256(bytesOf(`tells ${plain}`)),
    ports.crypto.sha256(bytesOf(`hides ${plain}`)),
  ]);
  return { plain, hash, pad };
}

/** Makes the verifier that recognizes the password without network and hides the unlock key; the password itself is not kept. */
export async function makeVerifier(
  ports: { crypto: Crypto; random: Random },
  userId: string,
  password: string,
  unlockKey?: string,
): Promise<Verifier> {
  const shape = { userId, salt: ports.random.uuid().replaceAll('-', ''), rounds: verifierRounds, triesLeft: maxTries };
  const { plain, hash, pad } = await derive(ports, shape, password);
  if (unlockKey === undefined) return { ...shape, hash: plain };
  return { ...shape, hash, wrappedKey: xor(unlockKey, pad) };
}

/** The unlock key that the verifier hides, if it has one; null if it was not made from this password. */
export async function openWith(
  ports: { crypto: Crypto },
  verifier: Verifier,
  password: string,
): Promise<{ unlockKey?: string } | null> {
  const { plain, hash, pad } = await derive(ports, verifier, password);
  const { wrappedKey } = verifier;
  if (wrappedKey === undefined) return plain === verifier.hash ? {} : null;
  return hash === verifier.hash ? { unlockKey: xor(wrappedKey, pad) } : null;
}

/** Makes verifiers, which takes seconds on a tablet. */
export interface PasswordMemory {
  /** Resolves when the verifier is stored; none is stored for a user who has left meanwhile. */
  remember(userId: string, password: string): Promise<void>;
  /** Resolves when no verifier is being made. */
  quiet(): Promise<void>;
}

/** Stores verifiers with the facts of the tablet. */
export function createPasswordMemory(ports: { crypto: Crypto; random: Random }, meta: Meta): PasswordMemory {
  let making: Promise<void> = Promise.resolve();
  const signInsOf = async (userId: string) => (await meta.get('signIns'))?.[userId];

  async function makeNow(userId: string, password: string): Promise<void> {
    const [unlockKey, signIns] = [(await meta.get('unlockKeys'))?.[userId], await signInsOf(userId)];
    const verifier = await makeVerifier(ports, userId, password, unlockKey);
    const person = await meta.get('person');
    // A later sign-in has another key, and makes its own.
    if (person?.userId !== userId || person.ended || (await signInsOf(userId)) !== signIns) return;
    await meta.set('verifier', verifier);
  }
  return {
    remember(userId, password) {
      const made = makeNow(userId, password);
      making = made.catch(() => undefined);
      return made;
    },
    quiet: () => making,
  };
}
