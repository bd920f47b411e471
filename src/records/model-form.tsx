import { useFormContext, useWatch } from 'react-hook-form';
import { createModelBody, type ModelRecord } from '#contract/calls/equipment-model.ts';
import { FormSelect } from '#ui/fields/form-select.tsx';
import { FormText } from '#ui/fields/form-text.tsx';
import { errorWords } from '#ui/engine/engine.ts';
import { CreateDialog } from '#ui/forms/online/create-dialog.tsx';
import { OnlineForm } from '#ui/forms/online/online-form.tsx';
import { useOnlineAction, useOnlineCall } from '#ui/engine/use-online-call.ts';
import { Alert } from '#ui/ui/alert.tsx';
import type { BodyInput } from '#contract/define.ts';
import type { Calls } from '#contract/index.ts';
import type { CreateDialogOf, CreateFormOf } from './create-form.ts';

type Body = BodyInput<Calls['createModel']>;

const blank = { name: '', equipmentMakeId: '', equipmentId: '' };

const asOptions = (records: readonly { id: string; name: string }[]) =>
  records.map(({ id, name }) => ({ value: id, label: name }));

export const modelLabels = { name: 'Name', equipmentMakeId: 'Select Make', equipmentId: 'Select Equipment' };

/**
 * Renders the inputs of a model: choosing a make clears the equipment type and loads the types that the make builds.
 */
export function ModelInputs() {
  const { setValue } = useFormContext();
  const watched: unknown = useWatch({ name: 'equipmentMakeId' });
  const makeId = typeof watched === 'string' ? watched : '';
  const makes = useOnlineCall('modelMakes');
  const built = useOnlineCall('modelEquipmentsByMake', { params: { makeId } }, { enabled: makeId !== '' });
  const isLoading = makeId !== '' && (built.loading || built.refreshing);
  const equipment = makeId === '' || isLoading ? [] : (built.data ?? []);
  const failed = makes.error ?? built.error;
  return (
    <div className="space-y-5">
      {failed && <Alert tone="danger">{errorWords(failed, 'Server error')}</Alert>}
      <div className="grid gap-5 sm:grid-cols-2">
        <FormText<Body> name="name" label={modelLabels.name} required autoComplete="off" className="sm:col-span-2" />
        <FormSelect<Body>
          name="equipmentMakeId"
          label={modelLabels.equipmentMakeId}
          required
          placeholder="Choose a make"
          options={asOptions(makes.data ?? [])}
          onChosen={() => setValue('equipmentId', '', { shouldDirty: true })}
        />
        <FormSelect<Body>
          name="equipmentId"
          label={modelLabels.equipmentId}
          required
          disabled={equipment.length === 0}
          placeholder={placeholderOf(makeId, isLoading, equipment.length)}
          options={asOptions(equipment)}
        />
      </div>
    </div>
  );
}

function placeholderOf(makeId: string, isLoading: boolean, count: number): string {
  if (makeId === '') return 'Choose a make first';
  if (isLoading) return 'Loading…';
  return count === 0 ? 'This make has no equipment types yet' : 'Choose equipment';
}

/** Creates a model of one make and one equipment type, on its own screen or inside a dialog. */
export function ModelCreateForm(form: CreateFormOf<ModelRecord>) {
  const create = useOnlineAction('createModel');
  return (
    <OnlineForm
      {...form}
      schema={createModelBody}
      defaults={blank}
      draftKey="model"
      submitLabel="Create"
      send={(body, idempotencyKey) => create.run({ body, idempotencyKey })}
      savedText={({ name }) => `Equipment model "${name}" created successfully!`}
    >
      <ModelInputs />
    </OnlineForm>
  );
}

/** Creates a model in a dialog and passes it to `onCreated`. */
export function ModelCreateDialog({ onCreated, onClose }: CreateDialogOf<ModelRecord>) {
  return (
    <CreateDialog title="Create Equipment Model" onClose={onClose}>
      <ModelCreateForm onSaved={onCreated} onCancel={onClose} />
    </CreateDialog>
  );
}
