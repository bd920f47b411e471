import * as z from '../zod.ts';
import { defineCall } from '../define.ts';
import { id, instant, localDate, maxTextLength } from '../fields.ts';
import { importances } from '../records/ward.ts';
import { adminOnly } from '../permissions.ts';

/** Units: characters. */
const longestCell = 1_000;
const hospitalAndFile = 'Please select a hospital and a file.';

/** The form of an import; the sheet itself comes as the multipart file `File`. */
const importBody = z.object({
  HospitalId: id(hospitalAndFile),
  /** A dry run ("Check file"): the same report, nothing is written. */
  CheckOnly: z._default(z.union([z.boolean(), z.enum(['true', 'false'])]), false),
  /** The sheet to read; by default, the first visible one with a header row. */
  SheetName: z._default(z.string().check(z.maxLength(255)), ''),
  /** Import only if no equipment type is new without an importance; otherwise check, and name these types. */
  AskImportance: z._default(z.union([z.boolean(), z.enum(['true', 'false'])]), false),
  /** The importance of such types by name, as JSON; what is not named gets what the check proposes. */
  Importance: z._default(z.string().check(z.maxLength(200_000)), ''),
  /** Also create work that was due before today; it shows as overdue. */
  IncludePast: z._default(z.union([z.boolean(), z.enum(['true', 'false'])]), false),
});

/** A row as texts, by column. */
const textRow = z.object({
  row: z.int(),
  cells: z.record(z.string().check(z.maxLength(maxTextLength)), z.string().check(z.maxLength(longestCell))),
});
/** A column of a sheet that the import understands. */
const importColumn = z.object({ field: z.string(), label: z.string(), header: z.string() });
/** Possible header rows of the sheets, the sheet that was checked first, and all columns that an import reads. */
const importLayout = z.object({
  sheets: z.array(
    z.object({ name: z.string(), rows: z.array(z.object({ row: z.number(), headers: z.array(z.string()) })) }),
  ),
  fields: z.array(z.object({ field: z.string(), label: z.string(), required: z.boolean() })),
});

const importAnswer = z.object({
  message: z.string(),
  result: z.object({
    SuccessCount: z.number(),
    FailedCount: z.number(),
    Errors: z.array(z.string()),
    /** The first failed rows, to be corrected: why they failed, and the texts of their cells by column. */
    FailedRows: z.array(z.extend(textRow, { errors: z.array(z.string()) })),
    /** Values of optional columns that were left out because they were not understood, by row. */
    Notes: z.array(z.string()),
    /** The sheet read, its header row and which columns were used. */
    SheetName: z.string(),
    HeaderRow: z.number(),
    /** Guesses about the sheet as a whole, in sentences. */
    Guesses: z.array(z.string()),
    /** Other visible sheets with a header row, which were not read, and how many device rows each has. */
    OtherSheets: z.array(z.object({ name: z.string(), rows: z.number() })),
    Columns: z.array(importColumn),
    Layout: importLayout,
    /** Failed rows as an .xlsx with a reason column, base64; absent when none failed. */
    FailedRowsFile: z.optional(z.string()),
    CheckOnly: z.boolean(),
    /** Equipment types that are new and of which no row says the importance. */
    Importance: z.array(z.object({ name: z.string(), devices: z.number(), proposed: z.enum(importances) })),
    /** Tasks of these devices that were due before today, and whether they are created. */
    PastTasks: z.number(),
    IncludePast: z.boolean(),
  }),
});

const workCounts = z.object({ tasks: z.number(), devices: z.number() });
/** Open work from before the day its device was added, which nobody is working on. */
const pastWork = z.extend(workCounts, {
  /** The day of the oldest; null when there is none. */
  oldest: z.nullable(localDate()),
});
/** The last clearing whose tasks can still be restored; `at` identifies the clearing. */
const clearedWork = z.extend(workCounts, { at: instant(), on: localDate() });
/** The number restored, and the number that stays cleared because the plan of its device has changed. */
const restoredWork = z.extend(workCounts, { kept: workCounts });
const hospitalParams = z.object({ hospitalId: id(hospitalAndFile) });

/** The progress of an import: the file is read first, then its devices are written. */
const importProgress = z.object({
  phase: z.enum(['unknown', 'reading', 'writing']),
  /** Units: devices. */
  done: z.number(),
  total: z.number(),
});

/** The importance that an Admin chooses, by the name of the equipment type. */
export const importanceChoice = z.record(z.string(), z.enum(importances));

