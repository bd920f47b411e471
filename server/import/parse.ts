import { Worker } from 'node:worker_threads';
import { containerOf } from './file-check.ts';
import { ImportRefused, type ImportRefusalCode } from './refused.ts';
import type { ParsedImport } from './types.ts';

/** What the worker sends back: the register, or why the file is refused. */
export type WorkerAnswer =
  | { parsed: ParsedImport }
  | { refused: { code: ImportRefusalCode; message: string; cause: unknown } };

export type ParseLimits = { timeMs: number; heapMb: number };

/** Source: docs/product.md P55. The heap leaves room for the unpacked file, which no heap limit counts. */
const LIMITS: ParseLimits = { timeMs: 60_000, heapMb: 320 };

/** What the worker is given: the bytes of a file, and the name of the sheet to read unless it is the first. */
export type RegisterFile = { bytes: Uint8Array; sheetName?: string | undefined };

type ParseOptions = { signal?: AbortSignal; sheetName?: string | undefined };

export type ParseImport = (file: Buffer, options?: ParseOptions) => Promise<ParsedImport>;

/** A parser that reads one file at a time off the request thread; later files wait for their turn. */
export function createImportParser(limits: ParseLimits = LIMITS): ParseImport {
  let turn: Promise<unknown> = Promise.resolve();
  return async (file, options = {}) => {
    containerOf(file);
    const run = turn.then(() => parseInWorker(file, limits, options));
    turn = run.catch(() => undefined);
    return run;
  };
}

/**
 * Reads an uploaded .xlsx or .xls into device rows.
 * Throws: ImportRefused when the whole file is refused. Source: docs/product.md P55 to P63.
 */
export const parseImport: ParseImport = createImportParser();

function parseInWorker(file: Buffer, limits: ParseLimits, { signal, sheetName }: ParseOptions): Promise<ParsedImport> {
  return new Promise<ParsedImport>((resolve, reject) => {
    if (signal?.aborted === true) {
      reject(cancelled());
      return;
    }
    const worker = startWorker({ bytes: new Uint8Array(file), sheetName }, limits);
    let settled = false;
    const settle = (act: () => void) => {
      if (settled) return;
      settled = true;
      clearTimeout(timer);
      signal?.removeEventListener('abort', onAbort);
      // The next file starts only once this thread and its memory are gone.
      void worker.terminate().then(act, act);
    };
    const onAbort = () => settle(() => reject(cancelled()));
    const timer = setTimeout(() => settle(() => reject(tookTooLong(limits.timeMs))), limits.timeMs);
    signal?.addEventListener('abort', onAbort, { once: true });
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

/** The worker's file beside this one: its own bundle in the built server, TypeScript through tsx in development. */
export function workerUrl(ownUrl: string): URL {
  return new URL(ownUrl.endsWith('.ts') ? 'parse-worker.dev.mjs' : 'parse-worker.js', ownUrl);
}

function refusalFrom({ code, message, cause }: { code: ImportRefusalCode; message: string; cause: unknown }) {
  return new ImportRefused(code, message, cause === undefined ? {} : { cause });
}

function isOutOfMemory(error: Error): boolean {
  return 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
}

function tookTooMuchMemory(): ImportRefused {
  return new ImportRefused(
    'memory-limit',
    'The file needs too much memory to read. Keep only the equipment sheet, or split it into several files.',
  );
}

function tookTooLong(timeMs: number): ImportRefused {
  return new ImportRefused(
    'time-limit',
    `The file could not be read within ${Math.ceil(timeMs / 1000)} seconds. Keep only the equipment sheet, or split it into several files.`,
  );
}

function cancelled(): ImportRefused {
  return new ImportRefused('cancelled', 'The import was cancelled.');
}
