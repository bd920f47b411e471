import { importances } from '#contract/records/ward.ts';
import { FormSelect } from '#ui/fields/form-select.tsx';
import { FormText, FormTextArea } from '#ui/fields/form-text.tsx';
import type { BodyInput } from '#contract/define.ts';
import type { Calls } from '#contract/index.ts';

type Body = BodyInput<Calls['createEquipmentType']>;

const options = importances.map((importance) => ({ value: importance, label: importance }));

export const equipmentTypeLabels = {
  name: 'Name',
  equipmentImportance: 'Importance',
  description: 'Description',
};

/** Renders the inputs that create and edit share. */
export function EquipmentTypeInputs() {
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <FormText<Body> name="name" label={equipmentTypeLabels.name} required autoComplete="off" />
      <FormSelect<Body>
        name="equipmentImportance"
        label={equipmentTypeLabels.equipmentImportance}
        required
        options={options}
      />
      <FormTextArea<Body>
        name="description"
        label={equipmentTypeLabels.description}
        required
        className="sm:col-span-2"
      />
    </div>
  );
}
