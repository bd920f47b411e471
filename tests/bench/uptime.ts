import { callPath, calls } from '#contract/index.ts';
import { comparedRow, type Bench } from './bench.ts';
import { registerSize } from './register.ts';
import { theRegister, walkedEntries } from './walked-register.ts';

const pageRows = 20;
const callsEach = 20;
/** Tolerated ratio between two runs of the same work. */
const flatAtMost = 1.25;

/** Measures the uptime of a page of devices while their history grows. */
export const uptimeBenches: readonly Bench[] = [
  {
    name: 'uptime',
    long: true,
    async run(context) {
      const { ours, session, walkFirstPage, walkAll } = await theRegister(context);
      const page = async (): Promise<void> => {
        const path = `/api${callPath(calls.deviceList)}?pageSize=${pageRows}`;
        const answer: { items: { uptime: number }[] } = JSON.parse(await ours.ask({ path, headers: session }));
        if (answer.items.some(({ uptime }) => uptime >= 100)) throw new Error('A row has lost its downtimes.');
      };
      const blocks = async (): Promise<number[]> => {
        const times: number[] = [];
        for (let block = 0; block <= context.times(5, 15); block += 1) {
          const from = performance.now();
          for (let call = 0; call < callsEach; call += 1) await page();
          times.push((performance.now() - from) / callsEach);
        }
        return times.slice(1);
      };
      const fewEntries = await walkFirstPage();
      const few = await blocks();
      await walkAll();
      return [
        comparedRow({
          what: `A page of ${pageRows} of ${registerSize.installations.toLocaleString('en')} devices with their uptime, ${walkedEntries.toLocaleString('en')} round entries`,
          peerName: `${fewEntries.toLocaleString('en')} entries`,
          unit: 'ms',
          ours: await blocks(),
          peer: few,
          atMost: flatAtMost,
        }),
      ];
    },
  },
];
