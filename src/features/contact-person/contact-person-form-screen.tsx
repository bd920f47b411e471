import { useParams } from 'react-router-dom';
import { type ContactPersonRecord, updateContactPersonBody } from '#contract/calls/contact-person.ts';
import { recordShapes } from '#contract/rules/merge/records.ts';
import { paths } from '#ui/paths.ts';
import { FormPage } from '#ui/forms/online/form-page.tsx';
import { OnlineForm } from '#ui/forms/online/online-form.tsx';
import { RecordLoad } from '#ui/forms/online/record-load.tsx';
import { RecordMenu } from '#ui/forms/online/record-menu.tsx';
import {
  ContactPersonCreateForm,
  ContactPersonInputs,
  contactPersonLabels,
  contactPersonValues,
  useVendorOptions,
} from '#ui/records/contact-person-form.tsx';
import { useOnlineAction, useOnlineCall } from '#ui/engine/use-online-call.ts';
import { useReturnTo } from '#ui/ui/return-to.ts';

const back = { to: paths.contactPersons(), label: 'Contact Persons' };

/** Creates a contact person at a vendor. */
export function ContactPersonCreateScreen() {
  const returnTo = useReturnTo();
  return (
    <FormPage title="Create Contact Person" back={back}>
      <ContactPersonCreateForm
        cancelTo={paths.contactPersons()}
        onSaved={(made) => returnTo(paths.contactPersons(), made)}
      />
    </FormPage>
  );
}

/** Edits a contact person. */
export function ContactPersonEditScreen() {
  const { id = '' } = useParams();
  const person = useOnlineCall('contactPerson', { params: { id } }, { once: true });
  return (
    <FormPage
      title="Edit Contact Person"
      back={back}
      actions={person.data && <RecordMenu kind="contactPerson" record={person.data} />}
    >
      <RecordLoad call={person} failed={() => 'Failed to load contact person details.'}>
        {(record) => <EditForm key={record.id} person={record} />}
      </RecordLoad>
    </FormPage>
  );
}

function EditForm({ person }: { person: ContactPersonRecord }) {
  const returnTo = useReturnTo();
  const update = useOnlineAction('updateContactPerson');
  const { id, vendorId, vendor } = person;
  const vendors = useVendorOptions({ id: vendorId, name: vendor });
  const vendorName = (value: unknown) => vendors.options.find((option) => option.value === value)?.label;
  return (
    <OnlineForm
      schema={updateContactPersonBody}
      defaults={contactPersonValues(person)}
      edit={{
        shape: recordShapes.contactPerson,
        valuesOf: contactPersonValues,
        labels: contactPersonLabels,
        textOf: (field, value) => (field === 'vendorId' ? vendorName(value) : undefined),
      }}
      draftKey={`contact-person:${id}`}
      cancelTo={paths.contactPersons()}
      invalidText="Please fill in all required fields."
      otherwise="Error updating contact person."
      send={(body, idempotencyKey) => update.run({ params: { id }, body, idempotencyKey })}
      savedText={({ name }) => `Contact person "${name}" updated successfully!`}
      onSaved={() => returnTo(paths.contactPersons())}
    >
      <ContactPersonInputs vendors={vendors} />
    </OnlineForm>
  );
}
