import type { TicketRecord } from '#contract/replica.ts';
import { formatInr } from '#contract/rules/money.ts';
import { AttachedFiles } from '#ui/resource/attached-files.tsx';
import { LongFact } from '#ui/resource/call-parts.tsx';
import { useMomentText } from '#ui/resource/use-now.ts';
import { useOnlineCall } from '#ui/resource/use-online-call.ts';
import { Card } from '#ui/ui/card.tsx';
import { Facts } from '#ui/ui/facts.tsx';
import { timelineOf } from './timeline.ts';

/** How a closed call was resolved. Source: document 2, Breakdown call details. */
export function Resolution({ ticket }: { ticket: TicketRecord }) {
  const moment = useMomentText();
  return (
    <Card title="Resolution" tone="ok">
      <div className="space-y-4">
        <Facts
          facts={[
            ['Closed', ticket.closedAt === null ? '' : moment(ticket.closedAt)],
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
export function TicketPhotos({ ticket }: { ticket: TicketRecord }) {
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
export function Timeline({ ticket }: { ticket: TicketRecord }) {
  const moment = useMomentText();
  return (
    <Card title="Timeline">
      <ol className="space-y-4 border-l-2 border-line pl-4">
        {timelineOf(ticket).map(({ at, text }) => (
          <li key={`${at} ${text}`}>
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
