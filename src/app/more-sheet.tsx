import { useId } from 'react';
import { Link } from 'react-router-dom';
import type { Role } from '#contract/define.ts';
import { paths } from '../paths.ts';
import { Dialog } from '../ui/dialog.tsx';
import { Icon } from '../ui/icons.tsx';
import { useView } from '../engine/engine-provider.tsx';
import { homeLink, labelOf, navGroups, type NavGroup, type NavLink, navLinks, openReports } from './navigation.ts';

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
  const reports = useView(openReports);
  return (
    <section aria-labelledby={id}>
      <h3 id={id} className="text-sm font-semibold text-muted">
        {group.label}
      </h3>
      <ul className="mt-1 grid grid-cols-2 gap-2">
        {group.links.map((link) => (
          <li key={link.label}>
            <Link
              to={link.path()}
              onClick={onDone}
              className="flex min-h-14 items-center gap-2.5 rounded-control border border-line bg-surface px-3 leading-tight font-semibold text-ink no-underline hover:bg-primary-soft"
            >
              <Icon name={link.icon} className="text-primary" />
              {labelOf(link, reports)}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
