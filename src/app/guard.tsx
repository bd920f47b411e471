import { lazy, useState } from 'react';
import { Navigate, useLocation } from 'react-router-dom';
import { homePath, mayAccess } from '#contract/permissions.ts';
import { isDoor, paths } from '../paths.ts';
import { useSession } from '#ui/engine/engine-provider.tsx';
import { signInFrom } from '#ui/return-path.ts';
import { loadPart } from '../platform/parts.ts';
import type { ScreenRoute } from '../route.ts';
import { ButtonLink } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { Splash } from './splash.tsx';
import { useScreenTitle } from './use-screen-title.ts';

const UnlockScreen = lazy(async () => ({
  default: (await loadPart(() => import('../features/session/unlock-screen.tsx'))).UnlockScreen,
}));

const NewPasswordScreen = lazy(async () => ({
  default: (await loadPart(() => import('../features/session/new-password-screen.tsx'))).NewPasswordScreen,
}));

/**
 * Admits users who may open a screen; redirects others to the login or to their role's dashboard. A visitor's sign-in, and
 * the next one after a session has ended, lead to this screen; after a logout they do not, because somebody else may sign
 * in. Source: docs/product.md P4 and P3.
 */
export function Guard({ route }: { route: ScreenRoute }) {
  const session = useSession();
  const here = useLocation();
  const { access, title, path, Screen } = route;
  const user = session.kind === 'signed-in' ? session.session : null;
  const [hadUser, setHadUser] = useState(false);
  if (user && !hadUser) setHadUser(true);
  useScreenTitle(session.kind === 'locked' ? 'This tablet is locked' : title);
  if (isDoor(path.patterns[0])) return <Screen />;
  if (session.kind === 'starting') return <Splash />;
  if (session.kind === 'locked') return <UnlockScreen lock={session} />;
  if (session.kind === 'new-password') return <NewPasswordScreen userName={session.userName} email={session.email} />;
  if (access === 'prompt') return user ? <Screen /> : <SignInPrompt title={title} signIn={signInFrom(here)} />;
  if (mayAccess(user && { role: user.userRole }, access)) return <Screen />;
  if (user) return <Navigate to={homePath(user.userRole)} replace />;
  const wasEnded = session.kind === 'signed-out' && session.reason !== null;
  const isVisit = !hadUser && !here.pathname.startsWith('/dashboard/');
  return <Navigate to={wasEnded || isVisit ? signInFrom(here) : paths.login()} replace />;
}

function SignInPrompt({ title, signIn }: { title: string; signIn: string }) {
  return (
    <>
      <PageHeader title={title} />
      <Card>
        <EmptyState
          icon="user"
          title="Please sign in"
          action={
            <ButtonLink to={signIn} variant="primary">
              Sign in
            </ButtonLink>
          }
        >
          This screen is for signed-in users.
        </EmptyState>
      </Card>
    </>
  );
}
