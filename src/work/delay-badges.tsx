import type { VendorAlert } from '#contract/rules/agreements/vendor-clock.ts';
import { attemptLabels, waitingLabels } from '#contract/rules/work-events.ts';
import type { AttemptReason, WaitingReason } from '#contract/records/work-event.ts';
import { Badge } from '#ui/ui/badge.tsx';

/*
 * What holds work up. Separate from the status badges, because these texts bring in the rules for work, which the first
 * rows do not need.
 */

/** Source: docs/product.md P140. */
export const vendorAlertWords: Record<VendorAlert, string> = { 'due-soon': 'Vendor due soon', late: 'Vendor late' };

/** Says what an open ticket is waiting for. */
export function WaitsForBadge({ reason }: { reason: WaitingReason }) {
  return (
    <Badge tone="neutral" icon="clock">
      {`Waiting: ${waitingLabels[reason].toLowerCase()}`}
    </Badge>
  );
}

/** Marks an open ticket whose vendor is late, or soon will be, under the contract. */
export function VendorAlertBadge({ alert }: { alert: VendorAlert }) {
  return (
    <Badge tone={alert === 'late' ? 'danger' : 'warn'} icon="clock">
      {vendorAlertWords[alert]}
    </Badge>
  );
}

/** Marks a task that was attempted but not done. */
export function AttemptedBadge({ reason }: { reason: AttemptReason }) {
  return (
    <Badge tone="neutral" icon="refresh" wraps>
      <span>
        Attempted<span className="as-card:hidden">: {attemptLabels[reason].toLowerCase()}</span>
      </span>
    </Badge>
  );
}
