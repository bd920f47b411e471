import { Link } from 'react-router-dom';
import type { TestRow as Row } from '#contract/calls/test/record.ts';
import { buildTestRows } from '#contract/pages/certificate.ts';
import type { DeviceRecord } from '#contract/records/ward.ts';
import { adjustedWords, limitationInForce } from '#contract/rules/test-result.ts';
import { ResultBadge } from '#ui/work/result-badge.tsx';
import { WaitingBadge } from '#ui/work/status-badges.tsx';
import { TestLinks, useProceduresFor } from '#ui/work/test-links.tsx';
import { useView } from '#ui/engine/engine-provider.tsx';
import { LoadProblem } from '#ui/engine/load-problem.tsx';
import { useMomentText } from '#ui/engine/use-now.ts';
import { useOnlineCall } from '#ui/engine/use-online-call.ts';
import { paths } from '#ui/paths.ts';
import { Card } from '#ui/ui/card.tsx';
import { type Column, DataTable } from '#ui/ui/data-table.tsx';
import { SkeletonRows } from '#ui/ui/skeleton.tsx';

/** Links to the tests of a device; renders nothing if no procedure is assigned. */
export function StartTest({ device }: { device: DeviceRecord }) {
  const procedures = useProceduresFor(device);
  if (procedures.length === 0) return null;
  return (
    <Card title="Test">
      <TestLinks device={device} />
    </Card>
  );
}

/** A test in the list; `isWaiting` means that the server does not have it yet. */
type TestRow = Row & { isWaiting: boolean };

/**
 * Lists a device's tests: this tablet's immediately, older ones once the server answers; without network the list says
 * what is missing.
 */
export function DeviceTests({ deviceId }: { deviceId: string }) {
  const moment = useMomentText();
  const here = useView(
    (view) =>
      view
        .all('test')
        .filter((test) => test.deviceId === deviceId)
        .map((test) => ({ ...test, isWaiting: view.isPending('test', test.id) })),
    [deviceId],
  );
  const waiting = new Set(here.flatMap(({ id, isWaiting }) => (isWaiting ? [id] : [])));
  const { data, loading, error, reload } = useOnlineCall('deviceTests', { params: { id: deviceId } });
  const known = new Map([...(data ?? []), ...here].map((test) => [test.id, test]));
  const rows = buildTestRows([...known.values()]).map((row) => ({ ...row, isWaiting: waiting.has(row.id) }));
  const missing = data === undefined ? error : null;
  if (rows.length === 0 && !loading && !missing) return null;
  return (
    <Card title="Tests" flush>
      {rows.length > 0 && <DataTable caption="Tests" rows={rows} rowKey={({ id }) => id} columns={columnsOf(moment)} />}
      {rows.length === 0 && loading && <SkeletonRows rows={2} columns={4} label="Loading tests…" />}
      {missing && (
        <div className="p-4">
          <LoadProblem
            call={{ error, reload }}
            offline="Tests older than 400 days need the network."
            failed="Failed to load the older tests."
          />
        </div>
      )}
    </Card>
  );
}

const columnsOf = (moment: (instant: string) => string): readonly Column<TestRow>[] => [
  {
    key: 'at',
    header: 'Tested',
    className: 'whitespace-nowrap',
    cell: (row) => (
      <>
        <Link
          to={paths.certificate(row.id)}
          className="inline-flex min-h-target items-center text-primary-ink underline underline-offset-4"
        >
          {moment(row.testedAt)}
        </Link>
        {row.tabletTime && <span className="block text-sm text-warn">Time estimated</span>}
      </>
    ),
  },
  {
    key: 'result',
    header: 'Result',
    cell: (row) => (
      <span className="flex flex-wrap items-center gap-1.5">
        <ResultBadge result={row.result} />
        {row.isWaiting && <WaitingBadge />}
      </span>
    ),
  },
  { key: 'procedure', header: 'Procedure', cell: (row) => `${row.procedureName}, version ${row.version}` },
  { key: 'by', header: 'Engineer', cell: (row) => row.by },
  {
    key: 'note',
    header: 'Note',
    className: 'as-card:col-span-2',
    cell: (row) =>
      [
        limitationInForce(row),
        row.adjusted ? `Found out of limits: ${adjustedWords(row.adjusted)}` : '',
        row.correctedBy === null ? '' : 'Corrected by a later test',
      ]
        .filter(Boolean)
        .join(' · ') || '—',
  },
];
