import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { buildMyWork, type MyTicket } from '#contract/pages/my-work.ts';
import type { TaskListRow } from '#contract/pages/task-list.ts';
import { formatSlashDay } from '#contract/rules/dates-format.ts';
import { durationWords } from '#contract/rules/duration.ts';
import { technicianMe } from '#contract/rules/list-filter.ts';
import { taskNames } from '#contract/rules/task-status.ts';
import { useSignedIn, useView } from '#ui/engine/engine-provider.tsx';
import { useNow, useTimeZone } from '#ui/engine/use-now.ts';
import { paths, withQuery } from '#ui/paths.ts';
import { ButtonLink } from '#ui/ui/button.tsx';
import { Card } from '#ui/ui/card.tsx';
import { ClockBadge } from '#ui/work/clock-words.tsx';
import { EscalatedBadge, PriorityBadge, TaskStatusBadge, WaitingBadge } from '#ui/work/status-badges.tsx';
import { gatherMyWork } from './gather-dashboard.ts';
import { panelLink, usePanelRows } from './panel.tsx';

/** Links to the lists that show the same rows. */
const lists = {
  tickets: withQuery(paths.tickets(), { status: 'not-closed', technician: technicianMe }),
  tasks: withQuery(paths.maintenance(), { status: 'week', technician: technicianMe }),
};

/** Shows an engineer what is assigned to them. Source: docs/product.md P321. */
export function MyWork() {
  const { userId } = useSignedIn();
  const now = useNow();
  const timeZone = useTimeZone();
  const panelRows = usePanelRows();
  const { tickets, tasks } = useView(
    (view) => buildMyWork(gatherMyWork(view), userId, { now, timeZone }),
    [userId, now, timeZone],
  );
  if (tickets.length + tasks.length === 0) {
    return (
      <Card title="My work" low actions={<AllLink to={paths.tickets()}>All tickets</AllLink>}>
        <p className="text-muted">No tickets are assigned to you, and none of your tasks are due this week.</p>
      </Card>
    );
  }
  return (
    <section aria-label="My work" className="grid items-start gap-4 md:grid-cols-2">
      <Part title="My tickets" count={tickets.length} to={lists.tickets} none="No tickets are assigned to you.">
        {tickets.slice(0, panelRows).map((ticket) => (
          <TicketRow key={ticket.id} ticket={ticket} />
        ))}
      </Part>
      <Part title="My tasks this week" count={tasks.length} to={lists.tasks} none="No tasks are due this week.">
        {tasks.slice(0, panelRows).map((task) => (
          <TaskRow key={task.id} task={task} />
        ))}
      </Part>
    </section>
  );
}

interface PartProps {
  title: string;
  count: number;
  to: string;
  /** Says that there are no rows. */
  none: string;
  children: ReactNode;
}

/** Shows one kind of work: its count leads to the list that has all of its rows. */
function Part({ title, count, to, none, children }: PartProps) {
  return (
    <Card title={title} flush actions={<AllLink to={to}>View All ({count})</AllLink>}>
      {count === 0 ? <p className="p-5 text-muted">{none}</p> : <ul>{children}</ul>}
    </Card>
  );
}

function AllLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <ButtonLink variant="ghost" className={panelLink} to={to}>
      {children}
    </ButtonLink>
  );
}

const rowLook =
  'flex min-h-target flex-wrap items-center gap-x-3 gap-y-1 px-4 py-2 text-ink no-underline hover:bg-primary-soft/40 focus-visible:-outline-offset-2 sm:px-5';

function TicketRow({ ticket }: { ticket: MyTicket }) {
  const waiting = useView((view) => view.isPending('ticket', ticket.id), [ticket.id]);
  const { clock, openMs } = ticket;
  return (
    <li className="border-b border-line last:border-0">
      <Link to={paths.ticket(ticket.id)} className={rowLook}>
        <span className="font-semibold">{ticket.equipmentName}</span>
        <span className="font-mono wrap-anywhere">{ticket.serialNumber}</span>
        {ticket.priority === 'Critical' ? (
          <PriorityBadge priority="Critical" />
        ) : (
          ticket.escalated && <EscalatedBadge />
        )}
        <ClockBadge clock={clock} />
        {waiting && <WaitingBadge />}
        <span className="basis-full truncate text-sm text-muted">
          {clock.turnaroundMs === null
            ? `Open for ${durationWords(openMs)}`
            : `Back in use after ${durationWords(clock.turnaroundMs)}`}{' '}
          · {ticket.problem}
        </span>
      </Link>
    </li>
  );
}

function TaskRow({ task }: { task: TaskListRow }) {
  const waiting = useView((view) => view.isPending('task', task.id), [task.id]);
  return (
    <li className="border-b border-line last:border-0">
      <Link to={paths.maintenanceClose(task.id)} className={rowLook}>
        <span className="font-semibold">{task.name}</span>
        <span className="font-mono wrap-anywhere">{task.serialNumber}</span>
        {task.status !== 'Upcoming' && <TaskStatusBadge status={task.status} />}
        {waiting && <WaitingBadge />}
        <span className="basis-full text-sm text-muted">
          {taskNames[task.type]} · due {formatSlashDay(task.taskDate)}
        </span>
      </Link>
    </li>
  );
}
