import { callPath, calls } from '#contract/index.ts';
import type { CrashReport } from '#contract/records/crash.ts';
import { release } from '#contract/release.ts';
import { describeFault } from '#contract/rules/fault.ts';

/** Maximum number of distinct faults reported per worker start. */
const maxReports = 5;

/**
 * Reports faults of the worker that nobody caught, each once, as a visitor's: the worker may run without a page, and
 * its tokens belong to entries. A report without network is left out.
 */
export function reportWorkerFaults(
  worker: Pick<ServiceWorkerGlobalScope, 'addEventListener'>,
  send: (path: string, init: RequestInit) => Promise<unknown>,
): void {
  const known = new Set<string>();
  const report = async (error: unknown): Promise<void> => {
    const fault = { kind: 'worker', ...describeFault(error), route: '/', release, engine: 'Service worker' } as const;
    const body = JSON.stringify(fault satisfies CrashReport);
    if (known.has(body) || known.size >= maxReports) return;
    known.add(body);
    const { method } = calls.reportCrash;
    const headers = { 'Content-Type': 'application/json' };
    await send(`/api${callPath(calls.reportCrash)}`, { method, headers, body });
  };
  worker.addEventListener('error', ({ error }) => {
    if (error) void report(error).catch(ignore);
  });
  worker.addEventListener('unhandledrejection', ({ reason }) => void report(reason).catch(ignore));
}

/** Without network there is no report. */
function ignore(): void {}
