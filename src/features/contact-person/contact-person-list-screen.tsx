import type { ContactPersonRow } from '#contract/calls/contact-person.ts';
import { nameColumn, numberColumn, PhoneLink } from '#ui/fields/cells.tsx';
import { paths } from '#ui/paths.ts';
import { DuplicatesNotice } from '#ui/forms/online/duplicates-notice.tsx';
import { useListQuery } from '#ui/lists/list-query.ts';
import { pageOfList } from '#ui/lists/page-list.ts';
import { RecordListScreen } from '#ui/lists/record-list-screen.tsx';
import { useOnlineCall } from '#ui/engine/use-online-call.ts';
import type { Column } from '#ui/ui/data-table.tsx';

const columns: readonly Column<ContactPersonRow & { number: number }>[] = [
  numberColumn(),
  nameColumn(),
  {
    key: 'phone',
    value: (row) => row.phone,
    header: 'Phone',
    card: 'more',
    cell: (row) => row.phone && <PhoneLink phone={row.phone} />,
  },
  {
    key: 'designation',
    value: (row) => row.designation,
    header: 'Designation',
    card: 'line',
  },
  { key: 'vendor', value: (row) => row.vendor, header: 'Vendor', card: 'line' },
];

/** Lists contact persons at the vendors: search, add, edit. */
export function ContactPersonListScreen() {
  const query = useListQuery();
  return (
    <RecordListScreen
      title="Contact Persons"
      searchLabel="Search by name, phone, or email"
      query={query}
      call={useOnlineCall('contactPersonPage', { query: pageOfList(query) })}
      columns={columns}
      addTo={paths.contactPersonAdd()}
      editTo={paths.contactPersonEdit}
      counted={['contact person', 'contact persons']}
      empty="No contact persons found."
      emptyIcon="users"
      emptyHint="Add the people to call when a device fails."
    >
      <DuplicatesNotice kind="contactPerson" />
    </RecordListScreen>
  );
}
