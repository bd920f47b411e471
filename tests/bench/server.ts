import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type pg from 'pg';
import type { RoundEntry } from '#contract/calls/round.ts';
import { callPath, calls } from '#contract/index.ts';
import { idempotencyHeader } from '#contract/calls/sync.ts';
import { buildApp } from '#server/app.ts';
import { createFileStore } from '#server/files/file-store.ts';
import { median } from './bench.ts';
import type { Bench } from './bench.ts';
import { noteStatements, recordInto, tokenOf } from './recorded.ts';
import type { Statement } from './recorded.ts';
import { openWardDatabase, seedWard } from './ward.ts';
import type { BenchWard } from './ward.ts';

const writers = 16;
const devicesEach = 20;
const templates = 64;
const roundsInBlock = 192;
const pairs = 7;

/** The statements of one submission, in their order. */
interface Recorded {
  key: string;
  statements: Statement[];
}

/** Rounds in the past, one a template and day: nine in ten devices work. */
function roundBody(ward: BenchWard, at: number): RoundEntry[] {
  const template = ward.templates[at % templates]!;
  const day = new Date(Date.UTC(2022, 0, 1 + Math.floor(at / templates), 9)).toISOString();
  return template.devices.map(({ id, serialNumber }, place) => ({
    installationBaseId: id,
    serialNumber,
    status: place === 7 ? 'Needs Attention' : place === 13 && at % 3 === 0 ? 'Not Working' : 'Operational',
    description: place === 7 || place === 13 ? 'Alarm does not sound' : '',
    confirmedBy: 'tap',
    observedAt: day,
    photos: [],
    date: day.slice(0, 10),
    dailyRoundTemplateId: template.id,
  }));
}

/** Does so many pieces of work, 16 at a time. Units: milliseconds. */
async function byWriters(count: number, work: (at: number) => Promise<void>): Promise<number> {
  const from = performance.now();
  let next = 0;
  const writer = async (): Promise<void> => {
    while (next < count) {
      next += 1;
      await work(next - 1);
    }
  };
  await Promise.all(Array.from({ length: writers }, writer));
  return performance.now() - from;
}

/** Replaces known ids with others, wherever they occur. */
function exchangeIds(value: unknown, ids: ReadonlyMap<string, string>): unknown {
  if (Array.isArray(value)) return value.map((each) => exchangeIds(each, ids));
  if (typeof value !== 'string') return value;
  return value.replaceAll(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, (id) => ids.get(id) ?? id);
}

async function bare(pool: pg.Pool, statements: Recorded['statements'], ids: ReadonlyMap<string, string>) {
  const client = await pool.connect();
  try {
    for (const { text, values } of statements)
      await client.query(
        text,
        values.map((value) => exchangeIds(value, ids)),
      );
  } finally {
    client.release();
  }
}

/** Every id of one hospital with its like in the other. */
function likenesses(one: BenchWard, other: BenchWard): Map<string, string> {
  const idsOf = ({ hospital, templates }: BenchWard) => [
    hospital.id,
    hospital.users.bme.id,
    ...templates.flatMap(({ id, devices }) => [id, ...devices.map((device) => device.id)]),
  ];
  const others = idsOf(other);
  return new Map(idsOf(one).map((id, at) => [id, others[at] ?? id]));
}

/** Submissions of rounds through the whole server, beside the same statements without it. */
export const serverBenches: readonly Bench[] = [
  {
    name: 'server rounds',
    async run({ say }) {
      const database = await openWardDatabase();
      const { pool, db } = database;
      noteStatements(pool);
      const app = await buildApp({
        ...database,
        now: () => new Date(),
        files: createFileStore(join(database.folder, 'files')),
      });
      try {
        const ward = await seedWard(db, 'A', { templates, devicesEach });
        const like = await seedWard(db, 'B', { templates, devicesEach });
        const ids = likenesses(ward, like);
        const authorization = `Bearer ${await tokenOf(app, ward.hospital.users.bme.email)}`;
        await db.execute('analyze');
        let rounds = 0;
        let statements = 0;
        const block = async (): Promise<{ ours: number; bare: number }> => {
          const done: Recorded[] = [];
          const first = rounds;
          rounds += roundsInBlock;
          const bodies = Array.from({ length: roundsInBlock }, (_none, at) =>
            JSON.stringify(roundBody(ward, first + at)),
          );
          const ours = await byWriters(roundsInBlock, async (at) => {
            const recorded: Recorded = { key: randomUUID(), statements: [] };
            const answer = await recordInto(recorded.statements, async () =>
              app.inject({
                method: 'POST',
                url: `/api${callPath(calls.submitRound)}`,
                headers: { authorization, 'content-type': 'application/json', [idempotencyHeader]: recorded.key },
                payload: bodies[at]!,
              }),
            );
            if (answer.statusCode >= 300) throw new Error(`A round was refused: ${answer.body}`);
            done.push(recorded);
          });
          statements = done[0]?.statements.length ?? 0;
          const bareMs = await byWriters(roundsInBlock, (at) => {
            const { key, statements } = done[at]!;
            return bare(pool, statements, new Map([...ids, [key, randomUUID()]]));
          });
          return { ours, bare: bareMs };
        };
        await block();
        const runs: { ours: number; bare: number }[] = [];
        for (let pair = 0; pair < pairs; pair += 1) runs.push(await block());
        const counted = await db.execute<{ rounds: string }>(
          'select count(*) as rounds from round group by hospital_id',
        );
        say(`rounds by hospital: ${counted.rows.map((row) => row.rounds).join(', ')}`);
        const perSecond = (ms: number) => Math.round((roundsInBlock / ms) * 1000);
        const ratios = runs.map((run) => run.ours / run.bare);
        return [
          {
            what: `Idempotent rounds of ${devicesEach} devices, ${writers} writers on one hospital, beside the same SQL bare`,
            target: '-',
            result: `${perSecond(median(runs.map((run) => run.ours)))} rounds/s beside ${perSecond(median(runs.map((run) => run.bare)))} rounds/s, ${median(ratios).toFixed(2)} x the time (${pairs} pairs, ${Math.min(...ratios).toFixed(2)}-${Math.max(...ratios).toFixed(2)}); ${statements} statements a round`,
            met: null,
          },
        ];
      } finally {
        await app.close();
        await database.close();
      }
    },
  },
];
