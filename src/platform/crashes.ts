import type { CrashReport } from '#contract/records/crash.ts';

/** A fault that code has caught and that is still one of the app. */
export interface Crash {
  kind: CrashReport['kind'];
  error: unknown;
}

const listeners = new Set<(crash: Crash) => void>();

/** Tells of a fault that was caught, so that it is reported. */
export function tellCrash(crash: Crash): void {
  for (const listener of listeners) listener(crash);
}

/** Prints an error that kept a screen from being drawn, and tells of it. */
export function tellCaught(error: unknown): void {
  // oxlint-disable-next-line no-console -- as React does without this option
  console.error(error);
  tellCrash({ kind: 'screen', error });
}

/** Calls the listener with each fault of this page: those that were told and those that nobody caught. */
export function onCrash(listener: (crash: Crash) => void): () => void {
  const onError = ({ error }: ErrorEvent) => {
    // Notes of the browser, such as of a ResizeObserver that is a frame late, come without an error.
    if (error) listener({ kind: 'code', error });
  };
  const onRejection = ({ reason }: PromiseRejectionEvent) => listener({ kind: 'promise', error: reason });
  listeners.add(listener);
  window.addEventListener('error', onError);
  window.addEventListener('unhandledrejection', onRejection);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('error', onError);
    window.removeEventListener('unhandledrejection', onRejection);
  };
}
