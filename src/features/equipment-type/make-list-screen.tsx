import { nounOf } from '#contract/rules/counted.ts';
import type { MakeRow } from '#contract/calls/equipment-make.ts';
import { figure, nameColumn } from '#ui/fields/cells.tsx';
import { paths } from '#ui/paths.ts';
import { DuplicatesNotice } from '#ui/forms/online/duplicates-notice.tsx';
import { useListQuery } from '#ui/lists/list-query.ts';
import { pageOfList } from '#ui/lists/page-list.ts';
import { RecordListScreen } from '#ui/lists/record-list-screen.tsx';
import { useOnlineCall } from '#ui/engine/use-online-call.ts';
import type { Column } from '#ui/ui/data-table.tsx';
import { DeleteMakeDialog } from './delete-make-dialog.tsx';

const columns: readonly Column<MakeRow>[] = [
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
];

/** Lists the hospital's makes with what they build, their devices and uptime: search, add, edit, delete with Undo. */
export function MakeListScreen() {
  const query = useListQuery();
  return (
    <RecordListScreen
      title="Equipment Makes"
      searchLabel="Search by name"
      query={query}
      call={useOnlineCall('makePage', { query: pageOfList(query) })}
      columns={columns}
      addTo={paths.equipmentMakeCreate()}
      editTo={paths.equipmentMakeEdit}
      Deletion={DeleteMakeDialog}
      counted={['make', 'makes']}
      empty="No equipment makes found."
      emptyIcon="building"
      emptyHint="Add each manufacturer with the equipment types it makes."
    >
      <DuplicatesNotice kind="make" />
    </RecordListScreen>
  );
}
