import { Link } from 'react-router-dom';
import type { AuditRow, ChangedValue } from '#contract/calls/audit.ts';
import { paths } from '#ui/paths.ts';
import { useListQuery } from '#ui/lists/list-query.ts';
import { ListScreen } from '#ui/lists/list-screen.tsx';
import { usePagedList } from '#ui/lists/page-list.ts';
import { timeCell } from '#ui/fields/sheet-cells.ts';
import { useAsOf, useMomentText } from '#ui/engine/use-now.ts';
import { useOnlineCall } from '#ui/engine/use-online-call.ts';
import { ButtonLink } from '#ui/ui/button.tsx';
import type { Column } from '#ui/ui/data-table.tsx';
import { TextField } from '#ui/ui/text-field.tsx';

/** A longer delay between creating and receiving an entry is shown. Units: ms. */
const lateMs = 60_000;

/** Shows who changed what, latest first; searched by person, action or record, within a period. */
export function ActivityScreen() {
  const query = useListQuery({ pageSize: 25 });
  const { page, pageSize, search } = query;
  const [from, to] = [query.filter('from'), query.filter('to')];
  const momentText = useMomentText();
  const call = useOnlineCall('auditPage', {
    query: { page, pageSize, ...(search && { search }), ...(from && { from }), ...(to && { to }) },
  });
  const list = usePagedList(query, call);
  return (
    <ListScreen
      title="Activity Log"
      subtitle="Every saved change, with who made it and when."
      asOf={useAsOf(call.asOf)}
      actions={
        <ButtonLink icon="undo" to={paths.outbox()}>
          Undo a deletion
        </ButtonLink>
      }
      searchLabel="Search by person, action or record"
      filters={
        <>
          <TextField
            label="From"
            type="date"
            value={from}
            max={to || undefined}
            onChange={(event) => query.setFilter('from', event.target.value)}
          />
          <TextField
            label="To"
            type="date"
            value={to}
            min={from || undefined}
            onChange={(event) => query.setFilter('to', event.target.value)}
          />
        </>
      }
      query={query}
      list={list}
      columns={columnsOf(momentText)}
      rowKey={(row) => row.id}
      rowLabel={(row) => row.what}
      counted={['change', 'changes']}
      empty="No changes found."
      emptyIcon="file"
      emptyHint="Changes appear here once the server has received them."
      loadingLabel="Loading the activity log..."
    />
  );
}

function columnsOf(momentText: (instant: string) => string): Column<AuditRow>[] {
  return [
    {
      key: 'at',
      value: (row) => timeCell(row.at),
      header: 'When',
      card: 'line',
      cell: (row) => (
        <>
          <time dateTime={row.at}>{momentText(row.at)}</time>
          {row.madeAt !== null && isLate(row.at, row.madeAt) && (
            <span className="block text-sm text-muted">made {momentText(row.madeAt)}</span>
          )}
        </>
      ),
    },
    {
      key: 'who',
      value: (row) => row.userName,
      header: 'Who',
      card: 'line',
      cell: (row) => (
        <>
          <span className="font-semibold wrap-anywhere">{row.userName}</span>
          {row.userRole && <span className="block text-sm text-muted">{row.userRole}</span>}
        </>
      ),
    },
    {
      key: 'what',
      header: 'What',
      card: 'title',
      value: (row) => [row.what, ...row.changes.map(changeText)].join('; '),
      cell: (row) =>
        row.roundId === null ? (
          <>
            {row.what}
            {row.changes.map((change) => (
              <span key={change.field} className="block text-sm wrap-anywhere text-muted">
                {changeText(change)}
              </span>
            ))}
          </>
        ) : (
          <Link
            to={paths.round(row.roundId)}
            className="inline-flex min-h-target items-center text-primary-ink underline underline-offset-4"
          >
            {row.what}
          </Link>
        ),
    },
    {
      key: 'records',
      value: recordsText,
      header: 'Records',
      card: 'more',
      cell: (row) => <span className="wrap-anywhere">{recordsText(row)}</span>,
    },
  ];
}

/** Formats the old and new value of a changed field. */
function changeText({ field, before, after }: ChangedValue): string {
  return before === null || before === '' ? `${field}: ${after ?? ''}` : `${field}: ${before} → ${after || 'none'}`;
}

function isLate(at: string, madeAt: string): boolean {
  return Math.abs(Date.parse(at) - Date.parse(madeAt)) > lateMs;
}

function recordsText({ records, moreRecords }: AuditRow): string {
  if (records.length === 0) return '—';
  return `${records.join('; ')}${moreRecords > 0 ? ` and ${moreRecords} more` : ''}`;
}
