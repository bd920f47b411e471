import { useParams } from 'react-router-dom';
import { counted } from '#contract/rules/counted.ts';
import { formatShortDay } from '#contract/rules/dates-format.ts';
import { inNaturalOrder } from '#contract/rules/natural-order.ts';
import { useView } from '#ui/engine/engine-provider.tsx';
import { useFirstLoad } from '#ui/engine/first-load.ts';
import { useReplicaAsOf, useTimeZone, useToday } from '#ui/engine/use-now.ts';
import { dayCell } from '#ui/fields/sheet-cells.ts';
import { chosen, type ListFilter, ListFilters } from '#ui/lists/list-filters.tsx';
import { useListQuery } from '#ui/lists/list-query.ts';
import { ListScreen } from '#ui/lists/list-screen.tsx';
import { localList } from '#ui/lists/list-state.ts';
import { paths, withQuery } from '#ui/paths.ts';
import { Badge } from '#ui/ui/badge.tsx';
import type { Column } from '#ui/ui/data-table.tsx';
import { useRecordTitle } from '#ui/ui/record-title.ts';
import { Skeleton } from '#ui/ui/skeleton.tsx';
import { Tile } from '#ui/ui/tile.tsx';
import { type AgreementVisits, contractVisits, type VisitRow, whyNoVisits } from './visit-rows.ts';

const doneOrOpen: ListFilter = {
  name: 'state',
  label: 'Visits',
  all: 'Done and planned',
  initial: 'done',
  options: [
    { value: 'done', label: 'Done' },
    { value: 'planned', label: 'Planned' },
  ],
};

const states = {
  done: ['ok', 'Done'],
  planned: ['info', 'Planned'],
  overdue: ['danger', 'Overdue'],
} as const satisfies Record<VisitRow['state'], readonly [string, string]>;

const by = (key: 'equipmentName' | 'department' | 'on' | 'work' | 'state') => (a: VisitRow, b: VisitRow) =>
  inNaturalOrder(a[key], b[key]);
const compare = {
  equipment: by('equipmentName'),
  department: by('department'),
  on: by('on'),
  work: by('work'),
  state: by('state'),
};

const columns: readonly Column<VisitRow>[] = [
  {
    key: 'equipment',
    header: 'Equipment',
    sortable: true,
    card: 'title',
    value: (row) => row.equipmentName,
    cell: (row) => (
      <>
        {row.equipmentName} <span className="block text-sm font-normal text-muted">{row.serialNumber}</span>
      </>
    ),
  },
  { key: 'serial', header: 'Serial Number', sheetOnly: true, value: (row) => row.serialNumber },
  { key: 'department', header: 'Department', sortable: true, card: 'more', value: (row) => row.department },
  {
    key: 'on',
    header: 'Day',
    sortable: true,
    card: 'line',
    className: 'whitespace-nowrap',
    value: (row) => dayCell(row.on),
    cell: (row) => formatShortDay(row.on),
  },
  { key: 'work', header: 'Work', sortable: true, card: 'line', value: (row) => row.work },
  {
    key: 'state',
    header: 'State',
    sortable: true,
    card: 'badge',
    value: (row) => states[row.state][1],
    cell: (row) => <Badge tone={states[row.state][0]}>{states[row.state][1]}</Badge>,
  },
];

/** Lists the visits of a contract year: those that count as done, matching the figure, and those still planned. */
export function AgreementVisitsScreen() {
  const { id = '' } = useParams();
  const query = useListQuery();
  const today = useToday();
  const timeZone = useTimeZone();
  const asOf = useReplicaAsOf();
  const load = useFirstLoad();
  const { ready, visits, none } = useView(
    (view) => ({
      ready: view.ready,
      visits: contractVisits(view, id, { today, timeZone }),
      none: whyNoVisits(view, id),
    }),
    [id, today, timeZone],
  );
  useRecordTitle(visits?.number);
  const state = chosen(query, doneOrOpen);
  const shown = !ready ? undefined : rowsOf(visits, state);
  return (
    <ListScreen
      title={visits ? `Visits of ${visits.number}` : 'Visits of a Contract'}
      subtitle={visits && <span className="wrap-anywhere">{yearWords(visits)}</span>}
      asOf={asOf}
      back={{ to: paths.warranties(), label: 'Warranties' }}
      searchLabel="Search equipment or serial"
      filters={<ListFilters query={query} filters={[doneOrOpen]} />}
      query={query}
      list={localList(shown, query, { textOf: (row) => row.text, compare }, load)}
      columns={columns}
      rowKey={(row) => row.key}
      rowLabel={(row) => `${row.serialNumber}, ${row.work}`}
      rowLink={(row) => paths.maintenanceClose(row.taskId)}
      counted={['visit', 'visits']}
      empty={visits ? (emptyWords[state] ?? 'No visits done or planned in this contract year.') : none.words}
      emptyIcon="calendar"
      emptyHint={visits ? undefined : none.hint}
    >
      <Figures visits={visits} isReady={ready} id={id} />
    </ListScreen>
  );
}

const emptyWords: Readonly<Record<string, string>> = {
  done: 'No visits done in this contract year.',
  planned: 'No visits planned in this contract year.',
};

function rowsOf(visits: AgreementVisits | undefined, state: string): VisitRow[] {
  if (!visits) return [];
  if (state === 'done') return visits.done;
  return state === 'planned' ? visits.open : [...visits.done, ...visits.open];
}

function yearWords({ vendorName, from, until, due }: AgreementVisits): string {
  const year = `Contract year ${formatShortDay(from)} to ${formatShortDay(until)}`;
  const owed = due > 0 ? `${counted(due, 'visit')} per device due by today` : 'no visit due yet';
  return [year, owed, vendorName].filter((part) => part !== '').join(', ');
}

const promiseWords = (visits: AgreementVisits | undefined) =>
  visits &&
  `${visits.promised / visits.devices} ${visits.isPartOfYear ? 'in its last part of a year' : 'a year'} for each of ${counted(visits.devices, 'device')}`;

interface FiguresProps {
  visits: AgreementVisits | undefined;
  isReady: boolean;
  id: string;
}

/** Shows what was promised, done and planned, with the rule behind the count. */
function Figures({ visits, isReady, id }: FiguresProps) {
  if (isReady && !visits) return null;
  const value = (count: number | undefined) => count?.toLocaleString('en-IN') ?? <Skeleton className="h-8 w-12" />;
  const only = (state: string) => withQuery(paths.contractVisits(id), { state });
  return (
    <>
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,6rem),1fr))] gap-3 sm:gap-4">
        <Tile label="Promised" value={value(visits?.promised)} detail={promiseWords(visits)} icon="shield" />
        <Tile label="Done" value={value(visits?.done.length)} icon="check-circle" tone="ok" to={only('done')} />
        <Tile label="Planned" value={value(visits?.open.length)} icon="calendar" tone="info" to={only('planned')} />
      </div>
      <p className="text-sm text-muted">
        A visit is a day on which PM of the contract, or work that a schedule gives to its vendor, was closed on one of
        its devices.
      </p>
    </>
  );
}
