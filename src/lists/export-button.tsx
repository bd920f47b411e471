import { useState } from 'react';
import { errorWords } from '#ui/engine/engine.ts';
import { useTimeZone, useToday } from '#ui/engine/use-now.ts';
import { saveFile } from '#ui/platform/save-file.ts';
import type { SheetValue } from '#ui/platform/workbook.ts';
import { Button } from '#ui/ui/button.tsx';
import { useToast } from '#ui/ui/toast.tsx';

interface ExportButtonProps {
  /** Name of the sheet, and with the day of the file. */
  name: string;
  /** Columns of the list; one without a value is left out. */
  columns: readonly { header: string; value?: (row: never) => SheetValue }[];
  /** All rows of the list as filtered, not only those of the page. */
  rows: () => readonly unknown[] | Promise<readonly unknown[]>;
}

/** Hands a list over as an .xlsx file; the part that writes it is loaded when it is pressed. Source: docs/decisions/255-exports.md. */
export function ExportButton({ name, columns, rows }: ExportButtonProps) {
  const today = useToday();
  const timeZone = useTimeZone();
  const toast = useToast();
  const [busy, setBusy] = useState(false);
  const exported = columns.flatMap(({ header, value }) => (value ? [{ header, value }] : []));
  if (exported.length === 0) return null;
  const save = async () => {
    setBusy(true);
    try {
      const [{ workbook }, all] = await Promise.all([import('#ui/platform/workbook.ts'), rows()]);
      // The columns are those of the list whose rows these are.
      const cells = all.map((row) => exported.map(({ value }) => value(row as never)));
      const header = exported.map((column) => column.header);
      saveFile(workbook(name, header, cells, timeZone), `${name.replaceAll(/[^\w-]+/g, ' ')} ${today}.xlsx`);
    } catch (error) {
      toast({ tone: 'danger', text: errorWords(error, 'The list could not be exported.') });
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button icon="download" busy={busy} aria-label={`Export ${name}`} onClick={() => void save()}>
      Export
    </Button>
  );
}
