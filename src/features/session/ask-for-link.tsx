import { type FormEvent, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { forgottenForm } from '#contract/calls/password-reset.ts';
import { errorWords, isOffline } from '#ui/engine/engine.ts';
import { useOnlineAction, useOnlineCall } from '#ui/engine/use-online-call.ts';
import { paths } from '#ui/paths.ts';
import { Alert } from '#ui/ui/alert.tsx';
import { Button, ButtonLink } from '#ui/ui/button.tsx';
import { leadToFirst } from '#ui/ui/field-of-form.ts';
import { Form } from '#ui/ui/form.tsx';
import { TextField } from '#ui/ui/text-field.tsx';
import { SessionCard } from './session-card.tsx';

const failed = (error: unknown): string =>
  isOffline(error)
    ? 'The server mails the link, but it could not be reached.'
    : errorWords(error, 'The link could not be requested.');

/** Mails a link to set a new password if the server sends mail, and says who else can help. */
export function AskForLink() {
  const links = useOnlineCall('passwordLinks');
  return (
    <SessionCard title="Forgot password">
      <div className="space-y-4">
        {links.error && (
          <Alert tone="danger" action={<Button onClick={links.reload}>Try again</Button>}>
            {failed(links.error)}
          </Alert>
        )}
        {links.data?.areMailed === true && <AddressForm />}
        {links.data?.areMailed === false && <Alert tone="info">This server sends no mail.</Alert>}
        <WhoHelps isOnlyWay={links.data?.areMailed !== true} />
        <ButtonLink to={paths.login()} variant="ghost" wide>
          Back to sign in
        </ButtonLink>
      </div>
    </SessionCard>
  );
}

/** Returns the address typed on the sign-in screen, from the navigation state. */
const typedAddress = (state: unknown): string =>
  typeof state === 'object' && state !== null && 'email' in state && typeof state.email === 'string' ? state.email : '';

function AddressForm() {
  const { state } = useLocation();
  const [email, setEmail] = useState(typedAddress(state));
  const [isAsked, setAsked] = useState(false);
  const ask = useOnlineAction('askForPasswordLink');
  const [sentTo, setSentTo] = useState<string | null>(null);
  const parsed = forgottenForm.safeParse({ email });
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    setAsked(true);
    setSentTo(null);
    if (!parsed.success) {
      leadToFirst(event.currentTarget, ['email']);
      return;
    }
    // The error is shown by the form.
    await ask.run({ body: parsed.data }).then(
      () => setSentTo(parsed.data.email),
      () => undefined,
    );
  };
  return (
    <Form onSubmit={(event) => void submit(event)} className="space-y-4">
      {ask.error && <Alert tone="danger">{failed(ask.error)}</Alert>}
      {sentTo !== null && (
        <Alert tone="ok" title="Check your mail">
          If {sentTo} has an account, a link for a new password is on its way. It works for 30 minutes. An address gets
          at most one link in 5 minutes; the earlier ones keep working.
        </Alert>
      )}
      <TextField
        label="Email"
        type="email"
        name="email"
        autoComplete="username"
        inputMode="email"
        value={email}
        onChange={(event) => setEmail(event.target.value)}
        error={isAsked ? parsed.error?.issues[0]?.message : undefined}
        required
      />
      <Button type="submit" variant="primary" wide busy={ask.busy}>
        Mail me a link
      </Button>
    </Form>
  );
}

function WhoHelps({ isOnlyWay }: { isOnlyWay: boolean }) {
  return (
    <div className="text-sm text-muted">
      <p>{isOnlyWay ? 'Who can set a new password:' : 'Who else can set a new password:'}</p>
      <ul className="mt-1 list-disc space-y-1 pl-5">
        <li>for engineers: the office of the hospital</li>
        <li>for the office: an Admin</li>
        <li>for an Admin: whoever runs the server</li>
      </ul>
    </div>
  );
}
