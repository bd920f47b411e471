import { useState } from 'react';
import type { TabletRow } from '#contract/calls/tablet.ts';
import { release } from '#contract/release.ts';
import { counted } from '#contract/rules/counted.ts';
import { tabletMarks } from '#contract/rules/tablet-marks.ts';
import { useAsOf, useMomentText, useNow } from '#ui/engine/use-now.ts';
import { useSignedIn } from '#ui/engine/engine-provider.tsx';
import { useOnlineCall } from '#ui/engine/use-online-call.ts';
import { timeCell } from '#ui/fields/sheet-cells.ts';
import { useListQuery } from '#ui/lists/list-query.ts';
import { ListScreen } from '#ui/lists/list-screen.tsx';
import { pageOfList, usePagedList } from '#ui/lists/page-list.ts';
import { megabytes } from '#ui/platform/megabytes.ts';
import { Badge } from '#ui/ui/badge.tsx';
import { Button } from '#ui/ui/button.tsx';
import type { Column } from '#ui/ui/data-table.tsx';
import { RevokeDialog } from './revoke-dialog.tsx';

/** Shows on which tablets and browsers people are signed in, what waits on each, and what needs attention. */
export function TabletsScreen() {
  const query = useListQuery({ pageSize: 25 });
  const momentText = useMomentText();
  const now = useNow();
  const { userRole } = useSignedIn();
  const call = useOnlineCall('tabletPage', { query: pageOfList(query) });
  const list = usePagedList(query, call);
  const [asked, setAsked] = useState<TabletRow | null>(null);
  return (
    <>
      <ListScreen
        title="Tablets"
        subtitle="Tablets, phones and browsers on which someone is signed in. Each reports its state every hour."
        asOf={useAsOf(call.asOf)}
        searchLabel="Search by person"
        query={query}
        list={list}
        columns={columnsOf({ momentText, now, isAdmin: userRole === 'Admin', onRevoke: setAsked })}
        rowKey={(row) => row.id}
        rowLabel={(row) => `${row.userName}, ${engineOf(row)}`}
        counted={['tablet', 'tablets']}
        empty="No tablets found."
        emptyIcon="phone"
        emptyHint="A tablet appears here when someone signs in on it."
        loadingLabel="Loading the tablets..."
      />
      <RevokeDialog tablet={asked} onClose={() => setAsked(null)} />
    </>
  );
}

interface Context {
  momentText: (instant: string) => string;
  now: Date;
  isAdmin: boolean;
  onRevoke: (row: TabletRow) => void;
}

function columnsOf({ momentText, now, isAdmin, onRevoke }: Context): Column<TabletRow>[] {
  const marksOf = (row: TabletRow) => tabletMarks(row, now, release);
  return [
    {
      key: 'who',
      header: 'Who',
      card: 'title',
      value: (row) => row.userName,
      cell: (row) => (
        <>
          <span className="font-semibold wrap-break-word">{row.userName}</span>
          {isAdmin && <span className="block text-sm wrap-anywhere text-muted">{row.hospitalName}</span>}
        </>
      ),
    },
    {
      key: 'tablet',
      header: 'Tablet',
      card: 'line',
      value: (row) => [engineOf(row), row.report ? `app ${row.report.release}` : ''].filter(Boolean).join(', '),
      cell: (row) => (
        <>
          {engineOf(row)}
          {row.report && (
            <span className="block text-sm text-muted">
              App {row.report.release}, {megabytes(row.report.usedBytes)} stored
            </span>
          )}
        </>
      ),
    },
    {
      key: 'seen',
      header: 'Last seen',
      card: 'more',
      value: (row) => timeCell(row.seenAt),
      cell: (row) => (
        <>
          <span className="hidden as-card:inline">Last seen </span>
          <time dateTime={row.seenAt}>{momentText(row.seenAt)}</time>
        </>
      ),
    },
    {
      key: 'waiting',
      header: 'Entries',
      card: 'more',
      value: (row) => waitingText(row, momentText),
      cell: (row) => waitingText(row, momentText),
    },
    {
      key: 'attention',
      header: 'Needs attention',
      card: 'line',
      value: (row) => marksOf(row).join('; '),
      cell: (row) => {
        const marks = marksOf(row);
        if (marks.length === 0) return row.report ? <Badge tone="ok">All well</Badge> : 'Not known';
        return (
          <ul className="grid gap-1">
            {marks.map((mark) => (
              <li key={mark}>
                <Badge tone="warn" wraps>
                  {mark}
                </Badge>
              </li>
            ))}
          </ul>
        );
      },
    },
    {
      key: 'actions',
      header: 'Actions',
      headerHidden: true,
      align: 'end',
      menu: (row) =>
        mayRevoke(row)
          ? [{ label: 'Sign out and erase', icon: 'trash', danger: true, onSelect: () => onRevoke(row) }]
          : [],
      cell: (row) =>
        mayRevoke(row) && (
          <Button aria-label={`Sign out and erase: ${row.userName}, ${engineOf(row)}`} onClick={() => onRevoke(row)}>
            Erase
          </Button>
        ),
    },
  ];
}

/** The tablet in use is logged out instead; one that was reported lost has been signed out. */
const mayRevoke = ({ isOwn, lostAt }: TabletRow): boolean => !isOwn && lostAt === null;

const engineOf = ({ report, sendsOnly, isOwn, lostAt }: TabletRow): string => {
  const engine = report?.engine ?? 'Not reported yet';
  if (isOwn) return `${engine}, in use by you`;
  return sendsOnly && lostAt === null ? `${engine}, logged out` : engine;
};

function waitingText({ report }: TabletRow, momentText: (instant: string) => string): string {
  if (!report) return 'Not known';
  if (report.waiting === 0 || report.oldestAt === null) return 'None waiting';
  return `${counted(report.waiting, 'entry', 'entries')} waiting, the oldest of ${momentText(report.oldestAt)}`;
}
