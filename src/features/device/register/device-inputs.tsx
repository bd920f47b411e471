import { type ReactNode, useMemo, useState } from 'react';
import { useController, useFormContext, useWatch } from 'react-hook-form';
import { money } from '#contract/rules/read-number.ts';
import { containsWords, searchWords } from '#contract/rules/text.ts';
import { FormNumber } from '#ui/fields/form-number.tsx';
import { FormSelect } from '#ui/fields/form-select.tsx';
import { FormText } from '#ui/fields/form-text.tsx';
import { errorWords } from '#ui/engine/engine.ts';
import { ContactPersonCreateDialog } from '#ui/records/contact-person-form.tsx';
import { DepartmentCreateDialog } from '#ui/records/department-form.tsx';
import { ModelCreateDialog } from '#ui/records/model-form.tsx';
import { VendorCreateDialog } from '#ui/records/vendor-form.tsx';
import { Alert } from '#ui/ui/alert.tsx';
import { Button, IconButton } from '#ui/ui/button.tsx';
import { ComboBox } from '#ui/ui/combo-box.tsx';
import { TextField } from '#ui/ui/text-field.tsx';
import { type DeviceInput, deviceLabels as labels } from './device-values.ts';
import type { Choices } from './use-device-choices.ts';

/** Models offered at once: a hospital may have thousands. */
const mostModels = 50;

type CreatedField = 'modelId' | 'vendorId' | 'serviceContactId' | 'salesContactId' | 'departmentId';

interface DeviceInputsProps {
  choices: Choices;
  /** The name of the record's model, shown until the choices have loaded. */
  known?: { equipmentName: string; makeName: string } | undefined;
}

/**
 * Asks what a device is, who sold and serves it, and where it is; entries missing from a list are created in a dialog.
 */
export function DeviceInputs({ choices, known }: DeviceInputsProps) {
  const [creating, setCreating] = useState<CreatedField | null>(null);
  const plus = (field: CreatedField, label: string) => (
    <IconButton icon="plus" variant="secondary" label={label} onClick={() => setCreating(field)} />
  );
  const contacts = choices.contactPersons.map(({ id, name, vendor }) => ({ value: id, label: `${name}, ${vendor}` }));
  return (
    <>
      {choices.error && (
        <Alert tone="danger" action={<Button onClick={choices.reload}>Try again</Button>}>
          <p>Error fetching dropdown data.</p>
          <p className="text-sm">{errorWords(choices.error, 'Server error')}</p>
        </Alert>
      )}
      <div className="grid gap-5 sm:grid-cols-2">
        <ChosenModel choices={choices} known={known} plus={plus('modelId', 'New model')} />
        <FormSelect<DeviceInput>
          name="vendorId"
          label={labels.vendorId}
          required
          placeholder="Choose a vendor"
          options={optionsOf(choices.vendors)}
          trailing={plus('vendorId', 'New vendor')}
          className="sm:col-span-2"
        />
        <FormSelect<DeviceInput>
          name="serviceContactId"
          label={labels.serviceContactId}
          placeholder="None"
          options={contacts}
          trailing={plus('serviceContactId', 'New contact person for service')}
        />
        <FormSelect<DeviceInput>
          name="salesContactId"
          label={labels.salesContactId}
          placeholder="None"
          options={contacts}
          trailing={plus('salesContactId', 'New contact person for sales')}
        />
        <FormNumber<DeviceInput> name="price" kind={money} label={labels.price} required prefix="₹" />
        <FormText<DeviceInput> name="purchaseDate" label={labels.purchaseDate} type="date" required />
        <FormSelect<DeviceInput>
          name="departmentId"
          label={labels.departmentId}
          required
          placeholder="Choose a department"
          options={optionsOf(choices.departments)}
          trailing={plus('departmentId', 'New department')}
        />
        <InstallationDate />
        <FormText<DeviceInput>
          name="location"
          label={labels.location}
          hint="Room or bed. Optional."
          autoComplete="off"
          maxLength={255}
          className="sm:col-span-2"
        />
      </div>
      <CreateBeside field={creating} choices={choices} onClose={() => setCreating(null)} />
    </>
  );
}

