import { useState } from 'react';
import type { TicketRecord } from '#contract/replica.ts';
import type { WaitingReason } from '#contract/rules/work-events.ts';
import type { TicketClock } from '#contract/rules/ticket-clock.ts';
import { useToastWrite } from '#ui/forms/offline/use-toast-write.ts';
import { Button } from '#ui/ui/button.tsx';
import { ConfirmDialog } from '#ui/ui/confirm-dialog.tsx';
import type { IconName } from '#ui/ui/icons.tsx';
import { MenuButton } from '#ui/ui/menu-button.tsx';
import { useHeld } from '#ui/ui/press.ts';
import { WaitDialog } from './wait-dialog.tsx';

/**
 * How long nothing can be pressed where a step was just taken: a second tap of the same finger must not take the next one.
 * Units: ms. Source: docs/decisions/290-ticket-clock.md.
 */
const restMs = 1_000;

type StepName = 'accept' | 'arrive' | 'phone' | 'wait' | 'resume' | 'restore' | 'close';

const steps: Record<StepName, { label: string; icon: IconName; done: string }> = {
  accept: { label: 'Accept', icon: 'check', done: 'Accepted.' },
  arrive: { label: 'Arrived at the Device', icon: 'location', done: 'Arrival written down.' },
  phone: { label: 'Started by Phone', icon: 'phone', done: 'Start by phone written down.' },
  wait: { label: 'Waiting for…', icon: 'clock', done: 'Waiting written down.' },
  resume: { label: 'Work Resumed', icon: 'refresh', done: 'Work resumed.' },
  restore: { label: 'Back in Use', icon: 'check-circle', done: 'Back in use.' },
  close: { label: 'Close Ticket', icon: 'edit', done: '' },
};

type OpenState = Exclude<TicketClock['state'], 'closed'>;

/** The next likely step first, then those that the menu offers. */
const offered: Record<OpenState | 'unvisited', readonly [StepName, ...StepName[]]> = {
  reported: ['accept', 'arrive', 'phone', 'wait', 'restore', 'close'],
  accepted: ['arrive', 'phone', 'wait', 'restore', 'close'],
  working: ['restore', 'wait', 'close'],
  waiting: ['resume', 'arrive', 'wait', 'restore', 'close'],
  unvisited: ['arrive', 'phone', 'resume', 'wait', 'restore', 'close'],
  restored: ['close'],
};

interface NextStepProps {
  ticket: TicketRecord;
  clock: TicketClock;
  onClose: () => void;
}

/** One button for the next likely step of an open ticket, the others behind a menu. Source: docs/product.md P72. */
export function NextStep({ ticket, clock, onClose }: NextStepProps) {
  const { take, wait, restore, asked, ask, resting } = useSteps(ticket, onClose);
  const isUnvisited = clock.state === 'waiting' && (clock.waitingFor === null || clock.firstArrivedAt === null);
  const shown = useHeld(isUnvisited ? 'unvisited' : clock.state);
  // Rest begins at once, since the second press of a double tap is near, and ends under no finger.
  const isHeld = useHeld(resting !== null);
  const isResting = resting !== null || isHeld;
  if (shown === 'closed') return null;
  const [next, ...others] = offered[shown];
  return (
    <div className="max-sm:w-full">
      <div className="flex gap-2">
        <Button
          variant="primary"
          className="max-sm:grow sm:min-w-56"
          icon={steps[next].icon}
          busy={isResting}
          onClick={() => take(next)}
        >
          {resting ?? steps[next].label}
        </Button>
        {others.length > 0 && (
          <MenuButton
            label="Other steps"
            icon="more"
            iconOnly
            align="end"
            className="border border-line-strong bg-surface hover:border-primary"
            items={others.map((name) => ({
              label: steps[name].label,
              icon: steps[name].icon,
              onSelect: () => take(name),
            }))}
          />
        )}
      </div>
      {asked === 'wait' && <WaitDialog ticketId={ticket.id} onClose={() => ask(null)} onSave={wait} />}
      <ConfirmDialog
        open={asked === 'restore'}
        title="Back in clinical use?"
        confirmLabel="Back in Use"
        cancelLabel="Not Yet"
        onCancel={() => ask(null)}
        onConfirm={restore}
      >
        {ticket.machineStatus === 'System Down' ? 'The downtime of the device ends now. ' : ''}The ticket stays open
        until it is closed. This cannot be taken back.
      </ConfirmDialog>
    </div>
  );
}

/** A step that was just taken: nothing is pressed until it is stored and the finger had time to leave. */
interface Rest {
  done: string;
  /** Events of the ticket before it. */
  events: number;
  isOver: boolean;
  isDone: boolean;
}

/** The steps as acts: what is asked first, and what was just written down. */
function useSteps(ticket: TicketRecord, onClose: () => void) {
  const accept = useToastWrite('acceptTicket', steps.accept.done);
  const arrive = useToastWrite('arriveTicket', 'Arrival written down.');
  const waitFor = useToastWrite('waitTicket', steps.wait.done);
  const resume = useToastWrite('resumeTicket', steps.resume.done);
  const putBack = useToastWrite('restoreTicket', steps.restore.done);
  const [asked, ask] = useState<'wait' | 'restore' | null>(null);
  const [rest, setRest] = useState<Rest | null>(null);
  const ticketId = ticket.id;

  const record = (step: StepName, run: () => Promise<void>): void => {
    ask(null);
    const { done } = steps[step];
    const events = ticket.events.length;
    setRest({ done, events, isOver: false, isDone: false });
    const mark = (part: Partial<Rest>) =>
      setRest((current) => (current?.events === events ? { ...current, ...part } : current));
    setTimeout(() => mark({ isOver: true }), restMs);
    void run().finally(() => mark({ isDone: true }));
  };
  const take = (step: StepName): void => {
    if (step === 'close') onClose();
    else if (step === 'wait' || step === 'restore') ask(step);
    else if (step === 'accept') record(step, () => accept.run({ ticketId }));
    else if (step === 'resume') record(step, () => resume.run({ ticketId }));
    else record(step, () => arrive.run({ ticketId, isByPhone: step === 'phone' }));
  };
  const isStored = rest !== null && (rest.isDone || ticket.events.length > rest.events);
  return {
    take,
    asked,
    ask,
    wait: (reason: WaitingReason, note: string) => record('wait', () => waitFor.run({ ticketId, reason, note })),
    restore: () => record('restore', () => putBack.run({ ticketId })),
    resting: rest === null || (rest.isOver && isStored) ? null : rest.done,
  };
}
