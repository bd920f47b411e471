import { Cron } from 'croner';
import type { Database } from '../db/database.ts';
import type { DatabaseLog } from '../db/database-log.ts';
import { textOf } from '../db/database-start-error.ts';
import { escalateTickets } from './escalate.ts';
import { tellOfOverdueWork } from './overdue.ts';
import { tellOfRounds } from './rounds.ts';
import { tellOfVendors } from './vendors.ts';

/** Dependencies of the work that runs on a timer. */
export interface TimedParts {
  db: Database;
  /** The only source of time. */
  now: () => Date;
  log: DatabaseLog;
}

/** The jobs, and when each server looks for something to do, as a cron pattern. */
const timedWork = [
  { work: 'escalation of tickets', looks: '*/15 * * * * *', act: escalateTickets },
  { work: 'list of overdue work', looks: '20 * * * * *', act: tellOfOverdueWork },
  { work: 'rounds that are late', looks: '50 * * * * *', act: tellOfRounds },
  { work: 'vendors who are late', looks: '40 */5 * * * *', act: tellOfVendors },
];

/** Runs the timed jobs on every server, each independently of the others; `stop` waits for the current steps. */
export function startTimedNotices({ db, now, log }: TimedParts): { stop(): Promise<void> } {
  let isStopping = false;
  const running = new Map<string, Promise<void>>();
  const jobs = timedWork.map(
    ({ work, looks, act }) =>
      new Cron(looks, { unref: true, protect: true }, () => {
        const run = act(db, now(), () => isStopping).then(
          () => undefined,
          (error: unknown) => log.error({ error: textOf(error), work }, 'Timed notices failed: the next run continues'),
        );
        running.set(work, run);
        return run;
      }),
  );
  return {
    async stop() {
      isStopping = true;
      for (const job of jobs) job.stop();
      await Promise.all(running.values());
    },
  };
}
