import {
  type ContactPersonRecord,
  createContactPersonBody,
  suggestedDesignations,
} from '#contract/calls/contact-person.ts';
import { FormSelect } from '#ui/fields/form-select.tsx';
import { FormSuggest } from '#ui/fields/form-suggest.tsx';
import { FormText } from '#ui/fields/form-text.tsx';
import { Alert } from '#ui/ui/alert.tsx';
import { Button } from '#ui/ui/button.tsx';
import type { SelectOption } from '#ui/ui/select-field.tsx';
import { CreateDialog } from '#ui/forms/online/create-dialog.tsx';
import { useEngine } from '#ui/engine/engine-provider.tsx';
import { OnlineForm } from '#ui/forms/online/online-form.tsx';
import { useEveryPage, useOnlineAction } from '#ui/engine/use-online-call.ts';
import type { CreateDialogOf, CreateFormOf } from './create-form.ts';
import type { BodyInput } from '#contract/define.ts';
import type { Calls } from '#contract/index.ts';

type Body = BodyInput<Calls['createContactPerson']>;

const noVendor: SelectOption = { value: '', label: '-- Select Vendor --', disabled: true };

export const contactPersonLabels = { name: 'Name', phone: 'Phone', vendorId: 'Vendor', designation: 'Designation' };

/** Returns the form values of a contact person. */
export function contactPersonValues({ name, phone, vendorId, designation, revision }: ContactPersonRecord) {
  return { name, phone, vendorId, designation, revision };
}

/** Returns all vendors as choices; `known` is a vendor that may be missing from the list. */
export function useVendorOptions(known?: { id: string; name: string }) {
  const engine = useEngine();
  const vendors = useEveryPage('vendorPage', (query) => engine.call('vendorPage', { query }));
  const options = (vendors.data ?? []).map(({ id, name }) => ({ value: id, label: name }));
  if (known && !options.some(({ value }) => value === known.id)) options.push({ value: known.id, label: known.name });
  return { options, error: vendors.error, reload: vendors.reload };
}

/** Renders the fields of a contact person. */
export function ContactPersonInputs({ vendors }: { vendors: ReturnType<typeof useVendorOptions> }) {
  return (
    <>
      {vendors.error && (
        <Alert tone="danger" action={<Button onClick={vendors.reload}>Try again</Button>}>
          Could not load vendor list.
        </Alert>
      )}
      <div className="grid gap-5 sm:grid-cols-2">
        <FormText<Body> name="name" label={contactPersonLabels.name} required autoComplete="off" />
        <FormText<Body> name="phone" label={contactPersonLabels.phone} type="tel" required autoComplete="off" />
        <FormSelect<Body>
          name="vendorId"
          label={contactPersonLabels.vendorId}
          required
          options={[noVendor, ...vendors.options]}
        />
        <FormSuggest<Body>
          name="designation"
          label={contactPersonLabels.designation}
          required
          suggestions={suggestedDesignations}
        />
      </div>
    </>
  );
}

interface ContactPersonCreateProps {
  /** The vendor that is already chosen. */
  vendor?: { id: string; name: string } | undefined;
}

/** Creates a contact person, on its own screen or inside a dialog. */
export function ContactPersonCreateForm({
  vendor,
  ...form
}: CreateFormOf<ContactPersonRecord> & ContactPersonCreateProps) {
  const vendors = useVendorOptions(vendor);
  const create = useOnlineAction('createContactPerson');
  return (
    <OnlineForm
      {...form}
      schema={createContactPersonBody}
      defaults={{ name: '', phone: '', vendorId: vendor?.id ?? '', designation: '' }}
      draftKey={vendor ? `contact-person:of:${vendor.id}` : 'contact-person'}
      submitLabel="Create"
      invalidText="Please fill in all required fields."
      send={(body, idempotencyKey) => create.run({ body, idempotencyKey })}
      savedText={(person) => `Contact person "${person.name}" created successfully!`}
      failedText="Error creating contact person."
    >
      <ContactPersonInputs vendors={vendors} />
    </OnlineForm>
  );
}

/** Creates a contact person in a dialog and passes it to `onCreated`. */
export function ContactPersonCreateDialog({
  onCreated,
  onClose,
  vendor,
}: CreateDialogOf<ContactPersonRecord> & ContactPersonCreateProps) {
  return (
    <CreateDialog title="Create Contact Person" onClose={onClose}>
      <ContactPersonCreateForm vendor={vendor} onSaved={onCreated} onCancel={onClose} />
    </CreateDialog>
  );
}
