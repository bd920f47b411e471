import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { suggestionRules, suggestionTitle } from '#contract/rules/suggestions.ts';
import { inNaturalOrder } from '#contract/rules/natural-order.ts';
import { paths, withQuery } from '#ui/paths.ts';
import { useEngine, useView } from '#ui/engine/engine-provider.tsx';
import { useFirstLoad } from '#ui/engine/first-load.ts';
import { SerialSearchField } from '#ui/scanner/serial-search-field.tsx';
import { useDepartmentFilter } from '#ui/work/work-filters.ts';
import { DuplicatesNotice } from '#ui/forms/online/duplicates-notice.tsx';
import { chosen, type ListFilter, ListFilters } from '#ui/lists/list-filters.tsx';
import { useListQuery } from '#ui/lists/list-query.ts';
import { ListScreen } from '#ui/lists/list-screen.tsx';
import { localList } from '#ui/lists/list-state.ts';
import { useNow, useReplicaAsOf, useTimeZone } from '#ui/engine/use-now.ts';
import { Alert } from '#ui/ui/alert.tsx';
import { ButtonLink } from '#ui/ui/button.tsx';
import { Skeleton } from '#ui/ui/skeleton.tsx';
import { Tile } from '#ui/ui/tile.tsx';
import { DeleteDeviceDialog } from './delete-device-dialog.tsx';
import { columnsOf } from './device-columns.tsx';
import { NewDevicesNotice } from './new-devices-notice.tsx';
import { useSuggested } from './use-suggested.ts';
import { type DeviceRow, deviceRows, findDevices, deviceTiles } from '#ui/features/device/device-rows.ts';
import { QrDialog } from '#ui/features/device/labels/qr-dialog.tsx';

/** Source: docs/product.md P13. */
const pageSizes = [10, 20, 50, 100];
const usualPageSize = 20;

const statusFilter: ListFilter = {
  name: 'status',
  label: 'Status',
  all: 'All statuses',
  options: [
    { value: 'Operational', label: 'Operational' },
    { value: 'Needs Attention', label: 'Needs Attention' },
    { value: 'Not Working', label: 'Not Working' },
    { value: 'Under Maintenance', label: 'Under Maintenance' },
    { value: 'in-use', label: 'All in use' },
    { value: 'out-of-use', label: 'All out of use' },
  ],
};

const suggestionFilter: ListFilter = {
  name: 'suggestion',
  label: 'Suggestion',
  all: 'Suggestion: any',
  options: suggestionRules.map((value) => ({ value, label: suggestionTitle(value) })),
};

/** The rows are already searched and sorted, so the table only pages them. */
const cutOnly = { textOf: () => '' };

