import { Link } from 'react-router-dom';
import { counted } from '#contract/rules/counted.ts';
import type { HospitalFigures } from '#contract/calls/admin-dashboard.ts';
import { storageText } from '#contract/rules/storage.ts';
import { paths } from '#ui/paths.ts';
import { useListQuery } from '#ui/lists/list-query.ts';
import { ListScreen } from '#ui/lists/list-screen.tsx';
import { localList } from '#ui/lists/list-state.ts';
import { timeCell } from '#ui/fields/sheet-cells.ts';
import { useAsOf, useMomentText } from '#ui/engine/use-now.ts';
import { useOnlineCall } from '#ui/engine/use-online-call.ts';
import { Alert } from '#ui/ui/alert.tsx';
import { Badge } from '#ui/ui/badge.tsx';
import { ButtonLink } from '#ui/ui/button.tsx';
import type { Column } from '#ui/ui/data-table.tsx';
import { Tile } from '#ui/ui/tile.tsx';
import { inNaturalOrder } from '#contract/rules/natural-order.ts';

/** Hospitals named in the notice; the list below has all of them. */
const shownWaiting = 5;
const numbers = new Intl.NumberFormat('en-IN');

const byNumber = (pick: (row: HospitalFigures) => number) => (a: HospitalFigures, b: HospitalFigures) =>
  pick(a) - pick(b);

const rules = {
  textOf: ({ name, city, state }: HospitalFigures) => [name, city, state].join('\n'),
  compare: {
    name: (a: HospitalFigures, b: HospitalFigures) => inNaturalOrder(a.name, b.name),
    devices: byNumber((row) => row.installedDevices),
    tickets: byNumber((row) => row.openTickets),
    activity: byNumber((row) => (row.lastActivityAt === null ? 0 : Date.parse(row.lastActivityAt))),
  },
};

/**
 * Shows the administrator's dashboard: each hospital with quota, devices, tickets and last activity. Source:
 * docs/product.md P46.
 */
export function AdminDashboardScreen() {
  const query = useListQuery();
  const moment = useMomentText();
  const call = useOnlineCall('adminDashboard');
  const add = (
    <ButtonLink to={paths.hospitalAdd()} variant="primary" icon="plus">
      Add Hospital
    </ButtonLink>
  );
  return (
    <ListScreen
      title="Dashboard"
      asOf={useAsOf(call.asOf)}
      actions={
        <>
          {add}
          <ButtonLink to={paths.imports()} icon="upload">
            Imports
          </ButtonLink>
        </>
      }
      searchLabel="Search hospital..."
      query={query}
      list={localList(call.data, query, rules, call)}
      columns={columnsOf(moment)}
      rowKey={(row) => row.id}
      rowLabel={(row) => row.name}
      counted={['hospital', 'hospitals']}
      empty="No hospital found."
      emptyIcon="building"
      emptyHint="Add the first hospital, then import its equipment."
      emptyAction={add}
    >
      {call.data && <Tiles hospitals={call.data} />}
      {call.data && <NotSetUp hospitals={call.data} />}
    </ListScreen>
  );
}

/** Lists hospitals that have no equipment or no engineer yet, each with a link to the next step. */
function NotSetUp({ hospitals }: { hospitals: readonly HospitalFigures[] }) {
  const waiting = hospitals.filter((row) => row.isActive && (row.installedDevices === 0 || row.numberOfBMEAdded === 0));
  if (waiting.length === 0) return null;
  return (
    <Alert
      tone="info"
      title={counted(waiting.length, 'hospital is being set up', 'hospitals are being set up')}
      action={waiting.slice(0, shownWaiting).map(({ id, name }) => (
        <ButtonLink key={id} to={paths.hospitalFirstHour(id)}>
          First hour of {name}
        </ButtonLink>
      ))}
    >
      The guide shows what is done, what is left for you, and what the office does.
    </Alert>
  );
}

function columnsOf(moment: (instant: string) => string): Column<HospitalFigures>[] {
  return [
    {
      key: 'name',
      header: 'Hospital',
      value: (row) => row.name,
      wideOnCard: true,
      sortable: true,
      cell: (row) => (
        <span className="block">
          <span className="flex flex-wrap items-center gap-x-3">
            <Link
              to={paths.hospitalEdit(row.id)}
              className="inline-flex min-h-target items-center font-semibold text-primary-ink underline underline-offset-4"
            >
              {row.name}
            </Link>
            {!row.isActive && <Badge tone="neutral">Inactive</Badge>}
          </span>
          <span className="block text-sm text-muted">
            {row.city}, {row.state}
          </span>
        </span>
      ),
    },
    { key: 'city', header: 'City', sheetOnly: true, value: (row) => row.city },
    { key: 'state', header: 'State', sheetOnly: true, value: (row) => row.state },
    {
      key: 'active',
      header: 'Active',
      sheetOnly: true,
      value: (row) => (row.isActive ? 'Active' : 'Inactive'),
    },
    {
      key: 'allowed',
      header: 'BME accounts allowed',
      sheetOnly: true,
      value: (row) => row.numberOfBMEAssigned,
    },
    { key: 'used', header: 'Files (MB)', sheetOnly: true, value: (row) => row.storage.usedMB },
    {
      key: 'quota',
      header: 'BME accounts',
      value: (row) => row.numberOfBMEAdded,
      cell: ({ numberOfBMEAdded: added, numberOfBMEAssigned: assigned }) =>
        `${numbers.format(added)} of ${numbers.format(assigned)}`,
    },
    {
      key: 'devices',
      header: 'Installed devices',
      value: (row) => row.installedDevices,
      align: 'end',
      sortable: true,
      cell: (row) => numbers.format(row.installedDevices),
    },
    {
      key: 'tickets',
      header: 'Open tickets',
      value: (row) => row.openTickets,
      align: 'end',
      sortable: true,
      cell: (row) => numbers.format(row.openTickets),
    },
    {
      key: 'storage',
      header: 'Files',
      cell: (row) => storageText(row.storage),
    },
    {
      key: 'activity',
      header: 'Last activity',
      value: (row) => timeCell(row.lastActivityAt),
      sortable: true,
      cell: (row) => (row.lastActivityAt === null ? 'None yet' : moment(row.lastActivityAt)),
    },
  ];
}

function Tiles({ hospitals }: { hospitals: readonly HospitalFigures[] }) {
  const sum = (pick: (hospital: HospitalFigures) => number) =>
    hospitals.reduce((total, hospital) => total + pick(hospital), 0);
  const tickets = sum((hospital) => hospital.openTickets);
  return (
    <div className="grid grid-cols-2 gap-3 sm:gap-4 lg:grid-cols-4">
      <Tile
        label="Hospitals"
        value={numbers.format(hospitals.length)}
        detail={`${numbers.format(sum((hospital) => (hospital.isActive ? 1 : 0)))} active`}
        icon="building"
        to={paths.hospitals()}
      />
      <Tile
        label="BME accounts"
        value={numbers.format(sum((hospital) => hospital.numberOfBMEAdded))}
        detail={`of ${numbers.format(sum((hospital) => hospital.numberOfBMEAssigned))} allowed`}
        icon="users"
      />
      <Tile
        label="Installed devices"
        value={numbers.format(sum((hospital) => hospital.installedDevices))}
        icon="device"
      />
      <Tile
        label="Open tickets"
        value={numbers.format(tickets)}
        icon="ticket"
        {...(tickets > 0 && { tone: 'warn' as const })}
      />
    </div>
  );
}
