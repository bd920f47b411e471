import { importances } from '#contract/replica.ts';
import { FormSelect } from '#ui/fields/form-select.tsx';
import { FormText, FormTextArea } from '#ui/fields/form-text.tsx';

const options = importances.map((importance) => ({ value: importance, label: importance }));

/** How the fields of a kind of equipment are called. */
export const equipmentLabels = {
  name: 'Name',
  equipmentImportance: 'Importance',
  description: 'Description',
};

/** The inputs that creation and edit of a kind of equipment share. */
export function EquipmentInputs() {
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <FormText name="name" label={equipmentLabels.name} required autoComplete="off" />
      <FormSelect name="equipmentImportance" label={equipmentLabels.equipmentImportance} required options={options} />
      <FormTextArea name="description" label={equipmentLabels.description} required className="sm:col-span-2" />
    </div>
  );
}
