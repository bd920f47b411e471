import { join } from 'node:path';
import { callPath, calls } from '#contract/index.ts';
import { buildApp } from '#server/app.ts';
import { createFileStore } from '#server/files/file-store.ts';
import { median, type Bench } from './bench.ts';
import { tokenOf } from './recorded.ts';
import { registerSize, seedRegister } from './register.ts';
import { clearRoundHistory, firstDevices, seedRoundHistory } from './round-history.ts';
import { openWardDatabase } from './ward.ts';

const pageRows = 20;
const callsEach = 20;
const blocks = 7;
/** Devices of the first page with entries, and entries of each: the same page, other lengths of history. */
const histories = [
  { devices: pageRows, each: 50 },
  { devices: 200, each: 1000 },
] as const;
/** What two runs of the same may differ by. */
const flatAtMost = 1.25;

/** The uptime of a page of devices while their history grows. */
export const uptimeBenches: readonly Bench[] = [
  {
    name: 'uptime',
    async run({ say }) {
      const database = await openWardDatabase();
      const app = await buildApp({
        ...database,
        now: () => new Date(),
        files: createFileStore(join(database.folder, 'files')),
      });
      try {
        const hospital = await seedRegister(database.db);
        const authorization = `Bearer ${await tokenOf(app, hospital.users.bme.email)}`;
        const page = async (): Promise<number[]> => {
          const answer = await app.inject({
            url: `/api${callPath(calls.deviceList)}`,
            query: { pageSize: String(pageRows) },
            headers: { authorization },
          });
          if (answer.statusCode !== 200) throw new Error(`The page was refused: ${answer.body}`);
          return answer.json<{ items: { uptime: number }[] }>().items.map(({ uptime }) => uptime);
        };
        const measured: { entries: number; ms: number }[] = [];
        for (const { devices, each } of histories) {
          const deviceIds = (await firstDevices(database.db, hospital, devices)).map(({ id }) => id);
          await seedRoundHistory(database.db, hospital, { deviceIds, each });
          const uptimes = await page();
          if (uptimes.some((uptime) => uptime >= 100)) throw new Error('A row has lost its downtimes.');
          say(`${devices * each} entries, uptimes ${Math.min(...uptimes)} to ${Math.max(...uptimes)} %`);
          const times: number[] = [];
          for (let block = 0; block <= blocks; block += 1) {
            const from = performance.now();
            for (let call = 0; call < callsEach; call += 1) await page();
            times.push((performance.now() - from) / callsEach);
          }
          measured.push({ entries: devices * each, ms: median(times.slice(1)) });
          await clearRoundHistory(database.db, hospital);
        }
        const [few, many] = measured;
        const ratio = (many?.ms ?? Number.NaN) / (few?.ms ?? Number.NaN);
        return [
          {
            what: `A page of ${pageRows} of ${registerSize.installations} devices with their uptime, ${few?.entries} and ${many?.entries} round entries`,
            target: `at most ${flatAtMost} x`,
            result: `${ratio.toFixed(2)} x (${few?.ms.toFixed(2)} and ${many?.ms.toFixed(2)} ms)`,
            met: ratio <= flatAtMost,
          },
        ];
      } finally {
        await app.close();
        await database.close();
      }
    },
  },
];
