import { useParams } from 'react-router-dom';
import { type ModelRecord, updateModelBody } from '#contract/calls/equipment-model.ts';
import { recordShapes } from '#contract/rules/merge/records.ts';
import { paths } from '#ui/paths.ts';
import { FormPage } from '#ui/forms/online/form-page.tsx';
import { OnlineForm } from '#ui/forms/online/online-form.tsx';
import { RecordMenu } from '#ui/forms/online/record-menu.tsx';
import { RecordLoad } from '#ui/forms/online/record-load.tsx';
import { useOnlineAction, useOnlineCall } from '#ui/engine/use-online-call.ts';
import { useReturnTo } from '#ui/ui/return-to.ts';
import { ModelCreateForm, ModelInputs, modelLabels } from '#ui/records/model-form.tsx';

const back = { to: paths.equipmentModels(), label: 'Equipment Models' };

/** Returns the form values of a model. */
function valuesOf({ name, equipmentMakeId, equipmentId, revision }: ModelRecord) {
  return { name, equipmentMakeId, equipmentId, revision };
}

/** Creates a model of one make and one equipment type. */
export function ModelCreateScreen() {
  const returnTo = useReturnTo();
  return (
    <FormPage title="Create Equipment Model" back={back}>
      <ModelCreateForm cancelTo={paths.equipmentModels()} onSaved={(made) => returnTo(paths.equipmentModels(), made)} />
    </FormPage>
  );
}

/** Edits a model; its devices show the changed names. */
export function ModelEditScreen() {
  const { id = '' } = useParams();
  const returnTo = useReturnTo();
  const model = useOnlineCall('model', { params: { id } }, { once: true });
  const makes = useOnlineCall('modelMakes');
  const all = useOnlineCall('allEquipmentTypes');
  const update = useOnlineAction('updateModel');
  const names = new Map([...(makes.data ?? []), ...(all.data ?? [])].map((record) => [record.id, record.name]));
  return (
    <FormPage
      title="Edit Equipment Model"
      back={back}
      actions={model.data && <RecordMenu kind="model" record={model.data} />}
    >
      <RecordLoad call={model} failed={(reason) => `Failed to load equipment model: ${reason}`}>
        {(record) => (
          <OnlineForm
            key={record.id}
            schema={updateModelBody}
            defaults={valuesOf(record)}
            draftKey={`model:${record.id}`}
            submitLabel="Save"
            cancelTo={paths.equipmentModels()}
            send={(body, idempotencyKey) => update.run({ params: { id }, body, idempotencyKey })}
            savedText={({ name }) => `Equipment model "${name}" updated successfully!`}
            onSaved={() => returnTo(paths.equipmentModels())}
            edit={{
              shape: recordShapes.model,
              labels: modelLabels,
              valuesOf,
              textOf: (field, value) => (field !== 'name' && typeof value === 'string' ? names.get(value) : undefined),
            }}
          >
            <ModelInputs />
          </OnlineForm>
        )}
      </RecordLoad>
    </FormPage>
  );
}
