import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { TicketDetails } from '#contract/calls/ticket/ticket.ts';
import { type PushService, startPushService } from '#tests/support/push-service.ts';
import { seedHospital, type SeededHospital } from '#tests/support/seed.ts';
import type { TestDatabase } from '#tests/support/test-database.ts';
import { type ChildServer, startChild } from './child-server.ts';
import { urlOf } from './processes.ts';
import { subscribePhone } from './pushes.ts';
import { type Ask, askOver, signIn, until } from './writer.ts';

/** Critical tickets that nobody accepts. */
const unaccepted = 5;
/** The time for a critical ticket, by which the campaign moves times into the past. */
const within = '15 minutes';
/** How soon an urgent ticket reaches the engineer on duty. Units: milliseconds. */
const soonMs = 5_000;
/** Servers look every 15 s; on a busy machine they take longer. Units: milliseconds. */
const stepMs = 60_000;
/** The levels by the book; the engineer on duty is also the one who is named. */
const book = ['on-duty', 'person', 'office'];
/** How many of these levels the engineer's phone hears. */
const onPhone = 2;

/** The result of tickets that nobody accepts while a server is killed in the middle of a step. */
export interface EscalationsReport {
  faults: string[];
  tickets: number;
  steps: number;
  slowestPushMs: number;
  /** From the kill to the same step by the other server. */
  afterKillMs: number;
}

/**
 * Lets two servers share a database, kills the one that is taking the first step of some tickets, starts it again, and
 * follows the tickets through `levels` steps. Each step has to be on the timeline and on the phone of the engineer on
 * duty once, and accepting a ticket has to end its steps.
 */
export async function escalateThroughKill(
  database: TestDatabase,
  dataDir: string,
  levels: number,
): Promise<EscalationsReport> {
  const hospital = await seedHospital(database.db, { name: 'City Hospital', prefix: '', now: new Date() });
  const service = await startPushService();
  const open = (name: string) =>
    startChild({
      DATABASE_URL: `${urlOf(database)}${urlOf(database).includes('?') ? '&' : '?'}application_name=${name}`,
      DATA_DIR: dataDir,
      PUSH_PRIVATE: 'true',
    });
  const servers = new Map<string, ChildServer>();
  for (const name of ['walk-one', 'walk-two']) servers.set(name, await open(name));
  const report: EscalationsReport = { faults: [], tickets: 0, steps: 0, slowestPushMs: 0, afterKillMs: 0 };
  const { faults } = report;
  const wait = async (what: string, isSo: () => Promise<boolean>) => {
    if ((await seen(async () => ((await isSo()) ? true : undefined), stepMs)) === undefined) faults.push(what);
  };
  try {
    await Promise.all([...servers.values()].map((server) => server.ready()));
    const port = () => [...servers.values()][0]?.port ?? 0;
    const ask = askOver(port);
    const engineer = await signIn(ask, hospital.users.bme);
    const office = await signIn(ask, hospital.users.hospital);
    await subscribePhone(service, port(), engineer);
    await nameEngineer(port(), office, hospital.users.bme.id);
    const ids: string[] = [];
    for (let ticket = 0; ticket <= unaccepted; ticket += 1) {
      const { id, tookMs } = await ring(ask, office, hospital, service);
      if (tookMs >= soonMs) faults.push(`ticket ${id} reached no phone within ${soonMs / 1000} s`);
      report.slowestPushMs = Math.max(report.slowestPushMs, tookMs);
      ids.push(id);
    }
    report.tickets = ids.length;
    const [accepted = '', ...others] = ids;

    const { killedAt, again } = await killInStep(database, servers, open);
    await wait('the step of the killed server was not taken', async () => isAt(await readSteps(database), ids, 1));
    report.afterKillMs = Date.now() - killedAt;
    const headers = { ...engineer, 'Idempotency-Key': randomUUID() };
    const body = { ticketId: accepted };
    await until(() => ask({ method: 'POST', url: '/api/BreakDown/accept', headers, body }));
    await again();

    for (let level = 2; level <= levels; level += 1) {
      await database.pool.query(
        `update work_event set at = at - interval '${within}', received_at = received_at - interval '${within}'
         where kind = 'unaccepted'`,
      );
      await wait(`step ${level} was not taken`, async () => isAt(await readSteps(database), others, level));
    }
    // In this time both servers look once more.
    await pause(16_000);
    const steps = await readSteps(database);
    const rung = (id: string) => service.shown.filter(({ tag }) => tag.startsWith(`${id}-unaccepted-`)).length;
    for (const id of ids) {
      const wanted = id === accepted ? 1 : levels;
      const told = steps.get(id) ?? [];
      report.steps += told.length;
      if (told.join() !== book.slice(0, wanted).join()) faults.push(`ticket ${id} told ${told.join()}`);
      const { json } = await until(() => ask({ method: 'GET', url: `/api/BreakDown/${id}`, headers: engineer }));
      const lines = (json as TicketDetails).timeline.filter(({ text }) => text.startsWith('No one accepted'));
      if (lines.length !== wanted) faults.push(`the timeline of ticket ${id} has ${lines.length} steps`);
      if (rung(id) !== Math.min(wanted, onPhone)) faults.push(`the phone rang ${rung(id)} times for ticket ${id}`);
    }
    faults.push(...service.faults);
  } catch (error) {
    faults.push(String(error));
  } finally {
    await Promise.all([...servers.values()].map((server) => server.end('SIGTERM')));
    await service.close();
  }
  return report;
}

