import { lazy } from 'react';
import { Navigate, useLocation } from 'react-router-dom';
import { homePath, mayAccess } from '#contract/permissions.ts';
import { paths } from '../paths.ts';
import { useSession } from '../resource/engine-provider.tsx';
import { signInFrom } from '../resource/return-path.ts';
import type { ScreenRoute } from '../route.ts';
import { ButtonLink } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { Splash } from './splash.tsx';
import { useScreenTitle } from './use-screen-title.ts';

const UnlockScreen = lazy(async () => ({
  default: (await import('../features/session/unlock-screen.tsx')).UnlockScreen,
}));

/**
 * Lets into a screen who may enter; the rest go to the login, or to the dashboard of their role. A session that was ended
 * comes back here by the next sign-in, to what was typed. Source: document 1, section 2; document 3, section 1.
 */
export function Guard({ route }: { route: ScreenRoute }) {
  const session = useSession();
  const here = useLocation();
  const { access, title, path, Screen } = route;
  useScreenTitle(title);
  if (path === paths.login) return <Screen />;
  if (session.kind === 'starting') return <Splash />;
  if (session.kind === 'locked') return <UnlockScreen userName={session.userName} triesLeft={session.triesLeft} />;
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
