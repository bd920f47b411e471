import { problem } from '#contract/errors.ts';
import type { ErrorCode } from '#contract/errors.ts';
import type { Seeded } from './seeded.ts';
import { serverFaults } from './server-faults.ts';
import type { ServerFault } from './server-faults.ts';
import type { Context } from './context.ts';
import type { VirtualTime } from './virtual-time.ts';
import { toResponse } from './wire-answer.ts';
import type { SimulatedNetwork, SimulatedRequest, WireAnswer } from './wire-answer.ts';

/** Every network fault. */
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
  ...serverFaults,
] as const;

/** The server fails for an entry whose text contains this word, whenever it is sent. */
export const poison = 'POISON';

/** Heartbeat interval of an event stream. Source: server/sync/event-stream.ts */
const beatMs = 20_000;

/** A tablet's network. */
export interface Network {
  /** Share of requests that fail with a fault; 1 with `offline` for a complete outage. */
  faultShare: number;
  offline: boolean;
  /** Requests get through but answers do not. */
  oneWay: boolean;
  /** The server fails for entries that contain the word. */
  poisonous: boolean;
  /** Event streams can be opened. */
  live: boolean;
  /** Ends the server's open event streams. */
  endStreams(): void;
  /** Announces a new version on open streams, unless they are cut. */
  tell(version: number): void;
  /** How often each fault struck. */
  struck: Map<string, number>;
  forContext(context: () => Context): SimulatedNetwork;
}

const portalPage: WireAnswer = {
  status: 200,
  headers: { 'Content-Type': 'text/html' },
  body: '<html><h1>Welcome to Hospital Wi-Fi</h1></html>',
};

/** Most delay of a request's duplicate. Units: ms. */
export const latestCopyMs = 30_000;

function refusalOf(
  request: SimulatedRequest,
  code: ErrorCode,
  nowMs: number,
  headers: Record<string, string> = {},
): WireAnswer {
  const document = problem(code);
  const key = request.headers['idempotency-key'];
  return {
    status: document.status,
    headers: {
      'X-Ward-Protocol': '1',
      Date: new Date(nowMs).toUTCString(),
      'Content-Type': 'application/problem+json',
      ...(key === undefined ? {} : { 'Idempotency-Key': key }),
      ...headers,
    },
    body: JSON.stringify(document),
  };
}

/** Creates a tablet's network; `serve` is the server, and the cookies are those of the tablet's browser. */
export function createNetwork(parts: {
  time: VirtualTime;
  random: Seeded;
  serve: (request: SimulatedRequest, cookies: Map<string, string>) => Promise<WireAnswer>;
  arm: (fault: ServerFault) => void;
}): Network {
  const { time, random, serve } = parts;
  const cookies = new Map<string, string>();
  const cached = new Map<string, WireAnswer>();
  const struck = new Map<string, number>();

  const streams = new Map<ReadableStreamDefaultController<Uint8Array>, () => boolean>();

  const count = (fault: string) => struck.set(fault, (struck.get(fault) ?? 0) + 1);
  const pass = (lowMs: number, highMs: number) =>
    new Promise<void>((resolve) => time.at(random.between(lowMs, highMs), resolve));
  const lost = () => new TypeError('Failed to fetch');
  const never = () => new Promise<never>(() => undefined);

  /** Returns the server's answer to a request with these cookies; virtual time stops while the server works. */
  async function answerOf(request: SimulatedRequest, jar: Map<string, string>): Promise<WireAnswer> {
    time.enter();
    try {
      return await serve(request, jar);
    } finally {
      time.leave();
    }
  }

  /** Does the same with the browser's current cookies; if `isHeard` is false, the answer's cookies never arrive. */
  const ask = (request: SimulatedRequest, isHeard: boolean) => answerOf(request, isHeard ? cookies : new Map(cookies));

  async function travel(request: SimulatedRequest): Promise<WireAnswer> {
    if (network.offline) {
      count('offline');
      await pass(0, 50);
      throw lost();
    }
    await pass(5, 150);
    if (network.poisonous && typeof request.body === 'string' && request.body.includes(poison)) {
      count('failing for one entry');
      return refusalOf(request, 'server.failed', time.now());
    }
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
      case 'duplicate': {
        // The duplicate carries the cookies of the original, even if someone else has signed in meanwhile.
        const sent = new Map(cookies);
        time.at(random.between(0, latestCopyMs), () => void answerOf(request, sent).catch(() => undefined));
        break;
      }
      case 'delay':
        await pass(500, 18_000);
        break;
      case 'cut-answer': {
        const answer = await ask(request, false);
        return { ...answer, body: answer.body.slice(0, Math.floor(answer.body.length * random.next())) };
      }
      case 'portal':
        return portalPage;
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
        return refusalOf(request, 'server.busy', time.now(), { 'Retry-After': String(1 + random.below(20)) });
      case 'rate-limited':
        return refusalOf(request, 'server.rate_limited', time.now(), { 'Retry-After': String(1 + random.below(20)) });
      case 'failed':
        return refusalOf(request, 'server.failed', time.now());
      case 'killed before commit':
      case 'killed after commit':
        parts.arm(fault);
        await ask(request, false);
        throw lost();
      case 'serialization failure':
        parts.arm(fault);
        break;
      case null:
        break;
    }
    const answer = await ask(request, true);
    if (request.method === 'GET') cached.set(request.path, answer);
    await pass(5, 150);
    return answer;
  }

  const write = (text: string) => {
    for (const [stream, isOpen] of streams) {
      if (isOpen() && !network.offline && !network.oneWay) stream.enqueue(new TextEncoder().encode(text));
    }
  };

  /** Opens an event stream: it sends the current version, then each new one, and heartbeats in between. */
  function openStream(signal: AbortSignal | undefined, alive: () => boolean): Response {
    let beat = () => undefined as void;
    let end = () => undefined as void;
    const body = new ReadableStream<Uint8Array>({
      start(stream) {
        end = () => void streams.delete(stream);
        signal?.addEventListener('abort', end, { once: true });
        streams.set(stream, alive);
        beat = () => {
          if (!alive()) end();
          if (!streams.has(stream)) return;
          if (!network.offline) stream.enqueue(new TextEncoder().encode(': beat\n\n'));
          time.at(beatMs, beat);
        };
        time.at(beatMs, beat);
      },
      // An aborted request that nobody references may never be reported.
      cancel: () => end(),
    });
    return new Response(body, { headers: { 'X-Ward-Protocol': '1' } });
  }

  const network: Network = {
    faultShare: 0,
    poisonous: true,
    live: false,
    endStreams() {
      for (const stream of streams.keys()) stream.close();
      streams.clear();
    },
    tell: (version) => write(`event: version\ndata: ${version}\n\n`),
    offline: false,
    oneWay: false,
    struck,
    forContext: (context) => ({
      send(request) {
        if (request.path.endsWith('/Sync/events')) {
          if (!network.live || network.offline || random.chance(network.faultShare)) return Promise.reject(lost());
          return Promise.resolve(openStream(request.signal, () => context().alive()));
        }
        return new Promise((resolve, reject) => {
          const stop = () => reject(new DOMException('Aborted', 'AbortError'));
          if (request.signal?.aborted) stop();
          else request.signal?.addEventListener('abort', stop, { once: true });
          travel(request).then(
            (answer) => {
              const { fuse } = context();
              if (fuse.stepsLeft !== null && (fuse.stepsLeft -= 1) <= 0) context().kill();
              if (context().alive()) resolve(toResponse(answer));
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
