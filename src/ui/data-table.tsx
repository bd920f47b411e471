/* oxlint-disable jsx-a11y/no-redundant-roles, jsx-a11y/no-interactive-element-to-noninteractive-role -- rows laid out as cards lose the table's own roles in Safari */
import type { ReactNode } from 'react';
import { cx } from './class-names.ts';
import { Icon } from './icons.tsx';

/** One column: its heading and how a row fills it. */
export interface Column<Row> {
  key: string;
  header: string;
  cell: (row: Row) => ReactNode;
  align?: 'start' | 'end' | 'center';
  /** The heading is a button that asks for this order. */
  sortable?: boolean;
  /** On a phone's card: left out. */
  hideOnCard?: boolean;
  /** On a phone's card: across the full width, without its heading (name of the record, buttons). */
  wideOnCard?: boolean;
  /** Spoken but not drawn, for columns of buttons. */
  headerHidden?: boolean;
  className?: string;
}

/** The order of a list. */
export interface SortOrder {
  key: string;
  direction: 'asc' | 'desc';
}

interface DataTableProps<Row> {
  /** Spoken name of the table. */
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string | number;
  /** Spoken name of a row where its cells do not make a good one, such as its serial. */
  rowLabel?: (row: Row) => string;
  sort?: SortOrder;
  onSort?: (sort: SortOrder) => void;
  /** Newer rows are on their way; the shown ones stay readable. */
  busy?: boolean;
}

const aligned = { start: 'sm:text-left', end: 'sm:text-right', center: 'sm:text-center' };

/** Rows and columns; below 640 px each row becomes a card with the same fields, still a table for assistive technology. */
export function DataTable<Row>({
  caption,
  columns,
  rows,
  rowKey,
  rowLabel,
  sort,
  onSort,
  busy = false,
}: DataTableProps<Row>) {
  return (
    <div className="overflow-x-auto">
      <table role="table" aria-busy={busy} className="block w-full border-collapse text-left sm:table">
        <caption className="sr-only">{caption}</caption>
        <thead role="rowgroup" className="max-sm:sr-only sm:table-header-group">
          <tr role="row" className="border-b border-line bg-sunken">
            {columns.map((column) => (
              <th
                key={column.key}
                role="columnheader"
                scope="col"
                {...(sort?.key === column.key && {
                  'aria-sort': sort.direction === 'asc' ? 'ascending' : 'descending',
                })}
                className={cx(
                  'px-4 text-sm font-semibold whitespace-nowrap text-muted',
                  column.sortable ? 'py-0' : 'py-3',
                  aligned[column.align ?? 'start'],
                )}
              >
                <ColumnHeading column={column} sort={sort} onSort={onSort} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup" className={cx('block sm:table-row-group', busy && 'opacity-60')}>
          {rows.map((row) => (
            <tr
              key={rowKey(row)}
              role="row"
              {...(rowLabel && { 'aria-label': rowLabel(row) })}
              className="grid grid-cols-2 gap-x-4 gap-y-2.5 border-b border-line p-4 last:border-0 hover:bg-primary-soft/40 sm:table-row sm:p-0"
            >
              {columns.map((column) => (
                <td
                  key={column.key}
                  role="cell"
                  className={cx(
                    'min-w-0 sm:table-cell sm:px-4 sm:py-3 sm:align-middle',
                    aligned[column.align ?? 'start'],
                    column.align === 'end' && 'tabular-nums',
                    column.hideOnCard && 'max-sm:hidden',
                    column.wideOnCard && 'max-sm:col-span-2',
                    column.className,
                  )}
                >
                  {!column.wideOnCard && (
                    <span aria-hidden="true" className="block text-sm text-muted sm:hidden">
                      {column.header}
                    </span>
                  )}
                  {column.cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface ColumnHeadingProps<Row> {
  column: Column<Row>;
  sort: SortOrder | undefined;
  onSort: ((sort: SortOrder) => void) | undefined;
}

function ColumnHeading<Row>({ column, sort, onSort }: ColumnHeadingProps<Row>) {
  if (column.headerHidden) return <span className="sr-only">{column.header}</span>;
  if (!column.sortable || !onSort) return column.header;
  const current = sort?.key === column.key ? sort.direction : undefined;
  return (
    <button
      type="button"
      onClick={() => onSort({ key: column.key, direction: current === 'asc' ? 'desc' : 'asc' })}
      className="-mx-2 inline-flex min-h-target items-center gap-1 rounded-tag px-2 font-semibold hover:text-ink"
    >
      {column.header}
      <Icon
        name={current === 'desc' ? 'sort-down' : 'sort-up'}
        size={16}
        className={current ? 'text-primary' : 'opacity-0'}
      />
    </button>
  );
}
