import { useState } from 'react';
import { counted } from '#contract/rules/counted.ts';
import type { ScheduleRow } from '#contract/calls/schedule.ts';
import { formatSlashDay } from '#contract/rules/dates-format.ts';
import { intervalWords, planSourceNames } from '#contract/rules/plan-words.ts';
import { planSources } from '#contract/rules/schedule-kinds.ts';
import { taskNames } from '#contract/rules/task-status.ts';
import { plannedTypes } from '#contract/records/values.ts';
import { useAsOf } from '#ui/engine/use-now.ts';
import { useOnlineCall } from '#ui/engine/use-online-call.ts';
import { rowMenu } from '#ui/fields/cells.tsx';
import { dayCell } from '#ui/fields/sheet-cells.ts';
import { chosen, type ListFilter, ListFilters } from '#ui/lists/list-filters.tsx';
import { useListQuery } from '#ui/lists/list-query.ts';
import { ListScreen } from '#ui/lists/list-screen.tsx';
import { usePagedList } from '#ui/lists/page-list.ts';
import { paths } from '#ui/paths.ts';
import { Badge } from '#ui/ui/badge.tsx';
import { ButtonLink, IconButton } from '#ui/ui/button.tsx';
import type { Column } from '#ui/ui/data-table.tsx';
import { type EndedSchedule, EndScheduleDialog } from './end-schedule-dialog.tsx';

const kindFilter: ListFilter = {
  name: 'kind',
  label: 'Kind',
  all: 'All kinds',
  options: plannedTypes.map((value) => ({ value, label: taskNames[value] })),
};
const sourceFilter: ListFilter = {
  name: 'source',
  label: 'Comes from',
  all: 'All sources',
  options: planSources.map((value) => ({ value, label: planSourceNames[value] })),
};
const makerFilter: ListFilter = {
  name: 'longer',
  label: 'Maker’s interval',
  all: 'Any interval',
  options: [{ value: 'true', label: 'Longer than the maker recommends' }],
};

/**
 * Lists everything that plans work: schedules, PM from warranties, calibrations from installations. Source:
 * docs/product.md P82.
 */
export function ScheduleListScreen() {
  const query = useListQuery();
  const [asked, setAsked] = useState<EndedSchedule | null>(null);
  const { page, pageSize, search } = query;
  const kind = plannedTypes.find((each) => each === chosen(query, kindFilter));
  const source = planSources.find((each) => each === chosen(query, sourceFilter));
  const isLonger = chosen(query, makerFilter) === 'true';
  const call = useOnlineCall('schedulePage', {
    query: {
      page,
      pageSize,
      ...(search !== '' && { search }),
      ...(kind && { kind }),
      ...(source && { source }),
      ...(isLonger && { longer: 'true' as const }),
    },
  });
  const list = usePagedList(query, call);
  const add = (
    <ButtonLink to={paths.scheduleCreate()} variant="primary" icon="plus">
      Add
    </ButtonLink>
  );
  return (
    <>
      <ListScreen
        title="Schedules"
        asOf={useAsOf(call.asOf)}
        actions={add}
        searchLabel="Search by serial, model, type or title"
        filters={<ListFilters query={query} filters={[kindFilter, sourceFilter, makerFilter]} />}
        query={query}
        list={list}
        columns={columnsOf(isLonger, setAsked)}
        dense
        rowKey={(row) => `${row.source} ${row.id}`}
        rowLabel={nameOf}
        rowLink={editOf}
        counted={['schedule', 'schedules']}
        empty="No schedules found."
        emptyIcon="calendar"
        emptyHint="A schedule repeats work on one device, a model or an equipment type."
        emptyAction={add}
        failedText="Error loading schedules. Please try again later."
      />
      <EndScheduleDialog schedule={asked} onClose={() => setAsked(null)} />
    </>
  );
}

const nameOf = (row: ScheduleRow) => `${row.title || taskNames[row.kind]} of ${row.serialNumber ?? row.targetName}`;

/** Names the devices of a contract, and counts those of a model or type: `Monitor MON-1, Monitor MON-2 and 10 more`. */
function devicesWords({ devices, firstDevices = [] }: ScheduleRow): string {
  if (firstDevices.length === 0) return counted(devices, 'device');
  const others = devices - firstDevices.length;
  return `${firstDevices.join(', ')}${others > 0 ? ` and ${others} more` : ''}`;
}

