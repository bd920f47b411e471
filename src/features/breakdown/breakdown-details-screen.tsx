import { useState } from 'react';
import { Link, useParams } from 'react-router-dom';
import type { DeviceRecord, TicketRecord } from '#contract/replica.ts';
import { formatInr } from '#contract/rules/money.ts';
import { paths } from '#ui/paths.ts';
import { TicketActions } from '#ui/resource/call-actions.tsx';
import { useSignedIn, useView } from '#ui/resource/engine-provider.tsx';
import { PriorityBadge, TicketStatusBadge, WaitingBadge } from '#ui/resource/status-badges.tsx';
import { useMomentText, useReplicaAsOf } from '#ui/resource/use-now.ts';
import { savedOnDeviceText } from '#ui/resource/use-write.ts';
import { Alert } from '#ui/ui/alert.tsx';
import { Badge } from '#ui/ui/badge.tsx';
import { ButtonLink } from '#ui/ui/button.tsx';
import { Card } from '#ui/ui/card.tsx';
import { EmptyState } from '#ui/ui/empty-state.tsx';
import { Facts } from '#ui/ui/facts.tsx';
import { Icon } from '#ui/ui/icons.tsx';
import { PageHeader } from '#ui/ui/page-header.tsx';
import { SkeletonRows } from '#ui/ui/skeleton.tsx';
import { CloseForm } from './close-form.tsx';
import { numberWords } from './ticket-rows.ts';
import { timelineOf } from './timeline.ts';

const back = { to: paths.breakdowns(), label: 'Back to List' };

/** One breakdown call, from the replica: what was reported, who is on it, how it was closed. */
export function BreakdownDetailsScreen() {
  const { id = '' } = useParams();
  const ready = useView((view) => view.ready);
  const ticket = useView((view) => view.get('ticket', id), [id]);
  if (ticket) return <TicketPage key={ticket.id} ticket={ticket} />;
  return (
    <>
      <PageHeader title="Breakdown" back={back} />
      <Card>
        {ready ? (
          <EmptyState
            title="This ticket is not here."
            icon="ticket"
            action={<ButtonLink {...back}>{back.label}</ButtonLink>}
          >
            It does not exist, or it has not reached this device yet.
          </EmptyState>
        ) : (
          <SkeletonRows label="Loading breakdown details..." />
        )}
      </Card>
    </>
  );
}

function TicketPage({ ticket }: { ticket: TicketRecord }) {
  const moment = useMomentText();
  const asOf = useReplicaAsOf();
  const waiting = useView((view) => view.isPending('ticket', ticket.id), [ticket.id]);
  const device = useView((view) => view.get('device', ticket.deviceId), [ticket.deviceId]);
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
              {ticket.escalatedAt !== null && (
                <Badge tone="danger" icon="chevron-up">
                  Escalated
                </Badge>
              )}
              {waiting && <WaitingBadge />}
            </span>
          </>
        }
      />
      {told !== undefined && (
        <div className="mb-4">
          <Alert tone={told === savedOnDeviceText ? 'info' : 'ok'}>{told}</Alert>
        </div>
      )}
      <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="space-y-5">
          <EquipmentCard device={device} />
          <Card title="Problem Reported">
            <p className="whitespace-pre-wrap">{ticket.problemReported}</p>
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
          <Card title="Technician">
            <p className="mb-3 flex items-center gap-2 font-medium">
              <Icon name="user" className="text-muted" />
              {ticket.technicianName ?? 'Not assigned'}
            </p>
            {!isClosed && <TicketActions ticket={ticket} />}
          </Card>
          <Timeline ticket={ticket} />
        </div>
      </div>
    </>
  );
}

function EquipmentCard({ device }: { device: DeviceRecord | undefined }) {
  const { hospital } = useSignedIn();
  return (
    <Card
      title="Equipment Details"
      actions={
        device && (
          <ButtonLink variant="ghost" to={paths.equipmentDetails(device.serialNumber)}>
            Device
          </ButtonLink>
        )
      }
    >
      <Facts
        facts={[
          ['Equipment', device?.equipmentName],
          ['Model', device?.modelName],
          ['Serial Number', device?.serialNumber],
          ['Department', device?.departmentName],
          ['Hospital', hospital?.name],
        ]}
      />
    </Card>
  );
}

function Resolution({ ticket }: { ticket: TicketRecord }) {
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

function LongFact({ name, text }: { name: string; text: string }) {
  if (text === '') return null;
  return (
    <div>
      <h3 className="text-sm font-semibold">{name}</h3>
      <p className="whitespace-pre-wrap">{text}</p>
    </div>
  );
}

function Timeline({ ticket }: { ticket: TicketRecord }) {
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
