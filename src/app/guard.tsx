import { lazy } from 'react';
import { Navigate, useLocation } from 'react-router-dom';
import { homePath, mayAccess } from '#contract/permissions.ts';
import { paths } from '../paths.ts';
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
 * Admits users who may open a screen; redirects others to the login or to their role's dashboard. If a session ends,
 * the next sign-in returns to this screen with what was typed. Source: docs/product.md P4 and P3.
 */
export function Guard({ route }: { route: ScreenRoute }) {
  const session = useSession();
  const here = useLocation();
  const { access, title, path, Screen } = route;
  useScreenTitle(session.kind === 'locked' ? 'This tablet is locked' : title);
  if (path === paths.login) return <Screen />;
  if (session.kind === 'starting') return <Splash />;
  if (session.kind === 'locked') return <UnlockScreen lock={session} />;
  if (session.kind === 'new-password') return <NewPasswordScreen userName={session.userName} email={session.email} />;
  const user = session.kind === 'signed-in' ? session.session : null;
  if (access === 'prompt') return user ? <Screen /> : <SignInPrompt title={title} signIn={signInFrom(here)} />;
  if (mayAccess(user && { role: user.userRole }, access)) return <Screen />;
  if (user) return <Navigate to={homePath(user.userRole)} replace />;
  const wasEnded = session.kind === 'signed-out' && session.reason !== null;
  return <Navigate to={wasEnded ? signInFrom(here) : paths.login()} replace />;
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
