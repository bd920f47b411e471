import { Link } from 'react-router-dom';
import type { TesterRow } from '#contract/calls/tester.ts';
import { calibratedWords } from '#contract/pages/papers/testers.ts';
import { formatSlashDay } from '#contract/rules/dates-format.ts';
import { isInDate } from '#contract/rules/test-result.ts';
import { nameColumn } from '#ui/fields/cells.tsx';
import { dayCell } from '#ui/fields/sheet-cells.ts';
import { paths } from '#ui/paths.ts';
import { DeleteDialog } from '#ui/forms/online/delete-dialog.tsx';
import { DuplicatesNotice } from '#ui/forms/online/duplicates-notice.tsx';
import { useListQuery } from '#ui/lists/list-query.ts';
import { pageOfList } from '#ui/lists/page-list.ts';
import { RecordListScreen } from '#ui/lists/record-list-screen.tsx';
import { useToday } from '#ui/engine/use-now.ts';
import { useOnlineAction, useOnlineCall } from '#ui/engine/use-online-call.ts';
import { Badge } from '#ui/ui/badge.tsx';
import { ButtonLink } from '#ui/ui/button.tsx';
import type { Column } from '#ui/ui/data-table.tsx';

const columnsOf = (today: string): readonly Column<TesterRow>[] => [
  nameColumn(),
  { key: 'serial', header: 'Serial Number', card: 'line', value: (row) => row.serialNumber },
  {
    key: 'certificate',
    header: 'Certificate',
    card: 'line',
    value: (row) => row.certificateNumber,
    cell: (row) => (
      <Link
        to={paths.tester(row.id)}
        aria-label={`${row.certificateNumber}, certificates of ${row.name}`}
        className="inline-flex min-h-target items-center text-primary-ink underline-offset-4 wrap-anywhere hover:underline"
      >
        {row.certificateNumber}
      </Link>
    ),
  },
  { key: 'calibrated', header: 'Calibrated', card: 'line', value: calibratedWords },
  {
    key: 'due',
    header: 'Due',
    card: 'badge',
    value: (row) => dayCell(row.dueOn),
    cell: (row) =>
      isInDate(row, today) ? (
        <Badge tone="ok" wraps>
          until {formatSlashDay(row.dueOn)}
        </Badge>
      ) : (
        <Badge tone="danger" wraps>
          out of date since {formatSlashDay(row.dueOn)}
        </Badge>
      ),
  },
];

/** Lists the instruments used to test devices, and until when their certificates are valid. */
export function TesterListScreen() {
  const query = useListQuery();
  return (
    <RecordListScreen
      title="Testers"
      actions={
        <ButtonLink to={paths.printTesters()} icon="print" anchor={{ 'aria-label': 'Print tester register' }}>
          Print
        </ButtonLink>
      }
      searchLabel="Search by name, serial or certificate"
      query={query}
      call={useOnlineCall('testerPage', { query: pageOfList(query) })}
      columns={columnsOf(useToday())}
      addTo={paths.testerCreate()}
      editTo={paths.testerEdit}
      Deletion={DeleteTesterDialog}
      counted={['tester', 'testers']}
      empty="No testers found."
      emptyIcon="device"
      emptyHint="Add the instruments used to test devices. Each test records its tester and certificate."
      errorText="Server error occurred."
    >
      <DuplicatesNotice kind="tester" />
    </RecordListScreen>
  );
}

function DeleteTesterDialog({ record, onClose }: { record: TesterRow | null; onClose: () => void }) {
  const remove = useOnlineAction('deleteTester');
  return (
    <DeleteDialog
      record={record}
      title="Delete tester"
      question={`Delete ${record?.name ?? 'this tester'}?`}
      consequence={() => 'Tests made with it stay as they are.'}
      nameOf={({ name }) => `Tester “${name}”`}
      onDelete={({ id }) => remove.run({ params: { id } })}
      restoration={({ id }) => ({ call: 'restoreTester', input: { params: { id } } })}
      onClose={onClose}
    />
  );
}
