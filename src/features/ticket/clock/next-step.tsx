import { useEffect, useState } from 'react';
import type { TicketRecord } from '#contract/records/ward.ts';
import type { WaitingReason } from '#contract/records/work-event.ts';
import type { TicketClock } from '#contract/rules/ticket-clock.ts';
import { useToastWrite } from '#ui/forms/offline/use-toast-write.ts';
import { Button } from '#ui/ui/button.tsx';
import { ConfirmDialog } from '#ui/ui/confirm-dialog.tsx';
import type { IconName } from '#ui/ui/icons.tsx';
import { MenuButton } from '#ui/ui/menu-button.tsx';
import { useHeld } from '#ui/ui/press.ts';
import { WaitDialog } from './wait-dialog.tsx';

/**
 * How long the buttons stay disabled after a step was stored or refused, so that a double tap cannot take the next step
 * too. Units: ms. Source: docs/decisions/290-ticket-clock.md.
 */
const restMs = 1_000;

type StepName = 'accept' | 'arrive' | 'phone' | 'wait' | 'resume' | 'restore' | 'close';

const steps: Record<StepName, { label: string; icon: IconName; done: string }> = {
  accept: { label: 'Accept', icon: 'check', done: 'Accepted.' },
  arrive: { label: 'Arrived at the Device', icon: 'location', done: 'Arrival recorded.' },
  phone: { label: 'Started by Phone', icon: 'phone', done: 'Start by phone recorded.' },
  wait: { label: 'Waiting for…', icon: 'clock', done: 'Waiting recorded.' },
  resume: { label: 'Work Resumed', icon: 'refresh', done: 'Work resumed.' },
  restore: { label: 'Back in Use', icon: 'check-circle', done: 'Back in use.' },
  close: { label: 'Close Ticket', icon: 'edit', done: '' },
};

type OpenState = Exclude<TicketClock['state'], 'closed'>;

/** The likely next step first, then those in the menu. */
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

/**
 * Shows a button for the likely next step of an open ticket, with the others in a menu. Source: docs/product.md P72.
 */
export function NextStep({ ticket, clock, onClose }: NextStepProps) {
  const { take, wait, restore, asked, ask, isBusy, words } = useSteps(ticket, onClose);
  const isUnvisited = clock.state === 'waiting' && (clock.waitingFor === null || clock.firstArrivedAt === null);
  const shown = useHeld(isUnvisited ? 'unvisited' : clock.state);
  // The pause starts immediately, to catch the second press of a double tap, and ends only when no finger is down.
  const isHeld = useHeld(isBusy);
  const isResting = isBusy || isHeld;
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
          {words ?? steps[next].label}
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
        until it is closed. This cannot be undone.
      </ConfirmDialog>
    </div>
  );
}

/** A step just taken: the buttons stay disabled until it is stored and the finger has had time to move away. */
interface Rest {
  done: string;
  /** Number of the ticket's events before the step. */
  events: number;
  /** The server has answered, or cannot be reached. */
  isDone: boolean;
}

/** Provides the steps as actions, with the question before each and the outcome of the last one. */
function useSteps(ticket: TicketRecord, onClose: () => void) {
  const accept = useToastWrite('acceptTicket', steps.accept.done);
  const arrive = useToastWrite('arriveTicket', steps.arrive.done);
  const phone = useToastWrite('arriveTicket', steps.phone.done);
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
    const begun: Rest = { done, events, isDone: false };
    setRest(begun);
    void run().finally(() => setRest((current) => (current === begun ? { ...begun, isDone: true } : current)));
  };
  const take = (step: StepName): void => {
    if (step === 'close') onClose();
    else if (step === 'wait' || step === 'restore') ask(step);
    else if (step === 'accept') record(step, () => accept.run({ ticketId }));
    else if (step === 'resume') record(step, () => resume.run({ ticketId }));
    else if (step === 'phone') record(step, () => phone.run({ ticketId, isByPhone: true }));
    else record(step, () => arrive.run({ ticketId, isByPhone: false }));
  };
  const isStored = rest !== null && ticket.events.length > rest.events;
  const isSettled = rest !== null && (isStored || rest.isDone);
  useEffect(() => {
    if (!isSettled) return;
    const timer = setTimeout(() => setRest(null), restMs);
    return () => clearTimeout(timer);
  }, [isSettled]);
  // A refused step has its own message.
  const outcome = isStored ? rest.done : null;
  return {
    take,
    asked,
    ask,
    wait: (reason: WaitingReason, note: string) => record('wait', () => waitFor.run({ ticketId, reason, note })),
    restore: () => record('restore', () => putBack.run({ ticketId })),
    isBusy: rest !== null,
    words: rest === null || isSettled ? outcome : 'Saving…',
  };
}
