import {
  createVendorBody,
  splitVendorTypes,
  joinVendorTypes,
  type VendorRecord,
  vendorTypes,
} from '#contract/vendor.ts';
import { FormMultiSelect } from '#ui/fields/form-multi-select.tsx';
import { FormText } from '#ui/fields/form-text.tsx';
import { CreateDialog } from '../create-dialog.tsx';
import { OnlineForm } from '../online-form.tsx';
import { useOnlineAction } from '../use-online-call.ts';
import type { CreateDialogOf, CreateFormOf } from './create-form.ts';

const blank = { name: '', location: '', types: '' };
const typeOptions = vendorTypes.map((type) => ({ value: type, label: type }));

/** How the fields of a vendor are called. */
export const vendorLabels = { name: 'Name', location: 'Location', types: 'Types' };

/** The form's values of a vendor. */
export function vendorValues({ name, location, types, revision }: VendorRecord) {
  return { name, location, types: joinVendorTypes(splitVendorTypes(types)), revision };
}

/** The fields of a vendor. */
export function VendorInputs() {
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <FormText name="name" label={vendorLabels.name} required autoComplete="off" />
      <FormText name="location" label={vendorLabels.location} required autoComplete="off" />
      <FormMultiSelect
        name="types"
        label={vendorLabels.types}
        required
        placeholder="Select the vendor type"
        options={typeOptions}
        className="sm:col-span-2"
      />
    </div>
  );
}

/** Creates a vendor, on its own screen or inside a dialog. */
export function VendorCreateForm(form: CreateFormOf<VendorRecord>) {
  const create = useOnlineAction('createVendor', { stale: ['vendorPage'] });
  return (
    <OnlineForm
      {...form}
      schema={createVendorBody}
      defaults={blank}
      draftKey="vendor"
      submitLabel="Create"
      disabledWhileInvalid
      send={(body, idempotencyKey) => create.run({ body, idempotencyKey })}
      savedText={(vendor) => `Vendor "${vendor.name}" created successfully!`}
      failedText="Error creating vendor."
    >
      <VendorInputs />
    </OnlineForm>
  );
}

/** Creates a vendor over another form and gives it to `onCreated`. */
export function VendorCreateDialog({ onCreated, onClose }: CreateDialogOf<VendorRecord>) {
  return (
    <CreateDialog title="Create Vendor" onClose={onClose}>
      <VendorCreateForm onSaved={onCreated} onCancel={onClose} />
    </CreateDialog>
  );
}
