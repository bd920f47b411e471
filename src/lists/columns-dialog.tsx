import { Button } from '#ui/ui/button.tsx';
import { Checkbox } from '#ui/ui/checkbox.tsx';
import type { Column } from '#ui/ui/data-table.tsx';
import { Dialog } from '#ui/ui/dialog.tsx';
import { hiddenColumns, hideable, showAllColumns, toggleColumn } from './hidden-columns.ts';
import type { ListQuery } from './list-query.ts';

interface ColumnsDialogProps {
  query: ListQuery;
  columns: readonly Column<never>[];
  onClose: () => void;
}

/** Chooses the columns of a list; the address keeps the choice. */
export function ColumnsDialog({ query, columns, onClose }: ColumnsDialogProps) {
  const hidden = hiddenColumns(query);
  return (
    <Dialog
      open
      title="Columns to show"
      size="small"
      onClose={onClose}
      actions={
        <>
          {hidden.length > 0 && <Button onClick={() => showAllColumns(query)}>Show all</Button>}
          <Button variant="primary" onClick={onClose}>
            Done
          </Button>
        </>
      }
    >
      {hideable(columns).map(({ key, header }) => (
        <Checkbox key={key} label={header} checked={!hidden.includes(key)} onChange={() => toggleColumn(query, key)} />
      ))}
      <p className="mt-3 text-sm text-muted">An export has all columns. Save a view to keep the choice.</p>
    </Dialog>
  );
}
