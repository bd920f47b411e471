import { useState } from 'react';
import { type MergeKind, mergeNouns } from '#contract/rules/merge-kinds.ts';
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

/**
 * A record that can be merged, with what distinguishes it from others of the same name; `parts` are the make and type
 * of a model.
 */
export interface Mergeable extends Named {
  equipmentMakeId?: string;
  equipmentId?: string;
  /** Distinguishes it from others of the same name. */
  detail?: string;
}

const needsNetwork = 'You are offline. Merging needs the network.';

interface Listed extends Mergeable {
  location?: string;
  vendor?: string;
  equipmentMakeName?: string;
  equipmentName?: string;
}

/** Returns a record's name with what distinguishes it from others. */
function labelOf({ name, detail, location, vendor, equipmentMakeName, equipmentName }: Listed): string {
  return [name, detail ?? location ?? vendor ?? equipmentMakeName, equipmentName].filter(Boolean).join(', ');
}

type Read = (
  engine: WardEngine,
  query: { page: number; pageSize: number },
) => Promise<{
  items: readonly Listed[];
  totalPages: number;
}>;

type PageCall = 'vendorPage' | 'contactPersonPage' | 'departmentPage' | 'equipmentTypePage' | 'makePage' | 'modelPage';

const pages: Record<MergeKind, { call: PageCall; read: Read }> = {
  vendor: { call: 'vendorPage', read: (engine, query) => engine.call('vendorPage', { query }) },
  contactPerson: { call: 'contactPersonPage', read: (engine, query) => engine.call('contactPersonPage', { query }) },
  department: { call: 'departmentPage', read: (engine, query) => engine.call('departmentPage', { query }) },
  equipmentType: { call: 'equipmentTypePage', read: (engine, query) => engine.call('equipmentTypePage', { query }) },
  make: { call: 'makePage', read: (engine, query) => engine.call('makePage', { query }) },
  model: { call: 'modelPage', read: (engine, query) => engine.call('modelPage', { query }) },
};

/** What changes for devices besides a name. */
const follows: Partial<Record<MergeKind, string>> = {
  equipmentType: 'From today its devices follow the schedules and procedures of the equipment type that stays.',
  model: 'From today its devices follow the schedules and procedures of the model that stays.',
};

interface MergeDialogProps {
  kind: MergeKind;
  record: Mergeable;
  /** Offers only these records. */
  among?: readonly Mergeable[];
  /** Called once the record is merged. */
  onMerged: () => Promise<void>;
  onClose: () => void;
}

/** Asks which record takes over everything that names this one, merges on the server, then offers Undo. */
export function MergeDialog({ kind, record, among, onMerged, onClose }: MergeDialogProps) {
  const noun = mergeNouns[kind];
  const engine = useEngine();
  const toast = useToast();
  const { offline } = useSyncStatus();
  const { call, read } = pages[kind];
  const all = useEveryPage(call, (query) => read(engine, query));
  const fits = ({ equipmentMakeId, equipmentId }: Mergeable) =>
    equipmentMakeId === record.equipmentMakeId && equipmentId === record.equipmentId;
  const others = (among ?? (all.data ?? []).filter(fits)).filter(({ id }) => id !== record.id);
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
          label={`Merge “${record.name}”${record.detail ? ` (${record.detail})` : ''} into`}
          required
          placeholder={`Select the ${noun} that stays`}
          options={others.map((each) => ({ value: each.id, label: labelOf(each) }))}
          value={chosen?.id ?? ''}
          onChange={(event) => setPicked(event.target.value)}
          error={asked && !chosen ? `Please choose a ${noun}.` : undefined}
        />
        <p className="text-muted">
          Everything that names “{record.name}”, past work included, will name the {noun} that stays. “{record.name}”
          will no longer appear in lists and choices. You can undo this for an hour.
        </p>
        {follows[kind] && <p className="text-muted">{follows[kind]}</p>}
      </div>
    </ConfirmDialog>
  );
}

/** Returns a function that undoes the merge of a record and reports the outcome. */
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
