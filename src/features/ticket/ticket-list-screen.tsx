import { buildTicketTiles } from '#contract/pages/ticket-list.ts';
import { paths, withQuery } from '#ui/paths.ts';
import { useView } from '#ui/engine/engine-provider.tsx';
import { useFirstLoad } from '#ui/engine/first-load.ts';
import { useListQuery } from '#ui/lists/list-query.ts';
import { ListScreen } from '#ui/lists/list-screen.tsx';
import { localList } from '#ui/lists/list-state.ts';
import { EscalatedBadge, PriorityBadge, TicketStatusBadge, WaitingBadge } from '#ui/care/status-badges.tsx';
import { SerialSearchField } from '#ui/scanner/serial-search-field.tsx';
import { useReplicaAsOf, useTimeZone } from '#ui/engine/use-now.ts';
import { Alert } from '#ui/ui/alert.tsx';
import { ButtonLink } from '#ui/ui/button.tsx';
import type { Column } from '#ui/ui/data-table.tsx';
import { SelectField } from '#ui/ui/select-field.tsx';
import { Skeleton } from '#ui/ui/skeleton.tsx';
import { Tile } from '#ui/ui/tile.tsx';
import { countStatuses, filterTickets, ticketRows, type TicketRow } from './ticket-rows.ts';

const filterOptions = [
  { value: 'not-closed', label: 'Not closed' },
  { value: 'Open', label: 'Open' },
  { value: 'Pending', label: 'Pending' },
  { value: 'Closed', label: 'Closed' },
];

const columns: readonly Column<TicketRow>[] = [
  {
    key: 'number',
    header: 'Call ID',
    sortable: true,
    cell: (row) => (
      <span className="inline-flex flex-wrap items-center gap-2 font-semibold tabular-nums">
        {row.ticketNumber}
        {row.waiting && <WaitingBadge />}
      </span>
    ),
  },
  { key: 'equipment', header: 'Equipment', sortable: true, cell: (row) => row.equipmentName },
  {
    key: 'serial',
    header: 'Serial Number',
    sortable: true,
    cell: (row) => <span className="wrap-anywhere">{row.serialNumber}</span>,
  },
  { key: 'department', header: 'Department', sortable: true, cell: (row) => row.department },
  {
    key: 'reported',
    header: 'Reported Date',
    sortable: true,
    className: 'tabular-nums whitespace-nowrap',
    cell: (row) => row.reportedOn,
  },
  {
    key: 'status',
    header: 'Status',
    sortable: true,
    cell: (row) => (
      <span className="flex flex-wrap gap-1.5">
        <TicketStatusBadge status={row.status} />
        {row.status !== 'Closed' && row.escalated && <EscalatedBadge />}
        {row.status !== 'Closed' && (row.escalated || row.priority === 'Critical') && (
          <PriorityBadge priority={row.priority} />
        )}
      </span>
    ),
  },
  {
    key: 'details',
    header: 'Details',
    headerHidden: true,
    wideOnCard: true,
    align: 'end',
    cell: (row) => (
      <ButtonLink
        to={paths.ticket(row.id)}
        anchor={{ 'aria-label': `Details of ${row.ticketNumber}` }}
        className="max-sm:w-full"
      >
        Details
      </ButtonLink>
    ),
  },
];

const by = (key: 'ticketNumber' | 'equipmentName' | 'serialNumber' | 'department' | 'reportedDate' | 'status') => {
  return (a: TicketRow, b: TicketRow) => a[key].localeCompare(b[key], 'en', { numeric: true });
};
const compare = {
  number: by('ticketNumber'),
  equipment: by('equipmentName'),
  serial: by('serialNumber'),
  department: by('department'),
  reported: by('reportedDate'),
  status: by('status'),
};

/** All breakdown calls of the hospital, including those that wait on this tablet. */
export function TicketListScreen() {
  const query = useListQuery();
  const asOf = useReplicaAsOf();
  const timeZone = useTimeZone();
  const load = useFirstLoad();
  const rows = useView((view) => (view.ready ? ticketRows(view, timeZone) : undefined), [timeZone]);
  const tiles = rows && buildTicketTiles(countStatuses(rows));
  const status = query.filter('status');
  const shown = rows && filterTickets(rows, status);
  const value = (count: number | undefined) => count?.toLocaleString('en-IN') ?? <Skeleton className="h-8 w-12" />;
  const filtered = status !== '';
  return (
    <ListScreen
      title="Breakdown Tickets"
      asOf={asOf}
      actions={
        <ButtonLink to={paths.ticketNew()} variant="primary" icon="plus">
          New Request
        </ButtonLink>
      }
      searchLabel="Search by Ticket No, Serial No, or Problem..."
      searchField={SerialSearchField}
      filters={
        <SelectField
          label="Status"
          labelHidden
          placeholder="All statuses"
          options={filterOptions}
          value={status}
          onChange={(event) => query.setFilter('status', event.target.value)}
          className="basis-44"
        />
      }
      query={query}
      list={localList(shown, query, { textOf: (row) => row.text, compare }, load)}
      errorText="Error loading breakdown tickets."
      columns={columns}
      rowKey={(row) => row.id}
      rowLabel={(row) => `${row.ticketNumber}, ${row.serialNumber}`}
      empty={filtered ? 'No ticket has this status.' : 'No breakdown tickets yet.'}
      emptyIcon="ticket"
      emptyHint={filtered ? 'Choose another status.' : 'Report a breakdown when a device does not work.'}
      emptyAction={
        <ButtonLink to={paths.ticketNew()} icon="plus">
          New Request
        </ButtonLink>
      }
    >
      {load.error && <Alert tone="danger">Error loading tile data.</Alert>}
      <div className="grid grid-cols-3 gap-3 sm:gap-4">
        <Tile label="Total Calls" value={value(tiles?.totalCalls)} icon="ticket" to={paths.tickets()} />
        <Tile
          label="Open Calls"
          value={value(tiles?.openCalls)}
          icon="octagon"
          tone="danger"
          to={withQuery(paths.tickets(), { status: 'not-closed' })}
        />
        <Tile
          label="Closed Calls"
          value={value(tiles?.closeCalls)}
          icon="check-circle"
          tone="ok"
          to={withQuery(paths.tickets(), { status: 'Closed' })}
        />
      </div>
    </ListScreen>
  );
}
