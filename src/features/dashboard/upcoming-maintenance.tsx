import { useMemo } from 'react';
import { buildUpcomingTasks, type DashboardPage } from '#contract/pages/dashboard.ts';
import { formatSlashDay } from '#contract/rules/dates-format.ts';
import type { TaskType } from '#contract/records/values.ts';
import { paths } from '#ui/paths.ts';
import { useView } from '#ui/engine/engine-provider.tsx';
import { TaskStatusBadge } from '#ui/work/status-badges.tsx';
import { useNow, useTimeZone, useToday } from '#ui/engine/use-now.ts';
import { Badge } from '#ui/ui/badge.tsx';
import { ButtonLink } from '#ui/ui/button.tsx';
import { Card } from '#ui/ui/card.tsx';
import { type Column, DataTable } from '#ui/ui/data-table.tsx';
import type { IconName } from '#ui/ui/icons.tsx';
import type { Tone } from '#ui/ui/tone.ts';
import { gatherUpcomingTasks } from './gather-dashboard.ts';
import { panelLink, usePanelRows } from './panel.tsx';

type UpcomingTask = DashboardPage['upcomingTasks'][number];

/** PM green, CM yellow, Ins and others. Source: docs/product.md P46. */
const typeLooks: Readonly<Record<TaskType, { tone: Tone; icon: IconName }>> = {
  PM: { tone: 'ok', icon: 'wrench' },
  CM: { tone: 'warn', icon: 'wrench' },
  Ins: { tone: 'info', icon: 'device' },
  Cal: { tone: 'neutral', icon: 'settings' },
  Safety: { tone: 'neutral', icon: 'shield' },
  Inspection: { tone: 'neutral', icon: 'check' },
};

/** Lists upcoming maintenance: overdue tasks first, then by date. */
export function UpcomingMaintenance() {
  const today = useToday();
  const now = useNow();
  const timeZone = useTimeZone();
  const panelRows = usePanelRows();
  const due = useView((view) => gatherUpcomingTasks(view, today), [today]);
  const rows = useMemo(() => buildUpcomingTasks(due, { now, timeZone }), [due, now, timeZone]);
  return (
    <Card
      title="Upcoming Maintenance"
      flush
      actions={
        <ButtonLink variant="ghost" className={panelLink} to={paths.maintenance()}>
          View All{due.length > panelRows ? ` (${due.length})` : ''}
        </ButtonLink>
      }
    >
      {rows.length === 0 ? (
        <p className="p-5 text-muted">No upcoming maintenance tasks.</p>
      ) : (
        <DataTable
          caption="Upcoming Maintenance"
          dense
          columns={columns}
          rows={rows.slice(0, panelRows)}
          rowKey={(row) => row.id}
          rowLabel={(row) => `${row.name} ${row.serialNumber}`}
        />
      )}
    </Card>
  );
}

const columns: readonly Column<UpcomingTask>[] = [
  { key: 'name', header: 'Equipment Name', card: 'title', cell: (row) => <strong>{row.name}</strong> },
  {
    key: 'serial',
    header: 'Warranty No.',
    card: 'badge',
    cell: (row) => <span className="font-mono wrap-anywhere">{row.serialNumber}</span>,
  },
  {
    key: 'date',
    header: 'Task Date',
    card: 'line',
    cell: (row) => (
      <span className="inline-flex flex-wrap items-center gap-x-2 gap-y-1">
        {formatSlashDay(row.taskDate)}
        {row.status !== 'Upcoming' && <TaskStatusBadge status={row.status} />}
      </span>
    ),
  },
  {
    key: 'type',
    header: 'Type',
    card: 'line',
    cell: (row) => (
      <Badge tone={typeLooks[row.type].tone} icon={typeLooks[row.type].icon}>
        {row.type}
      </Badge>
    ),
  },
  {
    key: 'close',
    header: 'Close',
    headerHidden: true,
    align: 'end',
    card: 'act',
    cell: (row) => (
      <ButtonLink
        to={paths.maintenanceClose(row.id)}
        className="mr-2"
        anchor={{ 'aria-label': `Close ${row.type} of ${row.serialNumber}` }}
      >
        Close
      </ButtonLink>
    ),
  },
];
