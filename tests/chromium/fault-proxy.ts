import { Agent, createServer, request as askUpstream } from 'node:http';
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { problem } from '#contract/errors.ts';
import { idempotencyHeader, protocolHeader, protocolVersion } from '#contract/calls/sync.ts';
import type { Seeded } from '#tests/faults/seeded.ts';

/** The faults of single requests. The first four affect any call, the others only writes. */
export const weatherKinds = [
  'portal page with 200',
  '503 of a proxy',
  'connection cut before the server',
  'delayed',
  '503 of our own',
  'answer dropped after commit',
  'answer cut in the middle',
  'request doubled on the way',
  'half-open socket before the server',
  'half-open socket after commit',
] as const;
export type WeatherKind = (typeof weatherKinds)[number];
const anyCallKinds = 4;

/** Sockets that hang on one tablet at once; each takes the sender's full timeout of 20 s. */
const mostHeld = 1;
const longestDelayMs = 400;

const portalPage = '<!doctype html><title>Guest Wi-Fi</title><h1>Please accept the terms of this network</h1>';

/** A complete answer of the server. */
interface Answer {
  status: number;
  headers: OutgoingHttpHeaders;
  body: Buffer;
}

/** The network between one tablet and the server, with the faults of hospital networks. */
export interface FaultProxy {
  /** The address that the tablet uses. */
  origin: string;
  /** Share of API calls that fail in some way; 0 is a good network. */
  share: number;
  /** Delay of every write, so that a fault hits a request in progress. Units: ms. */
  slownessMs: number;
  /** Lets only the app's files through and cuts API connections. */
  apiCut: boolean;
  /** Drops all connections and refuses new ones. */
  cut(): void;
  mend(): void;
  /** Resolves when the tablet has sent a write, before the server receives it. */
  writeSeen(): Promise<void>;
  close(): Promise<void>;
}

