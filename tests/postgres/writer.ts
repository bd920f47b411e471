import { randomUUID } from 'node:crypto';
import { request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import type { Session } from '#contract/calls/session.ts';
import type { Changes } from '#contract/calls/sync.ts';
import type { SeededHospital, SeededUser } from '#tests/support/seed.ts';
import { seedPassword } from '#tests/support/seed.ts';

/** The parts of an answer that the campaigns read. */
interface Answer {
  status: number;
  json: unknown;
  replayed: boolean;
}

/** A way to call the server: over a socket, or inside this process. Rejects on a network failure. */
export type Ask = (request: {
  method: 'GET' | 'POST';
  url: string;
  headers: Record<string, string>;
  body?: unknown;
}) => Promise<Answer>;

/** The writes acknowledged to a campaign's writers, and their times. */
export interface Ledger {
  acknowledged: Set<string>;
  attempts: number;
  replays: number;
}

/** A request without an answer is sent again after this time. Units: milliseconds. */
const answerMaxMs = 10_000;
const retryMs = 20;
/** If a write is not acknowledged within this time, the campaign has found a fault. Units: milliseconds. */
const healMaxMs = 120_000;

/** Sends each HTTP request on a new connection; `port` may change when a server restarts elsewhere. */
export function askOver(port: () => number): Ask {
  return ({ method, url, headers, body }) =>
    new Promise((resolve, reject) => {
      const sent = body === undefined ? undefined : JSON.stringify(body);
      const asked = request(
        {
          host: '127.0.0.1',
          port: port(),
          agent: false,
          method,
          path: url,
          headers: { ...headers, ...(sent === undefined ? {} : { 'content-type': 'application/json' }) },
          signal: AbortSignal.timeout(answerMaxMs),
        },
        (answer) => {
          const chunks: Buffer[] = [];
          answer.on('data', (chunk: Buffer) => chunks.push(chunk));
          answer.on('error', reject);
          answer.on('end', () => {
            const replayed = answer.headers['idempotency-replayed'] === 'true';
            const json: unknown = JSON.parse(Buffer.concat(chunks).toString());
            resolve({ status: answer.statusCode ?? 0, json, replayed });
          });
        },
      );
      asked.on('error', reject);
      asked.end(sent);
    });
}

/**
 * Repeats a request until the server gives the wanted answer. Throws: Error on a refusal or if the server does not
 * recover in time.
 */
export async function until(ask: () => Promise<Answer>, ledger?: Ledger): Promise<Answer> {
  const deadline = performance.now() + healMaxMs;
  let last = '';
  while (performance.now() < deadline) {
    if (ledger) ledger.attempts += 1;
    const answer = await ask().catch((error: unknown) => {
      last = String(error);
      return undefined;
    });
    if (answer && answer.status < 300) return answer;
    if (answer && answer.status < 500 && answer.status !== 429) {
      throw new Error(`Refused for good with ${answer.status}: ${JSON.stringify(answer.json)}`);
    }
    if (answer) last = JSON.stringify(answer.json);
    await pause(retryMs);
  }
  throw new Error(`No answer in ${healMaxMs / 1000} s: ${last}`);
}

/** Signs in and returns the bearer header. */
export async function signIn(ask: Ask, user: SeededUser): Promise<Record<string, string>> {
  const body = { email: user.email, password: seedPassword };
  const answer = await until(() => ask({ method: 'POST', url: '/api/Auth/login', headers: {}, body }));
  return { authorization: `Bearer ${(answer.json as Session).token}` };
}

/** Reports one breakdown as a tablet does: with the same key and body until it is acknowledged. */
export async function reportOnce(
  ask: Ask,
  headers: Record<string, string>,
  hospital: Pick<SeededHospital, 'devices'>,
  ledger: Ledger,
): Promise<string> {
  const key = randomUUID();
  const body = {
    installationBaseId: Object.values(hospital.devices)[0],
    issueType: 'Electrical',
    problemReported: key,
    priority: 'High',
    reportedDate: '2026-07-01',
  };
  const sent = { ...headers, 'Idempotency-Key': key };
  const answer = await until(() => ask({ method: 'POST', url: '/api/BreakDown', headers: sent, body }), ledger);
  ledger.acknowledged.add(key);
  if (answer.replayed) ledger.replays += 1;
  return key;
}

/** Pulls as a tablet does, only forwards, and collects the received tickets until nothing more arrives. */
export async function pullTickets(
  ask: Ask,
  headers: Record<string, string>,
  from: number,
  seen: Set<string>,
): Promise<number> {
  for (let cursor = from; ;) {
    const url = `/api/Sync/changes?cursor=${cursor}&limit=50`;
    const { json } = await until(() => ask({ method: 'GET', url, headers }));
    const page = json as Changes;
    for (const { kind, rows } of page.rows) {
      if (kind === 'ticket') for (const { id } of rows) seen.add(String(id));
    }
    cursor = page.next;
    if (!page.more) return cursor;
  }
}
