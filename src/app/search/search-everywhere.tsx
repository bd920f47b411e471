import { lazy, Suspense, useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { useSession } from '#ui/engine/engine-provider.tsx';
import { IconButton } from '#ui/ui/button.tsx';
import { useHeaderPlace } from '../use-header-place.ts';
import { watchShortcuts } from './shortcut-keys.ts';

const SearchDialog = lazy(async () => ({ default: (await import('./search-dialog.tsx')).SearchDialog }));
const KeysDialog = lazy(async () => ({ default: (await import('./keys-dialog.tsx')).KeysDialog }));

/** Adds a search button to the header, and opens the search and the list of keys from the keyboard. */
export function SearchEverywhere() {
  const [opened, setOpened] = useState<'search' | 'keys' | null>(null);
  const session = useSession();
  useEffect(() => watchShortcuts({ search: () => setOpened('search'), help: () => setOpened('keys') }), []);
  const header = useHeaderPlace('header-notes');
  if (session.kind !== 'signed-in') return null;
  const close = () => setOpened(null);
  return (
    <>
      {header &&
        createPortal(
          <IconButton
            icon="search"
            label="Search everywhere"
            aria-keyshortcuts="Control+K /"
            // In pixels, as the bell's.
            className="size-[44px]! min-h-0! min-w-0! text-on-brand! hover:bg-brand-line!"
            onClick={() => setOpened('search')}
          />,
          header,
        )}
      <Suspense>
        {opened === 'search' && <SearchDialog role={session.session.userRole} onClose={close} />}
        {opened === 'keys' && <KeysDialog onClose={close} />}
      </Suspense>
    </>
  );
}
