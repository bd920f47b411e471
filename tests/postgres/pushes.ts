import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { type PushService, startPushService } from '#tests/support/push-service.ts';
import { seedHospital } from '#tests/support/seed.ts';
import type { TestDatabase } from '#tests/support/test-database.ts';
import { startChild } from './child-server.ts';
import { urlOf } from './processes.ts';
import { type Ask, askOver, signIn, until } from './writer.ts';

/** How soon an urgent ticket reaches the engineer on duty. Units: milliseconds. */
const soonMs = 5_000;
/** The same for a push that a server was sending when it was killed. Units: milliseconds. */
const afterKillMs = 30_000;
/** Tickets before and after the kill, and those in flight during it. */
const [calm, inBurst] = [5, 10];

/** The result of urgent tickets that are pushed while a server is killed. */
export interface PushesReport {
  faults: string[];
  tickets: number;
  slowestMs: number;
  slowestAfterKillMs: number;
  /** Messages that came a second time with the same tag, which a tablet shows once. */
  again: number;
}

/** Lets two servers share a database, and kills one of them while urgent tickets are pushed to an engineer. */
export async function pushThroughKill(database: TestDatabase, dataDir: string): Promise<PushesReport> {
  const hospital = await seedHospital(database.db, { name: 'City Hospital', prefix: '', now: new Date() });
  const service = await startPushService();
  const env = { DATABASE_URL: urlOf(database), DATA_DIR: dataDir, PUSH_PRIVATE: 'true' };
  const [kept, doomed] = await Promise.all([startChild(env), startChild(env)]);
  const report: PushesReport = { faults: [], tickets: 0, slowestMs: 0, slowestAfterKillMs: 0, again: 0 };
  try {
    await Promise.all([kept.ready(), doomed.ready()]);
    const ask = askOver(() => kept.port);
    await subscribePhone(service, kept.port, await signIn(ask, hospital.users.bme));
    const headers = await signIn(ask, hospital.users.hospital);
    const device = Object.values(hospital.devices)[0];
    /** Reports an urgent ticket and returns how long its push took, from the press of the button on. */
    const ring = async (by: Ask, limitMs: number): Promise<number> => {
      const key = randomUUID();
      const at = Date.now();
      const body = {
        installationBaseId: device,
        issueType: 'Electrical',
        problemReported: key,
        priority: 'Critical',
        reportedDate: new Date(at).toISOString(),
      };
      const sent = { ...headers, 'Idempotency-Key': key };
      const { json } = await until(() => by({ method: 'POST', url: '/api/BreakDown', headers: sent, body }));
      const { id } = json as { id: string };
      report.tickets += 1;
      while (Date.now() - at < limitMs) {
        const shown = service.shown.find(({ navigate }) => navigate.endsWith(`/breakdown/${id}`));
        if (shown) return shown.at - at;
        await pause(5);
      }
      report.faults.push(`ticket ${report.tickets} reached nobody within ${limitMs / 1000} s`);
      return limitMs;
    };
    const oneByOne = async (desks: readonly Ask[]) => {
      for (let count = 0; count < calm; count += 1) {
        const tookMs = await ring(desks[count % desks.length] ?? ask, soonMs);
        report.slowestMs = Math.max(report.slowestMs, tookMs);
      }
    };
    await oneByOne([ask, askOver(() => doomed.port)]);
    const before = service.shown.length;
    const burst = Promise.all(Array.from({ length: inBurst }, () => ring(ask, afterKillMs)));
    while (service.shown.length === before) await pause(1);
    await doomed.end('SIGKILL');
    report.slowestAfterKillMs = Math.max(...(await burst));
    await oneByOne([ask]);
    report.again = service.shown.length - new Set(service.shown.map(({ tag }) => tag)).size;
    if (report.again > inBurst) report.faults.push(`${report.again} messages came again`);
    report.faults.push(...service.faults);
  } catch (error) {
    report.faults.push(String(error));
  } finally {
    await Promise.all([kept.end('SIGTERM'), doomed.end('SIGTERM')]);
    await service.close();
  }
  return report;
}

/** Subscribes the phone of a signed-in user to the push service. */
export async function subscribePhone(
  service: PushService,
  port: number,
  headers: Record<string, string>,
): Promise<void> {
  const url = `http://127.0.0.1:${port}/api/Notices`;
  const { push } = (await (await fetch(`${url}/preferences`, { headers })).json()) as { push: { key: string } };
  const body = JSON.stringify(service.subscribe('phone', push.key));
  const sent = { ...headers, 'content-type': 'application/json' };
  const { status } = await fetch(`${url}/push`, { method: 'PUT', headers: sent, body });
  if (status !== 204) throw new Error(`The phone could not subscribe: ${status}`);
}
