import { Icon } from './icons.tsx';
import { SelectField } from './select-field.tsx';

/** The sort order of a list. */
export interface SortOrder {
  key: string;
  direction: 'asc' | 'desc';
}

/** The properties of a column that its heading needs. */
export interface SortColumn {
  key: string;
  header: string;
  /** The heading is a button that sorts by this column. */
  sortable?: boolean;
  /** Shown only to screen readers, for columns of buttons. */
  headerHidden?: boolean;
}

interface ColumnHeadingProps {
  column: SortColumn;
  sort: SortOrder | undefined;
  onSort: ((sort: SortOrder) => void) | undefined;
}

/** Renders a column's heading; a button if the column is sortable. */
export function ColumnHeading({ column, sort, onSort }: ColumnHeadingProps) {
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

interface CardSortProps {
  columns: readonly SortColumn[];
  sort: SortOrder | undefined;
  onSort: (sort: SortOrder) => void;
}

/** Offers the same sort orders as a drop-down, because cards have no column headings. */
export function CardSort({ columns, sort, onSort }: CardSortProps) {
  const orders = columns
    .filter((column) => column.sortable)
    .flatMap(({ key, header }) => [
      { value: `${key} asc`, label: `${header}, ascending`, order: { key, direction: 'asc' as const } },
      { value: `${key} desc`, label: `${header}, descending`, order: { key, direction: 'desc' as const } },
    ]);
  if (orders.length === 0) return null;
  return (
    <div className="border-b border-line px-4 py-2 as-table:hidden *:max-w-80">
      <SelectField
        label="Sort by"
        labelHidden
        options={orders}
        value={sort ? `${sort.key} ${sort.direction}` : ''}
        {...(!sort && { placeholder: 'Sort by…' })}
        onChange={(event) => {
          const chosen = orders.find((order) => order.value === event.target.value);
          if (chosen) onSort(chosen.order);
        }}
      />
    </div>
  );
}
