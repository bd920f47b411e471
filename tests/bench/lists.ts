import { join } from 'node:path';
import { callPath, calls, type CallName } from '#contract/index.ts';
import { buildApp } from '#server/app.ts';
import { createFileStore } from '#server/files/file-store.ts';
import { median, ratioRow, type Bench, type BenchRow } from './bench.ts';
import { noteStatements, recordInto, tokenOf, type Statement } from './recorded.ts';
import { registerSize, seedRegister } from './register.ts';
import { openWardDatabase } from './ward.ts';

const pairs = 9;
/** Calls and their SQL in one pair, taken in turn; the quickest of each count, since other work only adds time. */
const takesEach = 6;
/** Calls before the first counted one: a server that has been running for a while is measured. */
const warmUp = 15;

/** Each list with a search that finds a few records, and the place of its last page. */
const lists: readonly [call: CallName, search: string, records: number][] = [
  ['vendorPage', 'c4ca', registerSize.vendors],
  ['contactPersonPage', 'c4ca', registerSize.contacts],
  ['departmentPage', 'floor 3', registerSize.departments],
  ['equipmentTypePage', 'c4ca', registerSize.equipment],
  ['makePage', 'c4ca', registerSize.makes],
  ['modelPage', 'c4ca', registerSize.models],
  ['engineerPage', 'engineer1', registerSize.engineers],
  ['warrantyPage', 'c4ca', registerSize.warranties],
  ['ticketPage', 'c4ca', registerSize.tickets],
  ['deviceList', 'c4ca', registerSize.installations],
];

/** Lists through the whole server, beside the statements that they send without it. */
export const listBenches: readonly Bench[] = [
  {
    name: 'lists',
    async run({ say }) {
      const database = await openWardDatabase();
      noteStatements(database.pool);
      const app = await buildApp({
        ...database,
        now: () => new Date(),
        files: createFileStore(join(database.folder, 'files')),
      });
      const client = await database.pool.connect();
      try {
        say(
          `${registerSize.installations} installations, ${registerSize.models} models, ${registerSize.vendors} vendors`,
        );
        const hospital = await seedRegister(database.db);
        const authorization = `Bearer ${await tokenOf(app, hospital.users.bme.email)}`;
        const rows: BenchRow[] = [];
        for (const [name, search, records] of lists) {
          const asked: [what: string, query: Record<string, string>][] = [
            ['first page', {}],
            ['last page', { page: String(Math.ceil(records / 10)) }],
            [`search ${search}`, { search }],
          ];
          for (const [what, query] of asked) {
            const call = async () => {
              const answer = await app.inject({
                url: `/api${callPath(calls[name])}`,
                query,
                headers: { authorization },
              });
              if (answer.statusCode !== 200) throw new Error(`${name} was refused: ${answer.body}`);
              return answer.json<{ items: unknown[] }>().items.length;
            };
            const statements: Statement[] = [];
            const found = await recordInto(statements, call);
            const bare = async () => {
              for (const { text, values } of statements) await client.query(text, values);
            };
            for (let at = 0; at < warmUp; at += 1) await call();
            const timed: { ours: number; bare: number }[] = [];
            for (let pair = 0; pair < pairs; pair += 1) {
              const takes: { ours: number; bare: number }[] = [];
              for (let take = 0; take < takesEach; take += 1) {
                takes.push({ ours: await took(call), bare: await took(bare) });
              }
              const best = (of: 'ours' | 'bare') => Math.min(...takes.map((each) => each[of]));
              timed.push({ ours: best('ours'), bare: best('bare') });
            }
            const ms = (of: 'ours' | 'bare') => median(timed.map((run) => run[of])).toFixed(2);
            rows.push(
              ratioRow(
                `${name}, ${what}, beside its SQL bare`,
                2,
                timed.map((run) => run.ours / run.bare),
                `${ms('ours')} ms beside ${ms('bare')} ms, ${statements.length} statements, ${found} rows`,
              ),
            );
          }
        }
        return rows;
      } finally {
        client.release();
        await app.close();
        await database.close();
      }
    },
  },
];

/** Units: milliseconds. */
async function took(work: () => Promise<unknown>): Promise<number> {
  const from = performance.now();
  await work();
  return performance.now() - from;
}
