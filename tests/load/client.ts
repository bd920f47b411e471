import { Agent, request } from 'node:http';
import { retryClass } from '#contract/errors.ts';
import { idempotencyHeader, protocolHeader, protocolVersion } from '#contract/calls/sync.ts';

/** A request of a tablet. */
export interface Outgoing {
  method: string;
  path: string;
  body?: unknown;
  bytes?: Buffer;
  key?: string;
}

/** The answer to it. */
export interface Incoming {
  status: number;
  body: unknown;
  retryAfter: number | undefined;
}

/** Counts over all tablets. */
export interface Tally {
  requests: number;
  retries: Map<string, number>;
  /** Refusals that a client cannot recover from. */
  unhealed: string[];
  /** Answers dropped on purpose: the entry is sent again with its key. */
  droppedAnswers: number;
}

const backoffMs = { first: 1000, most: 60_000 };
const silenceMs = 20_000;

/** A light stand-in for the sync engine: the product's keys, retry classes and backoff, without storage. */
export interface LightClient {
  /** Sends once. */
  once(session: string, call: Outgoing, dropAnswer?: boolean): Promise<Incoming>;
  /** Sends until answered; null if refused permanently. */
  deliver(session: string, call: Outgoing): Promise<Incoming | null>;
  close(): void;
}

/** Creates a client of a server; `random` decides on jitter and lost answers. */
export function createLightClient(origin: string, tally: Tally, random: () => number, dropRate: number): LightClient {
  const agent = new Agent({ keepAlive: true, maxSockets: Number.POSITIVE_INFINITY });
  const once: LightClient['once'] = (session, call, dropAnswer = false) =>
    new Promise((resolve, reject) => {
      const content = call.bytes ?? (call.body === undefined ? undefined : Buffer.from(JSON.stringify(call.body)));
      tally.requests += 1;
      const sent = request(
        `${origin}/api${call.path}`,
        {
          method: call.method,
          agent,
          timeout: silenceMs,
          headers: {
            ...(session === '' ? {} : { authorization: `Bearer ${session}` }),
            ...(call.key === undefined ? {} : { [idempotencyHeader]: call.key }),
            ...(content
              ? {
                  'content-type': call.bytes ? 'application/octet-stream' : 'application/json',
                  'content-length': content.length,
                }
              : {}),
          },
        },
        (answer) => {
          const parts: Buffer[] = [];
          answer.on('data', (part: Buffer) => parts.push(part));
          answer.on('error', reject);
          answer.on('end', () => {
            const isOurs = answer.headers[protocolHeader.toLowerCase()] === protocolVersion;
            if (!isOurs) return reject(new Error('a foreign answer'));
            const text = Buffer.concat(parts).toString('utf8');
            const retryAfter = answer.headers['retry-after'];
            resolve({
              status: answer.statusCode ?? 0,
              body: text === '' ? undefined : (JSON.parse(text) as unknown),
              retryAfter: retryAfter === undefined ? undefined : Number(retryAfter),
            });
          });
        },
      );
      sent.on('timeout', () => sent.destroy(new Error('silence')));
      sent.on('error', reject);
      sent.end(content, () => {
        // The request has been sent and may take effect; its answer is dropped.
        if (dropAnswer) setImmediate(() => sent.destroy(new Error('answer dropped')));
      });
    });
  return {
    once,
    async deliver(session, call) {
      for (let attempt = 0; ; attempt += 1) {
        const drop = attempt === 0 && random() < dropRate;
        if (drop) tally.droppedAnswers += 1;
        const answer = await once(session, call, drop).catch((error: unknown) => reasonOf(error));
        if (typeof answer !== 'string' && answer.status < 400) return answer;
        const code = typeof answer === 'string' ? answer : codeOf(answer.body);
        const kind = typeof answer === 'string' ? 'unreachable' : retryClass(answer.status, code);
        if (kind !== 'later' && kind !== 'unreachable') {
          tally.unhealed.push(
            `${call.method} ${call.path}: ${typeof answer === 'string' ? '' : answer.status} ${code}`,
          );
          return null;
        }
        tally.retries.set(code, (tally.retries.get(code) ?? 0) + 1);
        const told = typeof answer === 'string' ? undefined : answer.retryAfter;
        const jitter = random() * Math.min(backoffMs.most, backoffMs.first * 2 ** attempt);
        await new Promise((resolve) => setTimeout(resolve, told === undefined ? jitter : told * 1000 + jitter));
      }
    },
    close: () => agent.destroy(),
  };
}

function codeOf(body: unknown): string {
  return typeof body === 'object' && body !== null && 'code' in body ? String(body.code) : '';
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  return 'code' in error && typeof error.code === 'string' ? error.code : error.message;
}
