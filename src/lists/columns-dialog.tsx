import { Button } from '#ui/ui/button.tsx';
import { Checkbox } from '#ui/ui/checkbox.tsx';
import type { Column } from '#ui/ui/data-table.tsx';
import { Dialog } from '#ui/ui/dialog.tsx';
import { hiddenColumns } from './hidden-columns.ts';
import type { ListQuery } from './list-query.ts';

interface ColumnsDialogProps {
  query: ListQuery;
  columns: readonly Column<never>[];
  onClose: () => void;
}

/** Returns the columns that a user can hide: all on the screen except the record's name and the buttons. */
export function hideable(columns: readonly Column<never>[]): readonly Column<never>[] {
  const onScreen = columns.filter(
    ({ sheetOnly, headerHidden, card, menu }) =>
      !sheetOnly && !headerHidden && !menu && card !== 'tick' && card !== 'act',
  );
  const title = onScreen.find(({ card }) => card === 'title') ?? onScreen[0];
  return onScreen.filter((column) => column !== title);
}

/** Chooses the columns of a list; the address keeps the choice. */
export function ColumnsDialog({ query, columns, onClose }: ColumnsDialogProps) {
  const hidden = hiddenColumns(query).filter(Boolean);
  const hide = (keys: readonly string[]) => query.setFilter('hide', keys.join('.'));
  const toggle = (key: string) => hide(hidden.includes(key) ? hidden.filter((one) => one !== key) : [...hidden, key]);
  return (
    <Dialog
      open
      title="Columns to show"
      size="small"
      onClose={onClose}
      actions={
        <>
          {hidden.length > 0 && <Button onClick={() => hide([])}>Show all</Button>}
          <Button variant="primary" onClick={onClose}>
            Done
          </Button>
        </>
      }
    >
      {hideable(columns).map(({ key, header }) => (
        <Checkbox key={key} label={header} checked={!hidden.includes(key)} onChange={() => toggle(key)} />
      ))}
      <p className="mt-3 text-sm text-muted">An export has all columns. Save a view to keep the choice.</p>
    </Dialog>
  );
}
