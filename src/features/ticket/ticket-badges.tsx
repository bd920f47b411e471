import { waitingLabels } from '#contract/rules/work-events.ts';
import { dayWords } from '#ui/engine/as-of.ts';
import { VendorAlertBadge, WaitsForBadge } from '#ui/work/delay-badges.tsx';
import { EscalatedBadge, PriorityBadge } from '#ui/work/status-badges.tsx';
import type { TicketRow } from './ticket-rows.ts';

/** Shows the most urgent fact about a ticket: a card has room for one badge beside its number. */
export function CardBadge({ row }: { row: TicketRow }) {
  const { status, escalated, priority, vendorAlert, waitingFor } = row;
  if (status !== 'Closed' && (escalated || priority === 'Critical')) return <UrgencyBadges row={row} most={1} />;
  if (vendorAlert !== null) return <VendorAlertBadge alert={vendorAlert} />;
  return waitingFor === null ? null : <WaitsForBadge reason={waitingFor} />;
}

/** Shows every urgent fact about a ticket beside its status in a table. */
export function TableBadges({ row }: { row: TicketRow }) {
  const { vendorAlert, waitingFor, waitingOn } = row;
  return (
    <>
      <UrgencyBadges row={row} most={2} />
      {vendorAlert !== null && <VendorAlertBadge alert={vendorAlert} />}
      {waitingFor !== null && (
        <span className="text-sm text-muted">
          waiting: {waitingLabels[waitingFor].toLowerCase()} since {dayWords(waitingOn)}
        </span>
      )}
    </>
  );
}

/** Shows what makes an open ticket urgent. */
function UrgencyBadges({ row: { status, escalated, priority }, most }: { row: TicketRow; most: 1 | 2 }) {
  if (status === 'Closed') return null;
  const isShown = escalated ? most === 2 : priority === 'Critical';
  return (
    <>
      {escalated && <EscalatedBadge />}
      {isShown && <PriorityBadge priority={priority} />}
    </>
  );
}
