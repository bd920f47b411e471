import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { isDoor, linkedSpelling, paths } from '../paths.ts';
import { useSession } from '#ui/engine/engine-provider.tsx';
import { signInFrom } from '#ui/return-path.ts';
import { cx } from '../ui/class-names.ts';
import { type KeptQueries, KeptQueriesContext, openKeptQueries, type TabStorage } from '../ui/kept-queries.ts';
import { BottomBar } from './bottom-bar.tsx';
import { Header } from './header.tsx';

const Notices = lazy(async () => ({
  default: await import('./notices.tsx').then(
    (part) => part.Notices,
    () => () => null,
  ),
}));

/**
 * Renders what stays when the screen changes: bars, notices, and the element that takes focus after a link. Notices
 * wait until the first screen is drawn.
 */
export function Frame({ hasNotices, children }: { hasNotices: boolean; children: ReactNode }) {
  const state = useSession();
  const { pathname } = useLocation();
  const kept = useKeptQueries();
  const main = useFocusAfterLink(pathname);
  const atDoor = isDoor(pathname) || !(state.kind === 'signed-in' || state.kind === 'signed-out');
  const session = !atDoor && state.kind === 'signed-in' ? state.session : null;
  return (
    <div
      data-dock={session ? 'yes' : 'no'}
      className={cx(session && 'docked:pb-[calc(6rem+env(safe-area-inset-bottom))] print:pb-0')}
    >
      {!atDoor && (
        <a
          href="#main"
          className="sr-only focus:not-sr-only focus:absolute focus:z-50 focus:m-2 focus:rounded-control focus:bg-surface focus:p-3 focus:font-semibold"
        >
          Skip to content
        </a>
      )}
      {session && <Header session={session} />}
      {!atDoor && !session && <VisitorBar />}
      <main
        ref={main}
        id="main"
        tabIndex={-1}
        className={cx('outline-none', !atDoor && 'mx-auto max-w-[88rem] py-5 safe-px-4 sm:py-7 sm:safe-px-6')}
      >
        <div className="mb-5 space-y-3 empty:hidden print:hidden">
          {hasNotices && (
            <Suspense>
              <Notices />
            </Suspense>
          )}
        </div>
        <KeptQueriesContext value={kept}>{children}</KeptQueriesContext>
      </main>
      {session && <BottomBar role={session.userRole} />}
    </div>
  );
}

/**
 * Keeps the query of each address shown, so that back links return to lists as they were left; signing in clears them.
 */
function useKeptQueries(): KeptQueries {
  const { pathname, search } = useLocation();
  const [kept] = useState(() => openKeptQueries(tabStorage()));
  useEffect(() => {
    if (pathname === paths.login()) kept.forget();
    else kept.keep(linkedSpelling(pathname), search);
  }, [kept, pathname, search]);
  return kept;
}

/** Returns this tab's session storage, or undefined if the browser denies access to it. */
function tabStorage(): TabStorage | undefined {
  try {
    return sessionStorage;
  } catch {
    return undefined;
  }
}

/** After a link, scrolls to the top of the new screen and focuses it, unless the screen has taken focus itself. */
function useFocusAfterLink(pathname: string) {
  const main = useRef<HTMLElement>(null);
  const before = useRef(pathname);
  useEffect(() => {
    if (before.current === pathname) return;
    before.current = pathname;
    window.scrollTo(0, 0);
    if (!main.current?.contains(document.activeElement)) main.current?.focus({ preventScroll: true });
  }, [pathname]);
  return main;
}

function VisitorBar() {
  const here = useLocation();
  return (
    <header className="border-b border-brand-line bg-brand pt-[env(safe-area-inset-top)] text-on-brand print:hidden">
      <div className="mx-auto flex min-h-14 max-w-[88rem] items-center justify-between safe-px-3 sm:safe-px-6">
        <span className="inline-flex items-center gap-2.5 font-bold">
          <img src="/icons/mark.svg" alt="" width={34} height={34} />
          Ward Rounds
        </span>
        <Link
          to={signInFrom(here)}
          className="inline-flex min-h-target items-center rounded-control px-3 font-semibold text-on-brand hover:bg-brand-line"
        >
          Sign in
        </Link>
      </div>
    </header>
  );
}
