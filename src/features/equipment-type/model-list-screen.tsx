import type { ModelRow } from '#contract/calls/equipment-model.ts';
import { nameColumn } from '#ui/fields/cells.tsx';
import { paths } from '#ui/paths.ts';
import { DuplicatesNotice } from '#ui/forms/online/duplicates-notice.tsx';
import { useListQuery } from '#ui/lists/list-query.ts';
import { pageOfList } from '#ui/lists/page-list.ts';
import { RecordListScreen } from '#ui/lists/record-list-screen.tsx';
import { useOnlineCall } from '#ui/engine/use-online-call.ts';
import type { Column } from '#ui/ui/data-table.tsx';
import { DeleteModelDialog } from './delete-model-dialog.tsx';

const columns: readonly Column<ModelRow>[] = [
  nameColumn(),
  {
    key: 'make',
    value: (row) => row.equipmentMakeName,
    header: 'Make',
    card: 'line',
  },
  {
    key: 'equipment',
    value: (row) => row.equipmentName,
    header: 'Equipment',
    card: 'line',
  },
];

/** Lists the hospital's models with make and equipment type: search, add, edit, delete with Undo. */
export function ModelListScreen() {
  const query = useListQuery();
  return (
    <RecordListScreen
      title="Equipment Models"
      searchLabel="Search by name or make"
      query={query}
      call={useOnlineCall('modelPage', { query: pageOfList(query) })}
      columns={columns}
      addTo={paths.equipmentModelCreate()}
      editTo={paths.equipmentModelEdit}
      Deletion={DeleteModelDialog}
      counted={['model', 'models']}
      empty="No equipment models found."
      emptyIcon="file"
      emptyHint="A model belongs to one make and one equipment type."
      loadingLabel="Loading equipment models..."
    >
      <DuplicatesNotice kind="model" />
    </RecordListScreen>
  );
}
