import { useNavigate, useParams } from 'react-router-dom';
import { createEquipmentBody, type EquipmentRecord, updateEquipmentBody } from '#contract/equipment.ts';
import { paths } from '#ui/paths.ts';
import { FormPage } from '#ui/resource/form-page.tsx';
import { OnlineForm } from '#ui/resource/online-form.tsx';
import { RecordLoad } from '#ui/resource/record-load.tsx';
import { useOnlineAction, useOnlineCall } from '#ui/resource/use-online-call.ts';
import { EquipmentInputs, equipmentLabels } from './equipment-inputs.tsx';
import { HospitalOnly } from './hospital-only.tsx';
import { stale } from './stale.ts';

const back = { to: paths.equipment(), label: 'Equipments' };
const invalidText = 'Please fill in all required fields.';
const blank = { name: '', equipmentImportance: 'Critical' as const, description: '' };

/** The form's values of a kind of equipment. */
function valuesOf({ name, equipmentImportance, description, revision }: EquipmentRecord) {
  return { name, equipmentImportance, description, revision };
}

/** Creates a kind of equipment. */
export function EquipmentCreateScreen() {
  return (
    <HospitalOnly title="Create Equipment">
      <CreateForm />
    </HospitalOnly>
  );
}

/** Changes a kind of equipment; its devices take the name over. */
export function EquipmentEditScreen() {
  return (
    <HospitalOnly title="Edit Equipment">
      <EditForm />
    </HospitalOnly>
  );
}

function CreateForm() {
  const navigate = useNavigate();
  const create = useOnlineAction('createEquipment', { stale });
  return (
    <FormPage title="Create Equipment" back={back}>
      <OnlineForm
        schema={createEquipmentBody}
        defaults={blank}
        draftKey="equipment"
        submitLabel="Create"
        cancelTo={paths.equipment()}
        invalidText={invalidText}
        send={(body, idempotencyKey) => create.run({ body, idempotencyKey })}
        savedText={({ name }) => `Equipment "${name}" created successfully!`}
        onSaved={() => navigate(paths.equipment())}
        refused={(message) => `Error creating equipment: ${message}`}
      >
        <EquipmentInputs />
      </OnlineForm>
    </FormPage>
  );
}

function EditForm() {
  const { id = '' } = useParams();
  const navigate = useNavigate();
  const equipment = useOnlineCall('equipment', { params: { id } }, { once: true });
  const update = useOnlineAction('updateEquipment', { stale });
  return (
    <FormPage title="Edit Equipment" back={back}>
      <RecordLoad call={equipment} failed={(reason) => `Failed to load equipment: ${reason}`}>
        {(record) => (
          <OnlineForm
            key={record.id}
            schema={updateEquipmentBody}
            defaults={valuesOf(record)}
            draftKey={`equipment:${record.id}`}
            cancelTo={paths.equipment()}
            invalidText={invalidText}
            send={(body, idempotencyKey) => update.run({ params: { id }, body, idempotencyKey })}
            savedText={({ name }) => `Equipment "${name}" updated successfully!`}
            onSaved={() => navigate(paths.equipment())}
            edit={{ labels: equipmentLabels, valuesOf }}
            refused={(message) => `Error updating equipment: ${message}`}
          >
            <EquipmentInputs />
          </OnlineForm>
        )}
      </RecordLoad>
    </FormPage>
  );
}
