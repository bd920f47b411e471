import { lazy, Suspense, useState } from 'react';
import type { Session } from '#contract/session.ts';
import { paths } from '../paths.ts';
import { useEngine } from '../resource/engine-provider.tsx';
import { MenuButton } from '../ui/menu-button.tsx';

const LogoutDialog = lazy(async () => ({ default: (await import('./logout-dialog.tsx')).LogoutDialog }));

function initials(name: string): string {
  const words = name.trim().split(/\s+/);
  const letters = [words[0], words.length > 1 ? words.at(-1) : undefined].map((word) => word?.charAt(0) ?? '');
  return letters.join('').toUpperCase() || '?';
}

/** The user's own menu: Settings, lock, Logout. */
export function UserMenu({ session }: { session: Session }) {
  const engine = useEngine();
  const [leaving, setLeaving] = useState(false);
  return (
    <>
      <MenuButton
        label={`User menu: ${session.userName}`}
        iconOnly
        align="end"
        className="text-on-brand hover:bg-brand-line aria-expanded:bg-brand-line"
        items={[
          { label: 'Settings', icon: 'settings', to: paths.settings() },
          { label: 'Lock this device', icon: 'shield', onSelect: () => void engine.lock() },
          { label: 'Logout', icon: 'logout', onSelect: () => setLeaving(true) },
        ]}
      >
        <span
          aria-hidden="true"
          className="grid size-8 place-content-center rounded-full border border-on-brand-muted text-sm font-bold"
        >
          {initials(session.userName)}
        </span>
      </MenuButton>
      {leaving && (
        <Suspense>
          <LogoutDialog onCancel={() => setLeaving(false)} />
        </Suspense>
      )}
    </>
  );
}
