import { type FormEvent, type ReactNode, useState } from 'react';
import { newPassword as newPasswordField } from '#contract/fields.ts';
import { errorWords, fieldErrors, isOffline } from '#ui/engine/engine.ts';
import { Alert } from '#ui/ui/alert.tsx';
import { Button } from '#ui/ui/button.tsx';
import { leadToFirst } from '#ui/ui/field-of-form.ts';
import { Form } from '#ui/ui/form.tsx';
import { TextField } from '#ui/ui/text-field.tsx';

const schema = newPasswordField();
const [newField, repeatedField] = ['newPassword', 'repeatedPassword'];
const notReached = 'The server could not be reached. Press the button again when the network is back.';

interface NewPasswordFormProps {
  /** The account, for password managers; undefined if unknown. */
  email?: string;
  submitLabel: string;
  /** Sets the password; throws the server's refusal. */
  save: (password: string) => Promise<unknown>;
  /** Shown below the button. */
  children?: ReactNode;
}

/** Asks for a new password, twice. */
export function NewPasswordForm({ email, submitLabel, save, children }: NewPasswordFormProps) {
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
      await save(password);
    } catch (error) {
      setRefused({ password, error });
      setWaiting(false);
    }
  };

  return (
    <Form onSubmit={(event) => void submit(event)} className="space-y-4">
      {refused && !sentence && (
        <Alert tone="danger">
          {isOffline(refused.error) ? notReached : errorWords(refused.error, 'The password could not be changed.')}
        </Alert>
      )}
      {email !== undefined && (
        <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
      )}
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
        {submitLabel}
      </Button>
      {children}
    </Form>
  );
}
