import { useState } from 'react';
import type { MergeKind } from '#contract/calls/merge.ts';
import { sameKey } from '#contract/rules/text.ts';
import { errorWords, isOffline, type WardEngine } from '#ui/engine/engine.ts';
import { useEngine, useSyncStatus } from '#ui/engine/engine-provider.tsx';
import { useEveryPage, useOnlineAction } from '#ui/engine/use-online-call.ts';
import { ConfirmDialog } from '#ui/ui/confirm-dialog.tsx';
import { SelectField } from '#ui/ui/select-field.tsx';
import { useToast } from '#ui/ui/toast.tsx';

interface Named {
  id: string;
  name: string;
}

const needsNetwork = 'You are offline. Merging needs the network.';

type Read = (
  engine: WardEngine,
  query: { page: number; pageSize: number },
) => Promise<{
  items: readonly (Named & { location?: string; vendor?: string })[];
  totalPages: number;
}>;

const pages: Record<MergeKind, { call: 'vendorPage' | 'contactPersonPage' | 'departmentPage'; read: Read }> = {
  vendor: { call: 'vendorPage', read: (engine, query) => engine.call('vendorPage', { query }) },
  contactPerson: { call: 'contactPersonPage', read: (engine, query) => engine.call('contactPersonPage', { query }) },
  department: { call: 'departmentPage', read: (engine, query) => engine.call('departmentPage', { query }) },
};

interface MergeDialogProps {
  kind: MergeKind;
  noun: string;
  record: Named;
  /** Called once the record is merged. */
  onMerged: () => Promise<void>;
  onClose: () => void;
}

/** Asks which record takes over everything that names this one, merges on the server, then offers Undo. */
export function MergeDialog({ kind, noun, record, onMerged, onClose }: MergeDialogProps) {
  const engine = useEngine();
  const toast = useToast();
  const { offline } = useSyncStatus();
  const { call, read } = pages[kind];
  const all = useEveryPage(call, (query) => read(engine, query));
  const others = (all.data ?? []).filter(({ id }) => id !== record.id);
  const twin = others.find(({ name }) => sameKey(name) === sameKey(record.name));
  const [picked, setPicked] = useState<string>();
  const chosen = others.find(({ id }) => id === (picked ?? twin?.id));
  const [asked, setAsked] = useState(false);
  const [problem, setProblem] = useState<string>();
  const merge = useOnlineAction('mergeRecords');
  const undo = useUndoMerge(kind);
  const confirm = async () => {
    setProblem(undefined);
    setAsked(true);
    if (!chosen) return;
    try {
      await merge.run({ params: { kind, id: record.id }, body: { intoId: chosen.id } });
      onClose();
      await onMerged();
      toast({
        text: `“${record.name}” merged into “${chosen.name}”.`,
        action: { label: 'Undo', onAction: () => void undo(record) },
      });
    } catch (error) {
      setProblem(isOffline(error) ? needsNetwork : errorWords(error, 'Server error'));
    }
  };
  return (
    <ConfirmDialog
      open
      title={`Merge ${noun}`}
      confirmLabel="Merge"
      busy={merge.busy}
      error={problem ?? (offline ? needsNetwork : all.error && errorWords(all.error, 'Server error'))}
      onConfirm={() => void confirm()}
      onCancel={onClose}
    >
      <div className="space-y-4">
        <SelectField
          label={`Merge “${record.name}” into`}
          required
          placeholder={`Select the ${noun} that stays`}
          options={others.map(({ id, name, location, vendor }) => ({
            value: id,
            label: [name, location ?? vendor].filter(Boolean).join(', '),
          }))}
          value={chosen?.id ?? ''}
          onChange={(event) => setPicked(event.target.value)}
          error={asked && !chosen ? `Please choose a ${noun}.` : undefined}
        />
        <p className="text-muted">
          Everything that names “{record.name}”, past work included, will name the {noun} that stays. “{record.name}”
          will no longer appear in lists and choices. You can undo this for an hour.
        </p>
      </div>
    </ConfirmDialog>
  );
}

/** Returns the function that undoes the merge of a record and says what came of it. */
export function useUndoMerge(kind: MergeKind): (record: Named) => Promise<void> {
  const undo = useOnlineAction('undoMerge');
  const toast = useToast();
  return async ({ id, name }) => {
    try {
      await undo.run({ params: { kind, id } });
      toast({ text: `“${name}” is separate again.` });
    } catch (error) {
      const why = isOffline(error) ? needsNetwork : errorWords(error, 'Please try again.');
      toast({ tone: 'danger', text: `The merge could not be undone. ${why}` });
    }
  };
}
