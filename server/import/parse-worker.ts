import { parentPort, workerData } from 'node:worker_threads';
import { readRegister } from './read-register.ts';
import { ApiError } from '../problem.ts';
import type { RegisterFile, WorkerAnswer } from './parse.ts';
import { isTextSheet, textWorkbook } from './sheets-out.ts';

/** Reads one register (parse.ts) or writes one sheet (write-sheet.ts) in a thread that then ends. */
async function answer(data: unknown): Promise<WorkerAnswer | Uint8Array> {
  if (isTextSheet(data)) return new Uint8Array(textWorkbook(data));
  if (!isRegisterFile(data)) throw new TypeError('The worker takes the bytes of one file, or a sheet.');
  const { bytes, sheetName, chosen } = data;
  try {
    const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    return { parsed: await readRegister(file, sheetName, chosen) };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return { refused: error.problem };
  }
}

function isRegisterFile(data: unknown): data is RegisterFile {
  return typeof data === 'object' && data !== null && 'bytes' in data && data.bytes instanceof Uint8Array;
}

// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread's port has no origin
parentPort?.postMessage(await answer(workerData));
