import { formatSlashDay } from '#contract/rules/dates-format.ts';
import type { TaskRecord } from '#contract/replica.ts';
import type { LocalDay } from '#contract/rules/hospital-day.ts';
import { taskStatus, type TaskType } from '#contract/rules/task-status.ts';
import { paths } from '#ui/paths.ts';
import { useView } from '#ui/resource/engine-provider.tsx';
import { TaskStatusBadge } from '#ui/resource/status-badges.tsx';
import { useToday } from '#ui/resource/use-now.ts';
import { Badge } from '#ui/ui/badge.tsx';
import { ButtonLink } from '#ui/ui/button.tsx';
import { Card } from '#ui/ui/card.tsx';
import { type Column, DataTable } from '#ui/ui/data-table.tsx';
import type { IconName } from '#ui/ui/icons.tsx';
import type { Tone } from '#ui/ui/tone.ts';
import { upcomingTaskRows, type UpcomingTaskRow } from './dashboard-data.ts';

/** Tasks on the dashboard; the maintenance screen has the others. */
const shownTasks = 8;

/** PM green, CM yellow-tinted, Ins and others. Source: document 1, BME dashboard. */
const typeLooks: Readonly<Record<TaskType, { tone: Tone; icon: IconName }>> = {
  PM: { tone: 'ok', icon: 'wrench' },
  CM: { tone: 'warn', icon: 'wrench' },
  Ins: { tone: 'info', icon: 'device' },
  Cal: { tone: 'neutral', icon: 'settings' },
};

/** Upcoming Maintenance: overdue tasks first, then by date. */
export function UpcomingMaintenance() {
  const today = useToday();
  const rows = useView((view) => upcomingTaskRows(view, today), [today]);
  return (
    <Card
      title="Upcoming Maintenance"
      flush
      actions={
        <ButtonLink variant="ghost" to={paths.maintenance()}>
          View All{rows.length > shownTasks ? ` (${rows.length})` : ''}
        </ButtonLink>
      }
    >
      {rows.length === 0 ? (
        <p className="p-5 text-muted">No upcoming maintenance tasks.</p>
      ) : (
        <DataTable
          caption="Upcoming Maintenance"
          columns={columnsOf(today)}
          rows={rows.slice(0, shownTasks)}
          rowKey={(row) => row.task.id}
          rowLabel={(row) => `${row.name} ${row.serialNumber}`}
        />
      )}
    </Card>
  );
}

function columnsOf(today: LocalDay): Column<UpcomingTaskRow>[] {
  return [
    { key: 'name', header: 'Equipment Name', wideOnCard: true, cell: (row) => <strong>{row.name}</strong> },
    {
      key: 'serial',
      header: 'Warranty No.',
      cell: (row) => <span className="font-mono wrap-anywhere">{row.serialNumber}</span>,
    },
    {
      key: 'date',
      header: 'Task Date',
      cell: (row) => (
        <span className="inline-flex flex-wrap items-center gap-x-2 gap-y-1 tabular-nums">
          {formatSlashDay(row.task.taskDate)}
          <Standing task={row.task} today={today} />
        </span>
      ),
    },
    {
      key: 'type',
      header: 'Type',
      cell: ({ task }) => (
        <Badge tone={typeLooks[task.type].tone} icon={typeLooks[task.type].icon}>
          {task.type}
        </Badge>
      ),
    },
    {
      key: 'close',
      header: 'Close',
      headerHidden: true,
      align: 'end',
      wideOnCard: true,
      className: 'as-card:col-span-1! as-card:self-end as-card:text-right',
      cell: (row) => (
        <ButtonLink
          to={paths.maintenanceClose(row.task.id)}
          anchor={{ 'aria-label': `Close ${row.task.type} of ${row.serialNumber}` }}
        >
          Close
        </ButtonLink>
      ),
    },
  ];
}

/** What a task asks for beside its date. */
function Standing({ task, today }: { task: TaskRecord; today: LocalDay }) {
  const status = taskStatus({ ...task, today });
  return status === 'Upcoming' ? null : <TaskStatusBadge status={status} />;
}
