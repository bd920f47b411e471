import { dayCell } from '#ui/fields/sheet-cells.ts';
import { useMemo } from 'react';
import { useNavigate } from 'react-router-dom';
import { buildTicketTiles } from '#contract/pages/ticket-list.ts';
import { paths, withQuery } from '#ui/paths.ts';
import { vendorAlerts } from '#contract/rules/agreements/vendor-clock.ts';
import { waitingLabels } from '#contract/rules/work-events.ts';
import { waitingReasons } from '#contract/records/work-event.ts';
import { anyReason } from '#contract/rules/list-filter.ts';
import { issueTypes } from '#contract/records/ward.ts';
import { useDepartmentFilter, useTechnicianFilter } from '#ui/work/work-filters.ts';
import { useSignedIn } from '#ui/engine/engine-provider.tsx';
import { allValue, chosen, type ListFilter, ListFilters } from '#ui/lists/list-filters.tsx';
import { useFirstLoad } from '#ui/engine/first-load.ts';
import { type ListQuery, useListQuery } from '#ui/lists/list-query.ts';
import { ListScreen } from '#ui/lists/list-screen.tsx';
import { localList } from '#ui/lists/list-state.ts';
import { vendorAlertWords } from '#ui/work/delay-badges.tsx';
import { TicketStatusBadge, WaitingBadge } from '#ui/work/status-badges.tsx';
import { SerialSearchField } from '#ui/scanner/serial-search-field.tsx';
import { useReplicaAsOf } from '#ui/engine/use-now.ts';
import { Alert } from '#ui/ui/alert.tsx';
import { ButtonLink } from '#ui/ui/button.tsx';
import type { Column } from '#ui/ui/data-table.tsx';
import { Skeleton } from '#ui/ui/skeleton.tsx';
import { Tile } from '#ui/ui/tile.tsx';
import { CardBadge, TableBadges } from './ticket-badges.tsx';
import { countStatuses, filterTickets, type TicketRow } from './ticket-rows.ts';
import { useTicketRows } from './use-ticket-rows.ts';
import { inNaturalOrder } from '#contract/rules/natural-order.ts';

/** The list opens with open work; closed tickets are one choice away. Source: docs/decisions/251-list-filters.md. */
const statusFilter: ListFilter = {
  name: 'status',
  label: 'Status',
  all: 'All statuses',
  initial: 'not-closed',
  options: [
    { value: 'not-closed', label: 'Not closed' },
    { value: 'Open', label: 'Open' },
    { value: 'Pending', label: 'Pending' },
    { value: 'Closed', label: 'Closed' },
  ],
};
const typeFilter: ListFilter = {
  name: 'type',
  label: 'Issue Type',
  all: 'All issue types',
  options: issueTypes.map((value) => ({ value, label: value })),
};

const waitingFilter: ListFilter = {
  name: 'waitingFor',
  label: 'Waiting for',
  all: 'Waiting or not',
  options: [
    { value: anyReason, label: 'Waiting for anything' },
    ...waitingReasons.map((value) => ({ value, label: `Waiting for: ${waitingLabels[value]}` })),
  ],
};

const vendorFilter: ListFilter = {
  name: 'vendorAlert',
  label: 'Vendor’s promise',
  all: 'Vendor: any',
  options: vendorAlerts.map((value) => ({ value, label: vendorAlertWords[value] })),
};

const columns: readonly Column<TicketRow>[] = [
  {
    key: 'number',
    value: (row) => row.ticketNumber,
    header: 'Call ID',
    sortable: true,
    card: 'line',
    cell: (row) => (
      <span className="inline-flex flex-wrap items-center gap-2 font-semibold whitespace-nowrap">
        {row.ticketNumber}
        <span className="flex as-table:hidden">
          <CardBadge row={row} />
        </span>
        {row.waiting && <WaitingBadge />}
      </span>
    ),
  },
  {
    key: 'problem',
    value: (row) => row.problemReported,
    header: 'Problem',
    card: 'title',
    cell: (row) => (
      <span className="line-clamp-2 wrap-anywhere as-table:min-w-40 as-table:font-normal">{row.problemReported}</span>
    ),
  },
  {
    key: 'equipment',
    value: (row) => row.equipmentName,
    header: 'Equipment',
    sortable: true,
    card: 'more',
  },
  {
    key: 'serial',
    value: (row) => row.serialNumber,
    header: 'Serial Number',
    sortable: true,
    card: 'more',
    cell: (row) => <span className="wrap-anywhere">{row.serialNumber}</span>,
  },
  {
    key: 'department',
    value: (row) => row.department,
    header: 'Department',
    sortable: true,
    card: 'more',
  },
  {
    key: 'reported',
    value: (row) => dayCell(row.reportedOn),
    header: 'Reported Date',
    sortable: true,
    card: 'more',
    className: 'whitespace-nowrap',
    cell: (row) => row.reportedOn,
  },
  {
    key: 'status',
    value: (row) => row.status,
    header: 'Status',
    sortable: true,
    card: 'badge',
    cell: (row) => (
      <span className="flex flex-wrap gap-1.5">
        <TicketStatusBadge status={row.status} />
        <span className="contents as-card:hidden">
          <TableBadges row={row} />
        </span>
      </span>
    ),
  },
  {
    key: 'waitingFor',
    header: 'Waiting for',
    sheetOnly: true,
    value: (row) => (row.waitingFor === null ? '' : waitingLabels[row.waitingFor]),
  },
  { key: 'waitingSince', header: 'Waiting since', sheetOnly: true, value: (row) => dayCell(row.waitingOn) },
  {
    key: 'vendorAlert',
    header: 'Vendor’s promise',
    sheetOnly: true,
    value: (row) => (row.vendorAlert === null ? '' : vendorAlertWords[row.vendorAlert]),
  },
  { key: 'priority', header: 'Priority', sheetOnly: true, value: (row) => row.priority },
  {
    key: 'technician',
    header: 'Technician',
    sheetOnly: true,
    value: (row) => row.technicianName,
  },
  {
    key: 'details',
    header: 'Details',
    headerHidden: true,
    align: 'end',
    cell: (row) => (
      <ButtonLink to={paths.ticket(row.id)} anchor={{ 'aria-label': `Details of ${row.ticketNumber}` }}>
        Details
      </ButtonLink>
    ),
  },
];

