import { type FormEvent, useState } from 'react';
import { paths } from '#ui/paths.ts';
import { useEngine } from '#ui/engine/engine-provider.tsx';
import { Alert } from '#ui/ui/alert.tsx';
import { Button, ButtonLink } from '#ui/ui/button.tsx';
import { Form } from '#ui/ui/form.tsx';
import { TextField } from '#ui/ui/text-field.tsx';
import { SessionCard } from './session-card.tsx';

/** Asks the user of a locked tablet for the password; works offline. */
export function UnlockScreen({ userName, triesLeft }: { userName: string; triesLeft: number }) {
  const engine = useEngine();
  const [password, setPassword] = useState('');
  const [waiting, setWaiting] = useState(false);
  const [wrong, setWrong] = useState(false);
  const blocked = triesLeft <= 0;

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (waiting || password === '') return;
    setWaiting(true);
    const opened = await engine.unlock(password).catch(() => false);
    if (opened) return;
    setWrong(true);
    setPassword('');
    setWaiting(false);
  };

  return (
    <SessionCard title="This device is locked" subtitle={`${userName} is signed in. Unsent work stays on this device.`}>
      <Form onSubmit={(event) => void submit(event)} className="space-y-4">
        {blocked && <Alert tone="warn">Too many wrong tries. Connect to the network and sign in again.</Alert>}
        {wrong && !blocked && (
          <Alert tone="danger">
            This password does not open the device. {triesLeft === 1 ? '1 try is' : `${triesLeft} tries are`} left.
          </Alert>
        )}
        <input type="text" name="username" autoComplete="username" value={userName} readOnly hidden />
        <TextField
          label="Password"
          type="password"
          name="password"
          autoComplete="current-password"
          value={password}
          onChange={(event) => setPassword(event.target.value)}
          disabled={blocked}
          required
        />
        <Button type="submit" variant="primary" wide busy={waiting} disabled={password === '' || blocked}>
          Unlock
        </Button>
        <ButtonLink to={paths.login()} variant="ghost" wide>
          Sign in as somebody else
        </ButtonLink>
      </Form>
    </SessionCard>
  );
}
