import { useWatch } from 'react-hook-form';
import { Link } from 'react-router-dom';
import { mayChangeAccount, officeChangesAccounts } from '#contract/permissions.ts';
import { FormText } from '#ui/fields/form-text.tsx';
import { paths } from '#ui/paths.ts';
import { useSignedIn } from '#ui/engine/engine-provider.tsx';
import { Alert } from '#ui/ui/alert.tsx';
import type { BodyInput } from '#contract/define.ts';
import type { Calls } from '#contract/index.ts';

type Body = BodyInput<Calls['createEngineer']>;

export const engineerLabels = { name: 'Name', phone: 'Phone', email: 'Email' };

/** Renders the fields of a BME account; for an existing one (`accountId`) only the office sets the password. */
export function EngineerInputs({ accountId }: { accountId: string | null }) {
  const { userRole, userId } = useSignedIn();
  const may = accountId === null ? 'all' : mayChangeAccount({ id: userId, role: userRole }, accountId);
  // The browser may fill in what it knows about the user, not about a colleague.
  const filled = (token: string) => ({ autoComplete: accountId === userId ? token : 'off' });
  const ofOffice = { required: may === 'all', readOnly: may !== 'all' };
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      {may !== 'all' && (
        <div className="sm:col-span-2">
          <Alert tone="info">
            {officeChangesAccounts} {may === 'phone' ? 'You can change your phone number.' : ''}
          </Alert>
        </div>
      )}
      <FormText<Body> name="name" label={engineerLabels.name} {...ofOffice} {...filled('name')} />
      <FormText<Body>
        name="phone"
        label={engineerLabels.phone}
        type="tel"
        readOnly={may === 'nothing'}
        {...filled('tel')}
      />
      <FormText<Body> name="email" label={engineerLabels.email} type="email" {...ofOffice} {...filled('email')} />
      {accountId === null && (
        <PasswordInput required hint="A one-time password: the engineer is asked for a new one at the first sign-in." />
      )}
      {accountId !== null && userRole === 'Hospital' && <PasswordReset />}
      {accountId !== null && userRole !== 'Hospital' && <PasswordElsewhere isOwn={accountId === userId} />}
    </div>
  );
}

function PasswordInput({ hint, required = false }: { hint: string; required?: boolean }) {
  return (
    <FormText<Body>
      name="password"
      label="Password"
      type="password"
      autoComplete="new-password"
      hint={hint}
      required={required}
    />
  );
}

function PasswordReset() {
  const typed: unknown = useWatch({ name: 'password' });
  return (
    <>
      <PasswordInput hint="Leave blank to keep the current password." />
      {typeof typed === 'string' && typed !== '' && (
        <div className="sm:col-span-2">
          <Alert tone="info">
            This is a one-time password. Please pass it on to the engineer: it opens only the screen that asks for a new
            one. All sessions of this account end.
          </Alert>
        </div>
      )}
    </>
  );
}

function PasswordElsewhere({ isOwn }: { isOwn: boolean }) {
  return (
    <p className="self-end text-muted">
      {isOwn ? (
        <>
          Change your own password under{' '}
          <Link
            to={paths.settings()}
            className="font-semibold text-primary-ink underline decoration-line-strong underline-offset-4"
          >
            Settings
          </Link>
          .
        </>
      ) : (
        'Only the hospital’s office can set another engineer’s password.'
      )}
    </p>
  );
}
