/* oxlint-disable jsx-a11y/no-redundant-roles, jsx-a11y/no-interactive-element-to-noninteractive-role -- rows laid out as cards lose the table's own roles in Safari */
import { type ReactNode, useRef } from 'react';
import { Link } from 'react-router-dom';
import { cx } from './class-names.ts';
import { MenuButton, type MenuItem } from './menu-button.tsx';
import { CardSort, ColumnHeading, type SortColumn, type SortOrder } from './table-sort.tsx';
import { useOverflowing } from './use-overflowing.ts';

type SheetCell = string | number | null | { readonly day: string } | { readonly at: string } | { readonly ms: number };

/**
 * The content of a column, on screen and in an exported sheet. Without `cell` the value is shown; without `value` the
 * column is not exported.
 */
type Contents<Row> =
  | { sheetOnly?: false; cell: (row: Row) => ReactNode; value?: (row: Row) => SheetCell }
  | { sheetOnly?: false; cell?: undefined; value: (row: Row) => string | number }
  | { sheetOnly: true; cell?: undefined; value: (row: Row) => SheetCell };

type ShownColumn<Row> = Exclude<Column<Row>, { sheetOnly: true }>;

/** A column: its heading and how a row fills it. */
export type Column<Row> = ColumnLook<Row> & Contents<Row>;

interface ColumnLook<Row> extends SortColumn {
  align?: 'start' | 'end' | 'center';
  /**
   * The column's place on a compact card on a phone: a checkbox before the first line, the first line, beside it,
   * second or third line, or a button beside all of them. If any column of a table names a place, columns without one
   * are left out; otherwise each column appears under its heading.
   */
  card?: CardPlace;
  /** The actions of the cell's buttons, for the "⋯" menu on a card. */
  menu?: (row: Row) => readonly MenuItem[];
  /** Hidden on a phone's card. */
  hideOnCard?: boolean;
  /** On a phone's card, across the full width and without heading (name of the record, buttons). */
  wideOnCard?: boolean;
  className?: string;
}

type CardPlace = 'tick' | 'title' | 'badge' | 'line' | 'more' | 'act';

interface DataTableProps<Row> {
  /** Accessible name of the table. */
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row, index: number) => string | number;
  /** Accessible name of a row, for example its serial number, if its cells do not make a good one. */
  rowLabel?: (row: Row) => string;
  /** Returns where a row leads: the link of its title, and on a phone the whole card. */
  rowLink?: ((row: Row) => string) | undefined;
  sort?: SortOrder;
  onSort?: (sort: SortOrder) => void;
  /** Short columns: many fit on a tablet in portrait, and few need more room than usual. */
  dense?: boolean;
  /** Newer rows are loading; the current ones stay readable. */
  busy?: boolean;
}

/** Returns what a column shows for a row. */
function contentOf<Row>(column: ShownColumn<Row>, row: Row): ReactNode {
  return column.cell ? column.cell(row) : column.value(row);
}

/** More columns do not fit on a tablet in portrait, unless they are short. */
const fewColumns = 6;

/**
 * The lines of a card are rows of a wrapping flex box; each line begins with an invisible element as wide as the card.
 * Content left of a line is clipped, because the margin belongs to the table.
 */
const linedCard =
  'relative flex flex-wrap items-center gap-x-3 overflow-x-clip py-3 pr-4 pl-1 hover:[box-shadow:-0.75rem_0_0_color-mix(in_oklab,var(--color-primary-soft)_40%,transparent)] before:order-3 before:basis-full after:order-5 after:basis-full as-table:before:hidden as-table:after:hidden';
/** Left margin of the cards. */
const ofLinedCards = 'as-card:pl-3';
/** Keeps the corner free for the menu, so that a wide badge wraps instead of covering it. */
const corneredCard = 'as-card:pr-12';
/** Keeps the room at the end of all lines for a button. */
const besideAct = 'as-card:pr-24';
const labelledCard = 'grid grid-cols-2 @min-[36rem]:grid-cols-4 gap-x-4 gap-y-2.5 p-4';

const places: Record<CardPlace | 'menu', string> = {
  tick: 'as-card:order-1 as-card:relative as-card:z-1',
  title: 'as-card:order-1 as-card:min-w-2/5 as-card:grow as-card:basis-0',
  badge:
    'as-card:order-2 as-card:max-w-3/5 as-card:*:justify-end as-card:**:[a]:relative as-card:**:[a]:z-1 as-card:**:[button]:relative as-card:**:[button]:z-1',
  act: 'as-card:absolute as-card:top-1 as-card:right-1 as-card:z-1',
  menu: 'as-card:absolute as-card:top-1 as-card:right-1 as-card:z-1',
  line: 'as-card:order-4 as-card:text-sm as-card:text-left as-card:text-muted as-card:**:[a]:relative as-card:**:[a]:z-1 as-card:**:[button]:relative as-card:**:[button]:z-1',
  more: 'as-card:order-6 as-card:text-sm as-card:text-left as-card:text-muted as-card:**:[a]:relative as-card:**:[a]:z-1 as-card:**:[button]:relative as-card:**:[button]:z-1',
};
/** A separator in the gap between two cells of a card's line; at the start of a line it is clipped. */
const separated =
  "before:-ml-3 before:inline-block before:w-3 before:text-center before:content-['·'] as-table:before:hidden";

