import { useSearchParams } from 'react-router-dom';
import type { EquipmentDetails } from '#contract/calls/device/details.ts';
import { formatInr } from '#contract/rules/money.ts';
import { dayWords } from '#ui/engine/as-of.ts';
import { Badge } from '#ui/ui/badge.tsx';
import { Card } from '#ui/ui/card.tsx';
import { type Column, DataTable } from '#ui/ui/data-table.tsx';
import { EmptyState } from '#ui/ui/empty-state.tsx';
import { Facts } from '#ui/ui/facts.tsx';
import type { IconName } from '#ui/ui/icons.tsx';
import { Tabs } from '#ui/ui/tabs.tsx';
import { DeviceTimeline } from './device-timeline.tsx';

const tabIds = ['overview', 'timeline', 'history', 'maintenance', 'schedules', 'documents'] as const;
type TabId = (typeof tabIds)[number];

interface SheetTabsProps {
  sheet: EquipmentDetails;
  /** Waiting for the server to add what this tablet does not hold. */
  completing?: boolean;
  /** The signed-in user's actions on the device, next to the overview. */
  actions?: React.ReactNode;
  /** What rounds found at the device, for users of its hospital. */
  rounds?: React.ReactNode;
  /** The device's tests, for users of its hospital. */
  tests?: React.ReactNode;
  /** The device's recurring work, for users of its hospital. */
  schedules?: { count: number; content: React.ReactNode };
  documents: { count: number; content: React.ReactNode };
}

/** Shows overview, timeline, history, maintenance and documents of a device. Source: docs/product.md P28. */
export function SheetTabs(props: SheetTabsProps) {
  const { sheet, completing = false, actions, rounds, tests, schedules, documents } = props;
  const [params, setParams] = useSearchParams();
  const shown = tabIds.find((id) => id === params.get('tab')) ?? 'overview';
  const active = shown === 'schedules' && !schedules ? 'overview' : shown;
  const show = (id: TabId) =>
    setParams(
      (current) => {
        current.set('tab', id);
        return current;
      },
      { replace: true, preventScrollReset: true },
    );
  return (
    <Tabs
      label="Equipment details"
      active={active}
      onChange={show}
      tabs={[
        {
          id: 'overview',
          label: 'Overview',
          content: <Overview sheet={sheet} completing={completing} actions={actions} />,
        },
        {
          id: 'timeline',
          label: 'Timeline',
          content: <DeviceTimeline rows={sheet.timeline} olderNeedsNetwork={sheet.olderNeedsNetwork && !completing} />,
        },
        {
          id: 'history',
          label: 'History',
          count: sheet.serviceHistory.length,
          content: (
            <div className="space-y-5">
              <History rows={sheet.serviceHistory} />
              {rounds}
            </div>
          ),
        },
        {
          id: 'maintenance',
          label: 'Maintenance',
          count: sheet.maintenanceHistory.length,
          content: (
            <div className="space-y-5">
              <MaintenanceHistory rows={sheet.maintenanceHistory} />
              {tests}
            </div>
          ),
        },
        ...(schedules ? [{ id: 'schedules' as const, label: 'Schedules', ...schedules }] : []),
        {
          id: 'documents',
          label: 'Documents',
          ...documents,
        },
      ]}
    />
  );
}

interface OverviewProps extends Pick<SheetTabsProps, 'sheet' | 'actions'> {
  completing: boolean;
}

