import { type FormEvent, useState } from 'react';
import { newPassword as newPasswordField } from '#contract/fields.ts';
import { paths } from '#ui/paths.ts';
import { errorWords, fieldErrors, isOffline } from '#ui/engine/engine.ts';
import { useEngine } from '#ui/engine/engine-provider.tsx';
import { Alert } from '#ui/ui/alert.tsx';
import { Button, ButtonLink } from '#ui/ui/button.tsx';
import { useRecordTitle } from '#ui/ui/record-title.ts';
import { leadToFirst } from '#ui/ui/field-of-form.ts';
import { Form } from '#ui/ui/form.tsx';
import { TextField } from '#ui/ui/text-field.tsx';
import { SessionCard } from './session-card.tsx';

const schema = newPasswordField();
const [newField, repeatedField] = ['newPassword', 'repeatedPassword'];
const notReached = 'The server could not be reached. Press the button again when the network is back.';

/**
 * Asks a user who signed in with a one-time password to choose a new one; needs the server. Source: docs/product.md
 * P64.
 */
export function NewPasswordScreen({ userName, email }: { userName: string; email: string }) {
  const engine = useEngine();
  useRecordTitle('Choose a new password');
  const [password, setPassword] = useState('');
  const [repeated, setRepeated] = useState('');
  const [asked, setAsked] = useState(false);
  const [waiting, setWaiting] = useState(false);
  const [refused, setRefused] = useState<{ password: string; error: unknown } | null>(null);

  const wrong = schema.safeParse(password).error?.issues[0]?.message;
  const differs = repeated !== password;
  // A refusal concerns the submitted password, not what is being typed now.
  const sentence = refused && fieldErrors(refused.error)['newPassword']?.[0];
  const refusal = refused?.password === password ? sentence : undefined;

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (waiting) return;
    setAsked(true);
    if (wrong !== undefined || differs) {
      leadToFirst(event.currentTarget, [wrong === undefined ? repeatedField : newField]);
      return;
    }
    setWaiting(true);
    setRefused(null);
    try {
      await engine.choosePassword(password);
    } catch (error) {
      setRefused({ password, error });
      setWaiting(false);
    }
  };

  return (
    <SessionCard
      title="Choose a new password"
      subtitle={`${userName}, you signed in with a one-time password. Choose your own, which only you know.`}
    >
      <Form onSubmit={(event) => void submit(event)} className="space-y-4">
        {refused && !sentence && (
          <Alert tone="danger">
            {isOffline(refused.error) ? notReached : errorWords(refused.error, 'The password could not be changed.')}
          </Alert>
        )}
        <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
        <TextField
          label="New password"
          type="password"
          name={newField}
          autoComplete="new-password"
          hint="At least 6 characters, and none of the most common passwords."
          value={password}
          onChange={(event) => setPassword(event.target.value)}
          error={refusal ?? (asked ? wrong : undefined)}
          required
        />
        <TextField
          label="Repeat the new password"
          type="password"
          name={repeatedField}
          autoComplete="new-password"
          value={repeated}
          onChange={(event) => setRepeated(event.target.value)}
          error={asked && wrong === undefined && differs ? 'The two passwords are not the same.' : undefined}
          required
        />
        <Button type="submit" variant="primary" wide busy={waiting}>
          Save and continue
        </Button>
        <ButtonLink to={paths.login()} variant="ghost" wide>
          Sign in as somebody else
        </ButtonLink>
      </Form>
    </SessionCard>
  );
}
