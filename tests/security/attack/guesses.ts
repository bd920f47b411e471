import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';

/** One sign-in from an address reported by a trusted proxy. */
interface SignIn {
  email: string;
  password: string;
  address: string;
  deviceId?: string;
}

/** Result of an attack on one account. */
export interface GuessFigures {
  sent: number;
  /** Number of passwords that were checked. */
  tried: number;
  /** Time until the owner had signed in, by place; null if not during the attack. Units: milliseconds. */
  knownBrowserMs: number | null;
  elsewhereMs: number | null;
  /** Time after the attack until a browser new to the account could sign in. Units: milliseconds. */
  afterwardsMs: number;
}

/** Concurrent guesses per address. */
const atOnce = 4;

async function signIn(origin: string, { address, ...body }: SignIn): Promise<{ status: number; retryAfterMs: number }> {
  const answer = await fetch(`${origin}/api/Auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
    body: JSON.stringify(body),
  });
  await answer.arrayBuffer();
  return { status: answer.status, retryAfterMs: Number(answer.headers.get('retry-after') ?? 0) * 1000 };
}

/** Signs in like a user who reads "Please wait a minute": tries again once that time has passed. */
async function getIn(origin: string, owner: SignIn, deadline: number): Promise<number | null> {
  const from = performance.now();
  while (Date.now() < deadline) {
    const { status, retryAfterMs } = await signIn(origin, owner);
    if (status === 200) return Math.round(performance.now() - from);
    if (status !== 429) throw new Error(`The owner's sign-in was answered with ${status}`);
    await pause(Math.min(retryAfterMs, Math.max(0, deadline - Date.now())));
  }
  return null;
}

/**
 * Guesses an account's password from several addresses for a while. Half-way through, the owner signs in on a known
 * browser at one of the attacking addresses, and on a new browser elsewhere.
 */
export async function guess(
  origin: string,
  owner: { email: string; password: string },
  { addresses, seconds }: { addresses: number; seconds: number },
): Promise<GuessFigures> {
  const net = Math.floor(Math.random() * 250) + 1;
  const addressOf = (at: number) => `10.${net}.0.${at + 1}`;
  const deviceId = randomUUID();
  await signIn(origin, { ...owner, address: `10.${net}.1.1`, deviceId });
  const endsAt = Date.now() + seconds * 1000;
  let sent = 0;
  let tried = 0;
  const guesser = async (at: number): Promise<void> => {
    while (Date.now() < endsAt) {
      const { status } = await signIn(origin, {
        email: owner.email,
        password: `guess ${(sent += 1)}`,
        address: addressOf(at),
      });
      if (status === 401) tried += 1;
    }
  };
  const guessers = Array.from({ length: addresses * atOnce }, (_each, at) => guesser(at % addresses));
  await pause((seconds * 1000) / 2);
  const [knownBrowserMs, elsewhereMs] = await Promise.all([
    getIn(origin, { ...owner, address: addressOf(0), deviceId }, endsAt),
    getIn(origin, { ...owner, address: `10.${net}.2.1` }, endsAt),
  ]);
  await Promise.all(guessers);
  const afterwardsMs = await getIn(origin, { ...owner, address: `10.${net}.3.1` }, Date.now() + 120_000);
  if (afterwardsMs === null) throw new Error('The owner did not get in within two minutes of the end of the attack');
  return { sent, tried, knownBrowserMs, elsewhereMs, afterwardsMs };
}
