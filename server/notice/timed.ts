import { Cron } from 'croner';
import type { Database } from '../db/database.ts';
import type { DatabaseLog } from '../db/database-log.ts';
import { textOf } from '../db/database-start-error.ts';
import { escalateTickets } from './escalate.ts';
import { tellOfOverdueWork } from './overdue.ts';

/** Dependencies of the work that runs on a timer. */
export interface TimedParts {
  db: Database;
  /** The only source of time. */
  now: () => Date;
  log: DatabaseLog;
}

const everyMinute = '20 * * * * *';

/** A failure in one job does not stop the others. */
const timedWork = [
  ['escalation of tickets', escalateTickets],
  ['list of overdue work', tellOfOverdueWork],
] as const;

/** Runs the timed jobs once a minute on every server; `stop` waits for the current step. */
export function startTimedNotices({ db, now, log }: TimedParts): { stop(): Promise<void> } {
  let isStopping = false;
  let running: Promise<void> = Promise.resolve();
  const run = async (): Promise<void> => {
    for (const [work, act] of timedWork) {
      try {
        await act(db, now(), () => isStopping);
      } catch (error) {
        log.error({ error: textOf(error), work }, 'Timed notices failed: the next run continues');
      }
    }
  };
  const job = new Cron(everyMinute, { unref: true, protect: true }, () => {
    running = run();
    return running;
  });
  return {
    async stop() {
      isStopping = true;
      job.stop();
      await running;
    },
  };
}
