import { createPortal } from 'react-dom';
import { Link } from 'react-router-dom';
import { useSession, useView } from '#ui/engine/engine-provider.tsx';
import { paths } from '../paths.ts';
import { Icon } from '../ui/icons.tsx';
import { useHeaderPlace } from './use-header-place.ts';

/** Adds a bell to the header that counts the user's unread notices and leads to them. Source: docs/product.md P323. */
export function Bell() {
  const session = useSession();
  const header = useHeaderPlace('header-notes');
  if (!header || session.kind !== 'signed-in' || session.session.userRole === 'Admin') return null;
  return createPortal(<BellLink userId={session.session.userId} />, header);
}

/** The largest number that the bell has room for. */
const mostShown = 99;

function BellLink({ userId }: { userId: string }) {
  const unread = useView(
    (view) => view.all('notice').filter(({ unreadBy }) => unreadBy.includes(userId)).length,
    [userId],
  );
  const name = unread === 0 ? 'Notices' : `Notices: ${unread} unread`;
  return (
    <Link
      to={paths.notices()}
      aria-label={name}
      title={name}
      // In pixels: with large text the buttons of the header would not fit side by side.
      className="relative inline-flex size-[44px] shrink-0 items-center justify-center rounded-control text-on-brand hover:bg-brand-line"
    >
      <Icon name="bell" size={22} />
      {unread > 0 && (
        <span
          aria-hidden="true"
          className="absolute top-0.5 right-0 min-w-5 rounded-full bg-danger px-1 text-center text-xs leading-5 font-bold text-on-danger"
        >
          {unread > mostShown ? `${mostShown}+` : unread}
        </span>
      )}
    </Link>
  );
}
