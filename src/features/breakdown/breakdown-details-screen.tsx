import { useState } from 'react';
import { Link, useParams } from 'react-router-dom';
import { deviceOf, type TicketRecord } from '#contract/replica.ts';
import { paths } from '#ui/paths.ts';
import { TicketActions } from '#ui/resource/call-actions.tsx';
import { DeviceFactsCard, TechnicianCard, ToldNotice } from '#ui/resource/call-parts.tsx';
import { useSignedIn, useView } from '#ui/resource/engine-provider.tsx';
import { ReplicaRecord } from '#ui/resource/replica-record.tsx';
import { EscalatedBadge, PriorityBadge, TicketStatusBadge, WaitingBadge } from '#ui/resource/status-badges.tsx';
import { useMomentText, useReplicaAsOf } from '#ui/resource/use-now.ts';
import { savedOnDeviceText } from '#ui/resource/use-write.ts';
import { Alert } from '#ui/ui/alert.tsx';
import { Card } from '#ui/ui/card.tsx';
import { Facts } from '#ui/ui/facts.tsx';
import { PageHeader } from '#ui/ui/page-header.tsx';
import { CloseForm } from './close-form.tsx';
import { Resolution, TicketPhotos, Timeline } from './ticket-history.tsx';
import { numberWords } from './ticket-rows.ts';

const back = { to: paths.breakdowns(), label: 'Back to List' };

/** One breakdown call, from the replica: what was reported, who is on it, how it was closed. */
export function BreakdownDetailsScreen() {
  const { id = '' } = useParams();
  const ticket = useView((view) => view.get('ticket', id), [id]);
  return (
    <ReplicaRecord
      record={ticket}
      title="Breakdown"
      back={back}
      icon="ticket"
      gone="This ticket is not here."
      goneHint="It does not exist, or it has not reached this device yet."
      failed="Failed to fetch breakdown details."
      loadingLabel="Loading breakdown details..."
    >
      {(found) => <TicketPage key={found.id} ticket={found} />}
    </ReplicaRecord>
  );
}

function TicketPage({ ticket }: { ticket: TicketRecord }) {
  const { hospital } = useSignedIn();
  const moment = useMomentText();
  const asOf = useReplicaAsOf();
  const waiting = useView((view) => view.isPending('ticket', ticket.id), [ticket.id]);
  const device = useView((view) => deviceOf(view, ticket), [ticket]);
  const related = useView(
    (view) => (ticket.relatedTicketId === null ? undefined : view.get('ticket', ticket.relatedTicketId)),
    [ticket.relatedTicketId],
  );
  const [told, setTold] = useState<string>();
  const [held, setHeld] = useState(false);
  const isClosed = ticket.status === 'Closed';
  const reporter = ticket.reportedBy === '' ? '' : ` by ${ticket.reportedBy}`;
  return (
    <>
      <PageHeader
        title={ticket.ticketNumber ?? 'Breakdown call'}
        back={back}
        asOf={asOf}
        subtitle={
          <>
            <span>
              Reported{reporter}, {moment(ticket.reportedDate)}
            </span>
            <span className="flex flex-wrap gap-2">
              <TicketStatusBadge status={ticket.status} />
              <PriorityBadge priority={ticket.priority} />
              {ticket.escalatedAt !== null && <EscalatedBadge />}
              {waiting && <WaitingBadge />}
            </span>
          </>
        }
      />
      <ToldNotice told={told} />
      <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="space-y-5">
          <DeviceFactsCard
            title="Equipment Details"
            deviceId={ticket.deviceId}
            device={device}
            facts={[
              ['Equipment', device?.equipmentName],
              ['Model', device?.modelName],
              ['Serial Number', device?.serialNumber],
              ['Department', device?.departmentName],
              ['Hospital', hospital?.name],
              ...(ticket.retiredDevice ? ([['Status', 'Retired']] as const) : []),
            ]}
          />
          <Card title="Problem Reported">
            <p className="whitespace-pre-wrap">{ticket.problemReported || '—'}</p>
            <div className="mt-4">
              <Facts
                facts={[
                  ['Issue Type', ticket.issueType],
                  ['Machine Status', ticket.machineStatus],
                ]}
              />
            </div>
            {ticket.anyPatientHarm && (
              <div className="mt-4">
                <Alert tone="danger" title="Patient harm">
                  {ticket.harmDescription}
                </Alert>
              </div>
            )}
            {related && (
              <p className="mt-4">
                Related ticket:{' '}
                <Link
                  to={paths.breakdownDetails(related.id)}
                  className="inline-flex min-h-target items-center underline"
                >
                  {numberWords(related)}
                </Link>
              </p>
            )}
          </Card>
          <TicketPhotos ticket={ticket} />
          {isClosed && !held ? (
            <Resolution ticket={ticket} />
          ) : (
            <Card title="Close Ticket">
              <CloseForm
                ticket={ticket}
                onHeld={setHeld}
                onClosed={(outcome) => setTold(outcome === 'received' ? 'Breakdown ticket saved.' : savedOnDeviceText)}
              />
            </Card>
          )}
        </div>
        <div className="space-y-5">
          <TechnicianCard title="Technician" name={ticket.technicianName}>
            {!isClosed && <TicketActions ticket={ticket} />}
          </TechnicianCard>
          <Timeline ticket={ticket} />
        </div>
      </div>
    </>
  );
}
