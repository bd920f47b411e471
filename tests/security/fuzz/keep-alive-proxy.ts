import { connect, type Socket } from 'node:net';
import { performance } from 'node:perf_hooks';
import { createAnswerReader, headerOf, type AnswerReader, type RawAnswer } from './raw-answer.ts';

/** A request as raw bytes. */
export interface WireRequest {
  method: string;
  bytes: Buffer;
  /** Its owner: the proxy mixes the requests of different owners on each connection. */
  asker: string;
  /** The end of the request is ambiguous: it gets its own connection, and bytes after its response are ignored. */
  isAlone?: boolean;
}

/** Outcome of a request. */
export type Exchange = { ms: number } & (
  | { kind: 'answer'; answer: RawAnswer }
  /** The connection closed without a response. */
  | { kind: 'closed' }
  /** No complete response in time. */
  | { kind: 'hung'; received: number }
);

/** The upstream side of a reverse proxy: a few keep-alive connections shared by all owners. */
export interface KeepAliveProxy {
  ask(request: WireRequest): Promise<Exchange>;
  /** Number of connections opened so far. */
  opened(): number;
  close(): void;
}

interface Waiting {
  request: WireRequest;
  settle(exchange: Exchange): void;
}

interface Running extends Waiting {
  reader: AnswerReader;
  startedAt: number;
  received: number;
  timer: NodeJS.Timeout;
}

interface Upstream {
  socket: Socket;
  running: Running | undefined;
  served: number;
  lastAsker: string;
}

interface ProxyOptions {
  port: number;
  connections: number;
  /** A request with no response after this time counts as hung. Units: milliseconds. */
  hangMs: number;
  /** Bytes received when none were expected: the rest of the previous response, which the next owner would get. */
  leftOver(bytes: Buffer, lastAsker: string): void;
}

/** Opens the upstream side of a proxy in front of a server on this machine. */
export function createKeepAliveProxy({ port, connections, hangMs, leftOver }: ProxyOptions): KeepAliveProxy {
  const waiting: Waiting[] = [];
  const shared = new Set<Upstream>();
  const alone = new Set<Upstream>();
  let opened = 0;

  const isStream = (head: RawAnswer): boolean =>
    headerOf(head, 'content-type')?.startsWith('text/event-stream') ?? false;
  const drop = (upstream: Upstream): void => {
    shared.delete(upstream);
    alone.delete(upstream);
    upstream.socket.destroy();
  };
  const finish = (upstream: Upstream, exchange: (ms: number, received: number) => Exchange): void => {
    const { running } = upstream;
    if (!running) return;
    clearTimeout(running.timer);
    upstream.running = undefined;
    upstream.served += 1;
    running.settle(exchange(performance.now() - running.startedAt, running.received));
  };
  const end = (upstream: Upstream): void => {
    const { running } = upstream;
    drop(upstream);
    if (!running) return;
    const read = running.reader.read(Buffer.alloc(0), true);
    if (read) finish(upstream, (ms) => ({ kind: 'answer', ms, answer: read.answer }));
    else if (upstream.served > 0 && running.received === 0) {
      // A keep-alive connection may close at any time between responses: every proxy retries on another one.
      clearTimeout(running.timer);
      upstream.running = undefined;
      waiting.unshift(running);
    } else finish(upstream, (ms) => ({ kind: 'closed', ms }));
    next();
  };
  const take = (upstream: Upstream, bytes: Buffer): void => {
    const { running } = upstream;
    if (!running) {
      if (shared.has(upstream)) leftOver(bytes, upstream.lastAsker);
      drop(upstream);
      return;
    }
    running.received += bytes.length;
    const read = running.reader.read(bytes);
    if (!read) return;
    const { answer, rest } = read;
    const isOver = running.request.isAlone === true || isStream(answer) || headerOf(answer, 'connection') === 'close';
    if (rest.length > 0 && running.request.isAlone !== true) leftOver(rest, running.request.asker);
    if (isOver || rest.length > 0 || answer.faults.length > 0) drop(upstream);
    finish(upstream, (ms) => ({ kind: 'answer', ms, answer }));
    next();
  };
  const open = (pool: Set<Upstream>): Upstream => {
    const socket = connect(port, '127.0.0.1');
    socket.setNoDelay(true);
    const upstream: Upstream = { socket, running: undefined, served: 0, lastAsker: '' };
    socket.on('data', (bytes: Buffer) => take(upstream, bytes));
    socket.on('error', () => socket.destroy());
    socket.on('close', () => end(upstream));
    pool.add(upstream);
    opened += 1;
    return upstream;
  };
  const send = (upstream: Upstream, one: Waiting): void => {
    const timer = setTimeout(() => {
      drop(upstream);
      finish(upstream, (ms, received) => ({ kind: 'hung', ms, received }));
      next();
    }, hangMs);
    const reader = createAnswerReader(one.request.method, isStream);
    upstream.running = { ...one, reader, timer, startedAt: performance.now(), received: 0 };
    upstream.lastAsker = one.request.asker;
    upstream.socket.write(one.request.bytes);
  };
  /** Gives each free connection a request of a different owner than its previous one. */
  const next = (): void => {
    while (waiting.length > 0) {
      let free = [...shared].find(({ running }) => !running);
      if (!free && shared.size < connections) free = open(shared);
      if (!free) return;
      const { lastAsker } = free;
      const other = waiting.findIndex(({ request }) => request.asker !== lastAsker);
      const [one] = waiting.splice(Math.max(0, other), 1);
      if (one) send(free, one);
    }
  };
  return {
    ask: (request) =>
      new Promise((settle) => {
        if (request.isAlone === true) {
          send(open(alone), { request, settle });
          return;
        }
        waiting.push({ request, settle });
        next();
      }),
    opened: () => opened,
    close() {
      for (const { socket } of [...shared, ...alone]) socket.destroy();
    },
  };
}
