import { useState } from 'react';
import type { EquipmentTypeRow } from '#contract/calls/equipment-type.ts';
import { nameColumn, numberColumn, RowActs, rowMenu } from '#ui/fields/cells.tsx';
import { paths } from '#ui/paths.ts';
import { useListQuery } from '#ui/lists/list-query.ts';
import { ListScreen } from '#ui/lists/list-screen.tsx';
import { pageOfList, useNumberedList } from '#ui/lists/page-list.ts';
import { useOnlineCall } from '#ui/engine/use-online-call.ts';
import { Badge } from '#ui/ui/badge.tsx';
import { ButtonLink } from '#ui/ui/button.tsx';
import type { Column } from '#ui/ui/data-table.tsx';
import { DeleteEquipmentTypeDialog } from './delete-equipment-dialog.tsx';

/** An equipment type with its place in the whole list. */
interface NumberedEquipment extends EquipmentTypeRow {
  number: number;
}

/** The equipment types of the hospital: search by name, add, edit, delete with Undo. */
export function EquipmentTypeListScreen() {
  const query = useListQuery();
  const [asked, setAsked] = useState<EquipmentTypeRow | null>(null);
  const { list, asOf } = useNumberedList(query, useOnlineCall('equipmentTypePage', { query: pageOfList(query) }));
  const add = (
    <ButtonLink to={paths.equipmentTypeCreate()} variant="primary" icon="plus">
      Add
    </ButtonLink>
  );
  return (
    <>
      <ListScreen
        title="Equipments"
        asOf={asOf}
        actions={add}
        searchLabel="Search by name"
        query={query}
        list={list}
        columns={columnsOf(setAsked)}
        rowKey={(row) => row.id}
        rowLabel={(row) => row.name}
        rowLink={(row) => paths.equipmentTypeEdit(row.id)}
        counted={['kind of equipment', 'kinds of equipment']}
        empty="No equipment found."
        emptyIcon="device"
        emptyHint="Add each kind of equipment that the hospital has, such as Ventilator."
        emptyAction={add}
      />
      <DeleteEquipmentTypeDialog equipment={asked} onClose={() => setAsked(null)} />
    </>
  );
}

function columnsOf(onDelete: (row: EquipmentTypeRow) => void): Column<NumberedEquipment>[] {
  return [
    numberColumn(),
    nameColumn(),
    {
      key: 'description',
      value: (row) => row.description,
      header: 'Description',
      card: 'line',
      cell: (row) =>
        row.description === '' ? '' : <span className="line-clamp-3 wrap-anywhere">{row.description}</span>,
    },
    {
      key: 'importance',
      value: (row) => row.equipmentImportance,
      header: 'Importance',
      card: 'badge',
      cell: ({ equipmentImportance: importance }) => (
        <Badge
          tone={importance === 'Critical' ? 'danger' : 'neutral'}
          icon={importance === 'Critical' ? 'warning' : 'dot'}
        >
          {importance}
        </Badge>
      ),
    },
    { key: 'items', value: (row) => row.noOfItems, header: 'No. Of Items', align: 'end' },
    {
      key: 'actions',
      header: 'Actions',
      headerHidden: true,
      menu: (row) => rowMenu(paths.equipmentTypeEdit(row.id), () => onDelete(row)),
      align: 'end',
      cell: (row) => (
        <RowActs name={row.name} editTo={paths.equipmentTypeEdit(row.id)} onDelete={() => onDelete(row)} />
      ),
    },
  ];
}
