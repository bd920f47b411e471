import type { VendorRow } from '#contract/calls/vendor.ts';
import { editColumn, nameColumn } from '#ui/fields/cells.tsx';
import { paths } from '#ui/paths.ts';
import { useListQuery } from '#ui/lists/list-query.ts';
import { ListScreen } from '#ui/lists/list-screen.tsx';
import { pageOfList, useNumberedList } from '#ui/lists/page-list.ts';
import { useOnlineCall } from '#ui/engine/use-online-call.ts';
import { ButtonLink } from '#ui/ui/button.tsx';
import type { Column } from '#ui/ui/data-table.tsx';

const columns: readonly Column<VendorRow>[] = [
  nameColumn(),
  { key: 'location', value: (row) => row.location, header: 'Location', card: 'line' },
  { key: 'types', value: (row) => row.types, header: 'Types', card: 'line' },
  {
    key: 'contacts',
    value: (row) => row.contactPersonCount,
    header: 'Contacts',
    align: 'end',
  },
  editColumn(paths.vendorEdit),
];

/** The vendors of the hospital: search by name or location, add, edit. */
export function VendorListScreen() {
  const query = useListQuery();
  const { list, asOf } = useNumberedList(query, useOnlineCall('vendorPage', { query: pageOfList(query) }));
  const add = (
    <ButtonLink to={paths.vendorCreate()} variant="primary" icon="plus">
      Add
    </ButtonLink>
  );
  return (
    <ListScreen
      title="Vendor List"
      asOf={asOf}
      actions={add}
      searchLabel="Search by name or location"
      query={query}
      list={list}
      columns={columns}
      rowKey={(row) => row.id}
      rowLabel={(row) => row.name}
      rowLink={(row) => paths.vendorEdit(row.id)}
      counted={['vendor', 'vendors']}
      empty="No vendors found."
      emptyIcon="building"
      emptyHint="Add the companies that make, sell and service your devices."
      emptyAction={add}
      errorText="Server error occurred."
    />
  );
}
