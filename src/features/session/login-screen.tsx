import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { homePath } from '#contract/permissions.ts';
import { loginBody } from '#contract/calls/session.ts';
import { useEngine } from '#ui/engine/engine-provider.tsx';
import { returnPath } from '#ui/return-path.ts';
import { unsentWorkText } from '#ui/engine/unsent-work.ts';
import { Alert } from '#ui/ui/alert.tsx';
import { Button } from '#ui/ui/button.tsx';
import { Form } from '#ui/ui/form.tsx';
import { TextField } from '#ui/ui/text-field.tsx';
import { loginErrorText } from './login-errors.ts';
import { SessionCard } from './session-card.tsx';

type FieldName = 'email' | 'password';
const untouched: Record<FieldName, boolean> = { email: false, password: false };

/**
 * The sign-in screen. Opening it signs the current user out; their unsent work stays on the tablet. Continues to the
 * dashboard of the role, or to the page that required the sign-in.
 */
export function LoginScreen() {
  const engine = useEngine();
  const navigate = useNavigate();
  const [params] = useSearchParams();
  const [values, setValues] = useState<Record<FieldName, string>>({ email: '', password: '' });
  const [touched, setTouched] = useState(untouched);
  const [banner, setBanner] = useState<string | null>(null);
  const [waiting, setWaiting] = useState(false);
  const reason = useEndedSession();

  const parsed = loginBody.safeParse(values);
  const errorOf = (name: FieldName) =>
    touched[name] ? parsed.error?.issues.find((issue) => issue.path[0] === name)?.message : undefined;
  const field = (name: FieldName) => ({
    name,
    value: values[name],
    error: errorOf(name),
    required: true,
    onChange: (event: { target: { value: string } }) => setValues({ ...values, [name]: event.target.value }),
    onBlur: () => setTouched({ ...touched, [name]: true }),
  });

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (waiting) return;
    if (!parsed.success) {
      setTouched({ email: true, password: true });
      setBanner('Please enter valid credentials.');
      return;
    }
    setWaiting(true);
    setBanner(null);
    try {
      const session = await engine.login(parsed.data.email, parsed.data.password);
      await navigate(returnPath(params) ?? homePath(session.userRole), { replace: true });
    } catch (error) {
      setBanner(loginErrorText(error));
      setWaiting(false);
    }
  };

  return (
    <SessionCard title="Sign in to your account">
      <Form onSubmit={(event) => void submit(event)} className="space-y-4">
        {reason !== null && banner === null && <Alert tone="info">{reason}</Alert>}
        {banner !== null && <Alert tone="danger">{banner}</Alert>}
        <TextField label="Email" type="email" autoComplete="username" inputMode="email" {...field('email')} />
        <TextField label="Password" type="password" autoComplete="current-password" {...field('password')} />
        <Button type="submit" variant="primary" wide busy={waiting} disabled={!parsed.success}>
          {waiting ? 'Signing in...' : 'Sign in'}
        </Button>
      </Form>
    </SessionCard>
  );
}

/**
 * Ends the current session when the screen opens; returns why an earlier one ended, or what stays on the tablet.
 */
function useEndedSession(): string | null {
  const engine = useEngine();
  const [found] = useState(() => ({ session: engine.session(), unsent: engine.unsentCount() }));
  const ended = useRef(false);
  const { session, unsent } = found;
  const open = session.kind !== 'starting' && session.kind !== 'signed-out';
  useEffect(() => {
    if (ended.current || !open) return;
    ended.current = true;
    void engine.logout();
  }, [engine, open]);
  if (session.kind === 'signed-out') return session.reason;
  return open && unsent > 0 ? unsentWorkText(unsent) : null;
}
