import type { FailedRow } from './types.ts';

/** What the worker is given to write a sheet of failed rows. */
export interface FailedRowsJob {
  failedRows: FailedRow[];
}

/** Tells this job from the other one of the same worker. */
export function isFailedRowsJob(data: unknown): data is FailedRowsJob {
  return typeof data === 'object' && data !== null && 'failedRows' in data;
}
