import { callPath, calls, type CallName } from '#contract/index.ts';
import { comparedRow, type Bench, type BenchRow } from './bench.ts';
import { inTurn } from './http.ts';
import { registerSize } from './register.ts';
import { theRegister } from './walked-register.ts';

/** Sequential calls per block, of which the fastest counts, because interference only adds time. */
const callsInBlock = 6;

/** Each list with a search that finds a few records, and their number. */
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

/** Measures calls of each list over HTTP, compared with a plain server that reads the same rows. */
export const listBenches: readonly Bench[] = [
  {
    name: 'lists',
    async run(context) {
      const { ours, plain, hospital, session } = await theRegister(context);
      const who = { 'x-hospital': hospital.id };
      const rows: BenchRow[] = [];
      for (const [name, search, records] of lists) {
        const asked: [what: string, query: string][] = [
          ['first page', ''],
          ['last page', `page=${Math.ceil(records / 10)}`],
          [`search ${search}`, `search=${encodeURIComponent(search)}`],
        ];
        for (const [what, query] of asked) {
          const mine = { path: `/api${callPath(calls[name])}?${query}`, headers: session };
          const theirs = { path: `/lists/${name}?${query}`, headers: who };
          const sizes = [await ours.ask(mine), await plain.ask(theirs)].map(
            (text) => (JSON.parse(text) as { items: unknown[] }).items.length,
          );
          if (sizes[0] !== sizes[1]) throw new Error(`${name}, ${what}: ${sizes.join(' and ')} rows`);
          const taken = await inTurn(
            context.times(4, 11),
            () => best(() => ours.ask(mine)),
            () => best(() => plain.ask(theirs)),
          );
          rows.push(
            comparedRow({
              what: `${name}, ${what}, ${sizes[0]} rows`,
              peerName: 'plain Fastify',
              unit: 'ms',
              ...taken,
              atMost: 2,
            }),
          );
        }
      }
      return rows;
    },
  },
];

/** Units: milliseconds. */
async function best(call: () => Promise<unknown>): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let at = 0; at < callsInBlock; at += 1) {
    const from = performance.now();
    await call();
    least = Math.min(least, performance.now() - from);
  }
  return least;
}
