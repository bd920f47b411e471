import type { DepartmentRow } from '#contract/calls/department.ts';
import { nameColumn } from '#ui/fields/cells.tsx';
import { paths } from '#ui/paths.ts';
import { DuplicatesNotice } from '#ui/forms/online/duplicates-notice.tsx';
import { useListQuery } from '#ui/lists/list-query.ts';
import { pageOfList } from '#ui/lists/page-list.ts';
import { RecordListScreen } from '#ui/lists/record-list-screen.tsx';
import { useOnlineCall } from '#ui/engine/use-online-call.ts';
import type { Column } from '#ui/ui/data-table.tsx';

const columns: readonly Column<DepartmentRow>[] = [
  nameColumn(),
  { key: 'location', value: (row) => row.location, header: 'Location', card: 'line' },
];

/** Lists the hospital's departments: search by name or location, add, edit. */
export function DepartmentListScreen() {
  const query = useListQuery();
  return (
    <RecordListScreen
      title="Departments"
      searchLabel="Search by name or location..."
      query={query}
      call={useOnlineCall('departmentPage', { query: pageOfList(query) })}
      columns={columns}
      addTo={paths.departmentCreate()}
      editTo={paths.departmentEdit}
      counted={['department', 'departments']}
      empty="No departments found."
      emptyIcon="location"
      emptyHint="Add the wards and rooms where devices are installed."
    >
      <DuplicatesNotice kind="department" />
    </RecordListScreen>
  );
}
