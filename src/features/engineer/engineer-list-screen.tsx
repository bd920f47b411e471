import { useState } from 'react';
import type { EngineerRow } from '#contract/calls/engineer.ts';
import { officeManagesAccounts } from '#contract/permissions.ts';
import { MailLink, nameColumn, numberColumn, PhoneLink, RowActs, rowMenu } from '#ui/fields/cells.tsx';
import { paths } from '#ui/paths.ts';
import { useListQuery } from '#ui/lists/list-query.ts';
import { ListScreen } from '#ui/lists/list-screen.tsx';
import { pageOfList, useNumberedList } from '#ui/lists/page-list.ts';
import { useOnlineCall } from '#ui/engine/use-online-call.ts';
import { Alert } from '#ui/ui/alert.tsx';
import { ButtonLink } from '#ui/ui/button.tsx';
import type { Column } from '#ui/ui/data-table.tsx';
import { DeleteEngineerDialog } from './delete-engineer-dialog.tsx';
import { useMayManageAccounts } from './use-may-manage.ts';

/** The BME accounts of the hospital: search by name, phone or email, add, edit, delete. */
export function EngineerListScreen() {
  const query = useListQuery();
  const [asked, setAsked] = useState<EngineerRow | null>(null);
  const { list, asOf } = useNumberedList(query, useOnlineCall('engineerPage', { query: pageOfList(query) }));
  const mayManage = useMayManageAccounts();
  const add = mayManage && (
    <ButtonLink to={paths.engineerCreate()} variant="primary" icon="plus">
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
        columns={columnsOf(mayManage ? setAsked : undefined)}
        rowKey={(row) => row.id}
        rowLabel={(row) => row.name}
        rowLink={(row) => paths.engineerEdit(row.id)}
        counted={['account', 'accounts']}
        empty="No BME accounts found."
        emptyIcon="users"
        emptyHint={mayManage ? 'Add an account for each engineer who walks the wards.' : officeManagesAccounts}
        emptyAction={add}
      >
        {!mayManage && <Alert tone="info">{officeManagesAccounts}</Alert>}
      </ListScreen>
      <DeleteEngineerDialog account={asked} onClose={() => setAsked(null)} />
    </>
  );
}

function columnsOf(onDelete: ((account: EngineerRow) => void) | undefined): Column<EngineerRow & { number: number }>[] {
  return [
    numberColumn(),
    nameColumn(),
    {
      key: 'phone',
      value: (row) => row.phone,
      header: 'Phone',
      card: 'line',
      cell: (row) => row.phone && <PhoneLink phone={row.phone} />,
    },
    {
      key: 'email',
      value: (row) => row.email,
      header: 'Email',
      card: 'line',
      cell: (row) => <MailLink email={row.email} />,
    },
    {
      key: 'actions',
      header: 'Actions',
      headerHidden: true,
      menu: (row) => rowMenu(paths.engineerEdit(row.id), onDelete && (() => onDelete(row))),
      align: 'end',
      cell: (row) => (
        <RowActs name={row.name} editTo={paths.engineerEdit(row.id)} onDelete={onDelete && (() => onDelete(row))} />
      ),
    },
  ];
}
