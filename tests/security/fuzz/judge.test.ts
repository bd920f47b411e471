import { createServer, type AddressInfo, type Server } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { calls } from '#contract/index.ts';
import { problem } from '#contract/errors.ts';
import { createSeeded } from '#tests/faults/seeded.ts';
import { createExaminer, dress, keyOf, type Examiner } from './examiner.ts';
import type { Rule } from './judge.ts';

let upstream: Server | undefined;
let examiner: Examiner | undefined;
afterEach(async () => {
  examiner?.close();
  await new Promise((resolve) => upstream?.close(resolve));
});

const foreignId = '7f8d1c1e-34a0-4f5b-9c55-0d3d54c9b001';
const ok = JSON.stringify({ name: 'A. Rao', email: 'asha@ward.test', phone: '1' });

/** Answers each request with these bytes, in which `KEY` is replaced by its key. */
async function examinerOf(answer: string, ...rest: string[]): Promise<Examiner> {
  upstream = createServer((socket) => {
    const left = [answer, ...rest];
    socket.on('error', () => undefined);
    socket.on('data', (bytes) => {
      const key = /Idempotency-Key: (\S+)/i.exec(bytes.toString())?.[1] ?? '';
      const text = left.length > 1 ? left.shift() : left[0];
      socket.write((text ?? '').replaceAll('KEY', key));
    });
  });
  await new Promise<void>((resolve) => upstream?.listen(0, '127.0.0.1', resolve));
  const { port } = upstream.address() as AddressInfo;
  examiner = createExaminer({ port, connections: 1, hangMs: 300, random: createSeeded(1) });
  examiner.owners.add('City');
  examiner.owners.add('Lake');
  examiner.owners.learn(foreignId, 'Lake', '');
  return examiner;
}

const http = (status: number, body: string, headers: Record<string, string> = {}): string => {
  const all = {
    'x-ward-protocol': '1',
    'x-content-type-options': 'nosniff',
    'idempotency-key': 'KEY',
    'content-type': status < 400 ? 'application/json' : 'application/problem+json',
    'content-length': String(Buffer.byteLength(body)),
    ...headers,
  };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${status} X\r\n${lines.join('')}\r\n${body}`;
};

/** Reads the user's profile in City and returns the rules that the response breaks. */
async function rulesBroken(by: Examiner): Promise<Rule[]> {
  const base = { method: 'GET', target: '/api/Auth/profile', headers: [], body: undefined, framing: 'length' } as const;
  const draft = dress({ ...base, headers: [] }, { token: 't', cookie: '' }, createSeeded(2));
  await by.exchange(0, 'profile', {
    tenant: 'City',
    draft,
    key: keyOf(draft),
    spec: calls.profile,
    namesForeign: false,
  });
  return by.tally.findings.map(({ rule }) => rule);
}

test('a correct response is not a finding', async () => {
  expect(await rulesBroken(await examinerOf(http(200, ok)))).toEqual([]);
});

const failed = JSON.stringify(problem('server.failed'));
const refused = JSON.stringify(problem('record.unknown'));
test.each<[string, string, Rule[]]>([
  ['500', http(500, failed), ['a failure of the server']],
  [
    'an error in HTML',
    http(404, '<h1>Not found</h1>', { 'content-type': 'text/html' }),
    ['an error that is no problem document'],
  ],
  ['an error without a known code', http(404, '{"code":"x"}'), ['an error that is no problem document']],
  ['a problem with another status', http(400, refused), ['an error that is no problem document']],
  [
    'an id of the other hospital',
    http(200, JSON.stringify({ name: foreignId, email: '', phone: '' })),
    ['something of the other hospital'],
  ],
  [
    'a word of the other hospital',
    http(200, JSON.stringify({ name: 'lake-17', email: '', phone: '' })),
    ['something of the other hospital'],
  ],
  [
    'a word of the other hospital in a header',
    http(200, ok, { 'content-disposition': 'Lake-1.pdf' }),
    ['something of the other hospital'],
  ],
  ["another request's key", http(200, ok, { 'idempotency-key': 'other' }), ["another asker's answer"]],
  ['no key', http(200, ok).replace('idempotency-key: KEY\r\n', ''), ["another asker's answer"]],
  ['too long a length', http(200, ok, { 'content-length': '500' }), ['no answer']],
  ['too short a length', http(200, ok, { 'content-length': '3' }), ['a broken frame', 'not what the contract says']],
  [
    'two lengths',
    http(200, ok).replace('content-length', 'content-length: 1\r\ncontent-length'),
    ['a broken frame', 'not what the contract says'],
  ],
  ['bytes after the response', `${http(200, ok)}HTTP/1.1 200 OK\r\n`, ['a broken frame']],
  [
    'SQL',
    http(500, JSON.stringify({ ...problem('server.failed'), detail: 'select "id" from "task"' })),
    ['a failure of the server', 'the inside of the server shown'],
  ],
  ['a missing field', http(200, '{"name":"A. Rao"}'), ['not what the contract says']],
  ['no nosniff', http(200, ok, { 'x-content-type-options': 'x' }), ['a header missing']],
])('%s is a finding', async (_what, answer, rules) => {
  expect([...new Set(await rulesBroken(await examinerOf(answer)))]).toEqual(rules);
});

test('leftover bytes of a response are found when the next one arrives', async () => {
  const by = await examinerOf(http(200, ok), `rest of it${http(200, ok)}`);
  expect(await rulesBroken(by)).toEqual([]);
  expect(await rulesBroken(by)).toContain('a broken frame');
});
