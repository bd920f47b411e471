import { Link } from 'react-router-dom';
import type { RoundPage, RoundPageEntry } from '#contract/calls/round/read.ts';
import { hospitalDay, hospitalTime } from '#contract/rules/hospital-day.ts';
import type { Confirmation } from '#contract/records/observation.ts';
import { paths } from '#ui/paths.ts';
import { RoundStatusBadge } from '#ui/work/status-badges.tsx';
import { useMomentText, useTimeZone } from '#ui/engine/use-now.ts';
import { Card } from '#ui/ui/card.tsx';
import { type Column, DataTable } from '#ui/ui/data-table.tsx';

const confirmationWords: Readonly<Record<Confirmation, string>> = {
  tap: 'By hand',
  scan: 'Label scanned',
  rest: 'With the rest',
};

const link = 'inline-flex min-h-target items-center font-semibold text-primary-ink underline-offset-4 hover:underline';

/** Lists a round's devices: what was found, how it was confirmed, and the resulting tickets. */
export function RoundEntries({ on, entries }: Pick<RoundPage, 'on' | 'entries'>) {
  const timeZone = useTimeZone();
  const moment = useMomentText();
  const seenAt = (at: string) => (hospitalDay(at, timeZone) === on ? hospitalTime(at, timeZone) : moment(at));
  return (
    <Card title="Devices" flush>
      <DataTable
        caption="Devices of the round"
        rows={entries}
        rowKey={({ deviceId }) => deviceId}
        rowLabel={({ serialNumber }) => serialNumber}
        columns={columnsOf(seenAt)}
      />
    </Card>
  );
}

function columnsOf(seenAt: (instant: string) => string): Column<RoundPageEntry>[] {
  return [
    {
      key: 'device',
      header: 'Device',
      wideOnCard: true,
      cell: (row) => (
        <>
          <Link to={paths.device(row.serialNumber)} className={`${link} font-mono`}>
            {row.serialNumber}
          </Link>
          <span className="block text-sm text-muted">
            {[row.equipmentName, row.departmentName, row.location].filter(Boolean).join(' · ')}
          </span>
        </>
      ),
    },
    { key: 'status', header: 'Status', wideOnCard: true, cell: (row) => <RoundStatusBadge status={row.status} /> },
    {
      key: 'confirmed',
      header: 'Confirmed',
      cell: (row) => (
        <>
          {row.isReduced ? 'No longer kept' : row.status === 'Not Seen' ? '—' : confirmationWords[row.confirmedBy]}
          {row.observedAt !== null && row.status !== 'Not Seen' && (
            <span className="block text-sm text-muted">{seenAt(row.observedAt)}</span>
          )}
        </>
      ),
    },
    {
      key: 'found',
      header: 'Found',
      className: 'as-card:col-span-full',
      cell: (row) => (
        <>
          <span className="block whitespace-pre-wrap wrap-anywhere">
            {[row.notSeenReason, row.description].filter(Boolean).join(': ') || '—'}
          </span>
          {row.tickets.map((ticket) => (
            <Link key={ticket.id} to={paths.ticket(ticket.id)} className={`${link} mr-4`}>
              {ticket.ticketNumber} · {ticket.status}
            </Link>
          ))}
        </>
      ),
    },
  ];
}
