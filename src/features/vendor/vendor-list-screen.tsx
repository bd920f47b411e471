import { nounOf } from '#contract/rules/counted.ts';
import type { VendorRow } from '#contract/calls/vendor.ts';
import { figure, nameColumn } from '#ui/fields/cells.tsx';
import { paths } from '#ui/paths.ts';
import { DuplicatesNotice } from '#ui/forms/online/duplicates-notice.tsx';
import { useListQuery } from '#ui/lists/list-query.ts';
import { pageOfList } from '#ui/lists/page-list.ts';
import { RecordListScreen } from '#ui/lists/record-list-screen.tsx';
import { useOnlineCall } from '#ui/engine/use-online-call.ts';
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
    card: 'line',
    cell: (row) => figure(row.contactPersonCount, nounOf(row.contactPersonCount, 'contact')),
  },
];

/** Lists the hospital's vendors: search by name or location, add, edit. */
export function VendorListScreen() {
  const query = useListQuery();
  return (
    <RecordListScreen
      title="Vendor List"
      searchLabel="Search by name or location"
      query={query}
      call={useOnlineCall('vendorPage', { query: pageOfList(query) })}
      columns={columns}
      addTo={paths.vendorCreate()}
      editTo={paths.vendorEdit}
      readTo={paths.vendor}
      counted={['vendor', 'vendors']}
      empty="No vendors found."
      emptyIcon="building"
      emptyHint="Add the companies that make, sell and service your devices."
      errorText="Server error occurred."
    >
      <DuplicatesNotice kind="vendor" />
    </RecordListScreen>
  );
}
