import type { DeviceStatus } from '#contract/rules/device-status.ts';
import type { EntryStatus } from '#contract/records/observation.ts';
import type { TaskStatus } from '#contract/rules/task-status.ts';
import type { Priority, TicketStatus } from '#contract/records/values.ts';
import { Badge } from '#ui/ui/badge.tsx';
import type { IconName } from '#ui/ui/icons.tsx';
import type { Tone } from '#ui/ui/tone.ts';

type Look = readonly [tone: Tone, icon?: IconName];

const deviceLooks: Record<DeviceStatus, Look> = {
  Operational: ['ok'],
  'Needs Attention': ['warn'],
  'Not Working': ['danger'],
  'Under Maintenance': ['info', 'wrench'],
};

/** Source: docs/product.md P39: Open red, Closed green, Pending yellow. */
const ticketLooks: Record<TicketStatus, Look> = {
  Open: ['danger'],
  Pending: ['warn', 'clock'],
  Closed: ['ok'],
};

const taskLooks: Record<TaskStatus, Look> = {
  Upcoming: ['info', 'calendar'],
  Overdue: ['danger', 'clock'],
  'Action Required': ['warn'],
  Closed: ['ok'],
  Cancelled: ['neutral', 'x'],
};

const priorityLooks: Record<Priority, Look> = {
  Low: ['neutral', 'chevron-down'],
  Medium: ['neutral', 'minus'],
  High: ['warn', 'chevron-up'],
  Critical: ['danger'],
};

function LookBadge({ look: [tone, icon], word }: { look: Look; word: string }) {
  return (
    <Badge tone={tone} {...(icon && { icon })}>
      {word}
    </Badge>
  );
}

/** Shows a device's status. */
export function DeviceStatusBadge({ status }: { status: DeviceStatus }) {
  return <LookBadge look={deviceLooks[status]} word={status} />;
}

/** Replaces the status of a device that is no longer in use. */
export function RetiredBadge() {
  return <LookBadge look={['neutral']} word="Retired" />;
}

/** Shows the status that a round recorded for a device. */
export function RoundStatusBadge({ status }: { status: EntryStatus }) {
  return <LookBadge look={status === 'Not Seen' ? ['neutral'] : deviceLooks[status]} word={status} />;
}

/** Marks a ticket or task whose priority was raised. */
export function EscalatedBadge() {
  return <LookBadge look={['danger', 'chevron-up']} word="Escalated" />;
}

/** Shows a ticket's status. */
export function TicketStatusBadge({ status }: { status: TicketStatus }) {
  return <LookBadge look={ticketLooks[status]} word={status} />;
}

/** Shows a maintenance task's status. */
export function TaskStatusBadge({ status }: { status: TaskStatus }) {
  return <LookBadge look={taskLooks[status]} word={status} />;
}

/** Shows the priority of a ticket or task. */
export function PriorityBadge({ priority }: { priority: Priority }) {
  return <LookBadge look={priorityLooks[priority]} word={priority} />;
}

/** Marks what is saved on this tablet but not yet on the server. */
export function WaitingBadge() {
  return (
    <Badge tone="info" icon="cloud-up">
      Waiting
    </Badge>
  );
}
