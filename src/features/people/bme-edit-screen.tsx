import { useNavigate, useParams } from 'react-router-dom';
import { type BmeRecord, updateBmeBody } from '#contract/bme.ts';
import { paths } from '#ui/paths.ts';
import { RecordForm } from '#ui/resource/record-form.tsx';
import { useOnlineAction, useOnlineCall } from '#ui/resource/use-online-call.ts';
import { Alert } from '#ui/ui/alert.tsx';
import { Button } from '#ui/ui/button.tsx';
import { Card } from '#ui/ui/card.tsx';
import { PageHeader } from '#ui/ui/page-header.tsx';
import { SkeletonRows } from '#ui/ui/skeleton.tsx';
import { useToast } from '#ui/ui/toast.tsx';
import { BmeInputs } from './bme-inputs.tsx';

/** Changes a BME account; a blank password keeps the current one. */
export function BmeEditScreen() {
  const { id = '' } = useParams();
  const account = useOnlineCall('bme', { params: { id } });
  return (
    <div className="mx-auto max-w-3xl">
      <PageHeader title="Edit BME Account" back={{ to: paths.bmes(), label: 'BME accounts' }} />
      <Card>
        {account.error && (
          <Alert tone="danger" action={<Button onClick={account.reload}>Try again</Button>}>
            Failed to load BME account details.
          </Alert>
        )}
        {account.loading && <SkeletonRows rows={2} columns={2} />}
        {account.data && <EditForm key={account.data.id} account={account.data} />}
      </Card>
    </div>
  );
}

function EditForm({ account: { id, name, phone, email } }: { account: BmeRecord }) {
  const toast = useToast();
  const navigate = useNavigate();
  const update = useOnlineAction('updateBme', { stale: ['bmePage', 'bme'] });
  return (
    <RecordForm
      schema={updateBmeBody}
      defaults={{ name, phone, email, password: '' }}
      draftKey={`bme:${id}`}
      cancelTo={paths.bmes()}
      invalidText="Name and email are required."
      refused={(message) => `Failed to update BME account. ${message}`}
      onSubmit={async (body) => {
        await update.run({ params: { id }, body });
        toast({ text: 'BME account updated successfully!' });
        await navigate(paths.bmes());
      }}
    >
      <BmeInputs isNew={false} />
    </RecordForm>
  );
}