/** Returns what a look finds, or undefined if it finds nothing in time. */
async function seen<T>(look: () => Promise<T | undefined> | T | undefined, limitMs: number): Promise<T | undefined> {
  const deadline = Date.now() + limitMs;
  while (Date.now() < deadline) {
    const found = await look();
    if (found !== undefined) return found;
    await pause(10);
  }
  return undefined;
}

/**
 * Makes a step due, stops the server that takes it in the middle of its transaction, because nobody may write events,
 * and kills that server. `again` starts it once more. Throws: Error if no server takes the step.
 */
async function killInStep(
  database: TestDatabase,
  servers: Map<string, ChildServer>,
  open: (name: string) => Promise<ChildServer>,
): Promise<{ killedAt: number; again: () => Promise<void> }> {
  const holding = await database.pool.connect();
  try {
    await holding.query('begin');
    await holding.query('lock table work_event in share mode');
    await database.pool.query(`update ticket set received_at = received_at - interval '${within}'`);
    const name = await seen(async () => {
      const { rows } = await database.pool.query<{ name: string }>(
        `select application_name as name from pg_stat_activity
         where wait_event_type = 'Lock' and application_name like 'walk-%' and query ilike '%insert into%work_event%'`,
      );
      return rows[0]?.name;
    }, stepMs);
    if (name === undefined) throw new Error('No server took a step.');
    await servers.get(name)?.end('SIGKILL');
    servers.delete(name);
    const again = async () => {
      const server = await open(name);
      servers.set(name, server);
      await server.ready();
    };
    return { killedAt: Date.now(), again };
  } finally {
    await holding.query('rollback');
    holding.release();
  }
}

/** Reads whom the steps of each ticket told, in order. */
async function readSteps({ pool }: TestDatabase): Promise<Map<string, string[]>> {
  const { rows } = await pool.query<{ id: string; told: string[] }>(
    `select owner_id as id, array_agg(data ->> 'told' order by id) as told from work_event
     where kind = 'unaccepted' group by owner_id`,
  );
  return new Map(rows.map(({ id, told }) => [id, told]));
}

const isAt = (steps: ReadonlyMap<string, string[]>, ids: readonly string[], level: number): boolean =>
  ids.every((id) => steps.get(id)?.length === level);

/** Names the engineer who is told after those on duty. */
async function nameEngineer(port: number, office: Record<string, string>, personId: string): Promise<void> {
  const url = `http://127.0.0.1:${port}/api/Notices/settings`;
  const settings = (await (await fetch(url, { headers: office })).json()) as Record<string, unknown>;
  const headers = { ...office, 'content-type': 'application/json', 'Idempotency-Key': randomUUID() };
  const { status } = await fetch(url, { method: 'PUT', headers, body: JSON.stringify({ ...settings, personId }) });
  if (status !== 200) throw new Error(`The engineer could not be named: ${status}`);
}

/** Reports a critical ticket and waits until it is on the phone. */
async function ring(
  ask: Ask,
  office: Record<string, string>,
  { devices }: SeededHospital,
  { shown }: PushService,
): Promise<{ id: string; tookMs: number }> {
  const at = Date.now();
  const body = {
    installationBaseId: Object.values(devices)[0],
    issueType: 'Electrical',
    problemReported: 'No power',
    priority: 'Critical',
    reportedDate: new Date(at).toISOString(),
  };
  const headers = { ...office, 'Idempotency-Key': randomUUID() };
  const { json } = await until(() => ask({ method: 'POST', url: '/api/BreakDown', headers, body }));
  const { id } = json as { id: string };
  const found = await seen(() => shown.find(({ navigate }) => navigate.endsWith(`/breakdown/${id}`)), soonMs);
  return { id, tookMs: found ? found.at - at : soonMs };
}
