import { useParams } from 'react-router-dom';
import { type EngineerRecord, updateEngineerBody } from '#contract/calls/engineer.ts';
import { recordShapes } from '#contract/rules/merge/records.ts';
import { paths } from '#ui/paths.ts';
import { FormPage } from '#ui/forms/online/form-page.tsx';
import { OnlineForm } from '#ui/forms/online/online-form.tsx';
import { RecordLoad } from '#ui/forms/online/record-load.tsx';
import { useOnlineAction, useOnlineCall } from '#ui/engine/use-online-call.ts';
import { useReturnTo } from '#ui/ui/return-to.ts';
import { EngineerInputs, engineerLabels } from './engineer-inputs.tsx';

const valuesOf = ({ name, phone, email, revision }: EngineerRecord) => ({ name, phone, email, revision });

/** Edits a BME account; a blank password keeps the current one. */
export function EngineerEditScreen() {
  const { id = '' } = useParams();
  const account = useOnlineCall('bme', { params: { id } }, { once: true });
  return (
    <FormPage title="Edit BME Account" back={{ to: paths.engineers(), label: 'BME accounts' }}>
      <RecordLoad call={account} failed={() => 'Failed to load BME account details.'}>
        {(record) => <EditForm key={record.id} account={record} />}
      </RecordLoad>
    </FormPage>
  );
}

function EditForm({ account }: { account: EngineerRecord }) {
  const returnTo = useReturnTo();
  const update = useOnlineAction('updateEngineer');
  const { id } = account;
  return (
    <OnlineForm
      schema={updateEngineerBody}
      defaults={{ ...valuesOf(account), password: '' }}
      edit={{ shape: recordShapes.account, valuesOf, labels: engineerLabels }}
      draftKey={`bme:${id}`}
      cancelTo={paths.engineers()}
      invalidText="Name and email are required."
      failedText="Failed to update BME account."
      send={(body, idempotencyKey) => update.run({ params: { id }, body, idempotencyKey })}
      savedText={() => 'BME account updated successfully!'}
      onSaved={() => returnTo(paths.engineers())}
    >
      <EngineerInputs accountId={id} />
    </OnlineForm>
  );
}
