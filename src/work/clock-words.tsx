import type { TicketClock } from '#contract/rules/ticket-clock.ts';
import { waitingLabels } from '#contract/rules/work-events.ts';
import { Badge } from '#ui/ui/badge.tsx';
import type { IconName } from '#ui/ui/icons.tsx';
import type { Tone } from '#ui/ui/tone.ts';

const looks: Record<TicketClock['state'], readonly [tone: Tone, icon: IconName, word: string]> = {
  reported: ['danger', 'bell', 'Not accepted yet'],
  accepted: ['info', 'user', 'Accepted'],
  working: ['info', 'wrench', 'Being worked on'],
  waiting: ['warn', 'clock', 'Waiting for the follow-up'],
  restored: ['ok', 'check-circle', 'Back in use'],
  closed: ['ok', 'check-circle', 'Closed'],
};

/** Shows a ticket's state by its clock. */
export function ClockBadge({ clock: { state, waitingFor } }: { clock: Pick<TicketClock, 'state' | 'waitingFor'> }) {
  const [tone, icon, word] = looks[state];
  return (
    <Badge tone={tone} icon={icon}>
      {waitingFor === null ? word : `Waiting for: ${waitingLabels[waitingFor]}`}
    </Badge>
  );
}