function Overview({ sheet, completing, actions }: OverviewProps) {
  return (
    <div className={actions ? 'grid grid-cols-1 items-start gap-5 lg:grid-cols-[minmax(0,1fr)_22rem]' : 'space-y-5'}>
      {actions && <div className="space-y-5 lg:order-2">{actions}</div>}
      <div className="space-y-5">
        <Card title="Overview">
          <Facts
            facts={[
              ['Location', sheet.location],
              ['Department', sheet.departmentName],
              ['Make', sheet.make],
              ['Model', sheet.model],
              ['Installation Date', dayWords(sheet.installationDate)],
              ['Warranty', sheet.hasWarranty ? 'Yes' : 'No'],
              ['Calibration Required', sheet.calibrationRequired ? 'Yes' : 'No'],
              ['Status', sheet.retiredOn === undefined ? sheet.status : 'Retired'],
              ['Uptime', `${sheet.uptimePercentage.toFixed(2)} %`],
              ['Downtime', `${sheet.downtimePercentage.toFixed(2)} %`],
              ['Maintenance Cost', formatInr(sheet.maintenanceCost)],
            ]}
          />
        </Card>
        <Card title="Recent Activity">
          <RecentActivity sheet={sheet} completing={completing} />
        </Card>
      </div>
    </div>
  );
}

function RecentActivity({ sheet, completing }: Omit<OverviewProps, 'actions'>) {
  const { recentActivities: lines, olderNeedsNetwork } = sheet;
  return (
    <>
      {lines.length > 0 && (
        <ul className="space-y-2.5 border-l-2 border-line pl-4">
          {lines.map((line, index) => (
            // oxlint-disable-next-line react/no-array-index-key -- two rounds of a day may look the same, and no row has state
            <li key={index}>{line}</li>
          ))}
        </ul>
      )}
      {lines.length === 0 && !olderNeedsNetwork && <p className="text-muted">No recent activity found.</p>}
      {olderNeedsNetwork && !completing && <p className="mt-2.5 text-muted">Older activity needs the network</p>}
    </>
  );
}

type ServiceRow = EquipmentDetails['serviceHistory'][number];

const serviceTones = { Open: 'danger', Pending: 'warn', Resolved: 'ok' } as const;

const historyColumns: readonly Column<ServiceRow>[] = [
  { key: 'date', header: 'Date Reported', className: 'whitespace-nowrap', cell: (row) => dayWords(row.dateReported) },
  { key: 'issue', header: 'Issue', cell: (row) => row.issue },
  {
    key: 'status',
    header: 'Status',
    cell: (row) => <Badge tone={serviceTones[row.status]}>{row.status}</Badge>,
  },
  { key: 'remarks', header: 'Remarks', cell: (row) => row.remarks || '—' },
];

function History({ rows }: { rows: readonly ServiceRow[] }) {
  return (
    <Rows
      caption="Service history"
      icon="ticket"
      empty="No service history found."
      rows={rows}
      columns={historyColumns}
    />
  );
}

type MaintenanceRow = EquipmentDetails['maintenanceHistory'][number];

const maintenanceColumns: readonly Column<MaintenanceRow>[] = [
  { key: 'date', header: 'Date', className: 'whitespace-nowrap', cell: (row) => dayWords(row.performedOn) },
  { key: 'type', header: 'Type', cell: (row) => row.type },
  { key: 'by', header: 'Performed By', cell: (row) => row.performedBy || '—' },
  { key: 'description', header: 'Description', cell: (row) => row.description || '—' },
  { key: 'cost', header: 'Cost', align: 'end', cell: (row) => formatInr(row.cost) },
];

function MaintenanceHistory({ rows }: { rows: readonly MaintenanceRow[] }) {
  return (
    <Rows
      caption="Maintenance"
      icon="wrench"
      empty="No maintenance records found."
      rows={rows}
      columns={maintenanceColumns}
    />
  );
}

interface RowsProps<Row> {
  caption: string;
  icon: IconName;
  empty: string;
  rows: readonly Row[];
  columns: readonly Column<Row>[];
}

function Rows<Row>({ caption, icon, empty, rows, columns }: RowsProps<Row>) {
  return (
    <Card flush>
      {rows.length === 0 ? (
        <EmptyState icon={icon} title={empty} />
      ) : (
        <DataTable caption={caption} rows={rows} rowKey={(_row, index) => index} columns={columns} />
      )}
    </Card>
  );
}
