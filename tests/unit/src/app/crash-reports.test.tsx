// @vitest-environment happy-dom
import { act, cleanup, render } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { crashCalls } from '#contract/calls/crash.ts';
import { createFakeEngine, type FakeEngine } from '#tests/support/fake-engine.ts';
import { drawScreen } from '#tests/support/screen.tsx';
import { CrashReports, crashReport } from '#ui/app/crash-reports.tsx';
import { tellCaught, tellCrash, watchCrashes } from '#ui/platform/crashes.ts';
import { ErrorBoundary } from '#ui/ui/error-boundary.tsx';

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

function failed(name: string, stack: string): Error {
  return Object.assign(new Error('Ventilator of Mrs Rao'), { name, stack });
}
const bodies = ({ called }: FakeEngine) =>
  called.map(({ input }) => crashCalls.reportCrash.body.parse((input as { body: unknown }).body));
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

it.each([
  [
    'Chromium',
    'TypeError: Mrs Rao\n    at Xe (https://ward.example/assets/index-D0.js:1:2345)\n    at https://ward.example/assets/kit.js:2:3',
  ],
  ['Firefox and Safari', 'Xe@https://ward.example/assets/index-D0.js:1:2345\n@https://ward.example/assets/kit.js:2:3'],
])('a stack of %s is reduced to positions in our files, without the error text', (_engine, stack) => {
  const report = crashReport({ kind: 'code', error: failed('TypeError', stack) }, '/vendor/edit/v-17', 'something');
  expect(report).toMatchObject({
    kind: 'code',
    name: 'TypeError',
    stack: ['/assets/index-D0.js:1:2345', '/assets/kit.js:2:3'],
    route: '/vendor/edit/:id',
  });
  expect(JSON.stringify(report)).not.toMatch(/Rao|v-17|ward\.example/);
  expect(crashCalls.reportCrash.body.parse(report)).toEqual(report);
});

it('a thrown value that is not an error is reported by its type', () => {
  expect(crashReport({ kind: 'promise', error: 'Mrs Rao' }, '/nowhere/1', 'x')).toMatchObject({
    name: 'string',
    stack: [],
    route: '/',
  });
});

it('a screen that fails to render is reported once, however often it fails', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const engine = createFakeEngine({ answers: { reportCrash: () => null } });
  drawScreen(<CrashReports />, { engine });
  const Broken = () => {
    throw failed('RangeError', 'at x (https://ward.example/assets/a.js:1:1)');
  };
  for (let time = 0; time < 3; time += 1) {
    render(
      <ErrorBoundary fallback={() => 'failed'}>
        <Broken />
      </ErrorBoundary>,
      { onCaughtError: tellCaught },
    );
  }
  await pass(0);
  expect(bodies(engine)).toMatchObject([{ kind: 'screen', name: 'RangeError', stack: ['/assets/a.js:1:1'] }]);
});

it('reports wait for the network, and at most ten different ones are kept', async () => {
  const engine = createFakeEngine();
  drawScreen(<CrashReports />, { engine });
  for (let line = 1; line <= 12; line += 1) {
    tellCrash({ kind: 'worker', error: failed('Error', `at https://ward.example/assets/w.js:${line}:1`) });
  }
  await pass(0);
  engine.called.splice(0);
  engine.change({ answers: { reportCrash: () => null } });
  await pass(5 * 60_000);
  expect(new Set(bodies(engine).map(({ stack }) => stack[0])).size).toBe(10);
  engine.called.splice(0);
  await pass(5 * 60_000);
  expect(engine.called).toEqual([]);
});

it('two faults in a row are two reports, even while the first is being sent or the tablet locks', async () => {
  let answer: () => void = () => undefined;
  const engine = createFakeEngine({ answers: { reportCrash: () => new Promise<void>((done) => (answer = done)) } });
  drawScreen(<CrashReports />, { engine });
  const tell = (line: number) =>
    tellCrash({ kind: 'worker', error: failed('Error', `at https://ward.example/assets/w.js:${line}:1`) });
  tell(1);
  tell(2);
  await pass(0);
  answer();
  await act(() => engine.lock());
  await act(async () => void (await engine.unlock('secret1')));
  tell(1);
  await pass(0);
  expect(bodies(engine).map(({ stack }) => stack[0])).toEqual(['/assets/w.js:1:1', '/assets/w.js:2:1']);
});

it('a browser notification without an error is not reported', async () => {
  const engine = createFakeEngine({ answers: { reportCrash: () => null } });
  drawScreen(<CrashReports />, { engine });
  watchCrashes(window);
  window.dispatchEvent(new ErrorEvent('error', { message: 'ResizeObserver loop completed' }));
  await pass(0);
  expect(engine.called).toEqual([]);
});

it('faults from before the reporter has loaded are reported afterwards, five at most, even for a visitor', async () => {
  const page = new EventTarget();
  watchCrashes(page as never);
  for (let line = 1; line <= 7; line += 1) {
    const error = failed('Error', `at https://ward.example/assets/start.js:${line}:1`);
    page.dispatchEvent(Object.assign(new Event(line % 2 ? 'error' : 'unhandledrejection'), { error, reason: error }));
  }
  const engine = createFakeEngine({ answers: { reportCrash: () => null } });
  engine.change({ session: { kind: 'signed-out', reason: null } });
  drawScreen(<CrashReports />, { engine });
  await pass(0);
  expect(bodies(engine).map(({ kind, stack }) => [kind, stack[0]])).toEqual([
    ['code', '/assets/start.js:1:1'],
    ['promise', '/assets/start.js:2:1'],
    ['code', '/assets/start.js:3:1'],
    ['promise', '/assets/start.js:4:1'],
    ['code', '/assets/start.js:5:1'],
  ]);
});
