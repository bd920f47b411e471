import { useNavigate, useParams } from 'react-router-dom';
import { type BmeRecord, updateBmeBody } from '#contract/bme.ts';
import { paths } from '#ui/paths.ts';
import { FormPage } from '#ui/resource/form-page.tsx';
import { OnlineForm } from '#ui/resource/online-form.tsx';
import { RecordLoad } from '#ui/resource/record-load.tsx';
import { useOnlineAction, useOnlineCall } from '#ui/resource/use-online-call.ts';
import { BmeInputs, bmeLabels } from './bme-inputs.tsx';

const valuesOf = ({ name, phone, email, revision }: BmeRecord) => ({ name, phone, email, revision });

/** Changes a BME account; a blank password keeps the current one. */
export function BmeEditScreen() {
  const { id = '' } = useParams();
  const account = useOnlineCall('bme', { params: { id } }, { once: true });
  return (
    <FormPage title="Edit BME Account" back={{ to: paths.bmes(), label: 'BME accounts' }}>
      <RecordLoad call={account} failed={() => 'Failed to load BME account details.'}>
        {(record) => <EditForm key={record.id} account={record} />}
      </RecordLoad>
    </FormPage>
  );
}

function EditForm({ account }: { account: BmeRecord }) {
  const navigate = useNavigate();
  const update = useOnlineAction('updateBme', { stale: ['bmePage', 'profile'] });
  const { id } = account;
  return (
    <OnlineForm
      schema={updateBmeBody}
      defaults={{ ...valuesOf(account), password: '' }}
      edit={{ valuesOf, labels: bmeLabels }}
      draftKey={`bme:${id}`}
      cancelTo={paths.bmes()}
      invalidText="Name and email are required."
      failedText="Failed to update BME account."
      send={(body, idempotencyKey) => update.run({ params: { id }, body, idempotencyKey })}
      savedText={() => 'BME account updated successfully!'}
      onSaved={() => navigate(paths.bmes())}
    >
      <BmeInputs isNew={false} />
    </OnlineForm>
  );
}
