import { lazy, Suspense, useState } from 'react';
import type { DuplicateKind } from '#contract/calls/merge.ts';
import { counted } from '#contract/rules/counted.ts';
import { mergeNouns } from '#contract/rules/merge-kinds.ts';
import { useOnlineCall } from '#ui/engine/use-online-call.ts';
import { Alert } from '#ui/ui/alert.tsx';
import { Button } from '#ui/ui/button.tsx';

const DuplicatesDialog = lazy(async () => ({ default: (await import('./duplicates-dialog.tsx')).DuplicatesDialog }));

const nouns: Record<DuplicateKind, readonly [one: string, many?: string]> = {
  vendor: [mergeNouns.vendor],
  contactPerson: [mergeNouns.contactPerson],
  department: [mergeNouns.department],
  equipmentType: [mergeNouns.equipmentType],
  make: [mergeNouns.make],
  model: [mergeNouns.model],
  device: ['device'],
  agreement: ['warranty or contract', 'warranties and contracts'],
  procedure: ['procedure'],
  tester: ['tester'],
};

/**
 * Says above a list that some of its records may be the same, and opens them side by side. Source: docs/product.md
 * P261.
 */
export function DuplicatesNotice({ kind }: { kind: DuplicateKind }) {
  const call = useOnlineCall('possibleDuplicates', { params: { kind } });
  const [isOpen, setOpen] = useState(false);
  const groups = call.data ?? [];
  if (groups.length === 0) return null;
  return (
    <>
      <Alert tone="info" action={<Button onClick={() => setOpen(true)}>Compare</Button>}>
        Possible duplicates: {counted(groups.flat().length, ...nouns[kind])}.
      </Alert>
      {isOpen && (
        <Suspense>
          <DuplicatesDialog kind={kind} groups={groups} onMerged={call.reload} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
