import type { ContactPersonRow } from '#contract/calls/contact-person.ts';
import { editColumn, nameColumn, numberColumn, PhoneLink } from '#ui/fields/cells.tsx';
import { paths } from '#ui/paths.ts';
import { useListQuery } from '#ui/lists/list-query.ts';
import { ListScreen } from '#ui/lists/list-screen.tsx';
import { pageOfList, useNumberedList } from '#ui/lists/page-list.ts';
import { useOnlineCall } from '#ui/engine/use-online-call.ts';
import { ButtonLink } from '#ui/ui/button.tsx';
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
  editColumn(paths.contactPersonEdit),
];

/** Contact persons at the vendors: search, add, edit. */
export function ContactPersonListScreen() {
  const query = useListQuery();
  const { list, asOf } = useNumberedList(query, useOnlineCall('contactPersonPage', { query: pageOfList(query) }));
  const add = (
    <ButtonLink to={paths.contactPersonAdd()} variant="primary" icon="plus">
      Add
    </ButtonLink>
  );
  return (
    <ListScreen
      title="Contact Persons"
      asOf={asOf}
      actions={add}
      searchLabel="Search by name, phone, or email"
      query={query}
      list={list}
      columns={columns}
      rowKey={(row) => row.id}
      rowLabel={(row) => row.name}
      rowLink={(row) => paths.contactPersonEdit(row.id)}
      counted={['contact person', 'contact persons']}
      empty="No contact persons found."
      emptyIcon="users"
      emptyHint="Add the people to call when a device fails."
      emptyAction={add}
    />
  );
}
