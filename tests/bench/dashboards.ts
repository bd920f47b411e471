import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { callPath, calls } from '#contract/index.ts';
import { idempotencyHeader } from '#contract/calls/sync.ts';
import { comparedRow, figures, limitRow, median, short, type Bench, type BenchRow } from './bench.ts';
import { grownHospitals, type Grown } from './grown-hospitals.ts';
import { byClients, inTurn } from './http.ts';
import { roundCall } from './server.ts';

const path = `/api${callPath(calls.dashboardData)}`;
const entriesEach = 1;
const roundClients = 4;
const roundsInBlock = 64;
const dashboardClients = 2;
/** How often each client reads: as often as the server before decision 283 answered two clients that never paused. */
const lookEveryMs = 50;

/** Submits a round of one device in a large hospital, which invalidates everything cached about it. */
export function changeOf({ prefix, session }: Grown) {
  const body = [
    {
      serialNumber: `${prefix}-000999`,
      status: 'Operational',
      date: new Date(Date.now() - 86_400_000).toISOString().slice(0, 10),
      dailyRoundTemplateId: `${prefix}t9`,
    },
  ];
  return {
    method: 'POST',
    path: `/api${callPath(calls.submitRound)}`,
    headers: { ...session, [idempotencyHeader]: randomUUID() },
    body: JSON.stringify(body),
  };
}

/** Measures the dashboard in hospitals that differ only in size. */
export const dashboardBenches: readonly Bench[] = [
  {
    name: 'dashboard',
    async run(context) {
      const hospitals = await grownHospitals(context, entriesEach);
      const { ours, plain, grown, longestHold } = hospitals;
      const rows: BenchRow[] = [];
      const smallest: Record<string, number[]> = {};
      for (const hospital of grown) {
        const { devices, session, id } = hospital;
        for (const state of ['after a change', 'unchanged'] as const) {
          const timed = async (work: () => Promise<unknown>): Promise<number> => {
            const from = performance.now();
            await work();
            return performance.now() - from;
          };
          const taken = await inTurn(
            context.times(9, 31),
            async () => {
              if (state === 'after a change') await ours.ask(changeOf(hospital));
              return timed(() => ours.ask({ path, headers: session }));
            },
            () => timed(() => plain.ask({ path: '/dashboard', headers: { 'x-hospital': id } })),
          );
          const what = `Dashboard, ${devices.toLocaleString('en')} devices, ${state}`;
          rows.push(comparedRow({ what, peerName: 'plain Fastify', unit: 'ms', ...taken, atMost: 2 }));
          smallest[state] ??= taken.ours;
          if (devices !== grown.at(-1)?.devices) continue;
          const ratio = median(taken.ours) / median(smallest[state]);
          rows.push({
            what: `Dashboard, growth from ${grown[0]?.devices.toLocaleString('en')} devices, ${state}`,
            ours: figures(taken.ours, 'ms'),
            peer: `the smallest ${figures(smallest[state], 'ms')}`,
            ratio,
            target: '<= 1.3 x',
            met: ratio <= 1.3,
          });
        }
      }
      await longestHold();
      const done = { rounds: 0 };
      rows.push(
        await roundsBeside(hospitals, done, { pairs: context.times(5, 11), everyMs: lookEveryMs, atLeast: 0.9 }),
      );
      if (context.long) rows.push(await roundsBeside(hospitals, done, { pairs: 5, everyMs: 0 }));
      rows.push(
        limitRow('Longest hold of the event loop while it serves these dashboards', [await longestHold()], 'ms', {
          atMost: 50,
        }),
      );
      return rows;
    },
  },
];

interface Beside {
  pairs: number;
  /** Each client reads again this long after its last read, or when it is answered, if that is later. */
  everyMs: number;
  atLeast?: number;
}

/**
 * Submits rounds in another hospital while two clients read the dashboard of the largest one, compared with no readers.
 */
async function roundsBeside(
  { ours, grown, beside, besideSession }: Awaited<ReturnType<typeof grownHospitals>>,
  done: { rounds: number },
  { pairs, everyMs, ...target }: Beside,
): Promise<BenchRow> {
  let looks = 0;
  let lookedMs = 0;
  const rounds = async (): Promise<number> => {
    const first = done.rounds;
    done.rounds += roundsInBlock;
    const ms = await byClients(roundClients, roundsInBlock, (at) =>
      ours.ask(roundCall(beside, first + at, besideSession)),
    );
    return (roundsInBlock / ms) * 1000;
  };
  const headers = grown.at(-1)?.session ?? {};
  const taken = await inTurn(
    pairs,
    async () => {
      const over = new AbortController();
      const look = async (): Promise<void> => {
        while (!over.signal.aborted) {
          const next = setTimeout(everyMs);
          await ours.ask({ path, headers });
          looks += 1;
          await next;
        }
      };
      const from = performance.now();
      const looking = Array.from({ length: dashboardClients }, look);
      const found = await rounds();
      over.abort();
      await Promise.all(looking);
      lookedMs += performance.now() - from;
      return found;
    },
    rounds,
  );
  const rate = `${short((looks / lookedMs) * 1000)} looks a second`;
  return comparedRow({
    what: `Rounds of another hospital while ${dashboardClients} clients look at the largest dashboard, ${rate}`,
    peerName: 'nobody looks',
    unit: '/s',
    ...taken,
    ...target,
  });
}
