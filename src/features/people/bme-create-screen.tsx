import { useNavigate } from 'react-router-dom';
import { createBmeBody } from '#contract/bme.ts';
import { paths } from '#ui/paths.ts';
import { errorWords, SaveError } from '#ui/resource/engine.ts';
import { RecordForm } from '#ui/resource/record-form.tsx';
import { useOnlineAction, useOnlineCall } from '#ui/resource/use-online-call.ts';
import { Alert } from '#ui/ui/alert.tsx';
import { Button, ButtonLink } from '#ui/ui/button.tsx';
import { Card } from '#ui/ui/card.tsx';
import { EmptyState } from '#ui/ui/empty-state.tsx';
import { PageHeader } from '#ui/ui/page-header.tsx';
import { SkeletonRows } from '#ui/ui/skeleton.tsx';
import { useToast } from '#ui/ui/toast.tsx';
import { BmeInputs } from './bme-inputs.tsx';

const blank = { name: '', phone: '', email: '', password: '' };

/** Creates a BME account while the hospital's quota has room; with none left a notice stands in place of the form. */
export function BmeCreateScreen() {
  const count = useOnlineCall('bmeCount');
  const { numberOfBMEAdded: added = 0, numberOfBMEAssigned: assigned = 0 } = count.data ?? {};
  return (
    <div className="mx-auto max-w-3xl">
      <PageHeader
        title="Create BME Account"
        back={{ to: paths.bmes(), label: 'BME accounts' }}
        {...(count.data && { subtitle: `${added} of ${assigned} accounts in use` })}
      />
      <Card>
        {count.error && (
          <Alert tone="danger" action={<Button onClick={count.reload}>Try again</Button>}>
            Could not retrieve BME count.
          </Alert>
        )}
        {count.loading && <SkeletonRows rows={2} columns={2} />}
        {count.data && (added < assigned ? <CreateForm /> : <QuotaNotice added={added} assigned={assigned} />)}
      </Card>
    </div>
  );
}

function QuotaNotice({ added, assigned }: { added: number; assigned: number }) {
  return (
    <EmptyState
      title="No more BME accounts can be added."
      icon="users"
      action={<ButtonLink to={paths.bmes()}>BME accounts</ButtonLink>}
    >
      {added} of {assigned} accounts are in use. Please contact the administrator to get more.
    </EmptyState>
  );
}

function CreateForm() {
  const toast = useToast();
  const navigate = useNavigate();
  const create = useOnlineAction('createBme', { stale: ['bmePage', 'bmeCount'] });
  return (
    <RecordForm
      schema={createBmeBody}
      defaults={blank}
      draftKey="bme"
      submitLabel="Create"
      cancelTo={paths.bmes()}
      invalidText="Please fill in all required fields."
      onSubmit={async (body) => {
        try {
          await create.run({ body });
        } catch (error) {
          if (errorWords(error, '') !== '') throw error;
          throw new SaveError('invalid', 'An unexpected error occurred. Please try again.');
        }
        toast({ text: 'BME account created successfully!' });
        await navigate(paths.bmes());
      }}
    >
      <BmeInputs isNew />
    </RecordForm>
  );
}
