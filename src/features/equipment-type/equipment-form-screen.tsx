import { useParams } from 'react-router-dom';
import {
  createEquipmentTypeBody,
  type EquipmentTypeRecord,
  updateEquipmentTypeBody,
} from '#contract/calls/equipment-type.ts';
import { recordShapes } from '#contract/rules/merge/records.ts';
import { paths } from '#ui/paths.ts';
import { FormPage } from '#ui/forms/online/form-page.tsx';
import { OnlineForm } from '#ui/forms/online/online-form.tsx';
import { RecordMenu } from '#ui/forms/online/record-menu.tsx';
import { RecordLoad } from '#ui/forms/online/record-load.tsx';
import { useOnlineAction, useOnlineCall } from '#ui/engine/use-online-call.ts';
import { useReturnTo } from '#ui/ui/return-to.ts';
import { EquipmentTypeInputs, equipmentTypeLabels } from './equipment-inputs.tsx';
import { HospitalOnly } from './hospital-only.tsx';

const back = { to: paths.equipmentTypes(), label: 'Equipments' };
const invalidText = 'Please fill in all required fields.';
const blank = { name: '', equipmentImportance: 'Critical' as const, description: '' };

/** Returns the form values of an equipment type. */
function valuesOf({ name, equipmentImportance, description, revision }: EquipmentTypeRecord) {
  return { name, equipmentImportance, description, revision };
}

/** Creates an equipment type. */
export function EquipmentTypeCreateScreen() {
  return (
    <HospitalOnly title="Create Equipment">
      <CreateForm />
    </HospitalOnly>
  );
}

/** Edits an equipment type; its devices show the new name. */
export function EquipmentTypeEditScreen() {
  return (
    <HospitalOnly title="Edit Equipment">
      <EditForm />
    </HospitalOnly>
  );
}

function CreateForm() {
  const returnTo = useReturnTo();
  const create = useOnlineAction('createEquipmentType');
  return (
    <FormPage title="Create Equipment" back={back}>
      <OnlineForm
        schema={createEquipmentTypeBody}
        defaults={blank}
        draftKey="equipment"
        submitLabel="Create"
        cancelTo={paths.equipmentTypes()}
        invalidText={invalidText}
        send={(body, idempotencyKey) => create.run({ body, idempotencyKey })}
        savedText={({ name }) => `Equipment "${name}" created successfully!`}
        onSaved={(made) => returnTo(paths.equipmentTypes(), made)}
        refused={(message) => `Error creating equipment: ${message}`}
      >
        <EquipmentTypeInputs />
      </OnlineForm>
    </FormPage>
  );
}

function EditForm() {
  const { id = '' } = useParams();
  const returnTo = useReturnTo();
  const equipment = useOnlineCall('equipment', { params: { id } }, { once: true });
  const update = useOnlineAction('updateEquipmentType');
  return (
    <FormPage
      title="Edit Equipment"
      back={back}
      actions={equipment.data && <RecordMenu kind="equipmentType" record={equipment.data} />}
    >
      <RecordLoad call={equipment} failed={(reason) => `Failed to load equipment: ${reason}`}>
        {(record) => (
          <OnlineForm
            key={record.id}
            schema={updateEquipmentTypeBody}
            defaults={valuesOf(record)}
            draftKey={`equipment:${record.id}`}
            cancelTo={paths.equipmentTypes()}
            invalidText={invalidText}
            send={(body, idempotencyKey) => update.run({ params: { id }, body, idempotencyKey })}
            savedText={({ name }) => `Equipment "${name}" updated successfully!`}
            onSaved={() => returnTo(paths.equipmentTypes())}
            edit={{ shape: recordShapes.equipmentType, labels: equipmentTypeLabels, valuesOf }}
            refused={(message) => `Error updating equipment: ${message}`}
          >
            <EquipmentTypeInputs />
          </OnlineForm>
        )}
      </RecordLoad>
    </FormPage>
  );
}
