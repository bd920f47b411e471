import { problem } from '#contract/errors.ts';
import type { ErrorCode } from '#contract/errors.ts';
import type { Transport, TransportRequest } from '#sync/ports.ts';
import type { Seeded } from './seeded.ts';
import type { Context } from './tablet.ts';
import type { VirtualTime } from './virtual-time.ts';
import { toTransportAnswer } from './wire-answer.ts';
import type { WireAnswer } from './wire-answer.ts';

/** Every fault the network knows. */
export const networkFaults = [
  'drop-request',
  'drop-answer',
  'reset-after-commit',
  'hang-request',
  'hang-answer',
  'duplicate',
  'delay',
  'cut-answer',
  'portal',
  'redirect',
  'proxy-error',
  'stale-get',
  'busy',
  'rate-limited',
  'failed',
] as const;

/** Bugs that are planted at the wire to see that the simulation catches them. */
export const plantedBugs = ['a new key for each try', 'any 200 counts', 'a failure taken for a refusal'] as const;
export type PlantedBug = (typeof plantedBugs)[number];

/** The network of one tablet. */
export interface Network {
  /** Share of requests that meet a fault; 1 with `offline` for none that get through. */
  faultShare: number;
  offline: boolean;
  /** Requests get through and their answers do not. */
  oneWay: boolean;
  /** How often each fault struck. */
  struck: Map<string, number>;
  transport(context: () => Context): Transport;
}

const portalPage: WireAnswer = {
  status: 200,
  headers: { 'Content-Type': 'text/html' },
  body: '<html><h1>Welcome to Hospital Wi-Fi</h1></html>',
};

function refusalOf(request: TransportRequest, code: ErrorCode, headers: Record<string, string>): WireAnswer {
  const document = problem(code);
  const key = request.headers['Idempotency-Key'];
  return {
    status: document.status,
    headers: {
      'X-Ward-Protocol': '1',
      'Content-Type': 'application/problem+json',
      ...(key === undefined ? {} : { 'Idempotency-Key': key }),
      ...headers,
    },
    body: JSON.stringify(document),
  };
}

/** A portal's answer that a careless client would take for the server's. */
const taken = (request: TransportRequest): WireAnswer => ({
  status: 200,
  headers: {
    'X-Ward-Protocol': '1',
    'Content-Type': 'application/json',
    'Idempotency-Key': request.headers['Idempotency-Key'] ?? '',
  },
  body: '{}',
});

/** Makes the network of a tablet; `serve` is the server, and the cookies are those of the tablet's browser. */
export function createNetwork(parts: {
  time: VirtualTime;
  random: Seeded;
  serve: (request: TransportRequest, cookies: Map<string, string>) => Promise<WireAnswer>;
  planted?: PlantedBug | undefined;
}): Network {
  const { time, random, planted } = parts;
  const cookies = new Map<string, string>();
  const cached = new Map<string, WireAnswer>();
  const struck = new Map<string, number>();

  async function serve(request: TransportRequest, jar: Map<string, string>): Promise<WireAnswer> {
    const key = request.headers['Idempotency-Key'];
    if (planted !== 'a new key for each try' || key === undefined) return parts.serve(request, jar);
    const answer = await parts.serve(
      { ...request, headers: { ...request.headers, 'Idempotency-Key': random.uuid() } },
      jar,
    );
    return { ...answer, headers: { ...answer.headers, 'idempotency-key': key } };
  }

  const count = (fault: string) => struck.set(fault, (struck.get(fault) ?? 0) + 1);
  const pass = (lowMs: number, highMs: number) =>
    new Promise<void>((resolve) => time.at(random.between(lowMs, highMs), resolve));
  const lost = () => new TypeError('Failed to fetch');
  const never = () => new Promise<never>(() => undefined);

  /** The server's answer; virtual time stands still while the server works. `jar` false: the cookies never arrive. */
  async function ask(request: TransportRequest, jar: boolean): Promise<WireAnswer> {
    const own = jar ? cookies : new Map(cookies);
    time.enter();
    try {
      return await serve(request, own);
    } finally {
      time.leave();
    }
  }

  async function travel(request: TransportRequest): Promise<WireAnswer> {
    if (network.offline) {
      count('offline');
      await pass(0, 50);
      throw lost();
    }
    await pass(5, 150);
    if (network.oneWay) {
      count('one-way');
      await ask(request, false);
      return never();
    }
    const fault = random.chance(network.faultShare) ? random.pick(networkFaults) : null;
    if (fault !== null) count(fault);
    switch (fault) {
      case 'drop-request':
        throw lost();
      case 'drop-answer':
      case 'reset-after-commit':
        await ask(request, false);
        if (fault === 'reset-after-commit') await pass(0, 3000);
        throw lost();
      case 'hang-request':
        return never();
      case 'hang-answer':
        await ask(request, false);
        return never();
      case 'duplicate':
        time.at(random.between(0, 30_000), () => void ask(request, false).catch(() => undefined));
        break;
      case 'delay':
        await pass(500, 18_000);
        break;
      case 'cut-answer': {
        const answer = await ask(request, false);
        return { ...answer, body: answer.body.slice(0, Math.floor(answer.body.length * random.next())) };
      }
      case 'portal':
        return planted === 'any 200 counts' ? taken(request) : portalPage;
      case 'redirect':
        return { status: 302, headers: { Location: 'http://portal.test/' }, body: '' };
      case 'proxy-error':
        return { ...portalPage, status: random.pick([403, 413, 502, 504]) };
      case 'stale-get': {
        const old = request.method === 'GET' ? cached.get(request.path) : undefined;
        if (old) return old;
        break;
      }
      case 'busy':
        return refusalOf(request, 'server.busy', { 'Retry-After': String(1 + random.below(20)) });
      case 'rate-limited':
        return refusalOf(request, 'server.rate_limited', { 'Retry-After': String(1 + random.below(20)) });
      case 'failed':
        return refusalOf(request, planted === 'a failure taken for a refusal' ? 'input.invalid' : 'server.failed', {});
      case null:
        break;
    }
    const answer = await ask(request, true);
    if (request.method === 'GET') cached.set(request.path, answer);
    await pass(5, 150);
    return answer;
  }

  const network: Network = {
    faultShare: 0,
    offline: false,
    oneWay: false,
    struck,
    transport: (context) => ({
      send(request) {
        if (request.path.endsWith('/Sync/events')) return Promise.reject(lost());
        return new Promise((resolve, reject) => {
          const stop = () => reject(new DOMException('Aborted', 'AbortError'));
          if (request.signal?.aborted) stop();
          else request.signal?.addEventListener('abort', stop, { once: true });
          travel(request).then(
            (answer) => {
              const { fuse } = context();
              if (fuse.stepsLeft !== null && (fuse.stepsLeft -= 1) <= 0) context().kill();
              if (context().alive()) resolve(toTransportAnswer(answer));
            },
            (error: unknown) => {
              if (context().alive()) reject(error instanceof Error ? error : lost());
            },
          );
        });
      },
    }),
  };
  return network;
}
