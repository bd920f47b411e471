import type { ReactNode } from 'react';
import type { DeviceRecord, TaskRecord, TicketRecord } from '#contract/records/ward.ts';
import { formatShortDay, formatSlashDay } from '#contract/rules/dates-format.ts';
import { durationWords } from '#contract/rules/duration.ts';
import { latestTests } from '#contract/rules/latest-tests.ts';
import { isOpenTask, taskStatus } from '#contract/rules/task-status.ts';
import { ticketClock } from '#contract/rules/ticket-clock.ts';
import { useView } from '#ui/engine/engine-provider.tsx';
import { useMomentText, useNow, useToday } from '#ui/engine/use-now.ts';
import { paths } from '#ui/paths.ts';
import { ButtonLink } from '#ui/ui/button.tsx';
import { Card } from '#ui/ui/card.tsx';
import { ClockBadge } from '#ui/work/clock-words.tsx';
import { AttemptedBadge } from '#ui/work/delay-badges.tsx';
import { ResultBadge } from '#ui/work/result-badge.tsx';
import { TaskStatusBadge, TicketStatusBadge, WaitingBadge } from '#ui/work/status-badges.tsx';

interface DeviceNeedsProps {
  device: DeviceRecord;
  tickets: readonly TicketRecord[];
  tasks: readonly TaskRecord[];
}

/** Returns whether a task is due: overdue, or a report asks for action. */
export function isDue(task: TaskRecord, today: string): boolean {
  return isOpenTask(task) && taskStatus({ ...task, today }) !== 'Upcoming';
}

/**
 * Lists what needs doing at a device: open tickets with their clock, tasks that are due, and the last test of each
 * procedure that failed. Source: docs/product.md P289.
 */
export function DeviceNeeds({ device, tickets, tasks }: DeviceNeedsProps) {
  const today = useToday();
  const failed = useView(
    (view) => {
      const tests = view.all('test').filter(({ deviceId }) => deviceId === device.id);
      return [...latestTests(tests, ({ procedureId }) => procedureId).values()].filter(
        ({ result }) => result === 'Fail',
      );
    },
    [device.id],
  );
  const open = tickets.filter(({ status }) => status !== 'Closed');
  const due = tasks.filter((task) => isDue(task, today)).toSorted((a, b) => a.taskDate.localeCompare(b.taskDate));
  if (open.length + due.length + failed.length === 0) return null;
  return (
    <NeedsCard>
      {open.map((ticket) => (
        <OpenTicket key={ticket.id} ticket={ticket} />
      ))}
      {due.map((task) => (
        <Need
          key={task.id}
          action={
            <ButtonLink
              variant="primary"
              to={paths.maintenanceClose(task.id)}
              anchor={{ 'aria-label': `Close ${task.type} of ${formatSlashDay(task.taskDate)}` }}
            >
              Close
            </ButtonLink>
          }
        >
          <TaskStatusBadge status={taskStatus({ ...task, today })} />
          <span className="font-semibold">
            {task.type} {formatSlashDay(task.taskDate)}
          </span>
          {task.attempt && <AttemptedBadge reason={task.attempt.reason} />}
        </Need>
      ))}
      {failed.map((test) => (
        <Need
          key={test.id}
          action={
            <ButtonLink
              to={paths.certificate(test.id)}
              anchor={{ 'aria-label': `Certificate of ${test.procedureName}, ${formatShortDay(test.testedOn)}` }}
            >
              Certificate
            </ButtonLink>
          }
        >
          <ResultBadge result={test.result} />
          <span>
            <span className="font-semibold">{test.procedureName}</span> of {formatShortDay(test.testedOn)}
          </span>
        </Need>
      ))}
    </NeedsCard>
  );
}

/** Frames what needs doing. */
export function NeedsCard({ children }: { children: ReactNode }) {
  return (
    <Card tone="warn" title="Needs doing" flush low className="mb-4">
      <ul className="rounded-b-card bg-surface">{children}</ul>
    </Card>
  );
}

/** Shows one thing that needs doing, with the act that does it. */
export function Need({ children, action }: { children: ReactNode; action?: ReactNode }) {
  return (
    <li className="flex items-center justify-between gap-3 border-b border-line px-4 py-2 last:border-0 sm:px-5">
      <span className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1">{children}</span>
      {action && <span className="shrink-0">{action}</span>}
    </li>
  );
}

/** Shows an open ticket: its problem, its state, and how long it has lasted. */
function OpenTicket({ ticket }: { ticket: TicketRecord }) {
  const moment = useMomentText();
  const now = useNow();
  const waiting = useView((view) => view.isPending('ticket', ticket.id), [ticket.id]);
  const clock = ticketClock(ticket, now.toISOString());
  const runningMs = Math.max(0, now.getTime() - Date.parse(ticket.reportedDate));
  return (
    <Need
      action={
        <ButtonLink to={paths.ticket(ticket.id)} anchor={{ 'aria-label': 'Details of the open ticket' }}>
          Details
        </ButtonLink>
      }
    >
      <TicketStatusBadge status={ticket.status} />
      <span className="font-semibold">{ticket.ticketNumber ?? 'Open ticket'}</span>
      <ClockBadge clock={clock} />
      {waiting && <WaitingBadge />}
      <span className="basis-full wrap-anywhere">{ticket.problemReported || ticket.issueType}</span>
      <span className="text-sm text-muted">
        reported {moment(ticket.reportedDate)},{' '}
        {clock.turnaroundMs === null
          ? `open for ${durationWords(runningMs)}`
          : `back in use after ${durationWords(clock.turnaroundMs)}`}
      </span>
    </Need>
  );
}
