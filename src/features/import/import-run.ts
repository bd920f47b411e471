import { useSyncExternalStore } from 'react';
import type { FailedImportRow, ImportProgress, ImportReport, RefusedLayout } from '#contract/calls/import.ts';
import type { Importance } from '#contract/records/ward.ts';
import { CallError, errorWords, type WardEngine } from '#ui/engine/engine.ts';
import { useEngine } from '#ui/engine/engine-provider.tsx';
import { renewReads } from '#ui/engine/use-online-call.ts';

/** An import as the screen shows it; it continues while the user is on another screen. */
export interface ImportRun {
  state: 'idle' | 'running' | 'done' | 'failed';
  choice: ImportChoice | null;
  /** The headers in a refused file's sheets; null if its columns were understood. */
  refused: RefusedLayout | null;
  /** The server's progress; null until it reports any. */
  progress: ImportProgress | null;
  report: ImportReport | null;
  /** Failed rows as corrected so far, by their number in the sheet. */
  edits: Readonly<Record<number, FailedImportRow['cells']>>;
  /** The choices for new equipment types that differ from the check's proposals. */
  importance: Readonly<Record<string, Importance>>;
  message: string;
}

const idle: ImportRun = {
  state: 'idle',
  choice: null,
  refused: null,
  progress: null,
  report: null,
  edits: {},
  importance: {},
  message: '',
};
const runs = new WeakMap<WardEngine, ImportRun>();
const listeners = new Set<() => void>();

/** How often progress is requested. Units: ms. */
const progressEveryMs = 1000;

function keep(engine: WardEngine, run: ImportRun) {
  runs.set(engine, run);
  for (const listener of listeners) listener();
}

/** The Admin's choices for an import. */
export interface ImportChoice {
  hospitalId: string;
  file: File;
  checkOnly: boolean;
  /** Also create tasks that were due before today. */
  includePast: boolean;
  /** Empty means the first sheet with a header row. */
  sheetName: string;
  /** Of new equipment types, by name; null to be asked where the sheet does not say it. */
  importance: Readonly<Record<string, Importance>> | null;
}

async function runImport(engine: WardEngine, choice: ImportChoice) {
  const { hospitalId, file, checkOnly, includePast, sheetName, importance } = choice;
  const run: ImportRun = { ...idle, state: 'running', choice };
  let latest = run;
  keep(engine, run);
  const key = engine.newKey();
  const asking = setInterval(() => {
    engine.call('importProgress', { params: { key } }).then(
      (progress) => {
        if (latest === runs.get(engine)) keep(engine, (latest = { ...run, progress }));
      },
      // The import continues even if its progress cannot be read.
      () => undefined,
    );
  }, progressEveryMs);
  try {
    const report = await engine.call('importEquipment', {
      idempotencyKey: key,
      body: {
        HospitalId: hospitalId,
        CheckOnly: checkOnly,
        IncludePast: includePast,
        SheetName: sheetName,
        AskImportance: importance === null,
        Importance: JSON.stringify(importance ?? {}),
      },
      files: { File: file },
    });
    renewReads(engine);
    keep(engine, { ...run, state: 'done', report, message: report.message || 'Import completed' });
  } catch (error) {
    keep(engine, {
      ...run,
      state: 'failed',
      refused: layoutIn(error),
      message: `Error importing file: ${errorWords(error, 'Server error')}`,
    });
  } finally {
    clearInterval(asking);
  }
}

function withCorrected(run: ImportRun, { result: more, message }: ImportReport): ImportRun {
  if (!run.report) return run;
  const { result } = run.report;
  const again = new Map(more.FailedRows.map((row) => [row.row, row]));
  const FailedRows = result.FailedRows.flatMap((row) => (row.row in run.edits ? (again.get(row.row) ?? []) : [row]));
  const sums = {
    SuccessCount: result.SuccessCount + more.SuccessCount,
    FailedCount: result.FailedCount - more.SuccessCount,
    Notes: [...result.Notes, ...more.Notes],
  };
  return { ...run, message, edits: {}, report: { ...run.report, result: { ...result, ...sums, FailedRows } } };
}

function layoutIn(error: unknown): RefusedLayout | null {
  const context = error instanceof CallError ? error.problem?.context : undefined;
  return context && 'layout' in context ? (context as RefusedLayout) : null;
}

/** Returns this page's running or last import, and functions to start one or dismiss its report. */
export function useImportRun() {
  const engine = useEngine();
  const run = useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => runs.get(engine) ?? idle,
  );
  return {
    run,
    start: (choice: ImportChoice) => runImport(engine, choice),
    clear: () => keep(engine, idle),
    /** Keeps the corrected texts of a failed row. */
    edit: (row: number, cells: FailedImportRow['cells']) =>
      keep(engine, { ...run, edits: { ...run.edits, [row]: cells } }),
    setImportance: (name: string, importance: Importance) =>
      keep(engine, { ...run, importance: { ...run.importance, [name]: importance } }),
    /** Takes what the import of the corrected rows reports into the report. */
    addCorrected: (answer: ImportReport) => keep(engine, withCorrected(run, answer)),
  };
}
