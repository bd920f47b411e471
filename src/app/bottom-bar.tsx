import { lazy, Suspense, useState } from 'react';
import { Link, useLocation } from 'react-router-dom';
import type { Role } from '#contract/define.ts';
import { Icon } from '../ui/icons.tsx';
import { dockLinks, type NavLink, scanOf } from './navigation.ts';

const MoreSheet = lazy(async () => ({ default: (await import('./more-sheet.tsx')).MoreSheet }));

const tabLook =
  'flex min-h-16 min-w-0 flex-1 flex-col items-center justify-center gap-0.5 text-xs font-semibold text-muted no-underline aria-[current=page]:text-primary-ink aria-[current=page]:shadow-[inset_0_4px_var(--color-primary)]';

/** Shows the phone navigation, reachable with one hand: Home, Rounds, Scan, Tickets, More. */
export function BottomBar({ role }: { role: Role }) {
  const { pathname } = useLocation();
  const [open, setOpen] = useState(false);
  const { before, after } = dockLinks(role);
  const scan = scanOf(role, pathname);
  const tab = ({ label, path, icon }: NavLink) => (
    <Link
      key={label}
      to={path()}
      className={tabLook}
      {...((pathname === path() || pathname.startsWith(`${path()}/`)) && { 'aria-current': 'page' })}
    >
      <Icon name={icon} size={24} />
      {label}
    </Link>
  );
  return (
    <>
      <nav
        aria-label="Bottom bar"
        className="fixed inset-x-0 bottom-0 z-30 flex border-t border-line bg-surface px-1 pb-[env(safe-area-inset-bottom)] sm:hidden low:static print:hidden"
      >
        {before.map(tab)}
        {scan && (
          <Link to={scan.path()} className={tabLook} {...(pathname === scan.path() && { 'aria-current': 'page' })}>
            <span className="-mt-5 grid size-13 place-content-center rounded-full border-4 border-surface bg-signal text-on-signal shadow-card">
              <Icon name="scan" size={26} />
            </span>
            <span className="-mt-0.5 text-ink">{scan.label}</span>
          </Link>
        )}
        {after.map(tab)}
        <button
          type="button"
          aria-haspopup="dialog"
          aria-expanded={open}
          onClick={() => setOpen(true)}
          className={tabLook}
        >
          <Icon name="more" size={24} />
          More
        </button>
      </nav>
      {open && (
        <Suspense>
          <MoreSheet role={role} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
