import { useParams } from 'react-router-dom';
import { updateVendorBody, type VendorRecord } from '#contract/calls/vendor.ts';
import { recordShapes } from '#contract/rules/merge/records.ts';
import { paths } from '#ui/paths.ts';
import { FormPage } from '#ui/forms/online/form-page.tsx';
import { OnlineForm } from '#ui/forms/online/online-form.tsx';
import { RecordLoad } from '#ui/forms/online/record-load.tsx';
import { RecordMenu } from '#ui/forms/online/record-menu.tsx';
import { VendorCreateForm, VendorInputs, vendorLabels, vendorValues } from '#ui/records/vendor-form.tsx';
import { useOnlineAction, useOnlineCall } from '#ui/engine/use-online-call.ts';
import { useReturnTo } from '#ui/ui/return-to.ts';

const back = { to: paths.vendors(), label: 'Vendors' };

/** Creates a vendor. */
export function VendorCreateScreen() {
  const returnTo = useReturnTo();
  return (
    <FormPage title="Create Vendor" back={back}>
      <VendorCreateForm cancelTo={paths.vendors()} onSaved={(made) => returnTo(paths.vendors(), made)} />
    </FormPage>
  );
}

/** Edits a vendor. */
export function VendorEditScreen() {
  const { id = '' } = useParams();
  const vendor = useOnlineCall('vendor', { params: { id } }, { once: true });
  return (
    <FormPage
      title="Edit Vendor"
      back={back}
      actions={vendor.data && <RecordMenu kind="vendor" record={vendor.data} />}
    >
      <RecordLoad
        call={vendor}
        loadingLabel="Loading vendor data..."
        failed={() => 'Failed to load vendor details. Please try again.'}
      >
        {(record) => <EditForm key={record.id} vendor={record} />}
      </RecordLoad>
    </FormPage>
  );
}

function EditForm({ vendor }: { vendor: VendorRecord }) {
  const returnTo = useReturnTo();
  const update = useOnlineAction('updateVendor');
  const { id } = vendor;
  return (
    <OnlineForm
      schema={updateVendorBody}
      defaults={vendorValues(vendor)}
      edit={{ shape: recordShapes.vendor, valuesOf: vendorValues, labels: vendorLabels }}
      draftKey={`vendor:${id}`}
      cancelTo={paths.vendors()}
      disabledWhileInvalid
      otherwise="Error updating vendor."
      send={(body, idempotencyKey) => update.run({ params: { id }, body, idempotencyKey })}
      savedText={({ name }) => `Vendor "${name}" updated successfully!`}
      onSaved={() => returnTo(paths.vendors())}
    >
      <VendorInputs />
    </OnlineForm>
  );
}
