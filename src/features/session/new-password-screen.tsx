import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { paths } from '#ui/paths.ts';
import { useEngine } from '#ui/engine/engine-provider.tsx';
import { useOnlineAction } from '#ui/engine/use-online-call.ts';
import { Alert } from '#ui/ui/alert.tsx';
import { Button, ButtonLink } from '#ui/ui/button.tsx';
import { useRecordTitle } from '#ui/ui/record-title.ts';
import { AskForLink } from './ask-for-link.tsx';
import { NewPasswordForm } from './new-password-form.tsx';
import { SessionCard } from './session-card.tsx';

/**
 * Asks a user who signed in with a one-time password to choose a new one; needs the server. Source: docs/product.md
 * P64.
 */
export function NewPasswordScreen({ userName, email }: { userName: string; email: string }) {
  const engine = useEngine();
  useRecordTitle('Choose a new password');
  return (
    <SessionCard
      title="Choose a new password"
      subtitle={`${userName}, you signed in with a one-time password. Choose your own, which only you know.`}
    >
      <NewPasswordForm
        email={email}
        submitLabel="Save and continue"
        save={(password) => engine.choosePassword(password)}
      >
        <ButtonLink to={paths.login()} variant="ghost" wide>
          Sign in as somebody else
        </ButtonLink>
      </NewPasswordForm>
    </SessionCard>
  );
}

/**
 * Mails a link to set a new password, and is also the screen that the link opens. The link is removed from the address
 * bar and the history at once; after a reload, it has to be opened again from the mail. Source: docs/product.md P350.
 */
export function PasswordLinkScreen() {
  const { hash, pathname } = useLocation();
  const navigate = useNavigate();
  const [link, setLink] = useState(hash.slice(1));
  const [isDone, setDone] = useState(false);
  const use = useOnlineAction('passwordByLink');
  if (hash !== '' && hash.slice(1) !== link) {
    setLink(hash.slice(1));
    setDone(false);
  }
  useEffect(() => {
    if (hash !== '') void navigate(pathname, { replace: true });
  }, [hash, navigate, pathname]);

  if (link === '') return <AskForLink />;
  if (isDone)
    return (
      <SessionCard title="New password">
        <div className="space-y-4">
          <Alert tone="ok">
            Your password has been changed. Tablets on which you were signed in will ask for the new one.
          </Alert>
          <SignInLink variant="primary" />
        </div>
      </SessionCard>
    );
  return (
    <SessionCard title="Choose a new password" subtitle="The link of your mail works once, within 30 minutes.">
      <NewPasswordForm
        key={link}
        submitLabel="Save password"
        save={async (newPassword) => {
          await use.run({ body: { link, newPassword } });
          setDone(true);
        }}
      >
        <Button variant="ghost" wide onClick={() => setLink('')}>
          Ask for another link
        </Button>
        <SignInLink />
      </NewPasswordForm>
    </SessionCard>
  );
}

function SignInLink({ variant = 'ghost' }: { variant?: 'ghost' | 'primary' }) {
  return (
    <ButtonLink to={paths.login()} variant={variant} wide>
      Sign in
    </ButtonLink>
  );
}
