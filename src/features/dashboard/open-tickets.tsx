import { useMemo } from 'react';
import { buildOpenTickets } from '#contract/pages/dashboard.ts';
import { formatShortDay } from '#contract/rules/dates-format.ts';
import { hospitalDay } from '#contract/rules/hospital-day.ts';
import { paths } from '#ui/paths.ts';
import { useView } from '#ui/engine/engine-provider.tsx';
import { TicketStatusBadge } from '#ui/work/status-badges.tsx';
import { useTimeZone } from '#ui/engine/use-now.ts';
import { Badge } from '#ui/ui/badge.tsx';
import { ButtonLink } from '#ui/ui/button.tsx';
import { Card } from '#ui/ui/card.tsx';
import { gatherOpenTickets } from './gather-dashboard.ts';
import { panelLink, usePanelRows } from './panel.tsx';

/** Shows Open Breakdown Calls, the most urgent first. */
export function OpenTickets() {
  const timeZone = useTimeZone();
  const panelRows = usePanelRows();
  const open = useView(gatherOpenTickets);
  const tickets = useMemo(() => buildOpenTickets(open), [open]);
  return (
    <Card
      title="Open Breakdown Calls"
      flush
      actions={
        <ButtonLink variant="ghost" className={panelLink} to={paths.tickets()}>
          View All{open.length > panelRows ? ` (${open.length})` : ''}
        </ButtonLink>
      }
    >
      {tickets.length === 0 ? (
        <p className="p-5 text-muted">No open tickets.</p>
      ) : (
        <ul>
          {tickets.slice(0, panelRows).map((ticket) => (
            <li
              key={ticket.id}
              className="flex items-center gap-3 border-b border-line px-4 py-2.5 last:border-0 sm:px-5"
            >
              <span className="min-w-0 flex-1">
                <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
                  <span className="font-mono font-bold wrap-anywhere">{ticket.serialNumber}</span>
                  <span className="text-sm text-muted">{ticket.ticketNumber}</span>
                  {ticket.escalated && (
                    <Badge tone="danger" icon="bell">
                      Escalated
                    </Badge>
                  )}
                  {ticket.isPendingFollowUp && <TicketStatusBadge status="Pending" />}
                </span>
                <span className="block truncate">
                  <span className="text-sm text-muted">
                    {formatShortDay(hospitalDay(ticket.reportedDate, timeZone))} ·
                  </span>{' '}
                  {ticket.problemReported}
                </span>
              </span>
              <ButtonLink
                to={paths.ticket(ticket.id)}
                anchor={{ 'aria-label': `Close ticket ${ticket.ticketNumber} of ${ticket.serialNumber}` }}
              >
                Close
              </ButtonLink>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
