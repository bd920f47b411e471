import { useState } from 'react';
import { useSignedIn } from '#ui/engine/engine-provider.tsx';
import { installWords, useInstall } from '#ui/platform/install.ts';
import { Alert } from '#ui/ui/alert.tsx';
import { Button } from '#ui/ui/button.tsx';
import { useHeld } from '#ui/ui/press.ts';

const dismissedKey = 'install-hint-dismissed';

function wasDismissed(): boolean {
  try {
    return localStorage.getItem(dismissedKey) !== null;
  } catch {
    return true;
  }
}

/** Detects a tablet or phone. */
const isHandheld = () => matchMedia('(pointer: coarse)').matches;

/**
 * Suggests, until it is dismissed, that an engineer add the app to the home screen; desktop users are not asked, and
 * Settings still offer it. The hint is drawn with the dashboard or not at all: if the browser's prompt arrives later,
 * the hint waits for the next visit, so that the layout does not shift.
 */
export function InstallHint() {
  const { way: wayNow, install } = useInstall();
  const [opened] = useState(wayNow);
  const way = wayNow === 'installed' ? wayNow : opened;
  const walksWards = useSignedIn().userRole === 'BME' && isHandheld();
  const [gone, setGone] = useState(wasDismissed);
  const shownWay = useHeld(walksWards && !gone && way !== 'installed' && way !== 'browser' ? way : null);
  if (shownWay === null) return null;
  const dismiss = () => {
    localStorage.setItem(dismissedKey, 'yes');
    setGone(true);
  };
  return (
    <div className="mb-5 print:hidden">
      <Alert
        tone="info"
        title="Take Ward Rounds onto the ward"
        onDismiss={dismiss}
        {...(shownWay === 'prompt' && {
          action: (
            <Button icon="download" onClick={() => void install()}>
              Install
            </Button>
          ),
        })}
      >
        {installWords[shownWay]}
      </Alert>
    </div>
  );
}
