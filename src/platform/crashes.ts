import type { CrashReport } from '#contract/records/crash.ts';

/** A fault that code has caught and that is still one of the app. */
export interface Crash {
  kind: CrashReport['kind'];
  error: unknown;
}

const listeners = new Set<(crash: Crash) => void>();
/** Faults from before there was a listener, such as those during startup. */
const early: Crash[] = [];
const maxEarly = 5;

/** Passes on a fault that was caught, so that it is reported. */
export function tellCrash(crash: Crash): void {
  if (listeners.size === 0 && early.length < maxEarly) early.push(crash);
  for (const listener of listeners) listener(crash);
}

/** Prints an error that kept a screen from being drawn, and passes it on. */
export function tellCaught(error: unknown): void {
  // oxlint-disable-next-line no-console -- as React does without this option
  console.error(error);
  tellCrash({ kind: 'screen', error });
}

/** Reports uncaught errors, from the start of the page. */
export function watchCrashes(page: Pick<Window, 'addEventListener'>): void {
  page.addEventListener('error', ({ error }) => {
    // Notices from the browser, such as of a late ResizeObserver, come without an error.
    if (error) tellCrash({ kind: 'code', error });
  });
  page.addEventListener('unhandledrejection', ({ reason }) => tellCrash({ kind: 'promise', error: reason }));
}

/** Calls the listener with each fault of this page, including earlier ones. */
export function onCrash(listener: (crash: Crash) => void): () => void {
  listeners.add(listener);
  for (const crash of early.splice(0)) listener(crash);
  return () => listeners.delete(listener);
}
