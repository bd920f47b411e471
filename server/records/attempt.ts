import type { TaskRecord } from '#contract/records/ward.ts';
import type { AttemptReason } from '#contract/records/work-event.ts';
import { isoInstant } from '../db/database.ts';

/** The columns of a task's last attempt. */
export interface AttemptColumns extends Record<string, unknown> {
  attemptedAt: string | null;
  attemptReason: AttemptReason | null;
}

/** Returns the last attempt of a task from its columns. */
export function attemptOf({ attemptedAt, attemptReason }: AttemptColumns): TaskRecord['attempt'] {
  if (attemptedAt === null || attemptReason === null) return null;
  return { at: isoInstant(attemptedAt), reason: attemptReason };
}
