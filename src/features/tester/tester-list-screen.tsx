import { useState } from 'react';
import type { TesterRow } from '#contract/calls/tester.ts';
import { formatSlashDay } from '#contract/rules/dates-format.ts';
import { isInDate } from '#contract/rules/test-result.ts';
import { dayCell, nameColumn, RowActs, rowMenu } from '#ui/fields/cells.tsx';
import { paths } from '#ui/paths.ts';
import { DeleteDialog } from '#ui/forms/online/delete-dialog.tsx';
import { useListQuery } from '#ui/lists/list-query.ts';
import { ListScreen } from '#ui/lists/list-screen.tsx';
import { pageOfList, useNumberedList } from '#ui/lists/page-list.ts';
import { useToday } from '#ui/engine/use-now.ts';
import { useOnlineAction, useOnlineCall } from '#ui/engine/use-online-call.ts';
import { Badge } from '#ui/ui/badge.tsx';
import { ButtonLink } from '#ui/ui/button.tsx';
import type { Column } from '#ui/ui/data-table.tsx';

const columnsOf = (today: string, onDelete: (row: TesterRow) => void): readonly Column<TesterRow>[] => [
  nameColumn(),
  { key: 'serial', header: 'Serial Number', card: 'line', value: (row) => row.serialNumber },
  { key: 'certificate', header: 'Certificate', card: 'line', value: (row) => row.certificateNumber },
  {
    key: 'due',
    header: 'Due',
    card: 'badge',
    value: (row) => dayCell(row.dueOn),
    cell: (row) =>
      isInDate(row, today) ? (
        <Badge tone="ok">until {formatSlashDay(row.dueOn)}</Badge>
      ) : (
        <Badge tone="danger">out of date since {formatSlashDay(row.dueOn)}</Badge>
      ),
  },
  {
    key: 'actions',
    header: 'Actions',
    headerHidden: true,
    align: 'end',
    menu: (row) => rowMenu(paths.testerEdit(row.id), () => onDelete(row)),
    cell: (row) => <RowActs name={row.name} editTo={paths.testerEdit(row.id)} onDelete={() => onDelete(row)} />,
  },
];

/** The instruments that devices are tested with, and until when their certificates count. */
export function TesterListScreen() {
  const query = useListQuery();
  const today = useToday();
  const [asked, setAsked] = useState<TesterRow | null>(null);
  const { list, asOf } = useNumberedList(query, useOnlineCall('testerPage', { query: pageOfList(query) }));
  const remove = useOnlineAction('deleteTester');
  const restore = useOnlineAction('restoreTester');
  const add = (
    <ButtonLink to={paths.testerCreate()} variant="primary" icon="plus">
      Add
    </ButtonLink>
  );
  return (
    <>
      <ListScreen
        title="Testers"
        asOf={asOf}
        actions={
          <>
            <ButtonLink to={paths.printTesters()} icon="print" anchor={{ 'aria-label': 'Print tester register' }}>
              Print
            </ButtonLink>
            {add}
          </>
        }
        searchLabel="Search by name, serial or certificate"
        query={query}
        list={list}
        columns={columnsOf(today, setAsked)}
        rowKey={(row) => row.id}
        rowLabel={(row) => row.name}
        rowLink={(row) => paths.testerEdit(row.id)}
        counted={['tester', 'testers']}
        empty="No testers found."
        emptyIcon="device"
        emptyHint="Add the instruments used to test devices. Each test records its tester and certificate."
        emptyAction={add}
        errorText="Server error occurred."
      />
      <DeleteDialog
        record={asked}
        title="Delete tester"
        question={`Delete ${asked?.name ?? 'this tester'}?`}
        consequence={() => 'Tests made with it stay as they are.'}
        nameOf={({ name }) => `Tester “${name}”`}
        onDelete={({ id }) => remove.run({ params: { id } })}
        onRestore={({ id }) => restore.run({ params: { id } })}
        onClose={() => setAsked(null)}
      />
    </>
  );
}
