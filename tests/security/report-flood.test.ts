import { randomUUID } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { Worker } from 'node:worker_threads';
import type { Challenge } from 'altcha-lib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { solveProof } from '#tests/support/solve-proof.ts';
import { startTestServer, type TestServer } from '#tests/support/test-server.ts';
import { signIn, type Session } from './world.ts';

/** An assessor floods one hospital with reports from one address; everybody else works on. */

const flooders = 40;
/** The flood lasts until both are reached, so that a slow machine has one as well. */
const flood = { leastMs: 4_000, leastSent: 150 };
/** Between two requests of somebody who works. Units: milliseconds. */
const pauseMs = 100;
const serials = ['VENT-0001', 'VENT-0002', 'MON-0001', 'MON-0002', 'MON-0003'];

let server: TestServer;
let origin: string;
let engineer: Session;
beforeAll(async () => {
  server = await startTestServer();
  for (const hospital of [server.city, server.lake]) {
    const office = await server.as(hospital.users.hospital);
    const body = { isOn: true, helpline: '', keepDays: 90, labelLine: '' };
    await office.call('updateReportSettings', { body, key: randomUUID() });
  }
  engineer = await signIn(server, server.city.users.bme);
  await server.app.listen({ host: '127.0.0.1', port: 0 });
  origin = `http://127.0.0.1:${(server.app.server.address() as AddressInfo).port}/api`;
}, 60_000);
afterAll(() => server.close());

const report = (serialNumber: string, part: object = {}) => ({
  id: randomUUID(),
  serialNumber,
  browser: randomUUID(),
  secret: randomUUID(),
  kind: 'alarm',
  text: 'Flood',
  reportedAt: server.clock.now.toISOString(),
  sentAt: server.clock.now.toISOString(),
  ...part,
});
const send = (body: object) =>
  fetch(`${origin}/FaultReports`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

interface Flood {
  sent: number;
  taken: number;
  refused: number;
}

/** Sends reports with new ids and browsers and without a proof, from another thread: its work is not the server's. */
const flooder = `
  const { parentPort, workerData: { origin, at, leastMs, leastSent, flooders, serials } } = require('node:worker_threads');
  const flood = { sent: 0, taken: 0, refused: 0 };
  const end = performance.now() + leastMs;
  const attack = async (serialNumber) => {
    while (performance.now() < end || flood.sent < leastSent) {
      const id = () => crypto.randomUUID();
      const body = { id: id(), serialNumber, browser: id(), secret: id(), kind: 'other', text: 'x'.repeat(500), reportedAt: at, sentAt: at };
      const headers = { 'content-type': 'application/json' };
      const answer = await fetch(origin + '/FaultReports', { method: 'POST', headers, body: JSON.stringify(body) });
      await answer.arrayBuffer();
      flood.sent += 1;
      flood[answer.status === 201 ? 'taken' : 'refused'] += 1;
    }
  };
  Promise.all(Array.from({ length: flooders }, (_, at) => attack(serials[at % serials.length])))
    .then(() => parentPort.postMessage(flood));`;

function startFlood(): Promise<Flood> {
  const workerData = { origin, at: server.clock.now.toISOString(), ...flood, flooders, serials };
  const worker = new Worker(flooder, { eval: true, workerData });
  return new Promise((resolve, reject) => {
    worker.once('message', resolve);
    worker.once('error', reject);
  });
}

/** Makes requests one after the other as long as this holds; returns how long each took, slowest last. */
async function work(
  goesOn: () => boolean,
  ask: () => Promise<number>,
): Promise<{ statuses: number[]; tookMs: number[] }> {
  const statuses: number[] = [];
  const tookMs: number[] = [];
  while (goesOn()) {
    const began = performance.now();
    statuses.push(await ask());
    tookMs.push(performance.now() - began);
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
  return { statuses, tookMs: tookMs.sort((a, b) => a - b) };
}
const share = (tookMs: readonly number[], of: number): string =>
  `${(tookMs[Math.floor(tookMs.length * of)] ?? 0).toFixed(0)} ms`;
const figures = (name: string, { statuses, tookMs }: Awaited<ReturnType<typeof work>>): string =>
  `${name}: ${statuses.length} requests, median ${share(tookMs, 0.5)}, 95 % within ${share(tookMs, 0.95)}`;

const read = () =>
  fetch(`${origin}/Sync/changes?cursor=0&limit=500`, { headers: { authorization: `Bearer ${engineer.token}` } });

test('P304 a flood of one hospital leaves staff, other hospitals and honest reports alone', async () => {
  const calm = performance.now() + 1_000;
  const before = await work(
    () => performance.now() < calm,
    async () => (await read()).status,
  );
  let seen = 0;
  const honest = async (): Promise<number> => {
    seen += 1;
    const body = report('MON-0003', { text: `Honest ${seen}` });
    const first = await send(body);
    if (first.status !== 428) return first.status;
    const { context } = (await first.json()) as { context: { challenge: Challenge } };
    return (await send({ ...body, proof: await solveProof(context.challenge) })).status;
  };
  const lake = serials.map((serial) => `L${serial}`);
  const begun = performance.now();
  let isOver = false;
  const goesOn = () => !isOver;
  const [tally, staff, others, nurses] = await Promise.all([
    startFlood().finally(() => {
      isOver = true;
    }),
    work(goesOn, async () => (await read()).status),
    work(goesOn, async () => (await fetch(`${origin}/FaultReports/device/${lake[0]}`)).status),
    work(goesOn, honest),
  ]);
  const seconds = ((performance.now() - begun) / 1000).toFixed(1);
  const otherReports = await Promise.all(lake.map(async (serial) => (await send(report(serial))).status));
  console.log(
    [
      `flood: ${tally.sent} reports in ${seconds} s, taken ${tally.taken}, refused ${tally.refused}`,
      figures('staff before the flood', before),
      figures('staff during the flood', staff),
      figures('another hospital’s labels', others),
      figures('honest reports with their proof', nurses),
    ].join('\n'),
  );
  // Without a token ten an hour are accepted; a flooder without a proof of work gets no more.
  expect(tally.taken).toBeLessThanOrEqual(10);
  expect(new Set([...before.statuses, ...staff.statuses, ...others.statuses])).toEqual(new Set([200]));
  expect(new Set(nurses.statuses)).toEqual(new Set([201]));
  expect(new Set(otherReports)).toEqual(new Set([201]));
  expect(staff.tookMs.at(-1)).toBeLessThan(5_000);
}, 60_000);
