import { Link, useParams } from 'react-router-dom';
import type { FigureRow } from '#contract/calls/figures.ts';
import { setLabel } from '#contract/pages/figures.ts';
import { figureIds, figureSets } from '#contract/rules/figures/figure.ts';
import { figureSpan, isFault, periodWords } from '#contract/rules/figures/period.ts';
import { dayWords } from '#ui/engine/as-of.ts';
import { useAsOf, useToday } from '#ui/engine/use-now.ts';
import { useOnlineCall } from '#ui/engine/use-online-call.ts';
import { useListQuery } from '#ui/lists/list-query.ts';
import { ListScreen } from '#ui/lists/list-screen.tsx';
import { usePagedList } from '#ui/lists/page-list.ts';
import { paths } from '#ui/paths.ts';
import type { Column } from '#ui/ui/data-table.tsx';
import { useRecordTitle } from '#ui/ui/record-title.ts';
import { linkOf, useFigureQuestion } from './figure-question.ts';
import { amountWords } from '#contract/rules/figures/figure-words.ts';

const longAgo = '1950-01-01';

/** Lists the rows behind a number of a figure; their count equals the number. */
export function FigureRowsScreen() {
  const { figure = '' } = useParams();
  const { question } = useFigureQuestion();
  const query = useListQuery({ pageSize: 20 });
  const today = useToday();
  const id = figureIds.find((each) => each === figure);
  const set = figureSets.find((each) => each === query.filter('set'));
  const span = figureSpan(question, today, longAgo);
  const { page, pageSize } = query;
  const call = useOnlineCall(
    'figureRows',
    { query: { ...question, set: set ?? 'job.due', page, pageSize } },
    { enabled: set !== undefined },
  );
  const list = usePagedList(query, call);
  const asOf = useAsOf(call.asOf);
  const label = id && set ? setLabel(id, set) : { figure: 'Figures', part: 'Rows not found' };
  useRecordTitle(id && label.figure);
  return (
    <ListScreen
      title={`${label.figure}: ${label.part}`}
      subtitle={isFault(span) ? span.sentence : periodWords(span)}
      asOf={call.data && asOf}
      back={{ to: linkOf(id ? paths.figure(id) : paths.figures(), question), label: label.figure }}
      query={query}
      list={set === undefined ? { ...list, rows: [], error: null } : list}
      columns={columnsOf(list.rows ?? [])}
      rowKey={(row) => row.key}
      rowLabel={(row) => (row.serialNumber ? `${row.name} ${row.serialNumber}` : row.name)}
      rowLink={linkTo}
      counted={['row', 'rows']}
      pageSizes={[20, 50, 100]}
      empty="No rows."
      emptyIcon="chart"
      emptyHint="Nothing counts here in this period."
      loadingLabel="Loading rows..."
      errorText="The rows could not be loaded."
    />
  );
}

/** Returns the address of the row's ticket, task, round, contract, certificate or device. */
function linkTo({ kind, id, serialNumber }: FigureRow): string {
  if (kind === 'ticket') return paths.ticket(id);
  if (kind === 'task') return paths.maintenanceClose(id);
  if (kind === 'round') return paths.round(id);
  if (kind === 'test') return paths.certificate(id);
  if (kind === 'contract') return paths.warranty(id);
  return kind === 'template' ? paths.roundsOfTemplate(id) : paths.device(serialNumber);
}

/** Returns the columns in which at least one row has a value. */
function columnsOf(rows: readonly FigureRow[]): Column<FigureRow>[] {
  const isTold = {
    serial: rows.some(({ serialNumber }) => serialNumber !== ''),
    day: rows.some(({ day }) => day !== null),
    words: rows.some(({ words }) => words !== ''),
    amount: rows.some(({ amount }) => amount !== null),
  };
  return columns.filter(({ key }) => isTold[key as keyof typeof isTold] ?? true);
}

const columns: Column<FigureRow>[] = [
  {
    key: 'name',
    header: 'What',
    card: 'title',
    value: ({ name }) => name,
  },
  {
    key: 'serial',
    header: 'Serial number',
    card: 'line',
    value: ({ serialNumber }) => serialNumber,
    cell: ({ serialNumber }) =>
      serialNumber && (
        <Link
          to={paths.device(serialNumber)}
          className="inline-flex min-h-target items-center text-primary-ink underline-offset-4 wrap-anywhere hover:underline"
        >
          {serialNumber}
        </Link>
      ),
  },
  { key: 'department', header: 'Department', card: 'line', value: ({ department }) => department },
  {
    key: 'day',
    header: 'Day',
    card: 'badge',
    value: ({ day }) => (day === null ? '' : { day }),
    cell: ({ day }) => <span className="whitespace-nowrap">{dayWords(day)}</span>,
  },
  { key: 'words', header: 'State', card: 'more', value: ({ words }) => words },
  {
    key: 'amount',
    header: 'Amount',
    align: 'end',
    className: 'whitespace-nowrap',
    card: 'badge',
    value: ({ amount }) => amount,
    cell: ({ amount, unit }) => (amount === null ? '' : `${amountWords(amount, unit)}${unit === 'hours' ? ' h' : ''}`),
  },
];
