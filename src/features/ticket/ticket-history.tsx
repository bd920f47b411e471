import type { ReactNode } from 'react';
import type { TicketPage } from '#contract/pages/ticket.ts';
import { failureWords } from '#contract/rules/failure-class.ts';
import { formatInr } from '#contract/rules/money.ts';
import { AttachedFiles } from '#ui/work/attached-files.tsx';
import { LongFact } from '#ui/work/call-parts.tsx';
import { useMomentText } from '#ui/engine/use-now.ts';
import { Card } from '#ui/ui/card.tsx';
import { Facts } from '#ui/ui/facts.tsx';

/** Shows how a closed call was resolved. Source: docs/product.md P39. */
export function Resolution({ ticket }: { ticket: TicketPage }) {
  const moment = useMomentText();
  return (
    <Card title="Resolution" tone="ok">
      <div className="space-y-4">
        <Facts
          facts={[
            ['Closed', ticket.closedDate === null ? '' : moment(ticket.closedDate)],
            ['Closed By', ticket.closedBy],
            ['Failure Class', failureWords(ticket.failureClass)],
            ['Part Required', ticket.partRequired ? 'Yes' : 'No'],
            ...(ticket.partRequired
              ? ([
                  ['Part Details', ticket.partDetails],
                  ['Part Cost', ticket.partCost === null ? '' : formatInr(ticket.partCost)],
                ] as const)
              : []),
          ]}
        />
        {/* With several visits, the list of visits shows which text belongs to which. */}
        {ticket.visits.length <= 1 && (
          <>
            <LongFact name="Actions Taken" text={ticket.actionTaken} />
            <LongFact name="Resolution Note" text={ticket.resolutionNote} />
            <LongFact name="Follow-up Action" text={ticket.followUpAction} />
          </>
        )}
      </div>
    </Card>
  );
}

/** Lists the visits of a call so far, above its close form or beside its resolution. Source: docs/product.md P160. */
export function Visits({ visits }: { visits: TicketPage['visits'] }) {
  const moment = useMomentText();
  return (
    <Card title="Visits">
      <ol className="divide-y divide-line">
        {visits.map((visit, place) => (
          <li key={visit.id} className="space-y-3 py-4 first:pt-0 last:pb-0">
            <Facts
              facts={[
                [`Visit ${place + 1}`, moment(visit.at)],
                ['By', visit.by],
                ['Result', visit.isFollowUpRequired ? 'Left pending for a follow-up' : 'Closed'],
                ['Failure Class', failureWords(visit.failureClass)],
                ...(visit.partRequired
                  ? ([
                      ['Part Details', visit.partDetails],
                      ['Part Cost', visit.partCost === null ? '' : formatInr(visit.partCost)],
                    ] as const)
                  : []),
              ]}
            />
            <LongFact name="Actions Taken" text={visit.actionTaken} />
            <LongFact name="Resolution Note" text={visit.resolutionNote} />
            <LongFact name="Follow-up Action" text={visit.followUpAction} />
          </li>
        ))}
      </ol>
    </Card>
  );
}

/** Shows the photos of a call from its report, notes and closing, including those waiting on this tablet. */
export function TicketPhotos({ files, action }: { files: TicketPage['files']; action: ReactNode }) {
  return (
    <Card title="Photos" flush actions={action}>
      {files.length === 0 ? (
        <p className="px-4 py-3 text-muted sm:px-5">No photos or files yet.</p>
      ) : (
        <AttachedFiles files={files} />
      )}
    </Card>
  );
}
