import { parentPort, workerData } from 'node:worker_threads';
import { readRegister } from './read-register.ts';
import { ImportRefused } from './refused.ts';
import { isFailedRowsJob } from './failed-rows-job.ts';
import type { WorkerAnswer } from './parse.ts';
import { failedRowsWorkbook } from './sheets-out.ts';

/** The thread that reads one register (parse.ts) or writes one sheet of failed rows (failed-rows.ts), and ends. */
async function answer(data: unknown): Promise<WorkerAnswer | Uint8Array> {
  if (isFailedRowsJob(data)) return new Uint8Array(failedRowsWorkbook(data.failedRows));
  if (!(data instanceof Uint8Array)) throw new TypeError('The worker takes the bytes of one file.');
  try {
    return { parsed: await readRegister(Buffer.from(data.buffer, data.byteOffset, data.byteLength)) };
  } catch (error) {
    if (!(error instanceof ImportRefused)) throw error;
    return { refused: { code: error.code, message: error.message, cause: error.cause } };
  }
}

// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread's port has no origin
parentPort?.postMessage(await answer(workerData));
