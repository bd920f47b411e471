import { checkDueTasks, checkTasks } from '#server/jobs/check-tasks.ts';
import { figures, median, type Bench } from './bench.ts';
import { figuresSize, seedFigures } from './figures-register.ts';
import { inTurn } from './http.ts';
import { openWardDatabase } from './ward.ts';

const limitMs = 2000;

/** Measures a night without changes, beside a walk over every device. */
export const nightBenches: readonly Bench[] = [
  {
    name: 'nightly check',
    async run({ times, say }) {
      const database = await openWardDatabase();
      const prefixes = ['J', 'K'];
      for (const prefix of prefixes) await seedFigures(database.db, prefix, figuresSize.entries[0]);
      const now = new Date();
      const timed = async (work: () => Promise<unknown>): Promise<number> => {
        const from = performance.now();
        await work();
        return performance.now() - from;
      };
      say(`the tasks were put in order in ${figures([await timed(() => checkTasks(database.db, now))], 'ms')}`);
      // Its repairs are changes, which the first night covers.
      await checkDueTasks(database.db, now);
      const { ours, peer } = await inTurn(
        times(2, 5),
        () => timed(() => checkDueTasks(database.db, now)),
        () => timed(() => checkTasks(database.db, now)),
      );
      await database.close();
      const devices = (figuresSize.devices * prefixes.length).toLocaleString('en');
      return [
        {
          what: `Nightly check of the tasks of ${devices} devices, nothing changed`,
          ours: figures(ours, 'ms'),
          peer: `a walk over all of them ${figures(peer, 'ms')}`,
          ratio: median(ours) / median(peer),
          target: `<= ${limitMs} ms`,
          met: median(ours) <= limitMs,
        },
      ];
    },
  },
];
