import type { DepartmentRow } from '#contract/calls/department.ts';
import { editColumn, nameColumn } from '#ui/fields/cells.tsx';
import { paths } from '#ui/paths.ts';
import { useListQuery } from '#ui/lists/list-query.ts';
import { ListScreen } from '#ui/lists/list-screen.tsx';
import { pageOfList, useNumberedList } from '#ui/lists/page-list.ts';
import { useOnlineCall } from '#ui/engine/use-online-call.ts';
import { ButtonLink } from '#ui/ui/button.tsx';
import type { Column } from '#ui/ui/data-table.tsx';

const columns: readonly Column<DepartmentRow>[] = [
  nameColumn(),
  { key: 'location', value: (row) => row.location, header: 'Location', card: 'line' },
  editColumn(paths.departmentEdit),
];

/** The departments of the hospital: search by name or location, add, edit. */
export function DepartmentListScreen() {
  const query = useListQuery();
  const { list, asOf } = useNumberedList(query, useOnlineCall('departmentPage', { query: pageOfList(query) }));
  const add = (
    <ButtonLink to={paths.departmentCreate()} variant="primary" icon="plus">
      Add
    </ButtonLink>
  );
  return (
    <ListScreen
      title="Departments"
      asOf={asOf}
      actions={add}
      searchLabel="Search by name or location..."
      query={query}
      list={list}
      columns={columns}
      rowKey={(row) => row.id}
      rowLabel={(row) => row.name}
      rowLink={(row) => paths.departmentEdit(row.id)}
      counted={['department', 'departments']}
      empty="No departments found."
      emptyIcon="location"
      emptyHint="Add the wards and rooms where devices are installed."
      emptyAction={add}
    />
  );
}
