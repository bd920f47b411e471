import type { CrashRow } from '#contract/calls/crash.ts';
import { counted } from '#contract/rules/counted.ts';
import { useAsOf, useMomentText } from '#ui/engine/use-now.ts';
import { useOnlineCall } from '#ui/engine/use-online-call.ts';
import { timeCell } from '#ui/fields/sheet-cells.ts';
import { useListQuery } from '#ui/lists/list-query.ts';
import { ListScreen } from '#ui/lists/list-screen.tsx';
import { pageOfList, usePagedList } from '#ui/lists/page-list.ts';
import type { Column } from '#ui/ui/data-table.tsx';

const kindWords: Record<CrashRow['kind'], string> = {
  screen: 'A screen could not be shown',
  code: 'An error that nothing handled',
  promise: 'An error that nothing waited for',
  worker: 'A background task failed',
};

/** Shows the Admin which faults of the app were reported, the latest first. */
export function CrashesScreen() {
  const query = useListQuery({ pageSize: 25 });
  const momentText = useMomentText();
  const call = useOnlineCall('crashPage', { query: pageOfList(query) });
  const list = usePagedList(query, call);
  return (
    <ListScreen
      title="App Faults"
      subtitle="Faults that the app has reported, without any text of the hospitals. Export them for whoever maintains Ward Rounds."
      asOf={useAsOf(call.asOf)}
      searchLabel="Search by error, address or release"
      query={query}
      list={list}
      columns={columnsOf(momentText)}
      rowKey={(row) => row.id}
      rowLabel={(row) => `${row.name} at ${row.route}`}
      counted={['fault', 'faults']}
      empty="No faults found."
      emptyIcon="check-circle"
      emptyHint="If the app fails on a tablet, the fault is listed here."
      loadingLabel="Loading the faults..."
    />
  );
}

function columnsOf(momentText: (instant: string) => string): Column<CrashRow>[] {
  return [
    {
      key: 'what',
      header: 'What',
      card: 'title',
      value: (row) => `${kindWords[row.kind]}: ${row.name}`,
      cell: (row) => (
        <>
          <span className="font-semibold">{kindWords[row.kind]}</span>
          <span className="block text-sm wrap-anywhere text-muted">
            {row.name} at {row.route}
          </span>
        </>
      ),
    },
    {
      key: 'times',
      header: 'Reported',
      card: 'line',
      value: (row) => row.count,
      cell: (row) => (
        <>
          {counted(row.count, 'time')}
          <span className="block text-sm text-muted">last {momentText(row.lastAt)}</span>
        </>
      ),
    },
    { key: 'last', header: 'Last', sheetOnly: true, value: (row) => timeCell(row.lastAt) },
    {
      key: 'where',
      header: 'Last on',
      card: 'line',
      value: (row) => `${row.engine}, app ${row.release}`,
      cell: (row) => (
        <>
          {row.engine}
          <span className="block text-sm wrap-anywhere text-muted">
            App {row.release}
            {row.hospitalName && `, ${row.hospitalName}`}
          </span>
        </>
      ),
    },
    {
      key: 'stack',
      header: 'Place in the code',
      card: 'more',
      value: (row) => row.stack.join(' '),
      cell: (row) => <code className="text-sm wrap-anywhere">{row.stack[0] ?? 'Not known'}</code>,
    },
  ];
}
