import type { CDPSession, Page } from '@playwright/test';

/** A task of the page's main thread after its first contentful paint. Units: milliseconds. */
export interface MainThreadTask {
  /** From the first paint to its start. */
  from: number;
  ms: number;
  /** The dearest part that the trace names: a function, a script, layout, the collector. */
  what: string;
}

/** What the trace says about one span of time. Units: microseconds. */
interface TraceEvent {
  name: string;
  pid: number;
  tid: number;
  ts: number;
  dur?: number;
  args?: { data?: { functionName?: string; url?: string } };
}

/** `RunTask` is among the events that a timeline leaves out by default. */
const categories = ['loading', 'devtools.timeline', 'disabled-by-default-devtools.timeline', 'v8'];
/** Longer tasks block a finger, by what the longer part is called. Units: milliseconds. */
const shortTaskMs = 50;

/** Total blocking time: the sum of what exceeds 50 ms in each task. Units: milliseconds. */
export function blockedBy(tasks: readonly MainThreadTask[]): number {
  return tasks.reduce((sum, { ms }) => sum + Math.max(0, ms - shortTaskMs), 0);
}

/**
 * Traces the page until the returned function is called, which gives the tasks of its main thread since the first paint.
 * The browser's own `longtask` observer leaves out tasks in which no script of the page runs, such as those of autofill.
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

/** Spans around a function, whose own span names it. */
const wrappers: ReadonlySet<string> = new Set(['RunTask', 'v8.callFunction', 'TimerFire', 'FireAnimationFrame']);

function dearestPart(task: TraceEvent, events: readonly TraceEvent[]): string {
  const end = task.ts + (task.dur ?? 0);
  if (end - task.ts < shortTaskMs * 1000) return '';
  const parts = events.filter(({ name, ts, dur = 0 }) => !wrappers.has(name) && ts >= task.ts && ts + dur <= end);
  const part = parts.toSorted((a, b) => (b.dur ?? 0) - (a.dur ?? 0)).at(0);
  const { functionName = '', url = '' } = part?.args?.data ?? {};
  return [part?.name ?? 'no part', functionName, url.split('/').at(-1)].filter(Boolean).join(' ');
}
