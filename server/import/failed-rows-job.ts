import type { FailedRow } from './types.ts';

/** What the worker needs to write a sheet of failed rows. */
export interface FailedRowsJob {
  failedRows: FailedRow[];
}

/** Distinguishes this job from the worker's other one. */
export function isFailedRowsJob(data: unknown): data is FailedRowsJob {
  return typeof data === 'object' && data !== null && 'failedRows' in data;
}
