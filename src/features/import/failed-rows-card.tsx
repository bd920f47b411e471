import { type ReactNode, useState } from 'react';
import type { FailedImportRow, ImportReport } from '#contract/calls/import.ts';
import { counted } from '#contract/rules/counted.ts';
import { errorWords } from '#ui/engine/engine.ts';
import { useOnlineAction } from '#ui/engine/use-online-call.ts';
import { useIdempotencyKey } from '#ui/forms/online/use-idempotency-key.ts';
import { Alert } from '#ui/ui/alert.tsx';
import { Badge } from '#ui/ui/badge.tsx';
import { Button } from '#ui/ui/button.tsx';
import { Card } from '#ui/ui/card.tsx';
import { useToast } from '#ui/ui/toast.tsx';
import { CorrectRowDialog } from './correct-row-dialog.tsx';
import { type ImportChoice, useImportRun } from './import-run.ts';

interface FailedRowsCardProps {
  report: ImportReport;
  choice: ImportChoice;
  actions: ReactNode;
}

/** The rows that failed: each can be corrected here, and those that were are imported without the spreadsheet. */
export function FailedRowsCard({ report, choice, actions }: FailedRowsCardProps) {
  const { FailedRows, FailedCount, Columns, Layout } = report.result;
  const { run, edit, addCorrected } = useImportRun();
  const [open, setOpen] = useState<FailedImportRow>();
  const send = useOnlineAction('correctImportRows');
  const attempt = useIdempotencyKey('import-rows');
  const toast = useToast();
  const [problem, setProblem] = useState<string>();
  const corrected = FailedRows.flatMap(({ row }) => {
    const cells = run.edits[row];
    return cells ? [{ row, cells }] : [];
  });
  const act = async () => {
    if (send.busy) return;
    setProblem(undefined);
    const { hospitalId, includePast } = choice;
    try {
      const answer = await attempt({ rows: corrected, includePast }, (body, idempotencyKey) =>
        send.run({ params: { hospitalId }, body, idempotencyKey }),
      );
      addCorrected(answer);
      toast({ tone: answer.result.FailedCount > 0 ? 'warn' : 'ok', text: answer.message });
    } catch (error) {
      setProblem(errorWords(error, 'The rows could not be imported. Please try again.'));
    }
  };
  return (
    <Card title={`${counted(FailedCount, 'row needs', 'rows need')} attention`} flush actions={actions}>
      <p className="border-b border-line px-4 py-3 text-muted sm:px-5">
        Correct the rows here and import them again, or download them and correct the file.
        {FailedCount > FailedRows.length && ` The first ${FailedRows.length} are listed; the file has all.`}
      </p>
      <ul>
        {FailedRows.map((row) => (
          <li
            key={row.row}
            className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 border-b border-line px-4 py-2.5 sm:px-5"
          >
            <p className="min-w-0 flex-1 basis-64 wrap-anywhere">
              Row {row.row}: {row.errors.join(' ')}
            </p>
            <div className="flex items-center gap-3">
              {run.edits[row.row] && <Badge tone="ok">Corrected</Badge>}
              <Button aria-label={`Correct row ${row.row}`} disabled={send.busy} onClick={() => setOpen(row)}>
                Correct
              </Button>
            </div>
          </li>
        ))}
      </ul>
      <div className="space-y-3 p-4 sm:px-5">
        {problem !== undefined && <Alert tone="danger">{problem}</Alert>}
        <Button variant="primary" busy={send.busy} disabled={corrected.length === 0} onClick={() => void act()}>
          Import {counted(corrected.length, 'corrected row')}
        </Button>
      </div>
      {open && (
        <CorrectRowDialog
          key={open.row}
          row={open}
          cells={run.edits[open.row] ?? open.cells}
          fields={Layout.fields.filter(
            ({ field, required }) =>
              required || field in open.cells || Columns.some((column) => column.field === field),
          )}
          onClose={() => setOpen(undefined)}
          onCorrected={(cells) => {
            edit(open.row, cells);
            setOpen(undefined);
          }}
        />
      )}
    </Card>
  );
}
