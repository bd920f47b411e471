import type { TaskRecord } from '#contract/records/ward.ts';
import type { AttemptReason } from '#contract/records/work-event.ts';
import { isoInstant } from '../db/database.ts';

/** The columns of a task that say how it was tried last. */
export interface AttemptColumns extends Record<string, unknown> {
  attemptedAt: string | null;
  attemptReason: AttemptReason | null;
}

/** The last attempt of a task, from its columns. */
export function attemptOf({ attemptedAt, attemptReason }: AttemptColumns): TaskRecord['attempt'] {
  if (attemptedAt === null || attemptReason === null) return null;
  return { at: isoInstant(attemptedAt), reason: attemptReason };
}