/** Returns the edit form: plans from a warranty or installation are changed there. */
function editOf({ source, id }: ScheduleRow): string {
  if (source === 'own') return paths.scheduleEdit(id);
  return source === 'warranty' ? paths.warrantyEdit(id) : paths.deviceEdit(id);
}

const makerWords = ({ makerEvery: every, makerUnit: unit }: ScheduleRow) =>
  every !== null && unit !== null ? intervalWords({ every, unit }) : '';

function columnsOf(isLonger: boolean, onEnd: (schedule: EndedSchedule) => void): Column<ScheduleRow>[] {
  const reasons: Column<ScheduleRow>[] = [
    {
      key: 'reason',
      value: (row) => row.longerReason,
      header: 'Reason',
      card: 'line',
      className: 'min-w-40',
      cell: (row) => row.longerReason,
    },
    {
      key: 'approver',
      value: (row) => row.longerApprover,
      header: 'Approved by',
      card: 'line',
      cell: (row) => row.longerApprover,
    },
    {
      key: 'review',
      value: (row) => dayCell(row.reviewOn ?? ''),
      header: 'Review on',
      card: 'line',
      className: 'whitespace-nowrap',
      cell: (row) => (row.reviewOn === null ? '' : formatSlashDay(row.reviewOn)),
    },
  ];
  const further: Column<ScheduleRow>[] = [
    {
      key: 'next',
      value: (row) => dayCell(row.nextDueOn ?? ''),
      header: 'Next',
      card: 'line',
      className: 'whitespace-nowrap',
      cell: (row) => (row.nextDueOn === null ? '' : `due ${formatSlashDay(row.nextDueOn)}`),
    },
    {
      key: 'source',
      value: (row) => planSourceNames[row.source],
      header: 'Comes from',
      card: 'more',
      cell: (row) => [planSourceNames[row.source], row.vendorName].filter(Boolean).join(', '),
    },
  ];
  return [
    {
      key: 'for',
      value: (row) => row.targetName,
      header: 'For',
      card: 'title',
      className: 'min-w-36',
      cell: (row) => (
        <>
          {row.targetName}
          <span className="block text-sm font-normal wrap-anywhere text-muted">
            {row.serialNumber ?? devicesWords(row)}
          </span>
        </>
      ),
    },
    {
      key: 'kind',
      value: (row) => row.title || taskNames[row.kind],
      header: 'Work',
      card: 'line',
      cell: (row) => (
        <>
          {row.title || taskNames[row.kind]}
          {row.title !== '' && <span className="block text-sm text-muted">{taskNames[row.kind]}</span>}
        </>
      ),
    },
    {
      key: 'interval',
      value: intervalWords,
      header: 'Repeats',
      card: 'line',
      cell: (row) => (
        <>
          {intervalWords(row)}
          {row.basis === 'floating' && <span className="block text-sm text-muted">after it was done</span>}
        </>
      ),
    },
    {
      key: 'maker',
      value: makerWords,
      header: 'Maker says',
      card: 'line',
      cell: (row) =>
        row.longerReason === null ? (
          makerWords(row)
        ) : (
          <>
            {makerWords(row)} <Badge tone="warn">Longer in use</Badge>
          </>
        ),
    },
    ...(isLonger ? reasons : further),
    {
      key: 'actions',
      header: 'Actions',
      headerHidden: true,
      menu: (row) =>
        rowMenu(editOf(row), row.source === 'own' ? () => onEnd({ id: row.id, name: nameOf(row) }) : undefined),
      align: 'end',
      cell: (row) => (
        <span className="inline-flex gap-1.5">
          <ButtonLink
            to={editOf(row)}
            icon="edit"
            className="as-table:px-3"
            anchor={{ 'aria-label': `Edit ${nameOf(row)}` }}
          >
            Edit
          </ButtonLink>
          {row.source === 'own' && (
            <IconButton
              icon="trash"
              label={`Delete ${nameOf(row)}`}
              variant="secondary"
              onClick={() => onEnd({ id: row.id, name: nameOf(row) })}
            />
          )}
        </span>
      ),
    },
  ];
}
