import { useState } from 'react';
import { nounOf } from '#contract/rules/counted.ts';
import type { MakeRow } from '#contract/calls/equipment-make.ts';
import { nameColumn, RowActs, rowMenu } from '#ui/fields/cells.tsx';
import { paths } from '#ui/paths.ts';
import { useListQuery } from '#ui/lists/list-query.ts';
import { ListScreen } from '#ui/lists/list-screen.tsx';
import { pageOfList, useNumberedList } from '#ui/lists/page-list.ts';
import { useOnlineCall } from '#ui/engine/use-online-call.ts';
import { ButtonLink } from '#ui/ui/button.tsx';
import type { Column } from '#ui/ui/data-table.tsx';
import { DeleteMakeDialog } from './delete-make-dialog.tsx';

/** The makes of the hospital with what they build, their devices and uptime: search, add, edit, delete with Undo. */
export function MakeListScreen() {
  const query = useListQuery();
  const [asked, setAsked] = useState<MakeRow | null>(null);
  const { list, asOf } = useNumberedList(query, useOnlineCall('makePage', { query: pageOfList(query) }));
  const add = (
    <ButtonLink to={paths.equipmentMakeCreate()} variant="primary" icon="plus">
      Add
    </ButtonLink>
  );
  return (
    <>
      <ListScreen
        title="Equipment Makes"
        asOf={asOf}
        actions={add}
        searchLabel="Search by name"
        query={query}
        list={list}
        columns={columnsOf(setAsked)}
        rowKey={(row) => row.id}
        rowLabel={(row) => row.name}
        rowLink={(row) => paths.equipmentMakeEdit(row.id)}
        counted={['make', 'makes']}
        empty="No equipment makes found."
        emptyIcon="building"
        emptyHint="Add each manufacturer with the equipment types it makes."
        emptyAction={add}
      />
      <DeleteMakeDialog make={asked} onClose={() => setAsked(null)} />
    </>
  );
}

function columnsOf(onDelete: (row: MakeRow) => void): Column<MakeRow>[] {
  return [
    nameColumn(),
    {
      key: 'equipment',
      value: (row) => row.noOfEquipment,
      header: 'No Of Equipments',
      align: 'end',
      card: 'line',
      cell: (row) => figure(row.noOfEquipment, nounOf(row.noOfEquipment, 'kind')),
    },
    {
      key: 'installed',
      value: (row) => row.installBase,
      header: 'InstallBase',
      align: 'end',
      card: 'line',
      cell: (row) => figure(row.installBase, 'installed'),
    },
    {
      key: 'uptime',
      value: (row) => row.upTime,
      header: 'Uptime',
      align: 'end',
      card: 'line',
      cell: (row) => figure(`${row.upTime.toFixed(2)}%`, 'uptime'),
    },
    {
      key: 'actions',
      header: 'Actions',
      headerHidden: true,
      menu: (row) => rowMenu(paths.equipmentMakeEdit(row.id), () => onDelete(row)),
      align: 'end',
      cell: (row) => (
        <RowActs name={row.name} editTo={paths.equipmentMakeEdit(row.id)} onDelete={() => onDelete(row)} />
      ),
    },
  ];
}

/** A figure, which on a card has no heading to say what it is. */
function figure(value: number | string, of: string) {
  return (
    <>
      {value}
      <span className="as-table:hidden"> {of}</span>
    </>
  );
}
