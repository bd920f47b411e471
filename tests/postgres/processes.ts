import { connect, createServer, type AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { seedHospital } from '#tests/support/seed.ts';
import type { TestDatabase } from '#tests/support/test-database.ts';
import { startChild, type ChildServer } from './child-server.ts';
import { joinSockets } from './join-sockets.ts';
import { judge } from './judge.ts';
import { askOver, pullTickets, reportOnce, signIn, type Ledger } from './writer.ts';

/** A live event that takes longer counts as lost. Units: milliseconds. */
const eventMaxMs = 5_000;

/** Returns the `DATABASE_URL` of a database that a test has started. */
export function urlOf({ connection }: Pick<TestDatabase, 'connection'>): string {
  const { connectionString, user, host, port, database } = connection;
  if (connectionString !== undefined) return connectionString;
  return `postgres://${String(user)}@/${String(database)}?host=${encodeURIComponent(String(host))}&port=${port}`;
}

/** Starts servers simultaneously on an empty database, and reports the outcome. */
export async function raceMigrations(
  url: string,
  dataDir: string,
  count: number,
): Promise<{ faults: string[]; seconds: number }> {
  const begun = performance.now();
  const servers: ChildServer[] = [];
  const faults: string[] = [];
  try {
    for (let at = 0; at < count; at += 1) servers.push(await startChild({ DATABASE_URL: url, DATA_DIR: dataDir }));
    await Promise.all(servers.map((server) => server.ready()));
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    const found = await client.query<{ migrations: string; different: string; admins: string; epochs: string }>(`select
      (select count(*) from drizzle.__drizzle_migrations) as migrations,
      (select count(distinct created_at) from drizzle.__drizzle_migrations) as different,
      (select count(*) from app_user where role = 'Admin') as admins,
      (select count(*) from app_meta where name = 'epoch') as epochs`);
    await client.end();
    const { migrations, different, admins, epochs } = found.rows[0] ?? {};
    if (migrations !== different || migrations === '0') faults.push(`${migrations} migrations, ${different} different`);
    if (admins !== '1') faults.push(`${admins} administrators`);
    if (epochs !== '1') faults.push(`${epochs} epochs`);
  } catch (error) {
    faults.push(String(error));
  } finally {
    await Promise.all(servers.map((server) => server.end('SIGTERM')));
  }
  return { faults, seconds: (performance.now() - begun) / 1000 };
}

/** The result of several API processes behind one address. */
export interface ProcessesReport {
  faults: string[];
  writes: number;
  events: number;
  slowestEventMs: number;
}

/** Lets `processes` servers share a database behind one address that takes turns, with a tablet listening at each. */
export async function shareDatabase(
  database: TestDatabase,
  dataDir: string,
  { processes, writes }: { processes: number; writes: number },
  env: Record<string, string> = {},
): Promise<ProcessesReport> {
  const now = new Date();
  const hospital = await seedHospital(database.db, { name: 'City Hospital', prefix: '', now });
  const servers = await Promise.all(
    Array.from({ length: processes }, () => startChild({ DATABASE_URL: urlOf(database), DATA_DIR: dataDir, ...env })),
  );
  const faults: string[] = [];
  const ledger: Ledger = { acknowledged: new Set(), attempts: 0, replays: 0 };
  const proxy = await openTurnProxy(servers.map(({ port }) => port));
  const streams: EventStream[] = [];
  let slowestEventMs = 0;
  let events = 0;
  try {
    await Promise.all(servers.map((server) => server.ready()));
    const ask = askOver(() => proxy.port);
    const headers = await signIn(ask, hospital.users.bme);
    for (const { port } of servers) streams.push(await listen(port, headers));
    for (let count = 0; count < writes; count += 1) {
      const sentAt = performance.now();
      await reportOnce(ask, headers, hospital, ledger);
      const head = await database.pool.query<{ version: string }>('select version from hospital_head');
      const version = Number(head.rows[0]?.version);
      for (const [at, stream] of streams.entries()) {
        const heardAt = await stream.heard(version);
        if (heardAt === undefined) faults.push(`process ${at + 1} did not tell of version ${version}`);
        else slowestEventMs = Math.max(slowestEventMs, heardAt - sentAt);
        events += 1;
      }
    }
    const pulled = new Set<string>();
    await pullTickets(ask, headers, 0, pulled);
    const served = proxy.connections();
    if (served.some((count) => count === 0)) faults.push(`a process got no connection: ${served.join(', ')}`);
    faults.push(...(await judge(database.pool, ledger, pulled)));
  } catch (error) {
    faults.push(String(error));
  } finally {
    for (const stream of streams) stream.close();
    await proxy.close();
    await Promise.all(servers.map((server) => server.end('SIGTERM')));
  }
  return { faults, writes: ledger.acknowledged.size, events, slowestEventMs: Math.round(slowestEventMs) };
}

interface EventStream {
  /** When a version, or a later one, was heard; undefined when it was not in time. */
  heard(version: number): Promise<number | undefined>;
  close(): void;
}

async function listen(port: number, headers: Record<string, string>): Promise<EventStream> {
  const ending = new AbortController();
  const answer = await fetch(`http://127.0.0.1:${port}/api/Sync/events`, { headers, signal: ending.signal });
  let last = { version: 0, at: 0 };
  void (async () => {
    const text = answer.body?.pipeThrough(new TextDecoderStream());
    for await (const chunk of text ?? []) {
      for (const [, version] of chunk.matchAll(/data: (\d+)/g))
        last = { version: Number(version), at: performance.now() };
    }
  })().catch(() => undefined);
  return {
    async heard(version) {
      const deadline = performance.now() + eventMaxMs;
      while (performance.now() < deadline) {
        if (last.version >= version) return last.at;
        await pause(1);
      }
      return undefined;
    },
    close: () => ending.abort(),
  };
}

/** Opens one address in front of several ports; each new connection uses the next. */
async function openTurnProxy(
  ports: readonly number[],
): Promise<{ port: number; connections(): number[]; close(): Promise<void> }> {
  const counts = ports.map(() => 0);
  let turn = 0;
  const proxy = createServer((inner) => {
    const at = turn % ports.length;
    turn += 1;
    counts[at] = (counts[at] ?? 0) + 1;
    joinSockets(inner, connect(ports[at] ?? 0, '127.0.0.1'));
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  return {
    port: (proxy.address() as AddressInfo).port,
    connections: () => counts,
    close: () => new Promise((resolve) => proxy.close(() => resolve())),
  };
}