/** Opens a proxy in front of `upstreamPort`, which may change; `onStrike` is called for each fault. */
export async function openFaultProxy(
  upstreamPort: () => number,
  random: Seeded,
  nextKind: (suits: (kind: WeatherKind) => boolean) => WeatherKind | undefined,
  onStrike: (kind: WeatherKind) => void,
): Promise<FaultProxy> {
  const agent = new Agent({ keepAlive: true, maxSockets: 64 });
  const sockets = new Set<Socket>();
  const watches = new Set<() => void>();
  let whole = true;
  let held = 0;

  /** Forwards a request to the server; a stream is passed on as it arrives and returns null. */
  function forward(incoming: IncomingMessage, body: Buffer, stream: ServerResponse | null): Promise<Answer | null> {
    return new Promise((resolve, reject) => {
      const { connection: _connection, 'transfer-encoding': _encoding, ...headers } = incoming.headers;
      const asked = askUpstream(
        {
          host: '127.0.0.1',
          port: upstreamPort(),
          agent,
          method: incoming.method,
          path: incoming.url,
          headers: { ...headers, ...(body.length > 0 && { 'content-length': String(body.length) }) },
        },
        (answer) => {
          const { connection: _c, 'keep-alive': _k, 'transfer-encoding': _t, ...answerHeaders } = answer.headers;
          const status = answer.statusCode ?? 502;
          if (stream) {
            stream.writeHead(status, answerHeaders);
            answer.pipe(stream);
            answer.on('error', () => stream.destroy());
            stream.on('close', () => asked.destroy());
            resolve(null);
            return;
          }
          const chunks: Buffer[] = [];
          answer.on('data', (chunk: Buffer) => chunks.push(chunk));
          answer.on('error', reject);
          answer.on('end', () => resolve({ status, headers: answerHeaders, body: Buffer.concat(chunks) }));
        },
      );
      asked.on('error', reject);
      asked.end(body);
    });
  }

  function send(outgoing: ServerResponse, { status, headers, body }: Answer): void {
    outgoing.writeHead(status, { ...headers, 'content-length': String(body.length) }).end(body);
  }

  function busy(incoming: IncomingMessage, outgoing: ServerResponse): void {
    const key = incoming.headers[idempotencyHeader.toLowerCase()];
    const headers = {
      'content-type': 'application/problem+json',
      'retry-after': '1',
      [protocolHeader]: protocolVersion,
      ...(key !== undefined && { [idempotencyHeader]: key }),
    };
    send(outgoing, { status: 503, headers, body: Buffer.from(JSON.stringify(problem('server.busy'))) });
  }

  /** Keeps the socket open and silent until the tablet times out or the network is cut. */
  function hang(outgoing: ServerResponse): void {
    held += 1;
    outgoing.once('close', () => {
      held -= 1;
    });
  }

  async function strike(kind: WeatherKind, incoming: IncomingMessage, outgoing: ServerResponse, body: Buffer) {
    onStrike(kind);
    const pass = async (): Promise<Answer | null> => forward(incoming, body, null);
    switch (kind) {
      case 'portal page with 200':
        send(outgoing, { status: 200, headers: { 'content-type': 'text/html' }, body: Buffer.from(portalPage) });
        return;
      case '503 of a proxy': {
        const headers = { 'content-type': 'text/html', 'retry-after': '1' };
        send(outgoing, { status: 503, headers, body: Buffer.from('<h1>503 Service Unavailable</h1>') });
        return;
      }
      case '503 of our own':
        busy(incoming, outgoing);
        return;
      case 'connection cut before the server':
        outgoing.destroy();
        return;
      case 'delayed': {
        await pause(1 + random.below(longestDelayMs));
        const answer = await pass();
        if (answer) send(outgoing, answer);
        return;
      }
      case 'answer dropped after commit':
        await pass();
        outgoing.destroy();
        return;
      case 'answer cut in the middle': {
        const answer = await pass();
        if (!answer) return;
        outgoing.writeHead(answer.status, { ...answer.headers, 'content-length': String(answer.body.length) });
        outgoing.write(answer.body.subarray(0, answer.body.length >> 1), () => outgoing.destroy());
        return;
      }
      case 'request doubled on the way': {
        const [answer] = await Promise.all([pass(), pass()]);
        if (answer) send(outgoing, answer);
        return;
      }
      case 'half-open socket before the server':
        hang(outgoing);
        return;
      case 'half-open socket after commit':
        await pass();
        hang(outgoing);
    }
  }

  /** Draws the fault of a request, if any. Sign-in is exempt, because people press the button again. */
  function fateOf(path: string, isWrite: boolean): WeatherKind | undefined {
    if (!path.startsWith('/api/') || /^\/api\/(Auth\/login|Sync\/events|health)/i.test(path)) return undefined;
    if (!random.chance(proxy.share)) return undefined;
    return nextKind((kind) => {
      if (kind.startsWith('half-open') && held >= mostHeld) return false;
      return isWrite || weatherKinds.indexOf(kind) < anyCallKinds;
    });
  }

  async function serve(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const path = incoming.url ?? '/';
    const isWrite = incoming.method === 'PUT' || incoming.headers[idempotencyHeader.toLowerCase()] !== undefined;
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks);
    if (isWrite) {
      for (const seen of watches) seen();
      watches.clear();
      if (proxy.slownessMs > 0) await pause(proxy.slownessMs);
    }
    if (proxy.apiCut && path.startsWith('/api/')) {
      outgoing.destroy();
      return;
    }
    const fate = fateOf(path, isWrite);
    if (fate !== undefined) {
      await strike(fate, incoming, outgoing, body);
      return;
    }
    const isStream = /^\/api\/Sync\/events/i.test(path);
    const answer = await forward(incoming, body, isStream ? outgoing : null);
    if (answer) send(outgoing, answer);
  }

  const server = createServer((incoming, outgoing) => {
    // A server that is down and a tablet that has left both close the connection.
    serve(incoming, outgoing).catch(() => outgoing.destroy());
  });
  server.on('connection', (socket) => {
    if (!whole) {
      socket.destroy();
      return;
    }
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));

  const proxy: FaultProxy = {
    origin: `http://localhost:${(server.address() as AddressInfo).port}`,
    share: 0,
    slownessMs: 0,
    apiCut: false,
    cut() {
      whole = false;
      for (const socket of sockets) socket.destroy();
    },
    mend() {
      whole = true;
    },
    writeSeen: () => new Promise((seen) => watches.add(seen)),
    close: () =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.destroy();
        agent.destroy();
        server.close(() => resolve());
      }),
  };
  return proxy;
}
