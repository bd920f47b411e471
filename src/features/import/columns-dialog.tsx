import { useState } from 'react';
import type { ImportColumn, RefusedLayout } from '#contract/calls/import.ts';
import { errorWords } from '#ui/engine/engine.ts';
import { useOnlineAction } from '#ui/engine/use-online-call.ts';
import { Alert } from '#ui/ui/alert.tsx';
import { Button } from '#ui/ui/button.tsx';
import { Dialog } from '#ui/ui/dialog.tsx';
import { SelectField } from '#ui/ui/select-field.tsx';

interface ColumnsDialogProps extends RefusedLayout {
  hospitalId: string;
  /** The row that was read as the header row, if one was. */
  headerRow?: number | undefined;
  /** Called with the sheet whose columns were chosen. */
  onChosen: (sheetName: string) => void;
  onClose: () => void;
}

/** Lets the Admin choose a column for each field; the hospital's later sheets are read in the same way. */
export function ColumnsDialog({ hospitalId, columns, layout, headerRow, onChosen, onClose }: ColumnsDialogProps) {
  const { sheets, fields } = layout;
  const save = useOnlineAction('chooseImportColumns');
  const [problem, setProblem] = useState<string>();
  const [place, setPlace] = useState({ sheet: 0, row: headerRow });
  const { name = '', rows = [] } = sheets[place.sheet] ?? {};
  const row = rows.find((each) => each.row === place.row) ?? longest(rows);
  const headers = row?.headers ?? [];
  const [edited, setEdited] = useState<Readonly<Record<string, string>>>({});
  const read = headersOf(columns, headers);
  const chosen = { ...read, ...edited };
  const isComplete = fields.every(({ field, required }) => !required || chosen[field]);

  const change = (next: typeof place) => {
    setPlace(next);
    setEdited({});
  };
  const confirm = async () => {
    setProblem(undefined);
    try {
      const changes = changesOf(read, chosen);
      if (changes.length > 0) await save.run({ params: { hospitalId }, body: { columns: changes } });
      onChosen(name);
    } catch (error) {
      setProblem(errorWords(error, 'The columns could not be saved.'));
    }
  };

  return (
    <Dialog
      open
      title="Choose columns"
      size="large"
      busy={save.busy}
      onClose={onClose}
      actions={
        <>
          <Button disabled={save.busy} onClick={onClose}>
            Cancel
          </Button>
          <Button variant="primary" disabled={!isComplete} busy={save.busy} onClick={() => void confirm()}>
            Save and check file
          </Button>
        </>
      }
    >
      <div className="space-y-5">
        <p>Choose the column for each field. Later sheets of this hospital are read in the same way.</p>
        {problem !== undefined && <Alert tone="danger">{problem}</Alert>}
        <div className="grid gap-4 sm:grid-cols-2">
          {sheets.length > 1 && (
            <SelectField
              label="Sheet"
              value={String(place.sheet)}
              options={sheets.map((sheet, index) => ({ value: String(index), label: sheet.name }))}
              onChange={(event) => change({ sheet: Number(event.target.value), row: undefined })}
            />
          )}
          {rows.length > 1 && (
            <SelectField
              label="Header row"
              value={String(row?.row)}
              options={rows.map((each) => ({
                value: String(each.row),
                label: `${each.row}: ${each.headers.join(', ')}`,
              }))}
              onChange={(event) => change({ ...place, row: Number(event.target.value) })}
            />
          )}
        </div>
        <div className="grid gap-4 sm:grid-cols-2">
          {fields.map(({ field, label, required }) => (
            <SelectField
              key={field}
              label={label}
              required={required}
              placeholder={required ? 'Choose a column' : 'Not in this sheet'}
              value={chosen[field] ?? ''}
              options={headers.map((header) => ({ value: header, label: header }))}
              onChange={(event) => setEdited({ ...edited, [field]: event.target.value })}
            />
          ))}
        </div>
      </div>
    </Dialog>
  );
}

type Row = RefusedLayout['layout']['sheets'][number]['rows'][number];

function longest(rows: readonly Row[]): Row | undefined {
  return rows.reduce<Row | undefined>(
    (best, row) => (best && best.headers.length >= row.headers.length ? best : row),
    undefined,
  );
}

/** The headers of a row that are understood, by the field that they are read for. */
function headersOf(columns: readonly ImportColumn[], headers: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    columns.filter(({ header }) => headers.includes(header)).map(({ field, header }) => [field, header]),
  );
}

/** Returns the choices that differ from the automatic reading, and dismisses headers that are no longer used. */
function changesOf(read: Readonly<Record<string, string>>, chosen: Readonly<Record<string, string>>) {
  const changes = Object.entries(chosen).filter(([field, header]) => header !== (read[field] ?? ''));
  const used = new Set(Object.values(chosen));
  const dismissed = changes.flatMap(([field]) => read[field] ?? []).filter((header) => !used.has(header));
  return [
    ...changes.flatMap(([field, header]) => (header === '' ? [] : [{ field, header }])),
    ...dismissed.map((header) => ({ field: '', header })),
  ];
}
