import { useEffect, useState } from 'react';

/** How far the app's files are stored on this tablet for starting without network. */
export interface AppFiles {
  done: number;
  /** Zero until the worker has reported how many there are. */
  total: number;
  /** The worker has every file and serves this page, so the app opens without network. */
  opensOffline: boolean;
}

/** How often to ask a worker that is still installing. Units: milliseconds. */
const askMs = 700;

/** Returns true once the worker controls this page and is active, which means that every file of the app is cached. */
function isInControl(): boolean {
  return navigator.serviceWorker?.controller?.state === 'activated';
}

/** Asks the installing worker for its progress; without a worker the progress is zero. */
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

/** Returns the progress of the app's files, updated until the app opens without network. */
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
