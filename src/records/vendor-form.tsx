import {
  createVendorBody,
  splitVendorTypes,
  joinVendorTypes,
  type VendorRecord,
  vendorTypes,
} from '#contract/calls/vendor.ts';
import { FormMultiSelect } from '#ui/fields/form-multi-select.tsx';
import { FormText } from '#ui/fields/form-text.tsx';
import { CreateDialog } from '#ui/forms/online/create-dialog.tsx';
import { OnlineForm } from '#ui/forms/online/online-form.tsx';
import { useOnlineAction } from '#ui/engine/use-online-call.ts';
import type { CreateDialogOf, CreateFormOf } from './create-form.ts';
import type { BodyInput } from '#contract/define.ts';
import type { Calls } from '#contract/index.ts';

type Body = BodyInput<Calls['createVendor']>;

const blank = { name: '', location: '', types: '' };
const typeOptions = vendorTypes.map((type) => ({ value: type, label: type }));

export const vendorLabels = { name: 'Name', location: 'Location', types: 'Types' };

/** Returns the form values of a vendor. */
export function vendorValues({ name, location, types, revision }: VendorRecord) {
  return { name, location, types: joinVendorTypes(splitVendorTypes(types)), revision };
}

/** Renders the fields of a vendor. */
export function VendorInputs() {
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <FormText<Body> name="name" label={vendorLabels.name} required autoComplete="off" />
      <FormText<Body> name="location" label={vendorLabels.location} required autoComplete="off" />
      <FormMultiSelect<Body>
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
  const create = useOnlineAction('createVendor');
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

/** Creates a vendor in a dialog and passes it to `onCreated`. */
export function VendorCreateDialog({ onCreated, onClose }: CreateDialogOf<VendorRecord>) {
  return (
    <CreateDialog title="Create Vendor" onClose={onClose}>
      <VendorCreateForm onSaved={onCreated} onCancel={onClose} />
    </CreateDialog>
  );
}
