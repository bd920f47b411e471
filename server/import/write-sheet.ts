import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { workerUrl } from './parse.ts';
import { textWorkbook, type TextSheet } from './sheets-out.ts';

/** Up to this many rows are written in about 30 ms, which is less than it takes to start a thread. */
const maxInlineRows = 300;

/** Writes an .xlsx of the sheet with `textWorkbook`; a large one off the request thread. */
export async function writeSheet(sheet: TextSheet): Promise<Buffer> {
  if (sheet.rows.length <= maxInlineRows) return textWorkbook(sheet);
  const worker = new Worker(workerUrl(import.meta.url), { workerData: sheet, env: {}, execArgv: [] });
  try {
    const [bytes]: unknown[] = await once(worker, 'message');
    if (!(bytes instanceof Uint8Array)) throw new TypeError('The worker wrote no sheet.');
    return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  } finally {
    await worker.terminate();
  }
}