/** Asks for the model, which determines equipment and make; without one they stay empty, and so does the vendor. */
function ChosenModel({ choices, known, plus }: DeviceInputsProps & { plus: ReactNode }) {
  const { control, setValue, formState } = useFormContext<DeviceInput>();
  const {
    field: { value: modelId, onChange, onBlur },
    fieldState,
  } = useController({ control, name: 'modelId' });
  const [text, setText] = useState('');
  const { equipmentModels } = choices;
  const model = equipmentModels.find(({ id }) => id === modelId);
  const items = useMemo(() => {
    const words = searchWords(text);
    const all = equipmentModels.map((each) => ({
      id: each.id,
      label: each.name,
      detail: `${each.equipmentName}, ${each.equipmentMake}`,
    }));
    const found = all.filter(({ label, detail }) => containsWords(`${label} ${detail}`, words));
    return found.slice(0, mostModels);
  }, [equipmentModels, text]);
  const isOpened = modelId !== '' && modelId === formState.defaultValues?.modelId;
  return (
    <>
      <div data-field="modelId" onBlur={onBlur} className="sm:col-span-2">
        <ComboBox
          label={labels.modelId}
          required
          hint="Type part of the model’s name, equipment or make."
          error={fieldState.error?.message}
          items={items}
          selected={
            model ? { id: model.id, label: model.name, detail: `${model.equipmentName}, ${model.equipmentMake}` } : null
          }
          loading={choices.loading}
          onSearch={setText}
          onSelect={(item) => {
            setText('');
            onChange(item?.id ?? '');
            if (!item) setValue('vendorId', '', { shouldDirty: true, shouldValidate: true });
          }}
          emptyText={text === '' ? 'No model yet.' : 'No model found.'}
          trailing={plus}
        />
      </div>
      <TextField
        label="Equipment"
        readOnly
        value={model?.equipmentName ?? (isOpened ? (known?.equipmentName ?? '') : '')}
        placeholder="From the model"
      />
      <TextField
        label="Make"
        readOnly
        value={model?.equipmentMake ?? (isOpened ? (known?.makeName ?? '') : '')}
        placeholder="From the model"
      />
    </>
  );
}

function InstallationDate() {
  const [bought, installed] = useWatch<DeviceInput, ['purchaseDate', 'installationDate']>({
    name: ['purchaseDate', 'installationDate'],
  });
  return (
    <FormText<DeviceInput>
      name="installationDate"
      label={labels.installationDate}
      type="date"
      required
      {...(bought && installed && installed < bought && { hint: 'Before the purchase date. Please check both.' })}
    />
  );
}

function CreateBeside({
  field,
  choices,
  onClose,
}: {
  field: CreatedField | null;
  choices: Choices;
  onClose: () => void;
}) {
  const { setValue, getValues } = useFormContext<DeviceInput>();
  const choose = (into: CreatedField, id: string) => {
    onClose();
    setValue(into, id, { shouldDirty: true, shouldTouch: true, shouldValidate: true });
  };
  if (field === 'modelId') {
    return (
      <ModelCreateDialog
        onClose={onClose}
        onCreated={({ equipmentMakeName: equipmentMake, ...model }) => {
          choices.add({ equipmentModels: [{ ...model, equipmentMake }] });
          choose(field, model.id);
        }}
      />
    );
  }
  if (field === 'vendorId') {
    return (
      <VendorCreateDialog
        onClose={onClose}
        onCreated={({ id, name }) => {
          choices.add({ vendors: [{ id, name }] });
          choose(field, id);
        }}
      />
    );
  }
  if (field === 'departmentId') {
    return (
      <DepartmentCreateDialog
        onClose={onClose}
        onCreated={({ id, name }) => {
          choices.add({ departments: [{ id, name }] });
          choose(field, id);
        }}
      />
    );
  }
  if (field === null) return null;
  return (
    <ContactPersonCreateDialog
      vendor={choices.vendors.find(({ id }) => id === getValues('vendorId'))}
      onClose={onClose}
      onCreated={({ id, name, vendorId, vendor }) => {
        choices.add({ contactPersons: [{ id, name, vendorId, vendor }] });
        choose(field, id);
      }}
    />
  );
}

const optionsOf = (records: readonly { id: string; name: string }[]) =>
  records.map(({ id, name }) => ({ value: id, label: name }));
