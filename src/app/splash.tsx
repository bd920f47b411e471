import { useEffect, useState } from 'react';
import { Spinner } from '../ui/spinner.tsx';
import { TryAgain } from './try-again.tsx';

/**
 * What startup is waiting for: the tablet's storage, or the server, which delivers the app and confirms the session.
 */
export type StartWait = 'storage' | 'network';

/** After this time the splash says what it is waiting for, and retries at this interval. Units: ms. */
const lateMs = 10_000;

const waitWords: Record<StartWait, string> = {
  storage:
    'This is taking longer than usual: the app is waiting for this tablet’s storage, which another tab or window of the app may be using. Please close the others.',
  network:
    'This is taking longer than usual: the app is waiting for the server. The network may be slow or unavailable.',
};

const blockedWords = 'The app is open in an older version in another tab. Please close that tab.';

const network = (): StartWait => 'network';

interface SplashProps {
  /** A tab with an older version still holds the storage. */
  blocked?: boolean;
  /** Called when startup takes long: retries the waiting steps and returns their names. */
  onLate?: () => StartWait;
}

/** Shown while the app opens its storage; reports progress at least every few seconds (rule ST8). */
export function Splash({ blocked = false, onLate = network }: SplashProps) {
  const [wait, setWait] = useState<StartWait | null>(null);
  useEffect(() => {
    const timer = setInterval(() => setWait(onLate()), lateMs);
    return () => clearInterval(timer);
  }, [onLate]);
  return (
    <div className="grid min-h-dvh place-content-center justify-items-center gap-5 px-4 text-center text-primary">
      <img src="/icons/mark.svg" alt="" width={72} height={72} />
      <Spinner size={28} label="Opening Ward Rounds…" />
      <output className="max-w-sm space-y-2 text-ink">
        {(blocked || wait) && <p>{blocked || !wait ? blockedWords : waitWords[wait]}</p>}
        {wait && (
          <p>
            The app keeps trying. Saved entries and typed text stay on this tablet. If the app does not open, close all
            its tabs and open it again.
          </p>
        )}
      </output>
      {wait && <TryAgain />}
    </div>
  );
}
