import { useState } from 'react';
import { createPortal } from 'react-dom';
import { Link } from 'react-router-dom';
import { paths } from '#ui/paths.ts';
import { troubleWords, useStartTrouble } from '#ui/platform/start-trouble.ts';
import { Alert } from '../ui/alert.tsx';
import { ButtonLink } from '../ui/button.tsx';
import { Icon } from '../ui/icons.tsx';
import { useHeld } from '../ui/press.ts';
import { useHeaderPlace } from './use-header-place.ts';

/**
 * Says in the header that the app will not open without network, and why; if storage is full, also above the screen.
 */
export function OfflineStart() {
  const trouble = useHeld(useStartTrouble(), null);
  const [dismissed, setDismissed] = useState(false);
  // Shown again if the cause recurs.
  if (dismissed && !trouble) setDismissed(false);
  const header = useHeaderPlace('header-notes');
  if (!trouble || !header) return null;
  return (
    <>
      {createPortal(<HeaderNote reason={troubleWords[trouble]} />, header)}
      {trouble === 'no-room' && !dismissed && (
        <Alert
          tone="warn"
          title="The app will not open without network"
          onDismiss={() => setDismissed(true)}
          action={
            <ButtonLink to={paths.settings()} icon="settings">
              Storage of this tablet
            </ButtonLink>
          }
        >
          This tablet has no room for the app’s files. Free some space; the app tries again automatically.
        </Alert>
      )}
    </>
  );
}

function HeaderNote({ reason }: { reason: string }) {
  const words = 'The app needs the network to open';
  return (
    <Link
      to={paths.settings()}
      aria-label={`${words}: ${reason}`}
      title={`${words}: ${reason}`}
      className="inline-flex min-h-target min-w-target items-center justify-center gap-2 rounded-control border border-on-brand-muted px-2.5 text-sm font-semibold whitespace-nowrap text-on-brand no-underline hover:bg-brand-line"
    >
      <Icon name="warning" size={22} />
      <span className="max-2xl:hidden">{words}</span>
    </Link>
  );
}
