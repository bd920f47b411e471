import { join } from 'node:path';
import { callPath, calls } from '#contract/index.ts';
import { buildApp } from '#server/app.ts';
import { createFileStore } from '#server/files/file-store.ts';
import { median, ratioRow, type Bench } from './bench.ts';
import { noteStatements, recordInto, tokenOf, type Statement } from './recorded.ts';
import { registerSize, seedRegister } from './register.ts';
import { firstDevices, seedRoundHistory } from './round-history.ts';
import { openWardDatabase } from './ward.ts';

const pairs = 9;
/** Devices asked for in one block: each has its own history. */
const devicesEach = 20;
/** Devices with entries, and entries of each. */
const walked = 400;
const entriesEach = 500;

/** The page of a device through the whole server, beside the statements that it sends without it. */
export const deviceDetailsBenches: readonly Bench[] = [
  {
    name: 'device details',
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
        say(`${registerSize.installations} devices, ${walked * entriesEach} round entries`);
        const hospital = await seedRegister(database.db);
        const devices = await firstDevices(database.db, hospital, walked);
        const deviceIds = devices.map(({ id }) => id);
        await seedRoundHistory(database.db, hospital, { deviceIds, each: entriesEach });
        const asked = devices.slice(0, devicesEach);
        let count = 0;
        const details = async (serialNumber: string, headers: Record<string, string>): Promise<void> => {
          count += 1;
          const answer = await app.inject({
            url: `/api${callPath(calls.deviceDetails, { serialNumber })}`,
            headers,
            // A visitor's calls are limited by address.
            remoteAddress: `10.0.${count >> 8}.${count & 255}`,
          });
          if (answer.statusCode !== 200) throw new Error(`The page was refused: ${answer.body}`);
        };
        const rows = [];
        const staff = { authorization: `Bearer ${await tokenOf(app, hospital.users.bme.email)}` };
        for (const [who, headers] of [
          ['staff', staff],
          ['a visitor', {}],
        ] as const) {
          const statements: Statement[] = [];
          for (const { serialNumber } of asked) {
            await recordInto(statements, () => details(serialNumber, headers));
          }
          const ours = async () => {
            for (const { serialNumber } of asked) await details(serialNumber, headers);
          };
          const bare = async () => {
            for (const { text, values } of statements) await client.query(text, values);
          };
          const timed: { ours: number; bare: number }[] = [];
          for (let pair = 0; pair <= pairs; pair += 1) timed.push({ ours: await block(ours), bare: await block(bare) });
          const counted = timed.slice(1);
          const ms = (of: 'ours' | 'bare') => median(counted.map((run) => run[of])).toFixed(2);
          rows.push(
            ratioRow(
              `Details of a device for ${who}, beside their SQL bare`,
              2,
              counted.map((run) => run.ours / run.bare),
              `${ms('ours')} ms beside ${ms('bare')} ms, ${statements.length / devicesEach} statements`,
            ),
          );
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

/** Units: milliseconds a call. */
async function block(work: () => Promise<void>): Promise<number> {
  const from = performance.now();
  await work();
  return (performance.now() - from) / devicesEach;
}
