import { useState } from 'react';
import type { BmeRow } from '#contract/bme.ts';
import { MailLink, nameColumn, numberColumn, PhoneLink, RowActs } from '#ui/fields/cells.tsx';
import { paths } from '#ui/paths.ts';
import { useListQuery } from '#ui/resource/list-query.ts';
import { ListScreen } from '#ui/resource/list-screen.tsx';
import { pageOfList, useNumberedList } from '#ui/resource/page-list.ts';
import { useOnlineCall } from '#ui/resource/use-online-call.ts';
import { ButtonLink } from '#ui/ui/button.tsx';
import type { Column } from '#ui/ui/data-table.tsx';
import { DeleteBmeDialog } from './delete-bme-dialog.tsx';

/** The BME accounts of the hospital: search by name, phone or email, add, edit, delete. */
export function BmeListScreen() {
  const query = useListQuery();
  const [asked, setAsked] = useState<BmeRow | null>(null);
  const { list, asOf } = useNumberedList(query, useOnlineCall('bmePage', { query: pageOfList(query) }));
  const add = (
    <ButtonLink to={paths.bmeCreate()} variant="primary" icon="plus">
      Add
    </ButtonLink>
  );
  return (
    <>
      <ListScreen
        title="BME Accounts"
        asOf={asOf}
        actions={add}
        searchLabel="Search by name, phone or email"
        query={query}
        list={list}
        columns={columnsOf(setAsked)}
        rowKey={(row) => row.id}
        rowLabel={(row) => row.name}
        empty="No BME accounts found."
        emptyIcon="users"
        emptyHint="Add an account for each engineer who walks the wards."
        emptyAction={add}
      />
      <DeleteBmeDialog account={asked} onClose={() => setAsked(null)} />
    </>
  );
}

function columnsOf(onDelete: (account: BmeRow) => void): Column<BmeRow & { number: number }>[] {
  return [
    numberColumn(),
    nameColumn(),
    { key: 'phone', header: 'Phone', className: 'as-card:col-span-2', cell: (row) => <PhoneLink phone={row.phone} /> },
    { key: 'email', header: 'Email', className: 'as-card:col-span-2', cell: (row) => <MailLink email={row.email} /> },
    {
      key: 'actions',
      header: 'Actions',
      headerHidden: true,
      wideOnCard: true,
      align: 'end',
      cell: (row) => <RowActs name={row.name} editTo={paths.bmeEdit(row.id)} onDelete={() => onDelete(row)} />,
    },
  ];
}
