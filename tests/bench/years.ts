import { sql } from 'drizzle-orm';
import { callPath, calls } from '#contract/index.ts';
import { addDays, hospitalDay } from '#contract/rules/hospital-day.ts';
import type { Database } from '#server/db/database.ts';
import { sumFigureMarks } from '#server/jobs/prune-keys.ts';
import type { SeededHospital } from '#tests/support/seed.ts';
import { comparedRow, short, type Bench, type BenchRow } from './bench.ts';
import { changeOf } from './dashboards.ts';
import type { Grown } from './grown-hospitals.ts';
import { asked } from './growth.ts';
import { inTurn } from './http.ts';
import { devices, growingTables, seedYears } from './seed-years.ts';
import { signInAt, startBoth } from './servers.ts';
import { openWardDatabase } from './ward.ts';

const manyYears = 10;

const figuresOf = (days: number) => {
  const to = addDays(hospitalDay(new Date(), 'Asia/Kolkata'), -1);
  return `/api${callPath(calls.figures)}?period=custom&from=${addDays(to, 1 - days)}&to=${to}`;
};

/** Further calls that read what grows over the years; the growth table has the others. */
const alsoAsked: readonly [what: string, path: (hospital: Grown) => string][] = [
  ['figures of a month', () => figuresOf(30)],
  ['figures of 360 days', () => figuresOf(360)],
  ['rounds of a template', ({ prefix }) => `/api${callPath(calls.roundsOfTemplate, { id: `${prefix}t3` })}`],
];

/** A hospital with the sessions of an engineer and of the office. */
type Lived = Grown & { office: { authorization: string } };

/** Measures each call in a hospital of ten years of history and in one of a single year. */
export const yearsBenches: readonly Bench[] = [
  {
    name: 'years',
    onRequest: true,
    async run(context) {
      const database = await openWardDatabase();
      const one = await seedYears(database.db, 'Y', 1);
      const perYear = await sizes(database.db);
      context.say(`a year is there: ${perYear.map(({ name, text }) => `${name} ${text}`).join(', ')}`);
      const ten = await seedYears(database.db, 'Z', manyYears);
      // As each night does.
      const night = { timeZone: 'Asia/Kolkata', clearedOn: null, now: new Date() };
      for (const { id } of [one, ten]) await sumFigureMarks(database.db, { ...night, hospitalId: id }, '');
      await database.db.execute('vacuum analyze');
      context.say(`${manyYears} years are there`);
      const { ours, stop } = await startBoth(database);
      const open = async ({ id, users }: SeededHospital, prefix: string): Promise<Lived> => ({
        devices,
        id,
        userId: users.bme.id,
        prefix,
        session: await signInAt(ours, users.bme.email),
        office: await signInAt(ours, users.hospital.email),
      });
      const first = await open(one, 'Y');
      const last = await open(ten, 'Z');
      const measured: [string, (hospital: Lived) => Promise<unknown>][] = [
        ...[...asked, ...alsoAsked].map(([what, path]): [string, (hospital: Lived) => Promise<unknown>] => [
          what,
          (hospital) => ours.ask({ path: path(hospital), headers: hospital.session }),
        ]),
        ['activity log', ({ office }) => ours.ask({ path: `/api${callPath(calls.auditPage)}`, headers: office })],
        ['round of one device', (hospital) => ours.ask(changeOf(hospital))],
      ];
      const timed = async (work: () => Promise<unknown>): Promise<number> => {
        const from = performance.now();
        await work();
        return performance.now() - from;
      };
      const rows: BenchRow[] = perYear.map(({ name, text }) => ({ what: `a year of ${name}`, ours: text, met: null }));
      for (const [what, call] of measured) {
        for (const hospital of [first, last]) await call(hospital);
        const taken = await inTurn(
          context.times(11, 31),
          () => timed(() => call(last)),
          () => timed(() => call(first)),
        );
        rows.push(
          comparedRow({ what: `${what}, ${manyYears} years`, peerName: 'one year', unit: 'ms', ...taken, atMost: 1.3 }),
        );
      }
      await stop();
      await database.close();
      return rows;
    },
  },
];

/** Returns rows and bytes of what a year has written. */
async function sizes(db: Database): Promise<{ name: string; text: string }[]> {
  const found = [];
  for (const name of growingTables) {
    const table = sql.identifier(name);
    const { rows } = await db.execute<{ rows: string; bytes: string }>(
      sql`select count(*) as rows, pg_total_relation_size(${name}) as bytes from ${table}`,
    );
    const { rows: count = '0', bytes = '0' } = rows[0] ?? {};
    found.push({ name, text: `${Number(count).toLocaleString('en')} rows, ${short(Number(bytes) / 1e6)} MB` });
  }
  return found;
}
