import { callPath, calls, type CallName } from '#contract/index.ts';
import { processMemoryMb } from '#tests/support/process-memory.ts';
import { figures, median, short, type Bench, type BenchRow } from './bench.ts';
import { grownHospitals, sizes, type Grown } from './grown-hospitals.ts';
import { changeOf } from './dashboards.ts';
import { inPage } from './in-page.ts';

/** Entries per device: 10,000, 100,000 and 1,000,000 in all. */
const entriesEach = 10;

/** Frequent calls of a tablet or desktop, and those that read the most. */
export const asked: readonly [what: string, path: (hospital: Grown) => string][] = [
  ['dashboard', () => pathOf('dashboardData')],
  ['list of devices', () => pathOf('deviceList')],
  ['list of devices, one found', ({ prefix }) => `${pathOf('deviceList')}?search=${prefix}-000777`],
  ['tiles over the devices', () => pathOf('deviceTiles')],
  ['serials of all devices', () => pathOf('deviceSerials')],
  ['page of a device', ({ prefix }) => `/api${callPath(calls.deviceDetails, { serialNumber: `${prefix}-000555` })}`],
  ['pull, first page', () => `${pathOf('syncChanges')}?cursor=0`],
  ['digest', () => pathOf('syncDigest')],
  ['list of tickets', () => pathOf('ticketPage')],
  ['list of warranties', () => pathOf('warrantyPage')],
  ['list of makes', () => pathOf('makePage')],
  ['warranties as a sheet', () => pathOf('warrantyDownload')],
];

const pathOf = (name: CallName): string => `/api${callPath(calls[name])}`;

/** Measures each call in hospitals of three sizes, and the memory of server and page. */
export const growthBenches: readonly Bench[] = [
  {
    name: 'growth',
    onRequest: true,
    async run(context) {
      const hospitals = await grownHospitals(context, entriesEach);
      const { ours, grown, server, longestHold } = hospitals;
      const rows: BenchRow[] = [];
      const memory = () => `${processMemoryMb(server.pid, 'VmRSS')} MB`;
      const atStart = memory();
      const calls: [string, (hospital: Grown) => Promise<unknown>][] = [
        ...asked.map(([what, path]): [string, (hospital: Grown) => Promise<unknown>] => [
          what,
          (hospital) => ours.ask({ path: path(hospital), headers: hospital.session }),
        ]),
        ['round of one device', (hospital) => ours.ask(changeOf(hospital))],
      ];
      for (const [what, call] of calls) {
        const taken = new Map<number, number[]>();
        let hold = 0;
        for (const hospital of grown) {
          await longestHold();
          const times: number[] = [];
          for (let run = 0; run <= context.times(5, 15); run += 1) {
            const from = performance.now();
            await call(hospital);
            if (run > 0) times.push(performance.now() - from);
          }
          taken.set(hospital.devices, times);
          hold = await longestHold();
        }
        rows.push(grownRow(what, taken, `holds the loop ${short(hold)} ms at most`));
      }
      rows.push({
        what: 'memory of the server',
        ours: `${memory()}; ${atStart} at the start, ${processMemoryMb(server.pid, 'VmHWM')} MB at most`,
        met: null,
      });
      const heaps = new Map<number, number[]>();
      const opened = new Map<number, number[]>();
      for (const devices of sizes) {
        let page = await context.openPage();
        const address = page.url();
        await inPage(page, 'fillCold', 'ours', devices);
        for (let run = 0; run < context.times(2, 5); run += 1) {
          page = await context.reopen(page);
          await page.goto(address);
          const { firstRowsMs } = await inPage(page, 'coldOpen', 'ours');
          opened.set(devices, [...(opened.get(devices) ?? []), firstRowsMs]);
          const session = await page.context().newCDPSession(page);
          await session.send('HeapProfiler.collectGarbage');
          const { usedSize } = await session.send('Runtime.getHeapUsage');
          heaps.set(devices, [...(heaps.get(devices) ?? []), usedSize / 1e6]);
        }
        await page.context().close();
      }
      rows.push(grownRow('page: cold open to the first rows', opened), grownRow('page: heap', heaps, undefined, 'MB'));
      return rows;
    },
  },
];

/** Builds one line of the growth table: the value at each size, and the ratio of largest to smallest. */
function grownRow(what: string, taken: ReadonlyMap<number, number[]>, note = '', unit = 'ms'): BenchRow {
  const ratio = median(taken.get(sizes.at(-1) ?? 0) ?? []) / median(taken.get(sizes[0]) ?? []);
  const values = [...taken].map(([devices, numbers]) => `${devices / 1000}k ${figures(numbers, unit)}`);
  return { what, ours: values.join(', '), ...(note !== '' && { peer: note }), ratio, met: null };
}
