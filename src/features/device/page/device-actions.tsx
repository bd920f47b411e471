import type { DeviceCover } from '#contract/pages/device-cover.ts';
import type { DeviceRecord, TaskRecord, TemplateRecord, TicketRecord } from '#contract/records/ward.ts';
import { formatSlashDay } from '#contract/rules/dates-format.ts';
import { isOpenTask, taskStatus } from '#contract/rules/task-status.ts';
import { paths, withQuery } from '#ui/paths.ts';
import { TicketActions } from '#ui/work/call-actions.tsx';
import { useView } from '#ui/engine/engine-provider.tsx';
import { AttemptedBadge } from '#ui/work/delay-badges.tsx';
import { TaskStatusBadge } from '#ui/work/status-badges.tsx';
import { useToday } from '#ui/engine/use-now.ts';
import { ButtonLink } from '#ui/ui/button.tsx';
import { Card } from '#ui/ui/card.tsx';
import { MenuButton } from '#ui/ui/menu-button.tsx';
import { isDue } from './device-needs.tsx';
import { DeviceCovers } from './device-cover.tsx';

/** Open tasks shown on a device's page. */
const mostTasks = 5;

interface DeviceActionsProps {
  device: DeviceRecord;
  tickets: readonly TicketRecord[];
  tasks: readonly TaskRecord[];
  covers: readonly DeviceCover[];
}

/** Shows an engineer's further actions at the device: answer a call, call service, close tasks before they are due. */
export function DeviceActions({ device, tickets, tasks, covers }: DeviceActionsProps) {
  const call = tickets.find((ticket) => ticket.status !== 'Closed');
  return (
    <>
      {call && (
        <Card title="Call Actions">
          <TicketActions ticket={call} />
        </Card>
      )}
      <DeviceCovers device={device} covers={covers} />
      <OpenTasks tasks={tasks} />
    </>
  );
}

/** Shows Report Breakdown and the links to the round that includes this device. */
export function DeviceButtons({ device }: { device: DeviceRecord }) {
  const templates = useView(
    (view) => view.all('template').filter((template) => template.deviceIds.includes(device.id)),
    [device.id],
  );
  return (
    <>
      <RoundButton templates={templates} serial={device.serialNumber} />
      <ButtonLink variant="primary" icon="warning" to={withQuery(paths.ticketNew(), { serial: device.serialNumber })}>
        Report Breakdown
      </ButtonLink>
    </>
  );
}

function RoundButton({ templates, serial }: { templates: readonly TemplateRecord[]; serial: string }) {
  const roundOf = (id: string) => withQuery(paths.roundAdd(id), { serial });
  const [first, ...others] = templates;
  if (!first || others.length === 0) {
    return (
      <ButtonLink icon="rounds" to={first ? roundOf(first.id) : paths.rounds()}>
        Start round here
      </ButtonLink>
    );
  }
  return (
    <MenuButton
      label="Start round here"
      icon="rounds"
      className="border border-line-strong bg-surface hover:border-primary"
      items={templates.map(({ id, name }) => ({ label: name, to: roundOf(id) }))}
    />
  );
}

function OpenTasks({ tasks }: { tasks: readonly TaskRecord[] }) {
  const today = useToday();
  const open = tasks
    .filter((task) => isOpenTask(task) && !isDue(task, today))
    .sort((a, b) => a.taskDate.localeCompare(b.taskDate));
  if (open.length === 0) return null;
  return (
    <Card title="Upcoming Tasks" flush>
      <ul>
        {open.slice(0, mostTasks).map((task) => (
          <li
            key={task.id}
            className="flex items-center justify-between gap-3 border-b border-line px-4 py-2.5 last:border-0 sm:px-5"
          >
            <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
              <span className="font-semibold">
                {task.type} {formatSlashDay(task.taskDate)}
              </span>
              <TaskStatusBadge status={taskStatus({ ...task, today })} />
              {task.attempt && <AttemptedBadge reason={task.attempt.reason} />}
            </span>
            <ButtonLink
              to={paths.maintenanceClose(task.id)}
              anchor={{ 'aria-label': `Close ${task.type} of ${formatSlashDay(task.taskDate)}` }}
            >
              Close
            </ButtonLink>
          </li>
        ))}
      </ul>
      {open.length > mostTasks && (
        <p className="border-t border-line px-4 py-3 text-sm text-muted sm:px-5">
          {open.length - mostTasks} more, the next on {formatSlashDay(open[mostTasks]?.taskDate ?? today)}.
        </p>
      )}
    </Card>
  );
}
