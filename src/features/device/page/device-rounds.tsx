import { Link } from 'react-router-dom';
import type { DeviceRound } from '#contract/calls/device/details.ts';
import { LoadProblem } from '#ui/engine/load-problem.tsx';
import { paths } from '#ui/paths.ts';
import { RoundStatusBadge } from '#ui/work/status-badges.tsx';
import { useMomentText } from '#ui/engine/use-now.ts';
import { useOnlineCall } from '#ui/engine/use-online-call.ts';
import { Card } from '#ui/ui/card.tsx';
import { type Column, DataTable } from '#ui/ui/data-table.tsx';
import { EmptyState } from '#ui/ui/empty-state.tsx';
import { SkeletonRows } from '#ui/ui/skeleton.tsx';

/** Shows what the last rounds found at a device; loaded from the server. */
export function DeviceRounds({ deviceId }: { deviceId: string }) {
  const moment = useMomentText();
  const call = useOnlineCall('deviceRounds', { params: { id: deviceId } });
  const { data, error } = call;
  return (
    <Card title="Rounds" flush>
      {error && (
        <div className="p-4">
          <LoadProblem
            call={call}
            offline="You are offline. The rounds of the device need the network."
            failed="Failed to load the rounds."
          />
        </div>
      )}
      {!data && !error && <SkeletonRows rows={2} columns={3} />}
      {data?.length === 0 && <EmptyState icon="rounds" title="No rounds found." />}
      {data && data.length > 0 && (
        <DataTable caption="Rounds" rows={data} rowKey={({ roundId }) => roundId} columns={columnsOf(moment)} />
      )}
    </Card>
  );
}

const columnsOf = (moment: (instant: string) => string): readonly Column<DeviceRound>[] => [
  {
    key: 'at',
    header: 'Seen',
    className: 'whitespace-nowrap',
    cell: (row) => (
      <Link
        to={paths.round(row.roundId)}
        className="inline-flex min-h-target items-center text-primary-ink underline underline-offset-4"
      >
        {moment(row.observedAt)}
      </Link>
    ),
  },
  { key: 'status', header: 'Status', cell: (row) => <RoundStatusBadge status={row.status} /> },
  {
    key: 'description',
    header: 'Description',
    className: 'as-card:col-span-2',
    cell: (row) => (
      <span className="whitespace-pre-wrap wrap-anywhere">
        {[row.notSeenReason, row.description].filter(Boolean).join(': ') || '—'}
      </span>
    ),
  },
  { key: 'by', header: 'Engineer', cell: (row) => row.by },
  { key: 'template', header: 'Template', cell: (row) => row.templateName },
];
