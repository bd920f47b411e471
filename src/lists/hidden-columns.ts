import type { Column } from '#ui/ui/data-table.tsx';
import type { ListQuery } from './list-query.ts';

const parameter = 'hide';

/** Returns the columns that a user can hide: all on the screen except the record's name and the buttons. */
export function hideable<Row>(columns: readonly Column<Row>[]): readonly Column<Row>[] {
  const onScreen = columns.filter(
    ({ sheetOnly, headerHidden, card, menu }) =>
      !sheetOnly && !headerHidden && !menu && card !== 'tick' && card !== 'act',
  );
  const title = onScreen.find(({ card }) => card === 'title') ?? onScreen[0];
  return onScreen.filter((column) => column !== title);
}

/** Returns the keys of the hidden columns, from the address: `?hide=location.types`. */
export function hiddenColumns(query: Pick<ListQuery, 'filter'>): readonly string[] {
  return query.filter(parameter).split('.').filter(Boolean);
}

/** Shows or hides a column. */
export function toggleColumn(query: Pick<ListQuery, 'filter' | 'setFilter'>, key: string): void {
  const hidden = hiddenColumns(query);
  const next = hidden.includes(key) ? hidden.filter((one) => one !== key) : [...hidden, key];
  query.setFilter(parameter, next.join('.'));
}

/** Shows all columns. */
export function showAllColumns(query: Pick<ListQuery, 'setFilter'>): void {
  query.setFilter(parameter, '');
}

/** Returns the columns that the address does not hide. */
export function shownColumns<Row>(columns: readonly Column<Row>[], query: Pick<ListQuery, 'filter'>) {
  const hidden = hiddenColumns(query);
  if (hidden.length === 0) return columns;
  const gone = new Set(hideable(columns).filter(({ key }) => hidden.includes(key)));
  return columns.filter((column) => !gone.has(column));
}
