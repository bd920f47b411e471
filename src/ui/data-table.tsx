/* oxlint-disable jsx-a11y/no-redundant-roles, jsx-a11y/no-interactive-element-to-noninteractive-role -- rows laid out as cards lose the table's own roles in Safari */
import { type ReactNode, useRef } from 'react';
import { cx } from './class-names.ts';
import { Icon } from './icons.tsx';
import { SelectField } from './select-field.tsx';
import { useOverflowing } from './use-overflowing.ts';

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

/** The sort order of a list. */
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
  /** Accessible name of a row if its cells do not make a good one, such as its serial. */
  rowLabel?: (row: Row) => string;
  sort?: SortOrder;
  onSort?: (sort: SortOrder) => void;
  /** Many columns, but short ones: they fit a tablet held upright. */
  dense?: boolean;
  /** Newer rows are on their way; the shown ones stay readable. */
  busy?: boolean;
}

/** More columns than this do not fit a tablet held upright, unless they are short. */
const fewColumns = 6;

const aligned = { start: 'as-table:text-left', end: 'as-table:text-right', center: 'as-table:text-center' };

/** Rows and columns; where the place is narrow (phones; tablets for many columns) each row becomes a card with the same fields, still a table for assistive technology. */
export function DataTable<Row>({
  caption,
  columns,
  rows,
  rowKey,
  rowLabel,
  sort,
  onSort,
  dense = false,
  busy = false,
}: DataTableProps<Row>) {
  const frame = useRef<HTMLDivElement>(null);
  const overflowing = useOverflowing(frame);
  const manyRoom = dense ? 'short' : 'many';
  const room = columns.length > fewColumns ? manyRoom : 'few';
  return (
    <div
      ref={frame}
      {...(overflowing && { role: 'group', 'aria-label': caption, tabIndex: 0 })}
      data-columns={room}
      className="@container relative overflow-x-auto focus-visible:-outline-offset-3"
    >
      {onSort && <CardSort columns={columns} sort={sort} onSort={onSort} />}
      <table role="table" aria-busy={busy} className="block w-full border-collapse text-left as-table:table">
        <caption className="sr-only">{caption}</caption>
        <thead role="rowgroup" className="as-card:sr-only as-table:table-header-group">
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
                  'px-3 text-sm font-semibold whitespace-nowrap text-muted first:pl-4 last:pr-4 @max-[56rem]:in-data-[columns=short]:px-1.5 @max-[56rem]:in-data-[columns=short]:whitespace-normal',
                  column.sortable ? 'py-0' : 'py-3',
                  aligned[column.align ?? 'start'],
                )}
              >
                <ColumnHeading column={column} sort={sort} onSort={onSort} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup" className={cx('block as-table:table-row-group', busy && 'opacity-60')}>
          {rows.map((row) => (
            <tr
              key={rowKey(row)}
              role="row"
              {...(rowLabel && { 'aria-label': rowLabel(row) })}
              className="grid grid-cols-2 @min-[36rem]:grid-cols-4 gap-x-4 gap-y-2.5 border-b border-line p-4 last:border-0 hover:bg-primary-soft/40 as-table:table-row as-table:p-0"
            >
              {columns.map((column) => (
                <td
                  key={column.key}
                  role="cell"
                  className={cx(
                    'min-w-0 as-table:table-cell as-table:px-3 as-table:py-2.5 @max-[56rem]:in-data-[columns=short]:as-table:px-1.5 as-table:align-middle as-table:first:pl-4 as-table:last:pr-4',
                    aligned[column.align ?? 'start'],
                    column.align === 'end' && 'tabular-nums',
                    column.hideOnCard && 'as-card:hidden',
                    column.wideOnCard && 'as-card:col-span-full',
                    column.className,
                  )}
                >
                  {!column.wideOnCard && (
                    <span aria-hidden="true" className="block text-sm text-muted as-table:hidden">
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
    <>
      <span className="as-table:hidden">{column.header}</span>
      <button
        type="button"
        onClick={() => onSort({ key: column.key, direction: current === 'asc' ? 'desc' : 'asc' })}
        className="-mx-2 inline-flex as-card:hidden min-h-target items-center gap-1 rounded-tag px-2 font-semibold hover:text-ink"
      >
        {column.header}
        <Icon
          name={current === 'desc' ? 'sort-down' : 'sort-up'}
          size={16}
          className={current ? 'text-primary' : 'opacity-0'}
        />
      </button>
    </>
  );
}

interface CardSortProps<Row> {
  columns: readonly Column<Row>[];
  sort: SortOrder | undefined;
  onSort: (sort: SortOrder) => void;
}

/** Cards have no column headings to press: the same orders as a choice. */
function CardSort<Row>({ columns, sort, onSort }: CardSortProps<Row>) {
  const orders = columns
    .filter((column) => column.sortable)
    .flatMap(({ key, header }) => [
      { value: `${key} asc`, label: `${header}, ascending`, order: { key, direction: 'asc' as const } },
      { value: `${key} desc`, label: `${header}, descending`, order: { key, direction: 'desc' as const } },
    ]);
  if (orders.length === 0) return null;
  return (
    <div className="border-b border-line px-4 py-3 as-table:hidden *:max-w-80">
      <SelectField
        label="Sort by"
        options={orders}
        value={sort ? `${sort.key} ${sort.direction}` : ''}
        {...(!sort && { placeholder: 'As listed' })}
        onChange={(event) => {
          const chosen = orders.find((order) => order.value === event.target.value);
          if (chosen) onSort(chosen.order);
        }}
      />
    </div>
  );
}
