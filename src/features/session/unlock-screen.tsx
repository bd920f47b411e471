import { type FormEvent, useState } from 'react';
import { paths } from '#ui/paths.ts';
import { errorWords } from '#ui/engine/engine.ts';
import { useEngine } from '#ui/engine/engine-provider.tsx';
import { Alert } from '#ui/ui/alert.tsx';
import { Button, ButtonLink } from '#ui/ui/button.tsx';
import { Form } from '#ui/ui/form.tsx';
import { TextField } from '#ui/ui/text-field.tsx';
import { SessionCard } from './session-card.tsx';

/** Why the tablet cannot be unlocked offline; null if it can. */
function onlineOnlyWords(triesLeft: number | null): string | null {
  if (triesLeft === null) return 'This tablet cannot check your password offline. Connect to the network to unlock it.';
  return triesLeft <= 0 ? 'Too many failed attempts. Connect to the network to unlock this tablet.' : null;
}

function wrongWords(triesLeft: number | null): string {
  const wrong = 'This password does not open the device.';
  if (triesLeft === null || triesLeft <= 0) return wrong;
  return `${wrong} ${triesLeft === 1 ? '1 try is' : `${triesLeft} tries are`} left.`;
}

/**
 * Asks the user of a locked tablet for the password; works offline. A tablet that does not know the password, or was
 * asked too often with a wrong one, asks the server (rule AU4).
 */
export function UnlockScreen({ userName, triesLeft }: { userName: string; triesLeft: number | null }) {
  const engine = useEngine();
  const [password, setPassword] = useState('');
  const [waiting, setWaiting] = useState(false);
  const [wrong, setWrong] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const onlineOnly = onlineOnlyWords(triesLeft);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (waiting || password === '') return;
    setWaiting(true);
    setFailure(null);
    try {
      if (await engine.unlock(password)) return;
      setWrong(true);
      setPassword('');
    } catch (error) {
      setWrong(false);
      setFailure(errorWords(error, 'Login failed. Please try again.'));
    }
    setWaiting(false);
  };

  return (
    <SessionCard title="This device is locked" subtitle={`${userName} is signed in. Unsent work stays on this device.`}>
      <Form onSubmit={(event) => void submit(event)} className="space-y-4">
        {onlineOnly !== null && <Alert tone="warn">{onlineOnly}</Alert>}
        {wrong && <Alert tone="danger">{wrongWords(triesLeft)}</Alert>}
        {failure !== null && <Alert tone="danger">{failure}</Alert>}
        <input type="text" name="username" autoComplete="username" value={userName} readOnly hidden />
        <TextField
          label="Password"
          type="password"
          name="password"
          autoComplete="current-password"
          value={password}
          onChange={(event) => setPassword(event.target.value)}
          required
        />
        <Button type="submit" variant="primary" wide busy={waiting} disabled={password === ''}>
          Unlock
        </Button>
        <ButtonLink to={paths.login()} variant="ghost" wide>
          Sign in as somebody else
        </ButtonLink>
      </Form>
    </SessionCard>
  );
}
