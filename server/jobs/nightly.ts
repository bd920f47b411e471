import { Cron } from 'croner';
import { sql } from 'drizzle-orm';
import type { FileStore } from '../files/file-store.ts';
import type { DatabaseLog } from '../db/database-log.ts';
import { textOf } from '../db/database-start-error.ts';
import type { Database } from '../db/database.ts';
import { jobRun } from '../db/schema.ts';
import { removeFiles } from '../http/keep-files.ts';
import { checkDueTasks } from './check-tasks.ts';
import { clearHospitals } from './clearing.ts';

/** 20:30 UTC is two in the morning in India. */
const schedule = '30 20 * * *';
/** How often to look for hospitals whose quiet hour has come, and for files due for deletion. */
const frequentSchedule = '*/10 * * * *';
const slotStartMs = (20 * 60 + 30) * 60 * 1000;
/** An arbitrary number: if several servers start the check at the same time, one does the work. */
const taskCheckLock = 7_302_114_960;

/** Dependencies of the jobs. */
export interface JobParts {
  db: Database;
  files: FileStore;
  /** The only source of time. */
  now: () => Date;
  log: DatabaseLog;
  /** Long work stops between two steps; the next run finishes it. */
  isStopping?: () => boolean;
}

/** The outcome of a run: done here, running on another server, or already done in this slot. */
export type JobOutcome = 'done' | 'elsewhere' | 'done-before';

/** Returns the slot of an instant: the day on which the last run was due. Units: yyyy-MM-dd, UTC. */
export function slotOf(now: Date): string {
  return new Date(now.getTime() - slotStartMs).toISOString().slice(0, 10);
}

/** Clears the hospitals whose quiet hour has come; returns `done` if this run finished one. */
export async function runClearing(parts: JobParts): Promise<JobOutcome> {
  return (await clearHospitals(parts)).length > 0 ? 'done' : 'done-before';
}

/**
 * Checks the tasks of the devices that are due unless that was already done tonight. Promises: among any number of servers, exactly
 * one does a slot, once: lock and key are one transaction, so an interrupted run leaves the slot open. The work is many
 * short idempotent transactions: a single one over all hospitals would block their writers.
 */
export function runTaskCheck({ db, now, log, isStopping }: JobParts): Promise<JobOutcome> {
  const at = now();
  return db.transaction(async (tx) => {
    const lock = await tx.execute<{ mine: boolean }>(sql`select pg_try_advisory_xact_lock(${taskCheckLock}) as mine`);
    if (lock.rows[0]?.mine !== true) return 'elsewhere';
    const mine = await tx
      .insert(jobRun)
      .values({ job: 'tasks', slot: slotOf(at), ranAt: at })
      .onConflictDoNothing()
      .returning({ slot: jobRun.slot });
    if (mine.length === 0) return 'done-before';
    const { repaired } = await checkDueTasks(db, at, isStopping);
    if (repaired > 0) log.warn({ repaired }, 'Repaired maintenance tasks that differed from their sources');
    return 'done';
  });
}

/**
 * Deletes the bytes that are due. Several servers may run it at the same time; if the store fails, a later run tries
 * again.
 */
export async function runRemovals({ db, files, now, isStopping = () => false }: JobParts): Promise<JobOutcome> {
  while (!isStopping() && (await removeFiles(db, files, now())) > 0);
  return 'done-before';
}

/** A failure of one job does not stop the others. */
const nightWork = [
  ['clearing', runClearing],
  ['task check', runTaskCheck],
  ['deletion of files', runRemovals],
] as const;

/**
 * Runs the nightly jobs every night, and immediately if last night's run was missed, because a hospital may switch its
 * server off at night. Clearing follows each hospital's local time; the task check has one time for all. `stop` waits
 * for the current step.
 */
export function startJobs(parts: JobParts): { stop(): Promise<void> } {
  let running: Promise<void> = Promise.resolve();
  let isStopping = false;
  const run = (work: readonly (typeof nightWork)[number][]): void => {
    running = running.then(async () => {
      for (const [name, runWork] of work) {
        try {
          const outcome = await runWork({ ...parts, isStopping: () => isStopping });
          if (outcome === 'done') parts.log.info({ slot: slotOf(parts.now()), work: name }, 'Nightly job done');
        } catch (error) {
          if (isStopping) return;
          parts.log.error({ error: textOf(error), work: name }, 'Nightly job failed: the next run retries it');
        }
      }
    });
  };
  const frequent = new Cron(frequentSchedule, { timezone: 'UTC', unref: true }, () =>
    run([nightWork[0], nightWork[2]]),
  );
  const nightly = new Cron(schedule, { timezone: 'UTC', unref: true }, () => run([nightWork[1]]));
  run(nightWork);
  return {
    async stop() {
      isStopping = true;
      nightly.stop();
      frequent.stop();
      await running;
    },
  };
}
