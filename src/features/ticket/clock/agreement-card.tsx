import { millisecondsInDay } from 'date-fns/constants';
import type { TicketDetails } from '#contract/calls/ticket/ticket.ts';
import { hoursLength } from '#contract/rules/agreements/penalty-words.ts';
import { promiseAlert } from '#contract/rules/agreements/vendor-clock.ts';
import { durationWords } from '#contract/rules/duration.ts';
import { periodAt } from '#contract/rules/figures/period.ts';
import { hospitalDay } from '#contract/rules/hospital-day.ts';
import { waitingLabels } from '#contract/rules/work-events.ts';
import { CallVendor, AgreementFacts, EvidenceLink } from '#ui/work/agreement-facts.tsx';
import { dayWords } from '#ui/engine/as-of.ts';
import { useMomentText, useTimeZone } from '#ui/engine/use-now.ts';
import { Alert } from '#ui/ui/alert.tsx';
import { Badge } from '#ui/ui/badge.tsx';
import { Card } from '#ui/ui/card.tsx';

type Contract = NonNullable<TicketDetails['contract']>;
type Promised = Contract['clock']['promises'][number];

const names = { response: 'Response', repair: 'Repair' } as const;
const states = {
  running: ['info', 'In time'],
  warning: ['warn', 'Due soon'],
  broken: ['danger', 'Late'],
  kept: ['ok', 'Kept'],
} as const satisfies Record<Promised['state'], readonly [string, string]>;

/**
 * Shows the terms in force when the ticket was reported, and whether the vendor keeps them. Source: docs/product.md
 * P126.
 */
export function AgreementCard({ contract, reportedDate }: { contract: Contract; reportedDate: string }) {
  const moment = useMomentText();
  const timeZone = useTimeZone();
  const { clock } = contract;
  // If the clock runs only in set hours, "days" would be mistaken for calendar days.
  const length = clock.dayMs === millisecondsInDay ? durationWords : hoursLength;
  const isOpen = clock.promises.some(({ endedAt }) => endedAt === null);
  return (
    <Card title="Contract">
      <div className="space-y-4">
        <p className="wrap-anywhere">
          {contract.kind} {contract.number}, ends {dayWords(contract.endOn)}
        </p>
        {clock.promises.map((promise) => (
          <PromiseLine key={promise.measure} promise={promise} words={promiseWords(promise, length, moment)} />
        ))}
        {isOpen && clock.stoppedFor !== null && (
          <Alert tone="info">
            The vendor’s clock is stopped: waiting for {waitingLabels[clock.stoppedFor].toLowerCase()}.
          </Alert>
        )}
        {isOpen && clock.isOutsideHours && (
          <p className="text-sm text-muted">It is outside the hours of the contract, so the clock is not running.</p>
        )}
        <AgreementFacts {...contract} />
        <CallVendor name={contract.vendorName || contract.number} phone={contract.phone} />
        <EvidenceLink
          contractId={contract.contractId}
          number={contract.number}
          period={periodAt('quarter', hospitalDay(reportedDate, timeZone))}
        />
      </div>
    </Card>
  );
}

function PromiseLine({ promise, words }: { promise: Promised; words: string }) {
  const [tone, word] = states[promise.state];
  const name = names[promise.measure];
  const alert = promiseAlert(promise);
  if (alert !== null) {
    return (
      <Alert tone={alert === 'late' ? 'danger' : 'warn'} title={`${name}: ${word.toLowerCase()}`}>
        {words}
      </Alert>
    );
  }
  return (
    <p className="flex flex-wrap items-center gap-2">
      <span className="font-semibold">{name}</span>
      <Badge tone={tone}>{word}</Badge>
      <span className="text-muted">{words}</span>
    </p>
  );
}

/** Shows the deadline and the time left, or how late it was. */
function promiseWords(
  { allowedMs, usedMs, lateMs, dueAt, endedAt }: Promised,
  length: (ms: number) => string,
  moment: (at: string) => string,
): string {
  const allowed = length(allowedMs);
  if (lateMs > 0) {
    const late = `${length(lateMs)} beyond the ${allowed} of the contract`;
    return endedAt === null ? `${late}, still open.` : `${late}.`;
  }
  if (endedAt !== null) return `${length(usedMs)} of ${allowed}.`;
  const left = `${length(allowedMs - usedMs)} of ${allowed} left`;
  return dueAt === null ? `${left}.` : `${left}, due ${moment(dueAt)}.`;
}
