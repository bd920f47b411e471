import { lazy, Suspense, useState } from 'react';
import type { Session } from '#contract/calls/session.ts';
import { paths } from '../paths.ts';
import { useEngine } from '#ui/engine/engine-provider.tsx';
import { MenuButton } from '../ui/menu-button.tsx';

const LogoutDialog = lazy(async () => ({ default: (await import('./logout-dialog.tsx')).LogoutDialog }));

/** Shows the user's menu: Settings, lock, Logout. */
export function UserMenu({ session }: { session: Session }) {
  const engine = useEngine();
  const [leaving, setLeaving] = useState(false);
  const initials = session.userName
    .split(' ')
    .map(([first]) => first)
    .join('');
  return (
    <>
      <MenuButton
        label={`User menu: ${session.userName}`}
        iconOnly
        align="end"
        className="text-on-brand hover:bg-brand-line aria-expanded:bg-brand-line"
        items={[
          { label: 'Settings', icon: 'settings', to: paths.settings() },
          { label: 'Lock this tablet', icon: 'shield', onSelect: () => void engine.lock() },
          { label: 'Logout', icon: 'logout', onSelect: () => setLeaving(true) },
        ]}
      >
        {/* No text: the visible text of a button must be part of its accessible name. */}
        <span
          data-initials={initials.slice(0, 2)}
          className="grid size-8 place-content-center rounded-full bg-brand-line text-sm before:content-[attr(data-initials)]"
        />
        <span className="max-w-40 truncate max-sm:hidden xl:max-2xl:hidden">{session.userName}</span>
      </MenuButton>
      {leaving && (
        <Suspense>
          <LogoutDialog onCancel={() => setLeaving(false)} />
        </Suspense>
      )}
    </>
  );
}
