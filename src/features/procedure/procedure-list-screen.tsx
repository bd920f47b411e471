import { counted } from '#contract/rules/counted.ts';
import type { ProcedureRow } from '#contract/calls/procedure.ts';
import { nameColumn } from '#ui/fields/cells.tsx';
import { paths } from '#ui/paths.ts';
import { errorWords, isOffline } from '#ui/engine/engine.ts';
import { useOnlineAction, useOnlineCall } from '#ui/engine/use-online-call.ts';
import { DeleteDialog } from '#ui/forms/online/delete-dialog.tsx';
import { useIdempotencyKey } from '#ui/forms/online/use-idempotency-key.ts';
import { DuplicatesNotice } from '#ui/forms/online/duplicates-notice.tsx';
import { useListQuery } from '#ui/lists/list-query.ts';
import { pageOfList } from '#ui/lists/page-list.ts';
import { RecordListScreen } from '#ui/lists/record-list-screen.tsx';
import { Badge } from '#ui/ui/badge.tsx';
import { Button, ButtonLink } from '#ui/ui/button.tsx';
import type { Column } from '#ui/ui/data-table.tsx';
import { useToast } from '#ui/ui/toast.tsx';

const stepsWords = (count: number): string => counted(count, 'step');

const columns: readonly Column<ProcedureRow>[] = [
  nameColumn(),
  {
    key: 'usedFor',
    header: 'Used for',
    card: 'line',
    value: (row) => row.usedFor,
    cell: (row) => row.usedFor || <span className="text-muted">not assigned</span>,
  },
  {
    key: 'steps',
    header: 'Steps',
    align: 'end',
    card: 'more',
    value: (row) => row.stepCount,
    cell: (row) => stepsWords(row.stepCount),
  },
  { key: 'version', header: 'Version', align: 'end', value: (row) => row.version },
  {
    key: 'limits',
    header: 'Limits',
    card: 'badge',
    value: (row) => row.unconfirmedCount,
    cell: (row) => (
      <span className="flex flex-wrap gap-1.5">
        {row.unlimitedCount > 0 ? (
          <Badge tone="danger">{counted(row.unlimitedCount, 'limit missing', 'limits missing')}</Badge>
        ) : row.unconfirmedCount === 0 ? (
          <Badge tone="ok">confirmed</Badge>
        ) : (
          <Badge tone="warn">{row.unconfirmedCount} to confirm</Badge>
        )}
        {row.unmeasuredPart && <Badge tone="info">{row.unmeasuredPart} part not measured</Badge>}
      </span>
    ),
  },
];

/** Lists the hospital's test procedures, and offers a starter set. */
export function ProcedureListScreen() {
  const query = useListQuery();
  const toast = useToast();
  const starter = useOnlineAction('addStarterProcedures');
  const attempt = useIdempotencyKey('starter-procedures');
  const addStarter = async () => {
    try {
      const body = {};
      const { added, skipped } = await attempt(
        body,
        () => starter.run({ body }),
        () => undefined,
      );
      const words = counted(added, 'procedure');
      const known = skipped === 0 ? '' : `, ${counted(skipped, 'was', 'were')} already here`;
      toast({ text: `${words} added${known}.` });
    } catch (error) {
      const text = isOffline(error)
        ? 'You are offline. Adding the starter set needs the network.'
        : errorWords(error, 'The starter set could not be added.');
      toast({ tone: 'danger', text });
    }
  };
  const starterButton = (
    <Button icon="download" busy={starter.busy} onClick={() => void addStarter()}>
      Add the starter set
    </Button>
  );
  return (
    <RecordListScreen
      title="Procedures"
      actions={
        <>
          <ButtonLink to={paths.printLimits()} icon="print">
            Limits to confirm
          </ButtonLink>
          {starterButton}
        </>
      }
      searchLabel="Search by name"
      query={query}
      call={useOnlineCall('procedurePage', { query: pageOfList(query) })}
      columns={columns}
      addTo={paths.procedureCreate()}
      editTo={paths.procedureEdit}
      Deletion={DeleteProcedureDialog}
      counted={['procedure', 'procedures']}
      empty="No procedures found."
      emptyIcon="rounds"
      emptyHint="Add the starter set: procedures for common ward equipment, whose limits you confirm from the makers’ manuals."
      emptyAction={starterButton}
      errorText="Server error occurred."
    >
      <DuplicatesNotice kind="procedure" />
    </RecordListScreen>
  );
}

function DeleteProcedureDialog({ record, onClose }: { record: ProcedureRow | null; onClose: () => void }) {
  const remove = useOnlineAction('deleteProcedure');
  return (
    <DeleteDialog
      record={record}
      title="Delete procedure"
      question={`Delete ${record?.name ?? 'this procedure'}?`}
      consequence={() => 'Tests done with it stay as they are, with their version.'}
      nameOf={({ name }) => `Procedure “${name}”`}
      onDelete={({ id }) => remove.run({ params: { id } })}
      restoration={({ id }) => ({ call: 'restoreProcedure', input: { params: { id } } })}
      onClose={onClose}
    />
  );
}
