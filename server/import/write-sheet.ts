import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { workerUrl } from './parse.ts';
import { textWorkbook, type TextSheet } from './sheets-out.ts';

/** Up to this many rows are written in about 30 ms, less than a thread takes to start. */
const maxInlineRows = 300;

/** An .xlsx of the sheet, as `textWorkbook` makes it; a large one is written off the request thread. */
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
