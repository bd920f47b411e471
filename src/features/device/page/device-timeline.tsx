import { useState } from 'react';
import { Link } from 'react-router-dom';
import type { EquipmentDetails } from '#contract/calls/device/details.ts';
import { formatInr } from '#contract/rules/money.ts';
import { paths } from '#ui/paths.ts';
import { dayWords } from '#ui/engine/as-of.ts';
import { Button } from '#ui/ui/button.tsx';
import { Card } from '#ui/ui/card.tsx';
import { EmptyState } from '#ui/ui/empty-state.tsx';

type Row = EquipmentDetails['timeline'][number];

/** Rows shown before the user asks for the rest. */
const firstRows = 20;

interface DeviceTimelineProps {
  rows: readonly Row[];
  /** Older rounds are only on the server. */
  olderNeedsNetwork: boolean;
}

/** Lists everything that happened to a device, each row with a link to its ticket or task. */
export function DeviceTimeline({ rows, olderNeedsNetwork }: DeviceTimelineProps) {
  const [isWhole, setWhole] = useState(false);
  const shown = isWhole ? rows : rows.slice(0, firstRows);
  return (
    <Card title="Timeline" flush>
      {rows.length === 0 && (
        <EmptyState icon="clock" title="Nothing has happened yet.">
          Tickets, maintenance, rounds that found something wrong and warranties appear here.
        </EmptyState>
      )}
      <ol>
        {shown.map((row, index) => (
          <li
            // oxlint-disable-next-line react/no-array-index-key -- two rounds of a day may look the same, and no row has state
            key={index}
            className="grid gap-x-5 border-b border-line px-4 py-3 last:border-0 sm:grid-cols-[7.5rem_1fr] sm:px-5"
          >
            <span className="text-sm text-muted sm:pt-0.5">{dayWords(row.on)}</span>
            <TimelineText row={row} />
          </li>
        ))}
      </ol>
      {shown.length < rows.length && (
        <div className="border-t border-line p-3 text-center">
          <Button variant="ghost" onClick={() => setWhole(true)}>
            Show all {rows.length}
          </Button>
        </div>
      )}
      {olderNeedsNetwork && (
        <p className="border-t border-line px-4 py-3 text-sm text-muted sm:px-5">Older rounds need the network.</p>
      )}
    </Card>
  );
}

function TimelineText({ row }: { row: Row }) {
  const to = linkOf(row);
  const facts = [row.by && `by ${row.by}`, row.cost !== null && row.cost > 0 && formatInr(row.cost)].filter(Boolean);
  return (
    <div className="min-w-0">
      {to === undefined ? (
        <p className="font-medium">{row.what}</p>
      ) : (
        <Link
          to={to}
          className="-my-2 inline-flex min-h-target items-center font-semibold text-primary-ink underline underline-offset-4"
        >
          {row.what}
        </Link>
      )}
      {row.details !== '' && <p className="whitespace-pre-wrap wrap-anywhere">{row.details}</p>}
      {facts.length > 0 && <p className="text-sm text-muted">{facts.join(' · ')}</p>}
    </div>
  );
}

function linkOf({ ticketId, taskId }: Row): string | undefined {
  if (ticketId !== undefined) return paths.ticket(ticketId);
  return taskId === undefined ? undefined : paths.maintenanceClose(taskId);
}
