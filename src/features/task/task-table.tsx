import { dueDay } from '#contract/rules/task-status.ts';
import { dayCell } from '#ui/fields/sheet-cells.ts';
import { formatSlashDay } from '#contract/rules/dates-format.ts';
import { attemptLabels } from '#contract/rules/work-events.ts';
import { paths } from '#ui/paths.ts';
import { useListQuery } from '#ui/lists/list-query.ts';
import { AttemptedBadge } from '#ui/work/delay-badges.tsx';
import { EscalatedBadge, PriorityBadge, TaskStatusBadge, WaitingBadge } from '#ui/work/status-badges.tsx';
import { Button } from '#ui/ui/button.tsx';
import { Checkbox } from '#ui/ui/checkbox.tsx';
import { type Column, DataTable } from '#ui/ui/data-table.tsx';
import { EmptyState } from '#ui/ui/empty-state.tsx';
import { Pagination } from '#ui/ui/pagination.tsx';
import { SkeletonRows } from '#ui/ui/skeleton.tsx';
import { useMedia } from '#ui/ui/use-media.ts';
import { isOpenRow, type TaskRow } from './task-rows.ts';

/** Rows per page: what fits on a tablet without much scrolling. */
const pageRows = 20;

/** Wide enough for a column of departments; in narrower windows they are shown next to the serial numbers. */
const deskQuery = '(min-width: 80rem)';

interface TaskTableProps {
  rows: readonly TaskRow[] | undefined;
  caption: string;
  /** Title and hint for an empty list. */
  empty: readonly [title: string, hint: string];
  onClose: (task: TaskRow) => void;
  /** The selected ids; undefined while selection is off. */
  ticked?: ReadonlySet<string> | undefined;
  onTick: (id: string) => void;
}

/** Lists the tasks of a day, a month or the next days, each with a button to close it. */
export function TaskTable({ rows, caption, empty: [title, hint], onClose, ticked, onTick }: TaskTableProps) {
  const query = useListQuery();
  const columns = taskColumns(onClose, useMedia(deskQuery));
  if (!rows) return <SkeletonRows rows={6} columns={4} />;
  if (rows.length === 0) {
    return (
      <EmptyState icon="calendar" title={title}>
        {hint}
      </EmptyState>
    );
  }
  const totalPages = Math.ceil(rows.length / pageRows);
  const page = Math.min(query.page, totalPages);
  return (
    <>
      <DataTable
        caption={caption}
        columns={ticked ? [tickColumn(ticked, onTick), ...columns.filter(isFact)] : columns}
        rows={rows.slice((page - 1) * pageRows, page * pageRows)}
        dense
        rowKey={(row) => row.id}
        rowLabel={(row) => `${row.serialNumber}, ${row.type}`}
        rowLink={(row) => paths.maintenanceClose(row.id)}
      />
      {totalPages > 1 && (
        <div className="border-t border-line p-4">
          <Pagination page={page} totalPages={totalPages} onPage={query.setPage} />
        </div>
      )}
    </>
  );
}

/** A row's facts without its own action: while rows are selected, the actions are above the table. */
const isFact = ({ key }: Column<TaskRow>) => key !== 'close';

const tickColumn = (ticked: ReadonlySet<string>, onTick: (id: string) => void): Column<TaskRow> => ({
  key: 'tick',
  header: 'Selected',
  headerHidden: true,
  card: 'tick',
  cell: (row) =>
    isOpenRow(row) && (
      <Checkbox
        label={<span className="sr-only">{`Select ${row.type} of ${row.serialNumber}`}</span>}
        checked={ticked.has(row.id)}
        onChange={() => onTick(row.id)}
      />
    ),
});

/** Returns the columns of the table, which also define the exported sheet. */
export const taskColumns = (onClose: (task: TaskRow) => void, hasDepartment = true): readonly Column<TaskRow>[] => [
  {
    key: 'name',
    value: (row) => row.name,
    header: 'Equipment',
    card: 'title',
    cell: (row) => (
      <>
        {row.name}{' '}
        <span className="block text-sm font-normal text-muted">
          {row.serialNumber}
          {!hasDepartment && row.department !== '' && ` · ${row.department}`}
        </span>
      </>
    ),
  },
  { key: 'serial', header: 'Serial Number', sheetOnly: true, value: (row) => row.serialNumber },
  {
    key: 'department',
    header: 'Department',
    ...(hasDepartment ? {} : { sheetOnly: true }),
    value: (row) => row.department,
  },
  {
    key: 'warranty',
    value: (row) => row.warrantyNumber,
    header: 'Warranty No.',
    card: 'line',
    cell: (row) => row.warrantyNumber ?? '',
  },
  {
    key: 'date',
    value: (row) => dayCell(row.taskDate),
    header: 'Task Date',
    card: 'line',
    className: 'whitespace-nowrap',
    cell: (row) => (
      <>
        {formatSlashDay(row.taskDate)}
        {row.dueOn !== null && (
          <span className="block text-sm text-muted as-card:hidden">due {formatSlashDay(row.dueOn)}</span>
        )}
      </>
    ),
  },
  {
    key: 'dueOn',
    header: 'Due Date',
    sheetOnly: true,
    value: (row) => dayCell(dueDay(row)),
  },
  {
    key: 'attempted',
    header: 'Attempted',
    sheetOnly: true,
    value: (row) => (row.attempted === null ? '' : attemptLabels[row.attempted]),
  },
  {
    key: 'type',
    value: (row) => row.type,
    header: 'Type',
    card: 'line',
    cell: (row) => (row.title === '' ? row.type : `${row.type}: ${row.title}`),
  },
  {
    key: 'status',
    value: (row) => row.status,
    header: 'Status',
    card: 'badge',
    // Stacked beside the title, because several badges would not fit side by side.
    className: 'as-card:w-min',
    cell: (row) => (
      <span className="flex flex-wrap gap-1.5">
        <TaskStatusBadge status={row.status} />
        {row.escalated && (
          <>
            <EscalatedBadge />
            <PriorityBadge priority={row.priority} />
          </>
        )}
        {isOpenRow(row) && row.attempted !== null && <AttemptedBadge reason={row.attempted} />}
        {row.waiting && <WaitingBadge />}
      </span>
    ),
  },
  {
    key: 'technician',
    value: (row) => row.technicianName,
    header: 'Technician',
    card: 'more',
    cell: (row) => row.technicianName ?? '',
  },
  {
    key: 'close',
    header: 'Close',
    headerHidden: true,
    menu: (row) =>
      !isOpenRow(row)
        ? []
        : [{ label: `Close ${row.type} of ${row.serialNumber}`, icon: 'check', onSelect: () => onClose(row) }],
    align: 'end',
    cell: (row) =>
      isOpenRow(row) && (
        <Button
          aria-label={`Close ${row.type} of ${row.serialNumber}`}
          onClick={() => onClose(row)}
          // Narrow, so that all columns fit on a tablet in portrait.
          className="-mr-2 px-2!"
        >
          Close
        </Button>
      ),
  },
];
