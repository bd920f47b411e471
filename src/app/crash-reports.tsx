import { useEffect, useRef } from 'react';
import { matchPath } from 'react-router-dom';
import type { CrashReport } from '#contract/records/crash.ts';
import { release } from '#contract/release.ts';
import { describeFault } from '#contract/rules/fault.ts';
import { useEngine, useSession } from '#ui/engine/engine-provider.tsx';
import { CallError } from '#ui/engine/engine.ts';
import { type Crash, onCrash } from '#ui/platform/crashes.ts';
import { engineName } from '#ui/platform/engine-name.ts';
import { routes } from '../routes.ts';

/** Different faults that one load of the app reports at most: what fails in a loop is one fault. */
const maxReports = 10;
/** How long to wait for the network before a report is tried again. Units: ms. */
const retryMs = 5 * 60_000;

/** Returns the route pattern of an address, which reveals no id and no serial number. */
function routeOf(pathname: string): string {
  const patterns = routes.flatMap(({ path }) => path.patterns);
  return patterns.find((pattern) => matchPath(pattern, pathname)) ?? '/';
}

/** Returns the report of a fault. */
export function crashReport({ kind, error }: Crash, pathname: string, userAgent: string): CrashReport {
  return {
    kind,
    ...describeFault(error),
    route: routeOf(pathname),
    release,
    engine: engineName(userAgent),
  };
}

/** Reports each fault of the app once in a load of the page, as soon as there is a network. */
export function CrashReports() {
  const engine = useEngine();
  // Without a session a fault is reported as a visitor's.
  const isStarted = useSession().kind !== 'starting';
  // They outlast a lock of the tablet.
  const kept = useRef({ known: new Set<string>(), waiting: new Map<string, CrashReport>() });
  useEffect(() => {
    if (!isStarted) return undefined;
    const { known, waiting } = kept.current;
    const send = async (): Promise<void> => {
      for (const [key, body] of waiting) {
        // Removed before sending, because another fault may start a second send.
        waiting.delete(key);
        try {
          await engine.call('reportCrash', { body });
        } catch (error) {
          if (!(error instanceof CallError) || error.kind !== 'offline') continue;
          waiting.set(key, body);
          return;
        }
      }
    };
    const off = onCrash((crash) => {
      const report = crashReport(crash, window.location.pathname, navigator.userAgent);
      const key = JSON.stringify(report);
      if (known.has(key) || known.size >= maxReports) return;
      known.add(key);
      waiting.set(key, report);
      void send();
    });
    const timer = setInterval(() => void send(), retryMs);
    return () => {
      off();
      clearInterval(timer);
    };
  }, [engine, isStarted]);
  return null;
}
