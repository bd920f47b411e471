import { nounOf } from '#contract/rules/counted.ts';
import type { EquipmentTypeRow } from '#contract/calls/equipment-type.ts';
import { figure, nameColumn, numberColumn } from '#ui/fields/cells.tsx';
import { paths } from '#ui/paths.ts';
import { DuplicatesNotice } from '#ui/forms/online/duplicates-notice.tsx';
import { useListQuery } from '#ui/lists/list-query.ts';
import { pageOfList } from '#ui/lists/page-list.ts';
import { RecordListScreen } from '#ui/lists/record-list-screen.tsx';
import { useOnlineCall } from '#ui/engine/use-online-call.ts';
import { Badge } from '#ui/ui/badge.tsx';
import type { Column } from '#ui/ui/data-table.tsx';
import { DeleteEquipmentTypeDialog } from './delete-equipment-dialog.tsx';

const columns: readonly Column<EquipmentTypeRow & { number: number }>[] = [
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
  {
    key: 'items',
    value: (row) => row.noOfItems,
    header: 'No. Of Items',
    align: 'end',
    card: 'line',
    cell: (row) => figure(row.noOfItems, nounOf(row.noOfItems, 'item')),
  },
];

/** Lists the hospital's equipment types: search by name, add, edit, delete with Undo. */
export function EquipmentTypeListScreen() {
  const query = useListQuery();
  return (
    <RecordListScreen
      title="Equipments"
      searchLabel="Search by name"
      query={query}
      call={useOnlineCall('equipmentTypePage', { query: pageOfList(query) })}
      columns={columns}
      addTo={paths.equipmentTypeCreate()}
      editTo={paths.equipmentTypeEdit}
      Deletion={DeleteEquipmentTypeDialog}
      counted={['kind of equipment', 'kinds of equipment']}
      empty="No equipment found."
      emptyIcon="device"
      emptyHint="Add each kind of equipment that the hospital has, such as Ventilator."
    >
      <DuplicatesNotice kind="equipmentType" />
    </RecordListScreen>
  );
}
