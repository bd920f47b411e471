import { useRef, useState } from 'react';
import { Link, useParams, useSearchParams } from 'react-router-dom';
import { buildTicketPage, type TicketPage } from '#contract/pages/ticket.ts';
import type { TicketRecord } from '#contract/records/ward.ts';
import { startOfText } from '#contract/rules/cut-text.ts';
import { paths } from '#ui/paths.ts';
import { backToRound } from '#ui/return-path.ts';
import { TicketActions } from '#ui/work/call-actions.tsx';
import { DeviceFactsCard, TechnicianCard, ToldNotice } from '#ui/work/call-parts.tsx';
import { useSignedIn, useView } from '#ui/engine/engine-provider.tsx';
import { ReplicaRecord } from '#ui/engine/replica-record.tsx';
import { EscalatedBadge, PriorityBadge, TicketStatusBadge, WaitingBadge } from '#ui/work/status-badges.tsx';
import { useMomentText, useNow, useReplicaAsOf, useTimeZone } from '#ui/engine/use-now.ts';
import type { Told } from '#ui/engine/use-write.ts';
import { TicketNoteButton } from '#ui/work/note-dialog.tsx';
import { Alert } from '#ui/ui/alert.tsx';
import { Card } from '#ui/ui/card.tsx';
import { Facts } from '#ui/ui/facts.tsx';
import { PageHeader } from '#ui/ui/page-header.tsx';
import { useRecordTitle } from '#ui/ui/record-title.ts';
import { CloseForm } from './close-form.tsx';
import { gatherTicket } from './gather-ticket.ts';
import { CorrectTimeButton } from '#ui/work/correct-time.tsx';
import { EventTimeline } from '#ui/work/event-timeline.tsx';
import { AgreementCard } from './clock/agreement-card.tsx';
import { ClockCard } from './clock/clock-card.tsx';
import { SafetyOffer } from './safety-offer.tsx';
import { Resolution, TicketPhotos, Visits } from './ticket-history.tsx';

/** Longest problem in a title; the card below has the whole text. Units: characters. */
const mostOfProblem = 80;

const back = { to: paths.tickets(), label: 'Back to List' };

/** Shows one breakdown call from the replica: what was reported, who is working on it, how it was closed. */
export function TicketScreen() {
  const { id = '' } = useParams();
  const ticket = useView((view) => view.get('ticket', id), [id]);
  return (
    <ReplicaRecord
      record={ticket}
      title="Breakdown"
      back={back}
      icon="ticket"
      gone="Ticket not found."
      goneHint="It may not exist, or this tablet has not downloaded it yet."
      failed="Failed to fetch breakdown details."
      loadingLabel="Loading breakdown details..."
    >
      {(found) => <TicketCards key={found.id} ticket={found} />}
    </ReplicaRecord>
  );
}

function TicketCards({ ticket }: { ticket: TicketRecord }) {
  const { hospital } = useSignedIn();
  const [params] = useSearchParams();
  const moment = useMomentText();
  const now = useNow().toISOString();
  const asOf = useReplicaAsOf();
  const timeZone = useTimeZone();
  const waiting = useView((view) => view.isPending('ticket', ticket.id), [ticket.id]);
  const hospitalName = hospital?.name ?? '';
  const page = useView(
    (view) => buildTicketPage(gatherTicket(view, ticket, { name: hospitalName, timeZone }), now),
    [ticket, hospitalName, timeZone, now],
  );
  const [told, setTold] = useState<Told>();
  const [held, setHeld] = useState(false);
  // Counts saved visits: each one gets a new, empty form.
  const [visitsSaved, setVisitsSaved] = useState(0);
  const closing = useRef<HTMLDivElement>(null);
  useRecordTitle(`${page.ticketNumber ?? ''} ${page.equipmentName} ${page.serialNumber}`.trim());
  const isClosed = page.status === 'Closed';
  const reporter = page.reportedBy === '' ? '' : ` by ${page.reportedBy}`;
  return (
    <>
      <PageHeader
        title={titleOf(page)}
        back={backToRound(params) ?? back}
        asOf={asOf}
        subtitle={
          <>
            <span>
              Reported{reporter}, {moment(page.reportedDate)}
            </span>
            <span className="flex flex-wrap gap-2">
              <TicketStatusBadge status={page.status} />
              <PriorityBadge priority={page.priority} />
              {page.isEscalated && <EscalatedBadge />}
              {waiting && <WaitingBadge />}
            </span>
          </>
        }
      />
      <ToldNotice told={told} />
      <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="space-y-5">
          {isClosed && !held && <SafetyOffer ticket={ticket} />}
          <ClockCard ticket={ticket} clock={page.clock} onClose={() => showForm(closing.current)} />
          {page.contract && <AgreementCard contract={page.contract} reportedDate={page.reportedDate} />}
          <DeviceFactsCard
            title="Equipment Details"
            deviceId={page.deviceId}
            device={page.serialNumber === '' ? undefined : page}
            facts={[
              ['Equipment', page.equipmentName],
              ['Model', page.model],
              ['Serial Number', page.serialNumber],
              ['Department', page.department],
              ['Hospital', page.hospitalName],
              ...(page.isRetired ? ([['Status', 'Retired']] as const) : []),
            ]}
          />
          <ProblemCard ticket={page} />
          <TicketPhotos files={page.files} action={<TicketNoteButton ticket={ticket} />} />
          {page.visits.length > (isClosed ? 1 : 0) && <Visits visits={page.visits} />}
          {isClosed && !held ? (
            <Resolution ticket={page} />
          ) : (
            <div ref={closing}>
              <Card title="Close Ticket">
                <CloseForm
                  key={visitsSaved}
                  ticket={ticket}
                  onHeld={setHeld}
                  onClosed={(outcome) => {
                    setTold(outcome);
                    setVisitsSaved((count) => count + 1);
                  }}
                />
              </Card>
            </div>
          )}
        </div>
        <div className="space-y-5">
          <TechnicianCard title="Technician" name={page.technicianName}>
            {!isClosed && <TicketActions ticket={ticket} />}
          </TechnicianCard>
          <EventTimeline steps={page.timeline} correctionOf={correctionOf(ticket)} />
        </div>
      </div>
    </>
  );
}

/** Returns the number and the problem's first line: `BD-2026-000171: Does not switch on`. */
function titleOf({ ticketNumber, problemReported }: TicketPage): string {
  const [problem = ''] = problemReported.trim().split('\n');
  const number = ticketNumber ?? 'Breakdown call';
  const start = startOfText(problem, mostOfProblem);
  return problem === '' ? number : `${number}: ${start}${start === problem ? '' : '…'}`;
}

/** Returns what renders the correction of an event's estimated time. */
function correctionOf(ticket: TicketRecord) {
  return (eventId: string) => {
    const event = ticket.events.find((one) => one.id === eventId);
    return event && <CorrectTimeButton call="correctTicketTime" id={ticket.id} event={event} />;
  };
}

/** Scrolls the close form into view and focuses its first field. */
function showForm(form: HTMLDivElement | null): void {
  form?.scrollIntoView();
  form?.querySelector('textarea')?.focus({ preventScroll: true });
}

/** Shows what was reported. */
function ProblemCard({ ticket }: { ticket: TicketPage }) {
  return (
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
      {ticket.relatedTicketId !== null && (
        <p className="mt-4">
          Related ticket:{' '}
          <Link to={paths.ticket(ticket.relatedTicketId)} className="inline-flex min-h-target items-center underline">
            {ticket.relatedTicket}
          </Link>
        </p>
      )}
    </Card>
  );
}
