import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';

/** Options of a flood: the server's address, the duration, and a session of the hospital. */
interface Flood {
  port: number;
  endsAt: number;
  token: string;
}

/** Responses by status; `closed` counts connections that the server closed without one. */
export type FloodTally = Record<string, number>;

/** The attacker's address on this machine: the server counts it separately from the monitoring client. */
const attacker = '127.0.0.2';
const slowEachMs = 200;
/** More than the server accepts from one address. */
const manyConnections = 4_500;

function open(port: number): Socket {
  const socket = connect({ port, host: '127.0.0.1', localAddress: attacker });
  socket.on('error', () => undefined);
  return socket;
}

function add(tally: FloodTally, outcome: string): void {
  tally[outcome] = (tally[outcome] ?? 0) + 1;
}

/** Sends one request on a new connection and counts the status of its response. */
async function send(port: number, tally: FloodTally, head: readonly string[], body = ''): Promise<void> {
  const socket = open(port);
  let answer = '';
  socket.on('data', (bytes: Buffer) => {
    if (answer.length < 16) answer += bytes.toString('latin1');
  });
  socket.write(
    `${head.join('\r\n')}\r\nhost: ward.test\r\nconnection: close\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
  );
  await once(socket, 'close').catch(() => undefined);
  add(tally, /^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1] ?? 'closed');
}

/** Keeps this many senders busy until the flood ends. */
async function together(senders: number, { endsAt }: Flood, once: () => Promise<void>): Promise<void> {
  const sender = async (): Promise<void> => {
    while (Date.now() < endsAt) await once();
  };
  await Promise.all(Array.from({ length: senders }, sender));
}

/** Holds connections open until the flood ends, writing to each now and then. */
async function hold(
  { port, endsAt }: Flood,
  tally: FloodTally,
  { count, first, piece }: { count: number; first: string; piece: string },
): Promise<void> {
  const sockets = Array.from({ length: count }, () => {
    const socket = open(port);
    socket.on('data', (bytes: Buffer) =>
      add(tally, /^HTTP\/1\.1 (\d{3})/.exec(bytes.toString('latin1'))?.[1] ?? 'data'),
    );
    socket.once('close', () => add(tally, 'closed'));
    if (first !== '') socket.write(first);
    return socket;
  });
  while (Date.now() < endsAt) {
    await pause(slowEachMs);
    if (piece !== '') for (const socket of sockets) if (socket.writable) socket.write(piece);
  }
  add(tally, 'held to the end');
  tally['held to the end'] = sockets.filter(({ closed, destroyed }) => !closed && !destroyed).length;
  for (const socket of sockets) socket.destroy();
}

const deep = (objects: number): string => '{"a":'.repeat(objects) + '1' + '}'.repeat(objects);
const asJson = (path: string, token?: string): string[] => [
  `POST /api${path} HTTP/1.1`,
  'content-type: application/json',
  ...(token === undefined ? [] : [`authorization: Bearer ${token}`]),
];

/** Floods by strangers and by one session. */
export const floods = {
  async 'nested JSON of strangers'(flood, tally) {
    const body = deep(640_000);
    await together(16, flood, () => send(flood.port, tally, asJson('/BreakDown'), body));
  },
  async 'nested JSON of a session'(flood, tally) {
    const body = deep(640_000);
    await together(4, flood, () => send(flood.port, tally, asJson('/BreakDown', flood.token), body));
  },
  async 'JSON of many values of a session'(flood, tally) {
    const body = `{"a":[${'{},'.repeat(1_390_000)}{}]}`;
    await together(4, flood, () => {
      const head = [...asJson('/BreakDown', flood.token), `idempotency-key: ${randomUUID()}`];
      return send(flood.port, tally, head, body);
    });
  },
  async 'slow bodies'(flood, tally) {
    const head = `${asJson('/Auth/login').join('\r\n')}\r\nhost: x\r\ncontent-length: 16000\r\n\r\n`;
    await hold(flood, tally, { count: 1_000, first: head, piece: '{' });
  },
  async 'slow headers'(flood, tally) {
    await hold(flood, tally, { count: 1_000, first: 'GET /api/health/live HTTP/1.1\r\n', piece: 'x-a: b\r\n' });
  },
  async 'many connections'(flood, tally) {
    await hold(flood, tally, { count: manyConnections, first: '', piece: '' });
  },
  async 'event streams of a session'(flood, tally) {
    const head = `GET /api/Sync/events HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${flood.token}\r\n\r\n`;
    await hold(flood, tally, { count: 600, first: head, piece: '' });
  },
  async headers(flood, tally) {
    const large = [`GET /api/health/live HTTP/1.1`, `x-large: ${'x'.repeat(64 * 1024)}`];
    const many = [`GET /api/health/live HTTP/1.1`, ...Array.from({ length: 1_500 }, (_each, at) => `x-${at}: 1`)];
    await together(16, flood, async () => {
      await send(flood.port, tally, large);
      await send(flood.port, tally, many);
    });
  },
  async 'sign-ins at every account'(flood, tally) {
    let at = 0;
    await together(32, flood, () => {
      const body = JSON.stringify({ email: `guess-${(at += 1)}@ward.test`, password: 'a guess' });
      return send(flood.port, tally, asJson('/Auth/login'), body);
    });
  },
  async 'empty sign-ins'(flood, tally) {
    await together(32, flood, () => send(flood.port, tally, asJson('/Auth/login'), '{}'));
  },
  /** From labels of one hospital; nothing solves the proof of work that the server asks for. */
  async 'fault reports of one address'(flood, tally) {
    const answer = await fetch(`http://127.0.0.1:${flood.port}/api/InstallationBase/paged?status=in-use`, {
      headers: { authorization: `Bearer ${flood.token}` },
    });
    const { items } = (await answer.json()) as { items: { serialNumber: string }[] };
    let at = 0;
    await together(32, flood, () => {
      const { serialNumber } = items[(at += 1) % items.length] ?? { serialNumber: '' };
      const [id, browser, secret] = [randomUUID(), randomUUID(), randomUUID()];
      const now = new Date().toISOString();
      const report = { id, browser, secret, serialNumber, kind: 'other', text: 'x'.repeat(500) };
      const body = JSON.stringify({ ...report, reportedAt: now, sentAt: now });
      return send(flood.port, tally, asJson('/FaultReports'), body);
    });
  },
} satisfies Record<string, (flood: Flood, tally: FloodTally) => Promise<void>>;

export type FloodName = keyof typeof floods;

/** Runs as a separate program, so that its cost does not affect the process that measures response times. */
if (process.argv[1] === import.meta.filename) {
  const { values } = parseArgs({
    options: {
      flood: { type: 'string', default: '' },
      port: { type: 'string', default: '' },
      seconds: { type: 'string', default: '' },
      token: { type: 'string', default: '' },
    },
  });
  const tally: FloodTally = {};
  const endsAt = Date.now() + Number(values.seconds) * 1000;
  await floods[values.flood as FloodName]({ port: Number(values.port), endsAt, token: values.token }, tally);
  console.log(JSON.stringify(tally));
  process.exit(0);
}
