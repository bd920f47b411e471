import { useState } from 'react';
import { closeReasons, type CloseReason } from '#contract/records/fault-report.ts';
import { machineStatuses, priorities, type MachineStatus, type Priority } from '#contract/records/values.ts';
import type { FaultReportRecord } from '#contract/records/ward.ts';
import { acceptanceOf, closeReasonWords } from '#contract/rules/fault-report.ts';
import { useToastWrite } from '#ui/forms/offline/use-toast-write.ts';
import { Button } from '#ui/ui/button.tsx';
import { Dialog } from '#ui/ui/dialog.tsx';
import { SelectField } from '#ui/ui/select-field.tsx';
import type { NamedTicket, ShownReport } from './gather-reports.ts';

const options = (values: readonly string[]) => values.map((value) => ({ value, label: value }));

/** The actions on a report that nobody has decided on; each works offline. Source: docs/product.md P302. */
export function ReportActions({ shown: { report, openTickets } }: { shown: ShownReport }) {
  const [asked, setAsked] = useState<'accept' | 'join' | 'close' | null>(null);
  const onClose = () => setAsked(null);
  const name = report.reference;
  return (
    <>
      <Button variant="primary" icon="check" aria-label={`Accept ${name}`} onClick={() => setAsked('accept')}>
        Accept
      </Button>
      {openTickets.length > 0 && (
        <Button icon="ticket" aria-label={`Join ${name} to a ticket`} onClick={() => setAsked('join')}>
          Join
        </Button>
      )}
      <Button icon="x" aria-label={`Close ${name}`} onClick={() => setAsked('close')}>
        Close
      </Button>
      {asked === 'accept' && <AcceptDialog report={report} onClose={onClose} />}
      {asked === 'join' && <JoinDialog report={report} tickets={openTickets} onClose={onClose} />}
      {asked === 'close' && <CloseDialog report={report} onClose={onClose} />}
    </>
  );
}

interface AskedProps {
  report: FaultReportRecord;
  onClose: () => void;
}

interface AskProps {
  title: string;
  confirm: string;
  onConfirm: () => void;
  onClose: () => void;
  children: React.ReactNode;
}

function Ask({ title, confirm, onConfirm, onClose, children }: AskProps) {
  return (
    <Dialog
      open
      title={title}
      size="small"
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            variant="primary"
            onClick={() => {
              onClose();
              onConfirm();
            }}
          >
            {confirm}
          </Button>
        </>
      }
    >
      <div className="space-y-4">{children}</div>
    </Dialog>
  );
}

function AcceptDialog({ report, onClose }: AskedProps) {
  const accept = useToastWrite('acceptReport', `${report.reference} is a ticket now.`);
  const [proposed] = useState(() => acceptanceOf(report));
  const [priority, setPriority] = useState<string>(proposed.priority);
  const [machineStatus, setMachineStatus] = useState<string>(proposed.machineStatus);
  return (
    <Ask
      title={`Accept ${report.reference}`}
      confirm="Accept"
      onClose={onClose}
      onConfirm={() =>
        void accept.run({
          reportId: report.id,
          priority: priority as Priority,
          machineStatus: machineStatus as MachineStatus,
        })
      }
    >
      <p>The report becomes a ticket with its photos. Its clock starts when the fault was reported.</p>
      <SelectField
        label="Priority"
        required
        options={options(priorities)}
        value={priority}
        onChange={(event) => setPriority(event.target.value)}
      />
      <SelectField
        label="Machine Status"
        required
        options={options(machineStatuses)}
        value={machineStatus}
        onChange={(event) => setMachineStatus(event.target.value)}
      />
    </Ask>
  );
}

function JoinDialog({ report, tickets, onClose }: AskedProps & { tickets: readonly NamedTicket[] }) {
  const join = useToastWrite('joinReport', `${report.reference} was added to the ticket.`);
  const [ticketId, setTicketId] = useState(tickets[0]?.id ?? '');
  return (
    <Ask
      title={`Join ${report.reference}`}
      confirm="Join"
      onClose={onClose}
      onConfirm={() => void join.run({ reportId: report.id, ticketId })}
    >
      <p>The report and its photos are added to an open ticket of the device, as a note.</p>
      <SelectField
        label="Ticket"
        required
        options={tickets.map(({ id, number }) => ({ value: id, label: number || 'Ticket not sent yet' }))}
        value={ticketId}
        onChange={(event) => setTicketId(event.target.value)}
      />
    </Ask>
  );
}

function CloseDialog({ report, onClose }: AskedProps) {
  const close = useToastWrite('closeReport', `${report.reference} closed.`);
  const [reason, setReason] = useState<CloseReason>('not-a-fault');
  return (
    <Ask
      title={`Close ${report.reference}`}
      confirm="Close report"
      onClose={onClose}
      onConfirm={() => void close.run({ reportId: report.id, reason })}
    >
      <p>The person who reported it can see the reason.</p>
      <SelectField
        label="Reason"
        required
        options={closeReasons.map((value) => ({ value, label: closeReasonWords[value] }))}
        value={reason}
        onChange={(event) => setReason(event.target.value as CloseReason)}
      />
    </Ask>
  );
}
