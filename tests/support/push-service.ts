import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What a push service does with a message: its status, silence, or a connection that breaks once it has the message. */
export type PushAnswer = { status: number; retryAfter?: number | string } | 'hang' | 'lost';

/** A message that has reached a browser. */
export interface Shown {
  browser: string;
  title: string;
  body: string;
  navigate: string;
  tag: string;
  /** How urgent it is, and how long the push service keeps it. */
  urgency: string;
  ttl: number;
  at: number;
}

/** A subscription as a browser gives it to the app. */
export interface Browser {
  endpoint: string;
  p256dh: string;
  auth: string;
  appUrl: string;
}

/** A push service on this machine, with the browsers that it serves. */
export interface PushService {
  /** All messages, also those that came twice. */
  shown: Shown[];
  /** What it refused, in words: a message that RFC 8291 or 8292 does not allow. */
  faults: string[];
  /** Subscribes a browser to the sender with this key. */
  subscribe(name: string, applicationServerKey: string): Browser;
  /** Ends a subscription as its browser does. */
  end(browser: Browser): void;
  close(): Promise<void>;
}

const curve = 'prime256v1';
const appUrl = 'https://ward.example.org';
const bytes = (text: string): Buffer => Buffer.from(text, 'base64url');
const derive = (secret: Buffer, salt: Buffer, info: Buffer, length: number): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, salt, info, length));

interface Subscribed {
  name: string;
  key: string;
  pair: ReturnType<typeof createECDH>;
  auth: Buffer;
}

/** Starts a push service; `answer` decides what happens to each message. */
export async function startPushService(answer: () => PushAnswer = () => ({ status: 201 })): Promise<PushService> {
  const subscribed = new Map<string, Subscribed>();
  const shown: Shown[] = [];
  const faults: string[] = [];
  let origin = '';
  const server = createServer((request, response) => {
    void read(request).then((body) => {
      const to = subscribed.get(request.url ?? '');
      const act = to ? answer() : { status: 410 };
      if (act === 'hang') return;
      const isTaken = act === 'lost' || act.status === 201;
      if (to && isTaken) {
        try {
          checkSender(request, origin, to.key);
          shown.push(readMessage(request, decrypt(body, to), to.name));
        } catch (error) {
          faults.push(String(error));
        }
      }
      if (act === 'lost') response.destroy();
      else
        response
          .writeHead(act.status, 'retryAfter' in act ? { 'retry-after': String(act.retryAfter) } : {})
          .end('secret');
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    shown,
    faults,
    subscribe(name, key) {
      const pair = createECDH(curve);
      pair.generateKeys();
      const path = `/push/${randomBytes(12).toString('hex')}`;
      const auth = randomBytes(16);
      subscribed.set(path, { name, key, pair, auth });
      const p256dh = pair.getPublicKey().toString('base64url');
      return { endpoint: `${origin}${path}`, p256dh, auth: auth.toString('base64url'), appUrl };
    },
    end: ({ endpoint }) => void subscribed.delete(new URL(endpoint).pathname),
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

async function read(request: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts);
}

/** Verifies who sent a message. Source: RFC 8292. Throws: Error. */
function checkSender({ headers }: IncomingMessage, origin: string, key: string): void {
  const [, token = '', sender = ''] = /^vapid t=([^,]+), k=(.+)$/.exec(headers.authorization ?? '') ?? [];
  if (sender !== key) throw new Error('Another sender than the subscription names');
  const [head = '', claims = '', signature = ''] = token.split('.');
  const point = bytes(key);
  const jwk = { kty: 'EC', crv: 'P-256', x: part(point, 1), y: part(point, 33) };
  const publicKey = { key: createPublicKey({ key: jwk, format: 'jwk' }), dsaEncoding: 'ieee-p1363' as const };
  if (!verify('sha256', Buffer.from(`${head}.${claims}`), publicKey, bytes(signature))) {
    throw new Error('The signature of the sender is wrong');
  }
  if (JSON.parse(bytes(head).toString()).alg !== 'ES256') throw new Error('Not ES256');
  const { aud, exp, sub } = JSON.parse(bytes(claims).toString()) as { aud: string; exp: number; sub: string };
  const left = exp - Date.now() / 1000;
  if (aud !== origin || left < 0 || left > 86_400) throw new Error(`Not for this service now: ${aud}, ${exp}`);
  if (!/^(https:\/\/|mailto:)/.test(sub)) throw new Error(`Nobody to ask: ${sub}`);
}

const part = (point: Buffer, from: number): string => point.subarray(from, from + 32).toString('base64url');

/** Decrypts a message of one record. Source: RFC 8291 and 8188. Throws: Error. */
function decrypt(body: Buffer, { pair, auth }: Subscribed): string {
  const salt = body.subarray(0, 16);
  const recordSize = body.readUInt32BE(16);
  const keyLength = body[20] ?? 0;
  const sender = body.subarray(21, 21 + keyLength);
  const record = body.subarray(21 + keyLength);
  if (body.length > 4096 || record.length > recordSize) throw new Error(`Too long: ${body.length}`);
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), pair.getPublicKey(), sender]);
  const secret = derive(pair.computeSecret(sender), auth, info, 32);
  const key = derive(secret, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16);
  const nonce = derive(secret, salt, Buffer.from('Content-Encoding: nonce\0'), 12);
  const decipher = createDecipheriv('aes-128-gcm', key, nonce);
  decipher.setAuthTag(record.subarray(-16));
  const plain = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()]);
  const end = plain.findLastIndex((byte) => byte !== 0);
  if (plain[end] !== 2) throw new Error('The last record has no delimiter');
  return plain.subarray(0, end).toString();
}

/** Reads a declarative message as Safari does. Throws: Error. */
function readMessage({ headers }: IncomingMessage, text: string, browser: string): Shown {
  if (headers['content-encoding'] !== 'aes128gcm') throw new Error('Not aes128gcm');
  if (!/^[\w-]{1,32}$/.test(String(headers['topic']))) throw new Error('No topic');
  const { web_push: version, notification } = JSON.parse(text) as { web_push: number; notification: Shown };
  if (version !== 8030 || notification.title === '' || !URL.canParse(notification.navigate)) {
    throw new Error(`Not declarative: ${text}`);
  }
  const { title, body, navigate, tag } = notification;
  const urgency = String(headers['urgency']);
  return { browser, title, body, navigate, tag, urgency, ttl: Number(headers['ttl']), at: Date.now() };
}
