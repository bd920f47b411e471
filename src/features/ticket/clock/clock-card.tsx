import { counted } from '#contract/rules/counted.ts';
import type { TicketRecord } from '#contract/records/ward.ts';
import { durationWords } from '#contract/rules/duration.ts';
import type { TicketClock } from '#contract/rules/ticket-clock.ts';
import { waitingLabels } from '#contract/rules/work-events.ts';
import { waitingReasons } from '#contract/records/work-event.ts';
import { ClockBadge } from '#ui/work/clock-words.tsx';
import { useNow } from '#ui/engine/use-now.ts';
import { Card } from '#ui/ui/card.tsx';
import { Facts } from '#ui/ui/facts.tsx';
import { NextStep } from './next-step.tsx';

interface ClockCardProps {
  ticket: TicketRecord;
  clock: TicketClock;
  /** Opens the form that closes the ticket. */
  onClose: () => void;
}

/** Shows a ticket's clock and the next step. Source: docs/product.md P72. */
export function ClockCard({ ticket, clock, onClose }: ClockCardProps) {
  const now = useNow();
  return (
    <Card title="Clock">
      <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
        <ClockBadge clock={clock} />
        {clock.state !== 'closed' && <NextStep ticket={ticket} clock={clock} onClose={onClose} />}
      </div>
      <Facts facts={clockFacts(clock, Math.max(0, now.getTime() - Date.parse(ticket.reportedDate)))} />
      {clock.contradicting.length > 0 && (
        <p className="mt-3 text-sm text-muted">
          {counted(
            clock.contradicting.length,
            'step contradicts the others: it is marked in the timeline and not counted.',
            'steps contradict the others: they are marked in the timeline and not counted.',
          )}
        </p>
      )}
    </Card>
  );
}

function clockFacts(clock: TicketClock, sinceReportMs: number): (readonly [string, string])[] {
  const waits = waitingReasons.flatMap((reason) => {
    const ms = clock.waitingMs[reason];
    return ms === undefined ? [] : ([[`Waiting: ${waitingLabels[reason].toLowerCase()}`, durationWords(ms)]] as const);
  });
  const isRunning = clock.turnaroundMs === null;
  const unanswered = isRunning ? 'No arrival yet' : 'Not recorded';
  return [
    ['Response', clock.responseMs === null ? unanswered : durationWords(clock.responseMs)],
    ['Hands-on', durationWords(clock.handsOnMs)],
    ...waits,
    clock.turnaroundMs === null
      ? ['Since the Report', durationWords(sinceReportMs)]
      : ['Turnaround', durationWords(clock.turnaroundMs)],
  ];
}
