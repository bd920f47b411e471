import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router-dom';
import { homePath } from '#contract/permissions.ts';
import { loginBody } from '#contract/calls/session.ts';
import { isOffline } from '#ui/engine/engine.ts';
import { useEngine, useSession, useSyncStatus } from '#ui/engine/engine-provider.tsx';
import { paths } from '#ui/paths.ts';
import { returnPath } from '#ui/return-path.ts';
import { unsentWorkText } from '#ui/engine/unsent-work.ts';
import { Alert } from '#ui/ui/alert.tsx';
import { Button, ButtonLink } from '#ui/ui/button.tsx';
import { leadToFirst } from '#ui/ui/field-of-form.ts';
import { Form } from '#ui/ui/form.tsx';
import { TextField } from '#ui/ui/text-field.tsx';
import { wrongWords } from './lock-words.ts';
import { loginErrorText } from './login-errors.ts';
import { SessionCard } from './session-card.tsx';

type FieldName = 'email' | 'password';
const untouched: Record<FieldName, boolean> = { email: false, password: false };

/**
 * Shows the sign-in screen. Opening it signs the current user out; their unsent work stays on the tablet. After sign-in
 * it continues to the role's dashboard, or to the page that required the sign-in. A locked tablet stays locked until
 * somebody signs in: without network its user can also unlock it here (rule P180).
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
  const lock = useLock();
  const { offline } = useSyncStatus();

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

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (waiting) return;
    if (!parsed.success) {
      setTouched({ email: true, password: true });
      setBanner('Please enter valid credentials.');
      leadToFirst(
        event.currentTarget,
        parsed.error.issues.map(({ path }) => String(path[0])),
      );
      return;
    }
    setWaiting(true);
    setBanner(null);
    try {
      const session = await engine.login(parsed.data.email, parsed.data.password);
      await navigate(returnPath(params) ?? homePath(session.userRole), { replace: true });
    } catch (error) {
      setBanner(await opensLock(error).catch(loginErrorText));
      setWaiting(false);
    }
  };

  /**
   * Tries the typed password on the lock if the server cannot be reached. Returns a message, or null on success.
   * Throws: the original error, or the lock's.
   */
  const opensLock = async (error: unknown): Promise<string | null> => {
    const isOwn = lock && lock.email.toLowerCase() === values.email.trim().toLowerCase();
    if (!isOwn || !isOffline(error)) throw error;
    if (!(await engine.unlock(values.password))) {
      const after = engine.session();
      return wrongWords(after.kind === 'locked' ? after.triesLeft : null);
    }
    await navigate(lock.at, { replace: true });
    return null;
  };

  return (
    <SessionCard title="Sign in to your account">
      <Form onSubmit={(event) => void submit(event)} className="space-y-4">
        {reason !== null && banner === null && <Alert tone="info">{reason}</Alert>}
        {offline && banner === null && <Alert tone="info">{offlineWords(lock)}</Alert>}
        {banner !== null && <Alert tone="danger">{banner}</Alert>}
        <TextField label="Email" type="email" autoComplete="username" inputMode="email" {...field('email')} />
        <TextField label="Password" type="password" autoComplete="current-password" {...field('password')} />
        <Button type="submit" variant="primary" wide busy={waiting} disabled={!parsed.success}>
          {waiting ? 'Signing in...' : 'Sign in'}
        </Button>
        <ButtonLink to={paths.newPassword()} state={{ email: values.email }} variant="ghost" wide>
          Forgot password
        </ButtonLink>
        {lock && (
          <ButtonLink to={lock.at} variant="ghost" wide>
            Back to unlock
          </ButtonLink>
        )}
      </Form>
    </SessionCard>
  );
}

/** The lock that the user left in order to sign in. */
interface Lock {
  userName: string;
  email: string;
  opensOffline: boolean;
  /** The screen on which the tablet was locked. */
  at: string;
}

/** Returns this tablet's lock, or null if it is not locked. */
function useLock(): Lock | null {
  const session = useSession();
  const { state } = useLocation();
  if (session.kind !== 'locked') return null;
  const { userName, email, triesLeft } = session;
  const at = (state as { lockedAt?: string } | null)?.lockedAt ?? paths.bmeDashboard();
  return { userName, email, opensOffline: triesLeft !== null && triesLeft > 0, at };
}

function offlineWords(lock: Lock | null): string {
  const needs = 'Signing in needs the network, and this tablet is offline.';
  return lock?.opensOffline ? `${needs} ${lock.userName} can unlock it with their password.` : needs;
}

/**
 * Ends the current session when the screen opens; returns why an earlier session ended, or what stays on the tablet.
 */
function useEndedSession(): string | null {
  const engine = useEngine();
  const [found] = useState(() => ({ session: engine.session(), unsent: engine.unsentCount() }));
  const ended = useRef(false);
  const { session, unsent } = found;
  const open = session.kind !== 'starting' && session.kind !== 'signed-out' && session.kind !== 'locked';
  useEffect(() => {
    if (ended.current || !open) return;
    ended.current = true;
    void engine.logout();
  }, [engine, open]);
  if (session.kind === 'signed-out') return session.reason;
  return open && unsent > 0 ? unsentWorkText(unsent) : null;
}
