import type { CDPSession, Page } from '@playwright/test';

/** A task of the page's main thread after its first contentful paint. Units: milliseconds. */
export interface MainThreadTask {
  /** Start, relative to the first paint. */
  from: number;
  ms: number;
  /** Its slowest part by the trace: a function, a script, layout, garbage collection. */
  what: string;
}

/** One span in the trace. Units: microseconds. */
interface TraceEvent {
  name: string;
  pid: number;
  tid: number;
  ts: number;
  dur?: number;
  args?: { data?: { functionName?: string; url?: string } };
}

/** A timeline omits `RunTask` by default. */
const categories = ['loading', 'devtools.timeline', 'disabled-by-default-devtools.timeline', 'v8'];
/** Longer tasks block input. Units: milliseconds. */
export const shortTaskMs = 50;

/** Computes total blocking time: the sum of each task's excess over 50 ms. Units: milliseconds. */
export function blockedBy(tasks: readonly MainThreadTask[]): number {
  return tasks.reduce((sum, { ms }) => sum + Math.max(0, ms - shortTaskMs), 0);
}

/**
 * Traces the page. The returned function stops the trace and returns the main thread's tasks since the first paint. The
 * browser's own `longtask` observer misses tasks that run no script of the page, such as autofill.
 */
export async function traceMainThread(page: Page): Promise<() => Promise<MainThreadTask[]>> {
  const session = await page.context().newCDPSession(page);
  const events: TraceEvent[] = [];
  session.on('Tracing.dataCollected', ({ value }) => events.push(...(value as unknown as TraceEvent[])));
  await session.send('Tracing.start', { traceConfig: { includedCategories: categories } });
  return async () => {
    await endTrace(session);
    const paint = events.findLast(({ name }) => name === 'firstContentfulPaint');
    if (!paint) throw new Error('The trace has no first paint.');
    const own = events.filter(({ pid, tid, ts }) => pid === paint.pid && tid === paint.tid && ts >= paint.ts);
    return own
      .filter(({ name }) => name === 'RunTask')
      .map((task) => ({
        from: (task.ts - paint.ts) / 1000,
        ms: (task.dur ?? 0) / 1000,
        what: dearestPart(task, own),
      }));
  };
}

async function endTrace(session: CDPSession): Promise<void> {
  const complete = new Promise((resolve) => session.once('Tracing.tracingComplete', resolve));
  await session.send('Tracing.end');
  await complete;
}

/** Spans that wrap a function, whose own span has its name. */
const wrappers: ReadonlySet<string> = new Set(['RunTask', 'v8.callFunction', 'TimerFire', 'FireAnimationFrame']);

function dearestPart(task: TraceEvent, events: readonly TraceEvent[]): string {
  const end = task.ts + (task.dur ?? 0);
  if (end - task.ts < shortTaskMs * 1000) return '';
  const parts = events.filter(({ name, ts, dur = 0 }) => !wrappers.has(name) && ts >= task.ts && ts + dur <= end);
  const part = parts.toSorted((a, b) => (b.dur ?? 0) - (a.dur ?? 0)).at(0);
  const { functionName = '', url = '' } = part?.args?.data ?? {};
  return [part?.name ?? 'no part', functionName, url.split('/').at(-1)].filter(Boolean).join(' ');
}
