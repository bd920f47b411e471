import { useState } from 'react';
import type { ModelRow } from '#contract/calls/equipment-model.ts';
import { nameColumn, RowActs, rowMenu } from '#ui/fields/cells.tsx';
import { paths } from '#ui/paths.ts';
import { useListQuery } from '#ui/lists/list-query.ts';
import { ListScreen } from '#ui/lists/list-screen.tsx';
import { pageOfList, useNumberedList } from '#ui/lists/page-list.ts';
import { useOnlineCall } from '#ui/engine/use-online-call.ts';
import { ButtonLink } from '#ui/ui/button.tsx';
import type { Column } from '#ui/ui/data-table.tsx';
import { DeleteModelDialog } from './delete-model-dialog.tsx';

/** The models of the hospital with make and equipment: search, add, edit, delete with Undo. */
export function ModelListScreen() {
  const query = useListQuery();
  const [asked, setAsked] = useState<ModelRow | null>(null);
  const { list, asOf } = useNumberedList(query, useOnlineCall('modelPage', { query: pageOfList(query) }));
  const add = (
    <ButtonLink to={paths.equipmentModelCreate()} variant="primary" icon="plus">
      Add
    </ButtonLink>
  );
  return (
    <>
      <ListScreen
        title="Equipment Models"
        asOf={asOf}
        actions={add}
        searchLabel="Search by name or make"
        query={query}
        list={list}
        columns={columnsOf(setAsked)}
        rowKey={(row) => row.id}
        rowLabel={(row) => row.name}
        rowLink={(row) => paths.equipmentModelEdit(row.id)}
        counted={['model', 'models']}
        empty="No equipment models found."
        emptyIcon="file"
        emptyHint="A model belongs to one make and one equipment type."
        emptyAction={add}
        loadingLabel="Loading equipment models..."
      />
      <DeleteModelDialog model={asked} onClose={() => setAsked(null)} />
    </>
  );
}

function columnsOf(onDelete: (row: ModelRow) => void): Column<ModelRow>[] {
  return [
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
    {
      key: 'actions',
      header: 'Actions',
      menu: (row) => rowMenu(paths.equipmentModelEdit(row.id), () => onDelete(row)),
      cell: (row) => (
        <RowActs name={row.name} editTo={paths.equipmentModelEdit(row.id)} onDelete={() => onDelete(row)} />
      ),
    },
  ];
}
