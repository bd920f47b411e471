import type { LocalDay } from '#contract/rules/hospital-day.ts';
import { hospitalDay } from '#contract/rules/hospital-day.ts';
import type { HandedFiles } from '#ui/forms/drafts/handed-files.ts';
import { useView } from '#ui/engine/engine-provider.tsx';
import { useTimeZone } from '#ui/engine/use-now.ts';
import { paths, withQuery } from '#ui/paths.ts';
import { returnQuery } from '#ui/return-path.ts';
import { ButtonLink } from '#ui/ui/button.tsx';
import { Icon } from '#ui/ui/icons.tsx';
import type { RowAddress } from './use-row-address.ts';

interface ReportLinkProps {
  device: { id: string; serialNumber: string };
  day: LocalDay;
  problem: string;
  /** Drafts that hold the row's photos. */
  photos?: readonly string[];
  /** The row to return to. */
  rowAddress?: RowAddress;
}

const none: readonly string[] = [];

/** Links to Report Breakdown for a device, or to its ticket once one from the round's day is open. */
export function ReportLink({ device, day, problem, photos = none, rowAddress }: ReportLinkProps) {
  const timeZone = useTimeZone();
  const ticket = useView(
    (view) =>
      view
        .get('device', device.id)
        ?.openTicketIds.map((id) => view.get('ticket', id))
        .findLast((found) => found !== undefined && hospitalDay(found.reportedDate, timeZone) >= day),
    [device.id, day, timeZone],
  );
  const back = { [returnQuery]: rowAddress?.path };
  const leave = rowAddress && { onClick: rowAddress.keep };
  if (ticket) {
    return (
      <span className="inline-flex flex-wrap items-center">
        <span className="inline-flex items-center gap-1.5 font-semibold">
          <Icon name="ticket" className="text-info" />
          Ticket reported ·
        </span>
        <ButtonLink
          variant="ghost"
          to={withQuery(paths.ticket(ticket.id), back)}
          className="px-2! underline underline-offset-4"
          anchor={{ 'aria-label': `Show the ticket of ${device.serialNumber}`, ...leave }}
        >
          Show
        </ButtonLink>
      </span>
    );
  }
  const handed: HandedFiles = { fileDrafts: photos };
  return (
    <ButtonLink
      icon="ticket"
      variant={rowAddress ? 'danger' : 'secondary'}
      to={withQuery(paths.ticketNew(), { serial: device.serialNumber, problem, ...back })}
      state={handed}
      anchor={{ 'aria-label': `Report Breakdown of ${device.serialNumber}`, ...leave }}
    >
      Report Breakdown
    </ButtonLink>
  );
}
