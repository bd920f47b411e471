import { useState } from 'react';
import { Link } from 'react-router-dom';
import { type MergeKind, mergeNouns } from '#contract/rules/merge-kinds.ts';
import { countedUse, type Use, type UseKind } from '#contract/rules/uses.ts';
import { CallError } from '#ui/engine/engine.ts';
import { useOnlineAction, useOnlineCall } from '#ui/engine/use-online-call.ts';
import { paths } from '#ui/paths.ts';
import { Button } from '#ui/ui/button.tsx';
import { MenuButton } from '#ui/ui/menu-button.tsx';
import { useReturnTo } from '#ui/ui/return-to.ts';
import { MergeDialog, type Mergeable, useUndoMerge } from './merge-dialog.tsx';
import { DeleteDialog } from './delete-dialog.tsx';

/** Kinds of master data. The lists of the first three have no Delete. */
const kinds = {
  vendor: { list: paths.vendors(), remove: 'deleteVendor', restore: 'restoreVendor' },
  contactPerson: { list: paths.contactPersons(), remove: 'deleteContactPerson', restore: 'restoreContactPerson' },
  department: { list: paths.departments(), remove: 'deleteDepartment', restore: 'restoreDepartment' },
  equipmentType: { list: paths.equipmentTypes() },
  make: { list: paths.equipmentMakes() },
  model: { list: paths.equipmentModels() },
} as const;

type RemovedKind = 'vendor' | 'contactPerson' | 'department';

const isRemoved = (kind: MergeKind): kind is RemovedKind => 'remove' in kinds[kind];

/** The form in which a record stops using another one. */
const formOf: Record<UseKind, (id: string) => string> = {
  device: paths.deviceEdit,
  contactPerson: paths.contactPersonEdit,
  agreement: paths.warrantyEdit,
  schedule: paths.scheduleEdit,
  template: paths.roundTemplateEdit,
};

interface RecordMenuProps {
  kind: MergeKind;
  record: Mergeable;
}

/** Offers what can be done with a record besides editing it. */
export function RecordMenu({ kind, record }: RecordMenuProps) {
  const { list } = kinds[kind];
  const [asked, setAsked] = useState<'delete' | 'merge' | null>(null);
  const recent = useOnlineCall('recentMerges', { params: { kind, id: record.id } }, { once: true });
  const undo = useUndoMerge(kind);
  const returnTo = useReturnTo();
  return (
    <>
      <MenuButton
        label="More actions"
        align="end"
        className="border border-line-strong bg-surface hover:border-primary"
        items={[
          { label: 'Merge', icon: 'copy', onSelect: () => setAsked('merge') },
          ...(recent.data ?? []).map((merged) => ({
            label: `Undo merge of “${merged.name}”`,
            icon: 'undo' as const,
            onSelect: () => void undo(merged).then(recent.reload),
          })),
          ...(isRemoved(kind)
            ? [{ label: 'Delete', icon: 'trash' as const, danger: true, onSelect: () => setAsked('delete') }]
            : []),
        ]}
      />
      {asked === 'delete' && isRemoved(kind) && (
        <Deletion kind={kind} record={record} onMerge={() => setAsked('merge')} onClose={() => setAsked(null)} />
      )}
      {asked === 'merge' && (
        <MergeDialog kind={kind} record={record} onMerged={() => returnTo(list)} onClose={() => setAsked(null)} />
      )}
    </>
  );
}

interface DeletionProps {
  kind: RemovedKind;
  record: { id: string; name: string };
  onMerge: () => void;
  onClose: () => void;
}

function Deletion({ kind, record, onMerge, onClose }: DeletionProps) {
  const { remove, restore, list } = kinds[kind];
  const noun = mergeNouns[kind];
  const deletion = useOnlineAction(remove);
  const returnTo = useReturnTo();
  const params = { id: record.id };
  return (
    <DeleteDialog
      record={record}
      title={`Delete ${noun}`}
      question={`Are you sure you want to delete this ${noun}?`}
      consequence={({ name }) => `“${name}” will no longer appear in lists and choices.`}
      nameOf={({ name }) => `${noun.charAt(0).toUpperCase()}${noun.slice(1)} “${name}”`}
      onDelete={async () => {
        await deletion.run({ params });
        await returnTo(list);
      }}
      restoration={() => ({ call: restore, input: { params } })}
      refused={(message, error) => refusal(message, error, onMerge)}
      onClose={onClose}
    />
  );
}

/** Returns the records that a refusal names as users of the record. */
function usesOf(error: unknown): readonly Use[] {
  const uses = error instanceof CallError ? error.problem?.context?.['uses'] : undefined;
  return Array.isArray(uses) ? (uses as readonly Use[]) : [];
}

/** Shows why a record is kept and what uses it, and offers to merge it. */
function refusal(message: string, error: unknown, onMerge: () => void) {
  return (
    <>
      <p>{message}</p>
      <Uses uses={usesOf(error)} />
      <Button className="mt-3" onClick={onMerge}>
        Merge instead
      </Button>
    </>
  );
}

function Uses({ uses }: { uses: readonly Use[] }) {
  if (uses.length === 0) return null;
  return (
    <ul className="mt-2 space-y-1 text-sm">
      {uses.map((use) => (
        <li key={use.kind}>
          {countedUse(use)}:{' '}
          {use.first.map(({ id, name }, place) => (
            <span key={id}>
              {place > 0 && ', '}
              <Link to={formOf[use.kind](id)} className="font-semibold text-primary-ink underline">
                {name}
              </Link>
            </span>
          ))}
          {use.count > use.first.length && ` and ${use.count - use.first.length} more`}
        </li>
      ))}
    </ul>
  );
}
