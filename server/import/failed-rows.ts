import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { FailedRowsJob } from './failed-rows-job.ts';
import { workerUrl } from './parse.ts';
import { failedRowsWorkbook } from './sheets-out.ts';
import type { ParsedRow } from './types.ts';

/** Up to this many rows are written in about 30 ms, less than a thread takes to start. */
const maxInlineRows = 300;

/** The failed rows as a sheet to correct and import again; a large one is written off the request thread. */
export async function writeFailedRows(rows: readonly ParsedRow[]): Promise<Buffer> {
  const failedRows = rows.flatMap((row) => (row.ok ? [] : [row]));
  if (failedRows.length <= maxInlineRows) return failedRowsWorkbook(failedRows);
  const job: FailedRowsJob = { failedRows };
  const worker = new Worker(workerUrl(import.meta.url), { workerData: job, env: {}, execArgv: [] });
  try {
    const [bytes]: unknown[] = await once(worker, 'message');
    if (!(bytes instanceof Uint8Array)) throw new TypeError('The worker wrote no sheet.');
    return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  } finally {
    await worker.terminate();
  }
}
