import { useState } from 'react';
import { installWords, useInstall } from '#ui/platform/install.ts';
import { Alert } from '../ui/alert.tsx';
import { Button } from '../ui/button.tsx';

const dismissedKey = 'install-hint-dismissed';

function wasDismissed(): boolean {
  try {
    return localStorage.getItem(dismissedKey) !== null;
  } catch {
    return true;
  }
}

/** Offers to put the app on the home screen of a tablet or phone, once. */
export function InstallHint() {
  const { way, install } = useInstall();
  const [gone, setGone] = useState(wasDismissed);
  if (gone || way === 'installed' || way === 'browser') return null;
  const dismiss = () => {
    localStorage.setItem(dismissedKey, 'yes');
    setGone(true);
  };
  return (
    <Alert
      tone="info"
      title="Take Ward Rounds onto the ward"
      onDismiss={dismiss}
      {...(way === 'prompt' && {
        action: (
          <Button icon="download" onClick={() => void install()}>
            Install
          </Button>
        ),
      })}
    >
      {installWords[way]}
    </Alert>
  );
}
