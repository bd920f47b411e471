import { Worker } from 'node:worker_threads';
import type { Problem } from '#contract/errors.ts';
import { ApiError } from '../problem.ts';
import type { ChosenColumns } from './header.ts';
import { containerOf } from './file-check.ts';
import { refused } from './refused.ts';
import type { ParsedImport } from './types.ts';

/** The worker's answer: the register, or the reason for refusing the file. */
export type WorkerAnswer = { parsed: ParsedImport } | { refused: Problem };

export type ParseLimits = { timeMs: number; heapMb: number };

/** Source: docs/product.md P55. The heap limit leaves room for the unpacked file, which lives outside the heap. */
const LIMITS: ParseLimits = { timeMs: 60_000, heapMb: 320 };
/** Each file that waits holds a database connection; senders of further ones try again later. */
const maxInTurn = 3;

/** The name of the sheet to read unless it is the first, and what headers mean in this hospital. */
export type ParseOptions = { sheetName?: string | undefined; chosen?: ChosenColumns };
/** Input of the worker. */
export type RegisterFile = ParseOptions & { bytes: Uint8Array };

export type ParseImport = (file: Buffer, options?: ParseOptions) => Promise<ParsedImport>;

/** Reads one file at a time outside the request thread; a few later files wait for their turn. */
export function createImportParser(limits: ParseLimits = LIMITS): ParseImport {
  let turn: Promise<unknown> = Promise.resolve();
  let inTurn = 0;
  return async (file, options) => {
    containerOf(file);
    if (inTurn >= maxInTurn) throw new ApiError('server.busy', undefined, { retryAfter: 10 });
    inTurn += 1;
    const run = turn
      .then(() => parseInWorker({ bytes: new Uint8Array(file), ...options }, limits))
      .finally(() => (inTurn -= 1));
    turn = run.catch(() => undefined);
    return run;
  };
}

/**
 * Reads an uploaded .xlsx or .xls into device rows.
 * Throws: ApiError when the whole file is refused, or server.busy. Source: docs/product.md P55 to P63.
 */
export const parseImport: ParseImport = createImportParser();

function parseInWorker(file: RegisterFile, limits: ParseLimits): Promise<ParsedImport> {
  return new Promise<ParsedImport>((resolve, reject) => {
    const worker = startWorker(file, limits);
    let settled = false;
    const settle = (act: () => void) => {
      if (settled) return;
      settled = true;
      clearTimeout(timer);
      // The next file starts only after this thread and its memory are gone.
      void worker.terminate().then(act, act);
    };
    const timer = setTimeout(() => settle(() => reject(tookTooLong(limits.timeMs))), limits.timeMs);
    worker.once('message', (answer: WorkerAnswer) => {
      settle(() => ('parsed' in answer ? resolve(answer.parsed) : reject(refusalFrom(answer.refused))));
    });
    worker.on('error', (error) => settle(() => reject(isOutOfMemory(error) ? tookTooMuchMemory() : error)));
    worker.once('exit', (code) => settle(() => reject(new Error(`The import worker ended with code ${code}.`))));
  });
}

function startWorker(file: RegisterFile, limits: ParseLimits): Worker {
  return new Worker(workerUrl(import.meta.url), {
    workerData: file,
    env: {},
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: limits.heapMb },
  });
}

/**
 * Returns the worker file next to this one: its own bundle in the built server, TypeScript through tsx in development.
 */
export function workerUrl(ownUrl: string): URL {
  return new URL(ownUrl.endsWith('.ts') ? 'parse-worker.dev.mjs' : 'parse-worker.js', ownUrl);
}

function refusalFrom({ code, detail, context }: Problem): ApiError {
  return new ApiError(code, detail, context && { context });
}

function isOutOfMemory(error: Error): boolean {
  return 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
}

function tookTooMuchMemory(): ApiError {
  return refused(
    'The file needs too much memory to read. Keep only the equipment sheet, or split it into several files.',
    'file.too_large',
  );
}

function tookTooLong(timeMs: number): ApiError {
  return refused(
    `The file could not be read within ${Math.ceil(timeMs / 1000)} seconds. Keep only the equipment sheet, or split it into several files.`,
  );
}
