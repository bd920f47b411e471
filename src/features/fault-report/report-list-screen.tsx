import { useState } from 'react';
import { paths } from '#ui/paths.ts';
import { useSignedIn, useView } from '#ui/engine/engine-provider.tsx';
import { useReplicaAsOf } from '#ui/engine/use-now.ts';
import { Alert } from '#ui/ui/alert.tsx';
import { Button, ButtonLink } from '#ui/ui/button.tsx';
import { Card } from '#ui/ui/card.tsx';
import { EmptyState } from '#ui/ui/empty-state.tsx';
import { PageHeader } from '#ui/ui/page-header.tsx';
import { SkeletonRows } from '#ui/ui/skeleton.tsx';
import { gatherReports } from './gather-reports.ts';
import { DecidedRow, ReportCard } from './report-card.tsx';

/** Rows shown at first, and how many each press adds; a hospital may get hundreds in an hour. */
const shownAtOnce = 20;

/** Lists faults reported from labels, undecided ones first; works offline. Source: docs/product.md P305. */
export function ReportListScreen() {
  const asOf = useReplicaAsOf();
  const { userRole } = useSignedIn();
  const ready = useView((view) => view.ready);
  const { open, decided } = useView(gatherReports);
  const setting = useView((view) => view.get('setting', 'reports'));
  const isOn = setting?.id === 'reports' && setting.isOn;
  return (
    <>
      <PageHeader
        title="Fault Reports"
        subtitle="Faults that the wards have reported from the labels of devices."
        asOf={asOf}
        actions={
          userRole === 'Hospital' && (
            <ButtonLink icon="settings" to={paths.reportSettings()}>
              Settings
            </ButtonLink>
          )
        }
      />
      <div className="space-y-4">
        {ready && !isOn && (
          <Alert tone="info" title="Reports from labels are switched off">
            {userRole === 'Hospital'
              ? 'Switch them on in the settings, and anyone who scans a label can report a fault.'
              : 'The office can switch them on. Then anyone who scans a label can report a fault.'}
          </Alert>
        )}
        {ready ? <OpenReports open={open} /> : <SkeletonRows rows={4} columns={2} />}
        {decided.length > 0 && (
          <Card title="Decided in the last 30 days" flush>
            <Some rows={decided}>
              {(rows) => (
                <ul>
                  {rows.map((shown) => (
                    <DecidedRow key={shown.report.id} shown={shown} />
                  ))}
                </ul>
              )}
            </Some>
          </Card>
        )}
      </div>
    </>
  );
}

type Reports = ReturnType<typeof gatherReports>['open'];

function OpenReports({ open }: { open: Reports }) {
  if (open.length === 0) return <EmptyState title="No new reports" icon="check-circle" />;
  return (
    <Some rows={open}>
      {(rows) => (
        <div className="grid items-start gap-4 lg:grid-cols-2">
          {rows.map((shown) => (
            <ReportCard key={shown.report.id} shown={shown} />
          ))}
        </div>
      )}
    </Some>
  );
}

function Some({ rows, children }: { rows: Reports; children: (shown: Reports) => React.ReactNode }) {
  const [count, setCount] = useState(shownAtOnce);
  return (
    <>
      {children(rows.slice(0, count))}
      {rows.length > count && (
        <div className="p-4">
          <Button onClick={() => setCount(count + shownAtOnce)}>Show more ({rows.length - count})</Button>
        </div>
      )}
    </>
  );
}
