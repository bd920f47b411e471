import { useParams } from 'react-router-dom';
import type { RoundRow } from '#contract/calls/round/read.ts';
import { inNaturalOrder } from '#contract/rules/natural-order.ts';
import { isLocalDay } from '#contract/rules/hospital-day.ts';
import { paths } from '#ui/paths.ts';
import { WaitingBadge } from '#ui/work/status-badges.tsx';
import { dayWords } from '#ui/engine/as-of.ts';
import { useView } from '#ui/engine/engine-provider.tsx';
import { useFirstLoad } from '#ui/engine/first-load.ts';
import { useMomentText, useReplicaAsOf, useToday } from '#ui/engine/use-now.ts';
import { dayCell, timeCell } from '#ui/fields/sheet-cells.ts';
import { useListQuery } from '#ui/lists/list-query.ts';
import { ListScreen } from '#ui/lists/list-screen.tsx';
import { localList } from '#ui/lists/list-state.ts';
import { Button, ButtonLink } from '#ui/ui/button.tsx';
import type { Column } from '#ui/ui/data-table.tsx';
import { useRecordTitle } from '#ui/ui/record-title.ts';
import { TextField } from '#ui/ui/text-field.tsx';
import { FoundCounts, foundCounts } from './found-counts.tsx';
import { gatherRoundRows } from './gather-round-page.ts';

interface Row extends RoundRow {
  /** The round is on this tablet but not on the server yet. */
  isWaiting: boolean;
}

const by = (key: 'on' | 'submittedAt' | 'templateName' | 'by') => (a: Row, b: Row) =>
  inNaturalOrder(a[key] ?? '', b[key] ?? '');
const rules = {
  textOf: (row: Row) => `${row.templateName ?? ''} ${row.by}`,
  compare: { on: by('on'), at: by('submittedAt'), template: by('templateName'), by: by('by') },
};

/** Lists submitted rounds, latest first: of one template or all, and of one day if the address names it. */
export function SubmittedRoundsScreen() {
  const { templateId } = useParams();
  const query = useListQuery({ pageSize: 20 });
  const on = query.filter('on');
  const moment = useMomentText();
  const asOf = useReplicaAsOf();
  const today = useToday();
  const load = useFirstLoad();
  const templateName = useView((view) => view.get('template', templateId ?? '')?.name, [templateId]);
  useRecordTitle(templateName);
  const rows = useView(
    (view) =>
      view.ready
        ? gatherRoundRows(view, { templateId, on: isLocalDay(on) ? on : undefined }).map((row) => ({
            ...row,
            isWaiting: view.isPending('round', row.roundId),
          }))
        : undefined,
    [templateId, on],
  );
  const isOfAll = templateId === undefined;
  return (
    <ListScreen
      title={isOfAll ? 'Submitted Rounds' : `Rounds: ${templateName ?? 'deleted template'}`}
      asOf={asOf}
      back={{ to: paths.rounds(), label: 'Daily Rounds' }}
      actions={!isOfAll && <ButtonLink to={paths.submittedRounds()}>Rounds of all templates</ButtonLink>}
      searchLabel={isOfAll ? 'Search by template or engineer' : 'Search by engineer'}
      filters={
        <TextField
          label="Day"
          type="date"
          max={today}
          value={on}
          onChange={(event) => query.setFilter('on', event.target.value)}
        />
      }
      query={query}
      list={localList(rows, query, rules, load)}
      columns={columnsOf(moment, isOfAll)}
      rowKey={(row) => row.roundId}
      rowLink={(row) => paths.round(row.roundId)}
      counted={['round', 'rounds']}
      rowLabel={(row) => `${row.templateName ?? 'Round'}, ${dayWords(row.on)}, ${row.by}`}
      empty="No rounds found."
      emptyIcon="rounds"
      emptyHint={on === '' ? 'Rounds are listed here once they are submitted.' : 'No round was submitted for this day.'}
      emptyAction={on === '' ? undefined : <Button onClick={() => query.setFilter('on', '')}>All days</Button>}
      errorText="Failed to load the rounds."
    />
  );
}

function columnsOf(moment: (instant: string) => string, isOfAll: boolean): Column<Row>[] {
  return [
    {
      key: 'on',
      header: 'Day',
      sortable: true,
      value: (row) => dayCell(row.on),
      card: 'title',
      className: 'whitespace-nowrap',
      cell: (row) => dayWords(row.on),
    },
    ...(isOfAll
      ? [
          {
            key: 'template',
            header: 'Template',
            sortable: true,
            card: 'line' as const,
            value: (row: Row) => row.templateName ?? 'Deleted template',
          },
        ]
      : []),
    {
      key: 'at',
      header: 'Submitted',
      sortable: true,
      value: (row) => timeCell(row.submittedAt),
      card: 'line',
      cell: (row) => (
        <span className="space-x-2">
          <span>{moment(row.submittedAt)}</span>
          {row.isWaiting && <WaitingBadge />}
        </span>
      ),
    },
    { key: 'by', header: 'Engineer', sortable: true, value: (row) => row.by, card: 'line' },
    { key: 'found', header: 'Found', card: 'more', cell: (row) => <FoundCounts round={row} /> },
    ...foundCounts.map(([field, , header]): Column<Row> => ({
      key: field,
      header,
      sheetOnly: true,
      value: (row) => row[field],
    })),
  ];
}