const aligned = { start: 'as-table:text-left', end: 'as-table:text-right', center: 'as-table:text-center' };

/**
 * Shows rows and columns; in a narrow place (phones; tablets with many columns) each row becomes a card with the same
 * fields, which is still a table for assistive technology.
 */
export function DataTable<Row>({
  caption,
  columns: all,
  rows,
  rowKey,
  rowLabel,
  rowLink,
  sort,
  onSort,
  dense = false,
  busy = false,
}: DataTableProps<Row>) {
  const columns = all.filter((column): column is ShownColumn<Row> => column.sheetOnly !== true);
  const frame = useRef<HTMLDivElement>(null);
  const overflowing = useOverflowing(frame);
  const roomy = columns.length > fewColumns ? 'many' : 'few';
  const room = dense ? 'short' : roomy;
  const lined = columns.some((column) => column.card);
  const hasMenu = columns.some((column) => column.menu);
  const isOnCard = (column: ShownColumn<Row>) =>
    lined ? Boolean(column.card ?? column.menu) : column.hideOnCard !== true;
  const inCell = (column: ShownColumn<Row>, row: Row) => {
    const content = contentOf(column, row);
    if (rowLink && column.card === 'title') return <RowLink to={rowLink(row)}>{content}</RowLink>;
    if (lined && column.menu) {
      return (
        <RowMenu items={column.menu(row)} label={rowLabel?.(row) ?? ''}>
          {content}
        </RowMenu>
      );
    }
    return content === '' ? '—' : content;
  };
  const beginsFacts = (column: ShownColumn<Row>, row: Row) =>
    columns.find((other) => other.card === column.card && contentOf(other, row) !== '') === column;
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
                  'px-3 text-sm font-semibold whitespace-nowrap text-muted first:pl-4 last:pr-4 @max-[42rem]:px-2 @max-[56rem]:in-data-[columns=short]:px-1.5 @max-[56rem]:in-data-[columns=short]:whitespace-normal',
                  column.sortable ? 'py-0' : 'py-3',
                  !isOnCard(column) && 'as-card:hidden',
                  aligned[column.align ?? 'start'],
                )}
              >
                <ColumnHeading column={column} sort={sort} onSort={onSort} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody
          role="rowgroup"
          className={cx('block as-table:table-row-group', lined && ofLinedCards, busy && 'opacity-60')}
        >
          {rows.map((row, index) => (
            <tr
              key={rowKey(row, index)}
              role="row"
              data-row={rowKey(row, index)}
              {...(rowLabel && { 'aria-label': rowLabel(row) })}
              className={cx(
                'border-b border-line last:border-0 hover:bg-primary-soft/40 as-table:table-row as-table:p-0',
                lined ? linedCard : labelledCard,
                lined && hasMenu && corneredCard,
                columns.some(({ card }) => card === 'act') && besideAct,
              )}
            >
              {columns.map((column) => {
                const isBlank = lined && contentOf(column, row) === '';
                const place = column.card ?? (column.menu && 'menu');
                return (
                  <td
                    key={column.key}
                    role="cell"
                    className={cx(
                      'min-w-0 as-table:table-cell as-table:px-3 @max-[42rem]:as-table:px-2 @max-[56rem]:in-data-[columns=short]:as-table:px-1.5 as-table:align-middle as-table:first:pl-4 as-table:last:pr-4',
                      dense ? 'as-table:py-1' : 'as-table:py-2.5',
                      aligned[column.align ?? 'start'],
                      !isOnCard(column) && 'as-card:hidden',
                      // Stays a cell for assistive technology, which counts the cells of a row to find their headers.
                      isBlank && 'as-card:sr-only',
                      lined && place && places[place],
                      lined && (place === 'line' || place === 'more') && !beginsFacts(column, row) && separated,
                      !lined && column.wideOnCard && 'as-card:col-span-full',
                      column.className,
                    )}
                  >
                    {!lined && !column.wideOnCard && (
                      <span aria-hidden="true" className="block text-sm text-muted as-table:hidden">
                        {column.header}
                      </span>
                    )}
                    {inCell(column, row)}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Links a row's title; on a card the link covers the whole card. */
function RowLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link
      to={to}
      className="-my-2.5 inline-block py-2.5 as-table:min-w-28 font-semibold text-primary-ink no-underline wrap-anywhere hover:underline as-card:after:absolute as-card:after:inset-0 as-card:focus-visible:outline-0 as-card:focus-visible:after:outline-3 as-card:focus-visible:after:-outline-offset-3 as-card:focus-visible:after:outline-focus"
    >
      {children}
    </Link>
  );
}

/** Shows a row's buttons; on a card they are in a "⋯" menu. */
function RowMenu({ items, label, children }: { items: readonly MenuItem[]; label: string; children: ReactNode }) {
  return (
    <>
      <span className="as-card:hidden">{children}</span>
      {items.length > 0 && (
        <span className="as-table:hidden">
          <MenuButton label={`Actions for ${label}`} icon="more" iconOnly align="end" items={items} />
        </span>
      )}
    </>
  );
}
