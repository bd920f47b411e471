import { type FormEvent, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { paths } from '#ui/paths.ts';
import { errorWords, type SessionState } from '#ui/engine/engine.ts';
import { useEngine } from '#ui/engine/engine-provider.tsx';
import { Alert } from '#ui/ui/alert.tsx';
import { Button, ButtonLink } from '#ui/ui/button.tsx';
import { leadToFirst } from '#ui/ui/field-of-form.ts';
import { Form } from '#ui/ui/form.tsx';
import { TextField } from '#ui/ui/text-field.tsx';
import { onlineOnlyWords, wrongWords } from './lock-words.ts';
import { SessionCard } from './session-card.tsx';

/** How each secret is asked for. A PIN is not a password: password managers must neither offer nor store it. */
const fields = {
  password: { label: 'Password', name: 'password', autoComplete: 'current-password' },
  pin: { label: 'PIN', name: 'pin', autoComplete: 'off', inputMode: 'numeric' },
} as const;

/** Puts the cursor into the field when it appears. */
const focused = (field: HTMLInputElement | null) => field?.focus();

/**
 * Asks the user of a locked tablet for the PIN or the password; works offline. If the tablet does not know the
 * password, or after too many failed attempts, it asks the server for the password (rules AU4 and AU13).
 */
export function UnlockScreen({ lock }: { lock: Extract<SessionState, { kind: 'locked' }> }) {
  const { userName, triesLeft, hasPin } = lock;
  const engine = useEngine();
  const { pathname, search } = useLocation();
  const [usesPassword, setUsesPassword] = useState(false);
  const [secret, setSecret] = useState('');
  const [waiting, setWaiting] = useState(false);
  const [wrong, setWrong] = useState<'password' | 'pin' | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const by = hasPin && !usesPassword ? 'pin' : 'password';
  const onlineOnly = onlineOnlyWords(triesLeft);

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    if (waiting || secret === '') return;
    setWaiting(true);
    setFailure(null);
    try {
      if (await engine.unlock(secret, by)) return;
      setWrong(by);
      setSecret('');
      leadToFirst(form, [by]);
    } catch (error) {
      setWrong(null);
      setFailure(errorWords(error, 'Login failed. Please try again.'));
    }
    setWaiting(false);
  };

  return (
    <SessionCard title="This tablet is locked" subtitle={`${userName} is signed in. Unsent work stays on this tablet.`}>
      <Form onSubmit={(event) => void submit(event)} className="space-y-4">
        {onlineOnly !== null && <Alert tone="warn">{onlineOnly}</Alert>}
        {wrong !== null && <Alert tone="danger">{wrongWords(triesLeft, wrong === 'pin' ? 'PIN' : 'password')}</Alert>}
        {failure !== null && <Alert tone="danger">{failure}</Alert>}
        <input type="text" name="username" autoComplete="username" value={userName} readOnly hidden />
        <TextField
          key={by}
          ref={focused}
          {...fields[by]}
          type="password"
          value={secret}
          onChange={(event) => setSecret(event.target.value)}
          required
        />
        <Button type="submit" variant="primary" wide busy={waiting} disabled={secret === ''}>
          Unlock
        </Button>
        {hasPin && (
          <Button
            variant="ghost"
            wide
            onClick={() => {
              setUsesPassword(!usesPassword);
              setSecret('');
              setWrong(null);
            }}
          >
            {usesPassword ? 'Use the PIN' : 'Use the password'}
          </Button>
        )}
        <ButtonLink to={paths.login()} state={{ lockedAt: `${pathname}${search}` }} variant="ghost" wide>
          Sign in as somebody else
        </ButtonLink>
      </Form>
    </SessionCard>
  );
}
