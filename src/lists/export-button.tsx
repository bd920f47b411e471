import { useState } from 'react';
import { errorWords } from '#ui/engine/engine.ts';
import { useEngine } from '#ui/engine/engine-provider.tsx';
import { useTimeZone, useToday } from '#ui/engine/use-now.ts';
import type { SheetValue } from '#ui/platform/workbook.ts';
import { Button } from '#ui/ui/button.tsx';
import { useToast } from '#ui/ui/toast.tsx';

interface ExportButtonProps {
  /** Name of the sheet; the name of the file is this with the day added. */
  name: string;
  /** The list's columns; one without a value is left out. */
  columns: readonly { header: string; value?: (row: never) => SheetValue }[];
  /** Returns all filtered rows of the list, not only the current page. */
  rows: () => readonly unknown[] | Promise<readonly unknown[]>;
}

/**
 * Exports a list as an .xlsx file; the code that writes it loads when the button is pressed. Source:
 * docs/decisions/255-exports.md.
 */
export function ExportButton({ name, columns, rows }: ExportButtonProps) {
  const today = useToday();
  const timeZone = useTimeZone();
  const toast = useToast();
  const engine = useEngine();
  const [busy, setBusy] = useState(false);
  const exported = columns.flatMap(({ header, value }) => (value ? [{ header, value }] : []));
  if (exported.length === 0) return null;
  const save = async () => {
    setBusy(true);
    try {
      const [{ exportRows }, all] = await Promise.all([import('./export-rows.ts'), rows()]);
      // Rows and columns are of the same list, so the row types match.
      const cells = all.map((row) => exported.map(({ value }) => value(row as never)));
      const header = exported.map((column) => column.header);
      await exportRows(engine, { name, header, cells }, { today, timeZone });
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
