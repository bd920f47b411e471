import { useId } from 'react';
import { Link } from 'react-router-dom';
import type { Role } from '#contract/define.ts';
import { paths } from '../paths.ts';
import { Dialog } from '../ui/dialog.tsx';
import { Icon } from '../ui/icons.tsx';
import { homeLink, navGroups, type NavGroup, type NavLink, navLinks } from './navigation.ts';

/** Lists all screens of the role, for phones. */
export function MoreSheet({ role, onClose }: { role: Role; onClose: () => void }) {
  const own: readonly NavLink[] = [
    { label: 'Outbox', path: paths.outbox, icon: 'cloud-up' },
    { label: 'Settings', path: paths.settings, icon: 'settings' },
  ];
  const groups: readonly NavGroup[] = [
    { label: 'Ward Rounds', links: [homeLink(role), ...navLinks(role)] },
    ...navGroups(role),
    { label: 'This tablet', links: own },
  ];
  return (
    <Dialog open title="More" onClose={onClose}>
      <nav aria-label="All screens" className="space-y-5">
        {groups.map((group) => (
          <Group key={group.label} group={group} onDone={onClose} />
        ))}
      </nav>
    </Dialog>
  );
}

function Group({ group, onDone }: { group: NavGroup; onDone: () => void }) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <h3 id={id} className="text-sm font-semibold text-muted">
        {group.label}
      </h3>
      <ul className="mt-1 grid grid-cols-2 gap-2">
        {group.links.map(({ label, path, icon }) => (
          <li key={label}>
            <Link
              to={path()}
              onClick={onDone}
              className="flex min-h-14 items-center gap-2.5 rounded-control border border-line bg-surface px-3 leading-tight font-semibold text-ink no-underline hover:bg-primary-soft"
            >
              <Icon name={icon} className="text-primary" />
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
