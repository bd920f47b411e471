import { useState } from 'react';
import { counted } from '#contract/rules/counted.ts';
import { createEngineerBody } from '#contract/calls/engineer.ts';
import type { BodyInput } from '#contract/define.ts';
import { calls, type Calls } from '#contract/index.ts';
import { mayAccess } from '#contract/permissions.ts';
import { paths } from '#ui/paths.ts';
import { FormPage } from '#ui/forms/online/form-page.tsx';
import { OnlineForm } from '#ui/forms/online/online-form.tsx';
import { RecordLoad } from '#ui/forms/online/record-load.tsx';
import { CallError, errorWords } from '#ui/engine/engine.ts';
import { useOnlineAction, useOnlineCall } from '#ui/engine/use-online-call.ts';
import { useSignedIn } from '#ui/engine/engine-provider.tsx';
import { Button, ButtonLink } from '#ui/ui/button.tsx';
import { useToast } from '#ui/ui/toast.tsx';
import { EmptyState } from '#ui/ui/empty-state.tsx';
import { useReturnTo } from '#ui/ui/return-to.ts';
import { EngineerInputs } from './engineer-inputs.tsx';
import { useMayManageAccounts } from './use-may-manage.ts';

const blank = { name: '', phone: '', email: '', password: '' };

/**
 * Creates a BME account if the hospital's quota and the user's rights allow it; otherwise a notice replaces the form.
 */
export function EngineerCreateScreen() {
  return useMayManageAccounts() ? <CreateWithinQuota /> : <OfficeNotice />;
}

function OfficeNotice() {
  return (
    <FormPage title="Create BME Account" back={{ to: paths.engineers(), label: 'BME accounts' }}>
      <EmptyState
        title="Only the office adds accounts in this hospital."
        icon="users"
        action={<ButtonLink to={paths.engineers()}>BME accounts</ButtonLink>}
      >
        Please ask the office to add the account.
      </EmptyState>
    </FormPage>
  );
}

function CreateWithinQuota() {
  const count = useOnlineCall('bmeCount', {}, { once: true });
  const { numberOfBMEAdded: added = 0, numberOfBMEAssigned: assigned = 0 } = count.data ?? {};
  return (
    <FormPage
      title="Create BME Account"
      back={{ to: paths.engineers(), label: 'BME accounts' }}
      {...(count.data && { subtitle: `${added} of ${counted(assigned, 'account')} in use` })}
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
  const [deleted, setDeleted] = useState<string>();
  const send = async (body: BodyInput<Calls['createEngineer']>, idempotencyKey: string) => {
    setDeleted(undefined);
    try {
      return await create.run({ body, idempotencyKey });
    } catch (error) {
      setDeleted(deletedAccountOf(error));
      throw error;
    }
  };
  return (
    <OnlineForm
      schema={createEngineerBody}
      defaults={blank}
      draftKey="bme"
      submitLabel="Create"
      cancelTo={paths.engineers()}
      invalidText="Please fill in all required fields."
      otherwise="An unexpected error occurred. Please try again."
      send={send}
      savedText={() => 'BME account created successfully!'}
      onSaved={(made) => returnTo(paths.engineers(), made)}
    >
      <EngineerInputs accountId={null} />
      {deleted !== undefined && <RestoreInstead id={deleted} />}
    </OnlineForm>
  );
}

/** Returns the deleted account that already uses the address, as the refusal names it. */
function deletedAccountOf(error: unknown): string | undefined {
  const id = error instanceof CallError ? error.problem?.context?.['deletedAccount'] : undefined;
  return typeof id === 'string' ? id : undefined;
}

/** Lets the office restore a deleted account instead. */
function RestoreInstead({ id }: { id: string }) {
  const { userRole } = useSignedIn();
  const returnTo = useReturnTo();
  const toast = useToast();
  const restore = useOnlineAction('restoreEngineer');
  if (!mayAccess({ role: userRole }, calls.restoreEngineer.access)) return null;
  const run = async () => {
    try {
      const { name } = await restore.run({ params: { id } });
      toast({ text: `BME account “${name}” restored.` });
      void returnTo(paths.engineers());
    } catch (error) {
      toast({ tone: 'danger', text: errorWords(error, 'The account could not be restored. Please try again.') });
    }
  };
  return (
    <div>
      <Button type="button" onClick={() => void run()}>
        Restore the deleted account
      </Button>
    </div>
  );
}
