import { millisecondsInMinute } from 'date-fns/constants';
import { Link } from 'react-router-dom';
import { type FaultAccount, maxFurtherAccounts } from '#contract/records/fault-report.ts';
import { counted } from '#contract/rules/counted.ts';
import { formatShortDay } from '#contract/rules/dates-format.ts';
import { durationWords } from '#contract/rules/duration.ts';
import { affectsPatient, closeReasonWords, faultWords } from '#contract/rules/fault-report.ts';
import { paths } from '#ui/paths.ts';
import { useMomentText, useNow } from '#ui/engine/use-now.ts';
import { AttachedFiles } from '#ui/work/attached-files.tsx';
import { WaitingBadge } from '#ui/work/status-badges.tsx';
import { Badge } from '#ui/ui/badge.tsx';
import { Card } from '#ui/ui/card.tsx';
import { Facts } from '#ui/ui/facts.tsx';
import type { NamedTicket, ShownReport } from './gather-reports.ts';
import { ReportActions } from './report-dialogs.tsx';

const linkLook =
  '-my-2.5 inline-flex min-h-target items-center font-semibold text-primary-ink hover:underline wrap-anywhere';
const waitingWords = (ms: number) => (ms < millisecondsInMinute ? 'Just reported' : `Waiting for ${durationWords(ms)}`);
const patientWords = { yes: 'Patient affected', unsure: 'Patient possibly affected', no: '' } as const;

/** Shows a report with its photos, how long it has waited, and what else is known about its device. */
export function ReportCard({ shown }: { shown: ShownReport }) {
  const { report, device, openTickets, lastRound, coverUntil } = shown;
  const moment = useMomentText();
  const now = useNow().getTime();
  const accounts = [report, ...report.further];
  const serial = device ? (
    <Link className={linkLook} to={paths.device(device.serialNumber)}>
      {device.serialNumber}
    </Link>
  ) : (
    'Not on this tablet'
  );
  const tickets = openTickets.length === 0 ? 'None' : <TicketLinks tickets={openTickets} />;
  return (
    <Card
      title={`${report.reference} · ${device?.equipmentName ?? 'Device'}`}
      tone={affectsPatient(report) ? 'danger' : undefined}
    >
      <div className="space-y-4">
        <p className="flex flex-wrap gap-2">
          <Badge tone="info" icon="clock" wraps>
            {waitingWords(now - Date.parse(report.reportedAt))}
          </Badge>
          {report.people > 1 && (
            <Badge tone="neutral" icon="users" wraps>
              {counted(report.people, 'person', 'people')} reported this
            </Badge>
          )}
          {report.unusuallyMany && (
            <Badge tone="warn" wraps>
              Unusually many reports
            </Badge>
          )}
          {shown.isWaiting && <WaitingBadge />}
        </p>
        <ul className="space-y-3">
          {accounts.map((account) => (
            <Account key={`${account.reportedAt} ${account.text}`} account={account} moment={moment} />
          ))}
        </ul>
        {report.further.length === maxFurtherAccounts && (
          <p className="text-muted">Only the first {accounts.length} reports are shown.</p>
        )}
        <Facts
          facts={[
            ['Serial Number', serial],
            ['Department', device?.departmentName ?? ''],
            ['Open tickets', tickets],
            ['Last round', lastRound ? `${lastRound.status}, ${moment(lastRound.observedAt)}` : 'Not seen yet'],
            ['Cover', coverUntil === null ? 'None' : `Until ${formatShortDay(coverUntil)}`],
          ]}
        />
        {report.photos.length > 0 && (
          // The rows bring the padding of a card.
          <div className="-mx-4 sm:-mx-5">
            <AttachedFiles files={report.photos} />
          </div>
        )}
        <div className="flex flex-wrap gap-2">
          <ReportActions shown={shown} />
        </div>
      </div>
    </Card>
  );
}

function Account({ account, moment }: { account: FaultAccount; moment: (instant: string) => string }) {
  const { kind, text, patientAffected, name, extension, reportedAt } = account;
  return (
    <li>
      <p className="flex flex-wrap items-center gap-2 font-semibold">
        {faultWords[kind]}
        {patientAffected !== 'no' && (
          <Badge tone={patientAffected === 'yes' ? 'danger' : 'warn'} wraps>
            {patientWords[patientAffected]}
          </Badge>
        )}
      </p>
      {text !== '' && (
        <p dir="auto" className="whitespace-pre-line wrap-anywhere">
          {text}
        </p>
      )}
      <p className="text-sm text-muted">
        {moment(reportedAt)}
        {name !== '' && (
          <>
            {' · '}
            <bdi>{name}</bdi>
          </>
        )}
        {extension !== '' && `${name === '' ? ' · ' : ', '}extension ${extension}`}
      </p>
    </li>
  );
}

function TicketLinks({ tickets }: { tickets: readonly NamedTicket[] }) {
  return (
    <span className="flex flex-wrap gap-x-3">
      {tickets.map(({ id, number }) => (
        <Link key={id} className={linkLook} to={paths.ticket(id)}>
          {number || 'Ticket not sent yet'}
        </Link>
      ))}
    </span>
  );
}

const stateWords = { received: 'Received', accepted: 'Accepted', joined: 'Joined', closed: 'Closed' } as const;

/** Shows a decided report in one row. */
export function DecidedRow({ shown: { report, device, ticket, isWaiting } }: { shown: ShownReport }) {
  const moment = useMomentText();
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 border-b border-line px-4 py-2.5 last:border-0 sm:px-5">
      <span className="min-w-0 flex-1 basis-60">
        <span className="font-semibold">{report.reference}</span>{' '}
        <span className="wrap-anywhere">
          {device?.serialNumber} · {faultWords[report.kind]}
        </span>
        <span className="block text-sm text-muted">
          {stateWords[report.state]}
          {report.reason !== null && `: ${closeReasonWords[report.reason]}`}
          {report.decidedBy !== null && ` by ${report.decidedBy}`}
          {report.decidedAt !== null && `, ${moment(report.decidedAt)}`}
        </span>
      </span>
      {isWaiting && <WaitingBadge />}
      {ticket && <TicketLinks tickets={[ticket]} />}
    </li>
  );
}
