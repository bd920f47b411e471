import { Link, useLocation } from 'react-router-dom';
import type { Role } from '#contract/define.ts';
import type { Session } from '#contract/calls/session.ts';
import { cx } from '../ui/class-names.ts';
import { Icon } from '../ui/icons.tsx';
import { MenuButton } from '../ui/menu-button.tsx';
import { useView } from '../engine/engine-provider.tsx';
import { homeLink, labelOf, navGroups, type NavLink, navLinks, openReports, scanOf } from './navigation.ts';
import { SyncIndicator } from './sync-indicator.tsx';
import { UserMenu } from './user-menu.tsx';

const linkLook =
  'inline-flex min-h-target items-center rounded-control px-3 font-semibold text-on-brand no-underline xl:max-2xl:px-2 transition-colors hover:bg-brand-line aria-[current=page]:bg-brand-line aria-[current=page]:shadow-[inset_0_-3px_var(--color-signal)] aria-expanded:bg-brand-line';

/**
 * Shows the bar at the top of every screen for a signed-in user: logo, menus, notices that load later, Scan, sync
 * indicator, user menu.
 */
export function Header({ session }: { session: Session }) {
  const role = session.userRole;
  const { pathname } = useLocation();
  const scan = scanOf(role, pathname);
  return (
    <>
      <header className="group sticky top-0 z-30 low:static border-b border-brand-line bg-brand pt-[env(safe-area-inset-top)] text-on-brand print:hidden">
        <div className="mx-auto flex min-h-14 max-w-[110rem] items-center gap-1 safe-px-2 sm:safe-px-4">
          <Link
            id="home-link"
            to={homeLink(role).path()}
            className="relative inline-flex min-h-target min-w-[44px] shrink items-center gap-2.5 overflow-hidden rounded-control pr-3 pl-1 font-bold whitespace-nowrap text-on-brand no-underline"
          >
            <img src="/icons/mark.svg" alt="" width={34} height={34} className="shrink-0" />
            <span className="min-w-0 truncate max-sm:group-has-data-[calm=no]:sr-only">Ward Rounds</span>
          </Link>
          <Navigation role={role} className="ml-2 flex-nowrap max-xl:hidden" />
          <div className="ml-auto flex min-w-0 shrink-0 items-center max-sm:group-has-data-[calm=no]:shrink gap-1 sm:gap-2">
            <div id="header-notes" className="contents" />
            {scan && (
              <Link
                to={scan.path()}
                className="inline-flex min-h-target items-center gap-2 rounded-control bg-signal px-4 font-bold text-on-signal no-underline hover:brightness-95 max-sm:hidden"
              >
                <Icon name="scan" />
                Scan
              </Link>
            )}
            <SyncIndicator />
            <UserMenu session={session} />
          </div>
        </div>
      </header>
      <Navigation
        role={role}
        className="border-b border-brand-line bg-brand py-1 flex-wrap safe-px-2 max-sm:hidden xl:hidden print:hidden"
      />
    </>
  );
}

function Navigation({ role, className }: { role: Role; className: string }) {
  const { pathname } = useLocation();
  const reports = useView(openReports);
  const plain = (link: NavLink) => (
    <Link
      key={link.label}
      to={link.path()}
      className={linkLook}
      {...(pathname === link.path() && { 'aria-current': 'page' })}
    >
      {link.label}
    </Link>
  );
  return (
    <nav aria-label="Main" className={cx('flex items-center gap-1', className)}>
      {plain(homeLink(role))}
      {navLinks(role).map(plain)}
      {navGroups(role).map((group) => (
        <MenuButton
          key={group.label}
          label={group.label}
          className="text-on-brand hover:bg-brand-line aria-expanded:bg-brand-line xl:max-2xl:px-2!"
          items={group.links.map((link) => ({ label: labelOf(link, reports), icon: link.icon, to: link.path() }))}
        />
      ))}
    </nav>
  );
}