/** Lists all installed devices of the hospital with status and uptime, even without network. */
export function DeviceListScreen() {
  const asked = useListQuery({ pageSize: usualPageSize });
  const query = { ...asked, pageSize: pageSizes.includes(asked.pageSize) ? asked.pageSize : usualPageSize };
  const navigate = useNavigate();
  const now = useNow();
  const timeZone = useTimeZone();
  const asOf = useReplicaAsOf();
  const [qrOf, setQrOf] = useState<DeviceRow | null>(null);
  const [deleting, setDeleting] = useState<DeviceRow | null>(null);
  const { search, sort, page, pageSize } = query;
  const filters = [statusFilter, useDepartmentFilter(), useTypeFilter(), suggestionFilter];
  const [status = '', department = '', type = '', suggestion = ''] = filters.map((filter) => chosen(query, filter));
  const isFiltered = [status, department, type, suggestion].some(Boolean);
  const everything = withQuery(paths.devices(), { search });

  const suggested = useSuggested(suggestion);
  const found = useView(
    (view) =>
      view.ready && suggested !== 'coming'
        ? findDevices(view, { search, sort, status, department, type, suggested })
        : undefined,
    [search, sort?.key, sort?.direction, status, department, type, suggested],
  );
  const load = useFirstLoad();
  const list = localList(found, { search: '', sort: undefined, page, pageSize }, cutOnly, load);
  const first = (list.page - 1) * pageSize + 1;
  const rows = useView(
    (view) => list.rows && deviceRows(list.rows, { view, first, now, timeZone }),
    [found, first, pageSize, now, timeZone],
  );

  const engine = useEngine();
  const allRows = () => deviceRows(found ?? [], { view: engine.view(), first: 1, now, timeZone });

  return (
    // Twelve columns fit on a desktop screen if their headings may take two lines.
    <div className="[&_th]:px-1.5! [&_th]:text-xs! [&_th]:first:pl-4! [&_th]:whitespace-normal [&_th_button]:text-left [&_th:not([aria-sort])_svg]:hidden">
      <ListScreen
        title="Installation Base"
        asOf={asOf}
        actions={
          <>
            <ButtonLink to={paths.qrPrint()} icon="qr">
              Generate
            </ButtonLink>
            <ButtonLink
              to={withQuery(paths.printInventory(), { department, type })}
              icon="print"
              anchor={{ 'aria-label': 'Print inventory by department' }}
            >
              Print
            </ButtonLink>
            <ButtonLink to={paths.deviceCreate()} variant="primary" icon="plus">
              Create
            </ButtonLink>
          </>
        }
        searchLabel="Search equipment or serial"
        searchField={SerialSearchField}
        pageSizes={pageSizes}
        filters={<ListFilters query={query} filters={filters} />}
        query={query}
        list={{ ...list, rows, everything: allRows }}
        columns={columnsOf({ onQr: setQrOf, onDelete: setDeleting })}
        rowKey={(row) => row.id}
        rowLabel={(row) => `${row.serialNumber}, ${row.equipmentName}`}
        rowLink={(row) => paths.device(row.serialNumber)}
        counted={['device', 'devices']}
        onShowAll={isFiltered ? () => void navigate(everything, { replace: true }) : undefined}
        empty={isFiltered ? 'No device matches these filters.' : 'No equipment found.'}
        emptyIcon="device"
        emptyHint={
          isFiltered
            ? undefined
            : 'Create the first one, or ask the administrator to import the register of your hospital.'
        }
        errorText="Failed to load installations. Please try again."
      >
        {load.error && <Alert tone="danger">Failed to fetch tiles data.</Alert>}
        <NewDevicesNotice />
        <Tiles />
        <DuplicatesNotice kind="device" />
      </ListScreen>
      <QrDialog device={qrOf} onClose={() => setQrOf(null)} />
      <DeleteDeviceDialog device={deleting} onClose={() => setDeleting(null)} />
    </div>
  );
}

/** Filters by the equipment types that the hospital has. */
function useTypeFilter(): ListFilter {
  const names = useView((view) =>
    [...new Set(view.all('device').map(({ equipmentName }) => equipmentName))].sort(inNaturalOrder),
  );
  const options = names.map((name) => ({ value: name, label: name }));
  return { name: 'type', label: 'Equipment', all: 'All equipment', options };
}

function Tiles() {
  const tiles = useView((view) => (view.ready ? deviceTiles(view) : undefined));
  const value = (count: number | undefined) => count?.toLocaleString('en-IN') ?? <Skeleton className="h-8 w-12" />;
  const only = (status: string) => withQuery(paths.devices(), { status });
  return (
    <div className="grid grid-cols-2 gap-3 max-sm:*:first:col-span-2 sm:grid-cols-3 sm:gap-4">
      <Tile label="Total Equipment" value={value(tiles?.totalEquipment)} icon="device" to={paths.devices()} />
      <Tile label="Operational" value={value(tiles?.operational)} icon="check-circle" tone="ok" to={only('in-use')} />
      <Tile
        label="Under Maintenance"
        value={value(tiles?.underMaintenance)}
        icon="wrench"
        tone="info"
        to={only('out-of-use')}
      />
    </div>
  );
}