export const importCalls = {
  importEquipment: defineCall({
    method: 'POST',
    path: '/EquipmentImport/import',
    summary: 'Import installed devices of a hospital from a spreadsheet',
    activity: 'Import devices',
    access: adminOnly,
    body: importBody,
    multipart: true,
    answer: importAnswer,
    errors: ['import.refused', 'file.too_large', 'file.wrong_type', 'record.unknown'],
  }),
  correctImportRows: defineCall({
    method: 'POST',
    path: '/EquipmentImport/rows/:hospitalId',
    summary: 'Import rows that failed, corrected on the screen',
    activity: 'Import corrected rows',
    access: adminOnly,
    params: hospitalParams,
    body: z.object({
      rows: z.array(textRow).check(z.minLength(1), z.maxLength(200)),
      includePast: z._default(z.boolean(), false),
    }),
    answer: importAnswer,
    errors: ['record.unknown', 'input.invalid'],
  }),
  chooseImportColumns: defineCall({
    method: 'POST',
    path: '/EquipmentImport/columns/:hospitalId',
    summary: 'Define what the headers in a hospital’s sheets mean, for this and later imports',
    activity: 'Choose the columns of an import',
    access: adminOnly,
    params: hospitalParams,
    body: z.object({
      columns: z
        .array(
          z.object({
            header: z.string().check(z.minLength(1), z.maxLength(maxTextLength)),
            /** Empty for a column that is not read. */
            field: z.string().check(z.maxLength(maxTextLength)),
          }),
        )
        .check(z.maxLength(200)),
    }),
    answer: z.object({ columns: z.number() }),
    errors: ['record.unknown', 'input.invalid'],
  }),
  importProgress: defineCall({
    method: 'GET',
    path: '/EquipmentImport/progress/:key',
    summary: 'How far a running import is, by its Idempotency-Key; unknown after its end',
    access: adminOnly,
    params: z.object({ key: z.string().check(z.minLength(1), z.maxLength(64)) }),
    answer: importProgress,
  }),
  pastWork: defineCall({
    method: 'GET',
    path: '/EquipmentImport/past-work/:hospitalId',
    summary: 'Open tasks of a hospital that were due before their devices were imported',
    access: adminOnly,
    params: hospitalParams,
    answer: z.extend(pastWork, { cleared: z.nullable(clearedWork) }),
    errors: ['record.unknown'],
  }),
  clearPastWork: defineCall({
    method: 'POST',
    path: '/EquipmentImport/past-work/:hospitalId/clear',
    summary: 'Remove open tasks that were due before their devices were imported',
    activity: 'Remove tasks that were due before their devices were imported',
    access: adminOnly,
    params: hospitalParams,
    /** The number that the Admin confirmed; if it has changed since, nothing is removed. */
    body: z.object({ tasks: z.int() }),
    answer: z.extend(pastWork, { at: instant() }),
    errors: ['record.unknown', 'record.conflict'],
  }),
  restorePastWork: defineCall({
    method: 'POST',
    path: '/EquipmentImport/past-work/:hospitalId/restore',
    summary: 'Bring back tasks that were removed because they were due before their devices were imported',
    activity: 'Restore tasks that were due before their devices were imported',
    access: adminOnly,
    params: hospitalParams,
    /**
     * Which clearing to undo, and the number of tasks that the Admin confirmed; if the number has changed, none is
     * restored.
     */
    body: z.object({ at: instant(), tasks: z.int() }),
    answer: restoredWork,
    errors: ['record.unknown', 'record.conflict'],
  }),
  importTemplate: defineCall({
    method: 'GET',
    path: '/EquipmentImport/template',
    summary: 'An empty sheet with the columns that an import reads',
    access: adminOnly,
    raw: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  }),
};

/** A column of a sheet, and the field that the import reads from it. */
export type ImportColumn = z.output<typeof importColumn>;
/** The contents of a file's sheets, for an Admin who chooses columns. */
export type ImportLayout = z.output<typeof importLayout>;
/** The context of a refusal for missing columns. */
export type RefusedLayout = { columns: ImportColumn[]; layout: ImportLayout };
/** A failed row of an import. */
export type FailedImportRow = z.output<typeof importAnswer>['result']['FailedRows'][number];
/** The report of an import. */
export type ImportReport = z.output<typeof importAnswer>;
/** The progress of an import. */
export type ImportProgress = z.output<typeof importProgress>;
/** A clearing of work from before the record that can be undone. */
export type ClearedWork = z.output<typeof clearedWork>;
/** The result of undoing a clearing. */
export type RestoredWork = z.output<typeof restoredWork>;
