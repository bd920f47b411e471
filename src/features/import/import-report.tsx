import { type ReactNode, useRef, useState } from 'react';
import { counted } from '#contract/rules/counted.ts';
import type { ImportReport } from '#contract/calls/import.ts';
import { blobOfBase64, saveFile } from '#ui/platform/save-file.ts';
import { Alert } from '#ui/ui/alert.tsx';
import { Button } from '#ui/ui/button.tsx';
import { Card } from '#ui/ui/card.tsx';
import { InView } from '#ui/ui/in-view.tsx';
import { Tile } from '#ui/ui/tile.tsx';
import { FailedRowsCard } from './failed-rows-card.tsx';
import { NextSteps } from './next-steps.tsx';
import { ImportanceCard } from './importance-card.tsx';
import type { ImportChoice } from './import-run.ts';

const sheetType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
const numbers = new Intl.NumberFormat('en-IN');
/** Lines shown before the user asks for the rest; reports often have hundreds. */
const linesShown = 50;

interface ImportReportCardProps {
  report: ImportReport;
  message: string;
  choice: ImportChoice;
  /** Asks which columns the sheet has. */
  onChoose: () => void;
}

/** Shows the result of an import or a check: counts, the columns used, every error, and the failed rows as a file. */
export function ImportReportCard({ report, message, choice, onChoose }: ImportReportCardProps) {
  const { SuccessCount, FailedCount, Errors, Notes, SheetName, HeaderRow, Columns, FailedRowsFile, CheckOnly } =
    report.result;
  const { Importance, PastTasks, IncludePast, Guesses, OtherSheets } = report.result;
  const failedRows = useRef<HTMLDivElement>(null);
  const fileName = choice.file.name;
  const download = FailedRowsFile !== undefined && (
    <Button
      icon="download"
      onClick={() => saveFile(blobOfBase64(FailedRowsFile, sheetType), `failed-rows-${withoutEnding(fileName)}.xlsx`)}
    >
      Download failed rows
    </Button>
  );
  return (
    <div className="space-y-5">
      <InView>
        <Alert tone={FailedCount > 0 ? 'danger' : 'ok'}>{message}</Alert>
      </InView>
      <div className="grid grid-cols-2 gap-3 sm:gap-4">
        <Tile
          label={CheckOnly ? 'Rows that would be added' : 'Rows added'}
          value={numbers.format(SuccessCount)}
          icon="check-circle"
        />
        <Tile label="Rows failed" value={numbers.format(FailedCount)} icon="warning" />
      </div>
      {CheckOnly && SuccessCount > 0 && Importance.length > 0 && <ImportanceCard types={Importance} choice={choice} />}
      {!CheckOnly && (
        <NextSteps
          hospitalId={choice.hospitalId}
          failed={FailedCount}
          added={SuccessCount}
          onFailed={() => failedRows.current?.focus()}
        />
      )}
      {!CheckOnly && FailedCount > 0 && (
        <div ref={failedRows} tabIndex={-1}>
          <FailedRowsCard report={report} choice={choice} actions={download} />
        </div>
      )}
      {PastTasks > 0 && (
        <Alert tone={IncludePast ? 'warn' : 'info'}>{pastWords(PastTasks, { CheckOnly, IncludePast })}</Alert>
      )}
      {OtherSheets.length > 0 && (
        <Alert tone="warn" title={`${counted(OtherSheets.length, 'sheet was', 'sheets were')} not read`}>
          {OtherSheets.map(({ name, rows }) => `“${name}” (${counted(rows, 'row')})`).join(', ')}. Choose a sheet above
          to check and import it.
        </Alert>
      )}
      {Guesses.map((guess) => (
        <Alert key={guess} tone="warn">
          {guess}
        </Alert>
      ))}
      <Card title="Columns used" actions={<Button onClick={onChoose}>Choose columns</Button>}>
        <p className="mb-3 text-muted">
          {fileName}: sheet “{SheetName}”, headers in row {HeaderRow}. Other columns were not read.
        </p>
        <dl className="grid gap-x-6 gap-y-2 sm:grid-cols-2">
          {Columns.map(({ field, label, header }) => (
            <div key={field} className="flex justify-between gap-4 border-b border-line pb-2">
              <dt className="text-muted">{label}</dt>
              <dd className="min-w-0 text-right font-medium">{header}</dd>
            </div>
          ))}
        </dl>
      </Card>
      {CheckOnly && Errors.length > 0 && (
        <LinesCard
          title="Errors"
          lines={Errors}
          hint="Correct these rows in the file and check it again. Or upload it now, and correct the failed rows on this screen."
          actions={download}
        />
      )}
      {Notes.length > 0 && (
        <LinesCard
          title="Notes"
          lines={Notes}
          hint={`These rows ${CheckOnly ? 'would be' : 'were'} added. Please compare these values with the sheet.`}
        />
      )}
    </div>
  );
}

/** Says what happens to work that was due before today. */
function pastWords(count: number, { CheckOnly, IncludePast }: { CheckOnly: boolean; IncludePast: boolean }): string {
  const tasks = `${counted(count, 'task of these devices was', 'tasks of these devices were')} due before today.`;
  if (IncludePast) return `${tasks} ${CheckOnly ? 'They would show' : 'They show'} as overdue.`;
  return `${tasks} ${CheckOnly ? 'They are not created unless you choose so above.' : 'They were not created: work begins today.'}`;
}

interface LinesCardProps {
  title: string;
  lines: readonly string[];
  hint: string;
  actions?: ReactNode;
}

/** Lists messages about single rows; a long rest is shown on request. */
function LinesCard({ title, lines, hint, actions }: LinesCardProps) {
  const [all, setAll] = useState(false);
  const shown = all ? lines : lines.slice(0, linesShown);
  const count = numbers.format(lines.length);
  return (
    <Card title={`${title} (${count})`} flush actions={actions}>
      <p className="border-b border-line px-4 py-3 text-muted sm:px-5">{hint}</p>
      <ul>
        {shown.map((line) => (
          <li key={line} className="border-b border-line px-4 py-2.5 wrap-anywhere last:border-0 sm:px-5">
            {line}
          </li>
        ))}
      </ul>
      {shown.length < lines.length && (
        <div className="p-4">
          <Button onClick={() => setAll(true)}>
            Show all {count} {title.toLowerCase()}
          </Button>
        </div>
      )}
    </Card>
  );
}

function withoutEnding(name: string): string {
  return name.replace(/\.xlsx?$/i, '');
}
