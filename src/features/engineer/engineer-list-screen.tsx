import type { EngineerRow } from '#contract/calls/engineer.ts';
import { officeManagesAccounts } from '#contract/permissions.ts';
import { MailLink, nameColumn, numberColumn, PhoneLink } from '#ui/fields/cells.tsx';
import { paths } from '#ui/paths.ts';
import { useListQuery } from '#ui/lists/list-query.ts';
import { pageOfList } from '#ui/lists/page-list.ts';
import { RecordListScreen } from '#ui/lists/record-list-screen.tsx';
import { useSignedIn } from '#ui/engine/engine-provider.tsx';
import { useOnlineCall } from '#ui/engine/use-online-call.ts';
import { Alert } from '#ui/ui/alert.tsx';
import { ButtonLink } from '#ui/ui/button.tsx';
import type { Column } from '#ui/ui/data-table.tsx';
import { DeleteEngineerDialog } from './delete-engineer-dialog.tsx';
import { useMayManageAccounts } from './use-may-manage.ts';

const columns: readonly Column<EngineerRow & { number: number }>[] = [
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
];

/** Lists the hospital's BME accounts: search by name, phone or email, add, edit, delete. */
export function EngineerListScreen() {
  const query = useListQuery();
  const mayManage = useMayManageAccounts();
  const { userRole } = useSignedIn();
  return (
    <RecordListScreen
      title="BME Accounts"
      actions={
        <>
          <ButtonLink icon="calendar" to={paths.duty()}>
            Duty and leave
          </ButtonLink>
          {userRole === 'Hospital' && (
            <ButtonLink icon="bell" to={paths.noticeRules()}>
              Escalation
            </ButtonLink>
          )}
        </>
      }
      searchLabel="Search by name, phone or email"
      query={query}
      call={useOnlineCall('engineerPage', { query: pageOfList(query) })}
      columns={columns}
      addTo={mayManage ? paths.engineerCreate() : undefined}
      editTo={paths.engineerEdit}
      Deletion={mayManage ? DeleteEngineerDialog : undefined}
      counted={['account', 'accounts']}
      empty="No BME accounts found."
      emptyIcon="users"
      emptyHint={mayManage ? 'Add an account for each engineer who walks the wards.' : officeManagesAccounts}
    >
      {!mayManage && <Alert tone="info">{officeManagesAccounts}</Alert>}
    </RecordListScreen>
  );
}