const emptyWords = (isToDo: boolean) => (isToDo ? 'All tickets are closed.' : 'No ticket matches these filters.');

const by = (key: 'ticketNumber' | 'equipmentName' | 'serialNumber' | 'department' | 'reportedDate' | 'status') => {
  return (a: TicketRow, b: TicketRow) => inNaturalOrder(a[key], b[key]);
};
const compare = {
  number: by('ticketNumber'),
  equipment: by('equipmentName'),
  serial: by('serialNumber'),
  department: by('department'),
  reported: by('reportedDate'),
  status: by('status'),
};

/**
 * Returns the rows that the address asks for; they are searched and sorted again only if the rows or the address
 * change.
 */
function useListed(rows: readonly TicketRow[] | undefined, { search, sort, page, pageSize }: ListQuery) {
  const { key, direction } = sort ?? {};
  return useMemo(() => {
    const order = key !== undefined && direction !== undefined ? { key, direction } : undefined;
    return localList(rows, { search, sort: order, page, pageSize }, { textOf: (row) => row.text, compare });
  }, [rows, search, key, direction, page, pageSize]);
}

/** Lists all breakdown calls of the hospital, including those waiting on this tablet. */
export function TicketListScreen() {
  const query = useListQuery();
  const navigate = useNavigate();
  const asOf = useReplicaAsOf();
  const load = useFirstLoad();
  const rows = useTicketRows();
  const tiles = rows && buildTicketTiles(countStatuses(rows));
  const { userId } = useSignedIn();
  const filters = [statusFilter, useDepartmentFilter(), typeFilter, useTechnicianFilter(), waitingFilter, vendorFilter];
  const [status = '', department, type, technician, waitingFor, vendorAlert] = filters.map((filter) =>
    chosen(query, filter),
  );
  const shown = useMemo(
    () => rows && filterTickets(rows, { status, department, type, technician, waitingFor, vendorAlert }, userId),
    [rows, status, department, type, technician, waitingFor, vendorAlert, userId],
  );
  const list = useListed(shown, query);
  const value = (count: number | undefined) => count?.toLocaleString('en-IN') ?? <Skeleton className="h-8 w-12" />;
  const narrowed = [department, type, technician, waitingFor, vendorAlert].some(Boolean);
  const isFiltered = status !== '' || narrowed;
  const isToDo = status === 'not-closed' && !narrowed;
  const everything = withQuery(paths.tickets(), { status: allValue, search: query.search });
  return (
    <ListScreen
      title="Breakdown Tickets"
      asOf={asOf}
      actions={
        <>
          <ButtonLink to={paths.printBreakdowns()} icon="print" anchor={{ 'aria-label': 'Print breakdown register' }}>
            Print
          </ButtonLink>
          <ButtonLink to={paths.ticketNew()} variant="primary" icon="plus">
            New Request
          </ButtonLink>
        </>
      }
      searchLabel="Search by Ticket No, Serial No, or Problem..."
      searchField={SerialSearchField}
      filters={<ListFilters query={query} filters={filters} />}
      query={query}
      list={{ ...list, ...load }}
      errorText="Error loading breakdown tickets."
      columns={columns}
      rowKey={(row) => row.id}
      rowLabel={(row) => `${row.ticketNumber}, ${row.serialNumber}`}
      rowLink={(row) => paths.ticket(row.id)}
      counted={['ticket', 'tickets']}
      onShowAll={isFiltered ? () => void navigate(everything, { replace: true }) : undefined}
      empty={rows?.length === 0 ? 'No breakdown tickets yet.' : emptyWords(isToDo)}
      emptyIcon="ticket"
      emptyHint={rows?.length === 0 ? 'Report a breakdown when a device does not work.' : undefined}
      emptyAction={
        <ButtonLink to={paths.ticketNew()} icon="plus">
          New Request
        </ButtonLink>
      }
    >
      {load.error && <Alert tone="danger">Error loading tile data.</Alert>}
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,6rem),1fr))] gap-3 sm:gap-4">
        <Tile
          label="Total Calls"
          value={value(tiles?.totalCalls)}
          icon="ticket"
          to={withQuery(paths.tickets(), { status: allValue })}
        />
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
