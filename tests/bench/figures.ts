import { sql } from 'drizzle-orm';
import { calls, callPath } from '#contract/index.ts';
import type { FiguresPage } from '#contract/calls/figures.ts';
import { addDays, hospitalDay } from '#contract/rules/hospital-day.ts';
import { checkTasks } from '#server/jobs/check-tasks.ts';
import { comparedRow, limitRow, type Bench, type BenchRow } from './bench.ts';
import { figuresSize, periodDays, seedFigures } from './figures-register.ts';
import { inTurn } from './http.ts';
import { signInAt, startBoth } from './servers.ts';
import { openWardDatabase } from './ward.ts';

const timed = async (work: () => Promise<unknown>): Promise<number> => {
  const from = performance.now();
  await work();
  return performance.now() - from;
};

/** Measures all figures of a month and of a year, compared with a server that sends one plain statement per group. */
export const figureBenches: readonly Bench[] = [
  {
    name: 'figures',
    async run(context) {
      const database = await openWardDatabase();
      const hospitals = [];
      for (const [at, entries] of figuresSize.entries.entries()) {
        hospitals.push({ entries, hospital: await seedFigures(database.db, 'JK'[at] ?? '', entries) });
        context.say(`a hospital with ${entries.toLocaleString('en')} round entries is there`);
      }
      // Both sides see the same tasks.
      await checkTasks(database.db, new Date());
      const { ours, plain, longestHold, stop } = await startBoth(database);
      const to = addDays(hospitalDay(new Date(), 'Asia/Kolkata'), -1);
      const spans = [
        ['a month', addDays(to, 1 - periodDays)],
        ['a year', addDays(to, -364)],
      ] as const;
      const rows: BenchRow[] = [];
      const months: (() => Promise<number>)[] = [];
      /** Writes to the hospital's latest ticket, so that no figure of its tickets is kept. */
      const changeTicket = (id: string) =>
        database.db.execute(sql`
          update ticket set action_taken = action_taken || '.' where hospital_id = ${id} and id = (
            select id from ticket where hospital_id = ${id} order by reported_at desc limit 1)`);
      // Resets the measurement, which would otherwise include the server's start.
      await longestHold();
      for (const { entries, hospital } of hospitals) {
        const session = await signInAt(ours, hospital.users.bme.email);
        for (const [span, from] of spans) {
          const mine = { path: `/api${callPath(calls.figures)}?period=custom&from=${from}&to=${to}`, headers: session };
          const theirs = { path: `/figures?from=${from}&to=${to}`, headers: { 'x-hospital': hospital.id } };
          const askOurs = async () => {
            await changeTicket(hospital.id);
            return timed(() => ours.ask(mine));
          };
          if (span === 'a month') months.push(askOurs);
          expectSame(JSON.parse(await ours.ask(mine)), JSON.parse(await plain.ask(theirs)));
          const taken = await inTurn(context.times(5, 11), askOurs, () => timed(() => plain.ask(theirs)));
          const what = `Figures of ${span}, ${entries.toLocaleString('en')} round entries`;
          rows.push(
            comparedRow({
              what: `${what}, after a ticket changed`,
              peerName: 'bare SQL',
              unit: 'ms',
              ...taken,
              atMost: 2,
            }),
          );
          const kept: number[] = [];
          for (let turn = 0; turn <= context.times(5, 11); turn += 1) kept.push(await timed(() => ours.ask(mine)));
          const atMost = span === 'a month' ? 100 : 300;
          rows.push(limitRow(`${what}, nothing changed since`, kept.slice(1), 'ms', { atMost }));
        }
      }
      for (const { entries, hospital } of hospitals.slice(-1)) {
        const headers = await signInAt(ours, hospital.users.bme.email);
        const ask = () => timed(() => ours.ask({ path: `/api${callPath(calls.figureTrends)}?period=month`, headers }));
        const what = `Twelve months of all figures, ${entries.toLocaleString('en')} round entries`;
        rows.push(limitRow(`${what}, the first time`, [await ask()], 'ms'));
        const changed: number[] = [];
        for (let turn = 0; turn < context.times(5, 11); turn += 1) {
          await changeTicket(hospital.id);
          changed.push(await ask());
        }
        rows.push(limitRow(`${what}, after a ticket changed`, changed, 'ms'));
      }
      const [fewer, more] = months;
      if (fewer && more) {
        const grown = await inTurn(context.times(9, 15), more, fewer);
        const what = 'Figures of a month, 1,000,000 round entries in all instead of 10,000';
        rows.push(comparedRow({ what, peerName: 'the fewer', unit: 'ms', ...grown, atMost: 1.3 }));
      }
      rows.push(
        limitRow('Longest hold of the event loop while it serves these figures', [await longestHold()], 'ms', {
          atMost: 50,
        }),
      );
      await stop();
      await database.close();
      return rows;
    },
  },
];

type Bare = Record<string, Record<string, string | number>>;

/** Checks that both sides counted the same. Throws: if they did not. */
function expectSame(page: FiguresPage, bare: Bare): void {
  const all = page.groups.flatMap((group) => group.figures);
  const rowsOf = (set: string) =>
    all
      .flatMap(({ numerator, denominator, parts }) => [numerator, denominator, ...parts])
      .find((part) => part?.set === set)?.rows;
  const pairs = [
    ['job.done', 'completion', 'done'],
    ['job.late', 'completion', 'late'],
    ['job.attempted', 'completion', 'attempted'],
    ['job.open', 'completion', 'open'],
    ['device.in-service', 'states', 'inService'],
    ['availability.covered', 'availability', 'devices'],
    ['ticket.reported', 'times', 'reported'],
    ['failure.counted', 'failures', 'failures'],
    ['repeat.repeats', 'failures', 'repeats'],
    ['first-visit.fixed', 'failures', 'fixed'],
    ['entry.all', 'entries', 'entries'],
    ['entry.not-seen', 'exceptions', 'unseen'],
    ['finding.ticket', 'exceptions', 'tickets'],
  ] as const;
  const ours = pairs.map(([set]) => Number(rowsOf(set)));
  const theirs = pairs.map(([, group, name]) => Number(bare[group]?.[name]));
  if (ours.join(' ') !== theirs.join(' ')) {
    throw new Error(
      `The two sides count otherwise (${pairs.map(([set]) => set).join(', ')}): ${ours.join(' ')} and ${theirs.join(' ')}`,
    );
  }
}
