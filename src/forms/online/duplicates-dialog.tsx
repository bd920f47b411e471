import { useState } from 'react';
import { Link } from 'react-router-dom';
import type { Duplicate, DuplicateKind } from '#contract/calls/merge.ts';
import { type MergeKind, mergeKinds } from '#contract/rules/merge-kinds.ts';
import { counted } from '#contract/rules/counted.ts';
import { paths } from '#ui/paths.ts';
import { Button } from '#ui/ui/button.tsx';
import { Dialog } from '#ui/ui/dialog.tsx';
import { MergeDialog } from './merge-dialog.tsx';

/** The form of a record of each kind. */
const formOf: Record<DuplicateKind, (id: string) => string> = {
  vendor: paths.vendorEdit,
  contactPerson: paths.contactPersonEdit,
  department: paths.departmentEdit,
  equipmentType: paths.equipmentTypeEdit,
  make: paths.equipmentMakeEdit,
  model: paths.equipmentModelEdit,
  device: paths.deviceEdit,
  agreement: paths.warrantyEdit,
  procedure: paths.procedureEdit,
  tester: paths.testerEdit,
};

const spelled = 'They differ only in capitals, spaces or characters that cannot be seen.';

function isMerged(kind: DuplicateKind): kind is MergeKind {
  return mergeKinds.some((each) => each === kind);
}

const devicesOf = ({ devices }: Duplicate) => (devices === 0 ? 'no devices' : counted(devices, 'device'));

/** Says why the records are listed and what can be done about them. */
function advice(kind: DuplicateKind): string {
  if (kind === 'contactPerson') return 'They have the same name at the same vendor. Merge them if they are one person.';
  if (isMerged(kind)) return `${spelled} Merge them if they are the same, or rename one of them.`;
  return `${spelled} Open one of them to correct it. If both are the same, delete one.`;
}

interface DuplicatesDialogProps {
  kind: DuplicateKind;
  groups: readonly (readonly Duplicate[])[];
  onMerged: () => void;
  onClose: () => void;
}

/** Shows records that may be the same side by side, each with Merge. */
export function DuplicatesDialog({ kind, groups, onMerged, onClose }: DuplicatesDialogProps) {
  const [merging, setMerging] = useState<Duplicate | null>(null);
  if (merging && isMerged(kind)) {
    const group = groups.find((each) => each.includes(merging)) ?? [];
    return (
      <MergeDialog kind={kind} record={merging} among={group} onMerged={async () => onMerged()} onClose={onClose} />
    );
  }
  return (
    <Dialog open title="Possible duplicates" onClose={onClose} actions={<Button onClick={onClose}>Close</Button>}>
      <p className="text-muted">{advice(kind)}</p>
      {groups.map((group) => (
        <ul
          key={group[0]?.id}
          className="mt-4 divide-y divide-line rounded-control border border-line"
          aria-label={group[0]?.name}
        >
          {group.map((record) => (
            <li key={record.id} className="flex flex-wrap items-center justify-between gap-3 px-4 py-3">
              <div className="min-w-0 flex-1 basis-40">
                <Link
                  to={formOf[kind](record.id)}
                  className="inline-block py-1 font-semibold wrap-anywhere text-primary-ink underline underline-offset-4"
                >
                  {record.name}
                </Link>
                <p className="text-sm wrap-anywhere text-muted">
                  {[record.detail, isMerged(kind) && devicesOf(record)].filter(Boolean).join(', ')}
                </p>
              </div>
              {isMerged(kind) && <Button onClick={() => setMerging(record)}>Merge</Button>}
            </li>
          ))}
        </ul>
      ))}
    </Dialog>
  );
}
