import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { RoundEntry } from '#contract/calls/round/submit.ts';
import { callPath, calls } from '#contract/index.ts';
import { idempotencyHeader } from '#contract/calls/sync.ts';
import type { Database } from '#server/db/database.ts';
import { comparedRow, type Bench, type BenchRow } from './bench.ts';
import { byClients, inTurn } from './http.ts';
import { signInAt, startBoth } from './servers.ts';
import { openWardDatabase, seedWard, type BenchWard } from './ward.ts';

const devicesEach = 40;
const templates = 64;
/** Number of clients, each submitting the rounds of one block. */
const loads = [
  { clients: 1, rounds: 40 },
  { clients: 8, rounds: 128 },
  { clients: 64, rounds: 256 },
];

/** Returns rounds in the past, one per template and day, in which nine of ten devices work. */
export function roundBody(ward: BenchWard, at: number): RoundEntry[] {
  const template = ward.templates[at % ward.templates.length]!;
  const day = new Date(Date.UTC(2022, 0, 1 + Math.floor(at / ward.templates.length), 9)).toISOString();
  return template.devices.map(({ id, serialNumber }, place) => ({
    installationBaseId: id,
    serialNumber,
    status: place % 20 === 7 ? 'Needs Attention' : place % 20 === 13 && at % 3 === 0 ? 'Not Working' : 'Operational',
    description: place % 20 === 7 || place % 20 === 13 ? 'Alarm does not sound' : '',
    confirmedBy: 'tap',
    observedAt: day,
    photos: [],
    date: day.slice(0, 10),
    dailyRoundTemplateId: template.id,
  }));
}

/** Returns the request that submits a round. */
export function roundCall(ward: BenchWard, at: number, headers: Record<string, string>) {
  return {
    method: 'POST',
    path: `/api${callPath(calls.submitRound)}`,
    headers: { ...headers, [idempotencyHeader]: randomUUID() },
    body: JSON.stringify(roundBody(ward, at)),
  };
}

/** Counts a hospital's rows in each table that a round writes. */
async function rowsOf(db: Database, hospitalId: string): Promise<string> {
  const tables = ['round', 'round_entry', 'downtime', 'sync_index', 'audit_entry', 'idempotency_key'];
  const counts = await Promise.all(
    tables.map(async (table) => {
      const found = await db.execute<{ n: string }>(
        sql`select count(*) as n from ${sql.identifier(table)} where hospital_id = ${hospitalId}`,
      );
      return `${table} ${found.rows[0]?.n}`;
    }),
  );
  return counts.join(', ');
}

/** Measures submitting rounds over HTTP, compared with a plain server that writes the same rows. */
export const serverBenches: readonly Bench[] = [
  {
    name: 'server rounds',
    async run({ say, times }) {
      const database = await openWardDatabase();
      try {
        const ward = await seedWard(database.db, 'A', { templates, devicesEach });
        const like = await seedWard(database.db, 'B', { templates, devicesEach });
        await database.db.execute('vacuum analyze');
        const both = await startBoth(database);
        const { ours, plain } = both;
        try {
          const session = await signInAt(ours, ward.hospital.users.bme.email);
          const done = { ours: 0, plain: 0 };
          const rows: BenchRow[] = [];
          for (const { clients, rounds } of loads) {
            const perSecond = (ms: number) => (rounds / ms) * 1000;
            const taken = await inTurn(
              times(3, 9),
              async () => {
                const first = done.ours;
                done.ours += rounds;
                return perSecond(
                  await byClients(clients, rounds, (at) => ours.ask(roundCall(ward, first + at, session))),
                );
              },
              async () => {
                const first = done.plain;
                done.plain += rounds;
                const who = { 'x-hospital': like.hospital.id, 'x-user': like.hospital.users.bme.id };
                return perSecond(
                  await byClients(clients, rounds, (at) =>
                    plain.ask({
                      method: 'POST',
                      path: '/rounds',
                      headers: { ...who, 'x-key': randomUUID() },
                      body: JSON.stringify(roundBody(like, first + at)),
                    }),
                  ),
                );
              },
            );
            rows.push(
              comparedRow({
                what: `Rounds of ${devicesEach} devices, ${clients} client${clients > 1 ? 's' : ''}, HTTP`,
                peerName: 'plain Fastify',
                unit: '/s',
                ...taken,
                atLeast: 0.6,
              }),
            );
          }
          say(`rows of ours:  ${await rowsOf(database.db, ward.hospital.id)}`);
          say(`rows of plain: ${await rowsOf(database.db, like.hospital.id)}`);
          return rows;
        } finally {
          await both.stop();
        }
      } finally {
        await database.close();
      }
    },
  },
];
