import { useState } from 'react';
import type { BmeRecord } from '#contract/bme.ts';
import { paths } from '#ui/paths.ts';
import { asOfText } from '#ui/resource/as-of.ts';
import { useListQuery } from '#ui/resource/list-query.ts';
import { ListScreen } from '#ui/resource/list-screen.tsx';
import { pagedList } from '#ui/resource/list-state.ts';
import { useNow, useTimeZone } from '#ui/resource/use-now.ts';
import { useOnlineCall } from '#ui/resource/use-online-call.ts';
import { ButtonLink, IconButton } from '#ui/ui/button.tsx';
import type { Column } from '#ui/ui/data-table.tsx';
import { DeleteBmeDialog } from './delete-bme-dialog.tsx';

/** A BME account with its place in the whole list. */
interface NumberedBme extends BmeRecord {
  number: number;
}

const linkLook =
  'inline-flex min-h-target items-center text-primary-ink underline-offset-4 hover:underline wrap-anywhere';

/** The BME accounts of the hospital: search by name, phone or email, add, edit, delete. */
export function BmeListScreen() {
  const query = useListQuery();
  const now = useNow();
  const timeZone = useTimeZone();
  const [asked, setAsked] = useState<BmeRecord | null>(null);
  const { page, pageSize, search } = query;
  const call = useOnlineCall('bmePage', { query: { page, pageSize, ...(search !== '' && { search }) } });
  const list = pagedList(call);
  const first = (list.page - 1) * (call.data?.pageSize ?? pageSize) + 1;
  const rows = list.rows?.map((account, index) => Object.assign({ number: first + index }, account));
  const add = (
    <ButtonLink to={paths.bmeCreate()} variant="primary" icon="plus">
      Add
    </ButtonLink>
  );
  return (
    <>
      <ListScreen
        title="BME Accounts"
        asOf={asOfText(call.asOf, timeZone, now)}
        actions={add}
        searchLabel="Search by name, phone or email"
        query={query}
        list={{ ...list, rows }}
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

function columnsOf(onDelete: (account: BmeRecord) => void): Column<NumberedBme>[] {
  return [
    { key: 'number', header: '#', align: 'end', hideOnCard: true, className: 'w-14', cell: (row) => row.number },
    {
      key: 'name',
      header: 'Name',
      wideOnCard: true,
      cell: (row) => <span className="font-semibold wrap-anywhere">{row.name}</span>,
    },
    {
      key: 'phone',
      header: 'Phone',
      className: 'as-card:col-span-2',
      cell: (row) =>
        row.phone === '' ? (
          '—'
        ) : (
          <a href={`tel:${row.phone}`} className={linkLook}>
            {row.phone}
          </a>
        ),
    },
    {
      key: 'email',
      header: 'Email',
      className: 'as-card:col-span-2',
      cell: (row) => (
        <a href={`mailto:${row.email}`} className={linkLook}>
          {row.email}
        </a>
      ),
    },
    {
      key: 'actions',
      header: 'Actions',
      headerHidden: true,
      wideOnCard: true,
      align: 'end',
      cell: (row) => (
        <span className="inline-flex gap-2">
          <ButtonLink to={paths.bmeEdit(row.id)} icon="edit" anchor={{ 'aria-label': `Edit ${row.name}` }}>
            Edit
          </ButtonLink>
          <IconButton icon="trash" label={`Delete ${row.name}`} variant="secondary" onClick={() => onDelete(row)} />
        </span>
      ),
    },
  ];
}
