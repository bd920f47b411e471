import { useEffect, useState } from 'react';

/** The files of the app as this tablet has them for starts without network. */
export interface AppFiles {
  done: number;
  /** Zero until the worker has said how many there are. */
  total: number;
  /** A worker that has all of them answers for the page: it opens without network. */
  opensOffline: boolean;
}

/** How often a worker that is being installed is asked. Units: milliseconds. */
const askMs = 700;

/** A worker is active once every file of the app is in its cache; it is in control once the page is its own. */
function isInControl(): boolean {
  return navigator.serviceWorker?.controller?.state === 'activated';
}

/** Asks the worker that is being installed how far it is; without one nothing is under way. */
async function ask(): Promise<{ done: number; total: number }> {
  const registration = await navigator.serviceWorker.getRegistration();
  const worker = registration?.installing ?? registration?.waiting ?? registration?.active;
  if (!worker) return { done: 0, total: 0 };
  const { port1, port2 } = new MessageChannel();
  const answer = new Promise<{ done: number; total: number }>((resolve) => {
    port1.addEventListener('message', ({ data }: MessageEvent<{ done: number; total: number }>) => resolve(data), {
      once: true,
    });
    port1.start();
  });
  worker.postMessage({ type: 'files' }, [port2]);
  return answer;
}

/** Follows the files of the app until it opens without network. */
export function useAppFiles(): AppFiles {
  const [files, setFiles] = useState<AppFiles>(() => ({ done: 0, total: 0, opensOffline: isInControl() }));
  const { opensOffline } = files;
  useEffect(() => {
    if (opensOffline || !('serviceWorker' in navigator)) return undefined;
    let left = false;
    const look = () => {
      if (left) return;
      if (isInControl()) return setFiles((known) => ({ ...known, opensOffline: true }));
      ask().then(
        (found) => {
          if (!left) setFiles((known) => ({ ...known, ...found }));
        },
        () => undefined,
      );
      return undefined;
    };
    const timer = setInterval(look, askMs);
    navigator.serviceWorker.addEventListener('controllerchange', look);
    return () => {
      left = true;
      clearInterval(timer);
      navigator.serviceWorker.removeEventListener('controllerchange', look);
    };
  }, [opensOffline]);
  return files;
}
