import { type FormEvent, useId, useState } from 'react';
import type { FailedImportRow, ImportLayout } from '#contract/calls/import.ts';
import { Alert } from '#ui/ui/alert.tsx';
import { Button } from '#ui/ui/button.tsx';
import { Dialog } from '#ui/ui/dialog.tsx';
import { Form } from '#ui/ui/form.tsx';
import { TextField } from '#ui/ui/text-field.tsx';

type Field = ImportLayout['fields'][number];

interface CorrectRowDialogProps {
  row: FailedImportRow;
  /** Its texts as corrected so far. */
  cells: FailedImportRow['cells'];
  fields: readonly Field[];
  onCorrected: (cells: FailedImportRow['cells']) => void;
  onClose: () => void;
}

/** The cells of one failed row as the sheet has them, each fault at its column. */
export function CorrectRowDialog({ row, cells, fields, onCorrected, onClose }: CorrectRowDialogProps) {
  const [texts, setTexts] = useState(cells);
  const form = useId();
  const faults = faultsOf(row.errors, fields);
  const others = row.errors.filter((error) => ![...faults.values()].includes(error));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onCorrected(texts);
  };
  return (
    <Dialog
      open
      title={`Correct row ${row.row}`}
      size="large"
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={form} variant="primary">
            Keep corrections
          </Button>
        </>
      }
    >
      <Form id={form} onSubmit={submit} className="space-y-4">
        {others.length > 0 && <Alert tone="danger">{others.join(' ')}</Alert>}
        <div className="grid gap-4 sm:grid-cols-2">
          {fields.map(({ field, label, required }) => (
            <TextField
              key={field}
              label={label}
              required={required}
              maxLength={255}
              error={texts[field] === row.cells[field] ? faults.get(field) : undefined}
              value={texts[field] ?? ''}
              onChange={(event) => setTexts({ ...texts, [field]: event.target.value })}
            />
          ))}
        </div>
      </Form>
    </Dialog>
  );
}

/** The sentence about each column; a sentence begins with the label of its column. */
function faultsOf(errors: readonly string[], fields: readonly Field[]): Map<string, string> {
  const byLength = fields.toSorted((a, b) => b.label.length - a.label.length);
  return new Map(
    errors.flatMap((error): [string, string][] => {
      const named = byLength.find(({ label }) => error.startsWith(`${label} `));
      return named ? [[named.field, error]] : [];
    }),
  );
}
