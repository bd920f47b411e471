import type { TicketPage } from '#contract/pages/ticket.ts';
import { formatInr } from '#contract/rules/money.ts';
import { AttachedFiles } from '#ui/care/attached-files.tsx';
import { LongFact } from '#ui/care/call-parts.tsx';
import { useMomentText } from '#ui/engine/use-now.ts';
import { useOnlineCall } from '#ui/engine/use-online-call.ts';
import { Card } from '#ui/ui/card.tsx';
import { Facts } from '#ui/ui/facts.tsx';

/** How a closed call was resolved. Source: docs/product.md P39. */
export function Resolution({ ticket }: { ticket: TicketPage }) {
  const moment = useMomentText();
  return (
    <Card title="Resolution" tone="ok">
      <div className="space-y-4">
        <Facts
          facts={[
            ['Closed', ticket.closedDate === null ? '' : moment(ticket.closedDate)],
            ['Closed By', ticket.closedBy],
            ['Part Required', ticket.partRequired ? 'Yes' : 'No'],
            ...(ticket.partRequired
              ? ([
                  ['Part Details', ticket.partDetails],
                  ['Part Cost', ticket.partCost === null ? '' : formatInr(ticket.partCost)],
                ] as const)
              : []),
          ]}
        />
        <LongFact name="Actions Taken" text={ticket.actionTaken} />
        <LongFact name="Resolution Note" text={ticket.resolutionNote} />
        <LongFact name="Follow-up Action" text={ticket.followUpAction} />
      </div>
    </Card>
  );
}

/** The photos of a report; they are on the server and show once it answers. */
export function TicketPhotos({ ticket }: { ticket: Pick<TicketPage, 'id' | 'deviceId'> }) {
  const files = useOnlineCall('deviceDocuments', { params: { id: ticket.deviceId } });
  const photos = files.data?.photos.filter(({ ofId }) => ofId === ticket.id) ?? [];
  if (photos.length === 0) return null;
  return (
    <Card title="Photos" flush>
      <AttachedFiles files={photos} />
    </Card>
  );
}

/** What happened to a call, in order. */
export function Timeline({ steps }: { steps: TicketPage['timeline'] }) {
  const moment = useMomentText();
  return (
    <Card title="Timeline">
      <ol className="space-y-4 border-l-2 border-line pl-4">
        {steps.map(({ id, at, text }) => (
          <li key={id}>
            <p className="font-medium wrap-anywhere">{text}</p>
            <time dateTime={at} className="text-sm text-muted tabular-nums">
              {moment(at)}
            </time>
          </li>
        ))}
      </ol>
    </Card>
  );
}
