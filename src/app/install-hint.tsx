import { useState } from 'react';
import { useLocation } from 'react-router-dom';
import { useSession } from '#ui/engine/engine-provider.tsx';
import { paths } from '#ui/paths.ts';
import { installWords, useInstall } from '#ui/platform/install.ts';
import { Alert } from '../ui/alert.tsx';
import { Button } from '../ui/button.tsx';
import { useHeld } from '../ui/press.ts';

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
 * Suggests on the dashboard, until it is dismissed, that an engineer add the app to the home screen; desktop users are
 * not asked, and Settings keep the way. The hint is decided when
 * the screen is drawn: a browser prompt that arrives later waits for the next screen, so that this one does not move.
 */
export function InstallHint() {
  const { way: wayNow, install } = useInstall();
  const { pathname } = useLocation();
  const [opened, setOpened] = useState({ pathname, way: wayNow });
  if (opened.pathname !== pathname) setOpened({ pathname, way: wayNow });
  const way = wayNow === 'installed' ? wayNow : opened.way;
  const session = useSession();
  const [gone, setGone] = useState(wasDismissed);
  const walksWards = session.kind === 'signed-in' && session.session.userRole === 'BME' && isHandheld();
  const isHome = pathname === paths.bmeDashboard();
  const shownWay = useHeld(
    walksWards && isHome && !gone && way !== 'installed' && way !== 'browser' ? way : null,
    null,
  );
  if (shownWay === null) return null;
  const dismiss = () => {
    localStorage.setItem(dismissedKey, 'yes');
    setGone(true);
  };
  return (
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
  );
}
