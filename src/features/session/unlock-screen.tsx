import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { paths } from '#ui/paths.ts';
import { errorWords } from '#ui/engine/engine.ts';
import { useEngine } from '#ui/engine/engine-provider.tsx';
import { Alert } from '#ui/ui/alert.tsx';
import { Button, ButtonLink } from '#ui/ui/button.tsx';
import { Form } from '#ui/ui/form.tsx';
import { TextField } from '#ui/ui/text-field.tsx';
import { onlineOnlyWords, wrongWords } from './lock-words.ts';
import { SessionCard } from './session-card.tsx';

/**
 * Asks the user of a locked tablet for the password; works offline. If the tablet does not know the password, or after
 * too many failed attempts, it asks the server (rule AU4).
 */
export function UnlockScreen({ userName, triesLeft }: { userName: string; triesLeft: number | null }) {
  const engine = useEngine();
  const { pathname, search } = useLocation();
  const [password, setPassword] = useState('');
  const [waiting, setWaiting] = useState(false);
  const [wrong, setWrong] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
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
    <SessionCard title="This tablet is locked" subtitle={`${userName} is signed in. Unsent work stays on this tablet.`}>
      <Form onSubmit={(event) => void submit(event)} className="space-y-4">
        {onlineOnly !== null && <Alert tone="warn">{onlineOnly}</Alert>}
        {wrong && <Alert tone="danger">{wrongWords(triesLeft)}</Alert>}
        {failure !== null && <Alert tone="danger">{failure}</Alert>}
        <input type="text" name="username" autoComplete="username" value={userName} readOnly hidden />
        <TextField
          ref={field}
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
        <ButtonLink to={paths.login()} state={{ lockedAt: `${pathname}${search}` }} variant="ghost" wide>
          Sign in as somebody else
        </ButtonLink>
      </Form>
    </SessionCard>
  );
}
