import { createEngineerBody } from '#contract/calls/engineer.ts';
import { paths } from '#ui/paths.ts';
import { FormPage } from '#ui/forms/online/form-page.tsx';
import { OnlineForm } from '#ui/forms/online/online-form.tsx';
import { RecordLoad } from '#ui/forms/online/record-load.tsx';
import { useOnlineAction, useOnlineCall } from '#ui/engine/use-online-call.ts';
import { ButtonLink } from '#ui/ui/button.tsx';
import { EmptyState } from '#ui/ui/empty-state.tsx';
import { useReturnTo } from '#ui/ui/kept-queries.ts';
import { EngineerInputs } from './engineer-inputs.tsx';

const blank = { name: '', phone: '', email: '', password: '' };

/** Creates a BME account while the hospital's quota has room; with none left a notice replaces the form. */
export function EngineerCreateScreen() {
  const count = useOnlineCall('bmeCount', {}, { once: true });
  const { numberOfBMEAdded: added = 0, numberOfBMEAssigned: assigned = 0 } = count.data ?? {};
  return (
    <FormPage
      title="Create BME Account"
      back={{ to: paths.engineers(), label: 'BME accounts' }}
      {...(count.data && { subtitle: `${added} of ${assigned} accounts in use` })}
    >
      <RecordLoad call={count} failed={() => 'Could not retrieve BME count.'}>
        {() => (added < assigned ? <CreateForm /> : <QuotaNotice added={added} assigned={assigned} />)}
      </RecordLoad>
    </FormPage>
  );
}

function QuotaNotice({ added, assigned }: { added: number; assigned: number }) {
  return (
    <EmptyState
      title="No more BME accounts can be added."
      icon="users"
      action={<ButtonLink to={paths.engineers()}>BME accounts</ButtonLink>}
    >
      {added} of {assigned} accounts are in use. Please contact the administrator to get more.
    </EmptyState>
  );
}

function CreateForm() {
  const returnTo = useReturnTo();
  const create = useOnlineAction('createEngineer');
  return (
    <OnlineForm
      schema={createEngineerBody}
      defaults={blank}
      draftKey="bme"
      submitLabel="Create"
      cancelTo={paths.engineers()}
      invalidText="Please fill in all required fields."
      otherwise="An unexpected error occurred. Please try again."
      send={(body, idempotencyKey) => create.run({ body, idempotencyKey })}
      savedText={() => 'BME account created successfully!'}
      onSaved={() => returnTo(paths.engineers())}
    >
      <EngineerInputs accountId={null} />
    </OnlineForm>
  );
}
