import { expect, test } from 'vitest';
import { crashCalls } from '#contract/calls/crash.ts';
import { reportWorkerFaults } from '#sync/worker-faults.ts';

test('uncaught errors of the worker are reported once each, at most five, without their message', () => {
  const worker = new EventTarget();
  const sent: string[] = [];
  reportWorkerFaults(worker as never, async (path, { body }) => {
    sent.push(`${path} ${body as string}`);
    throw new TypeError('no network');
  });
  const fault = (line: number) =>
    Object.assign(new Error('Mrs Rao'), {
      name: 'RangeError',
      stack: `at x (https://ward.example/service-worker.js:${line}:2)`,
    });
  const say = (name: string, detail: object) => worker.dispatchEvent(Object.assign(new Event(name), detail));
  for (let time = 0; time < 3; time += 1) say('unhandledrejection', { reason: fault(1) });
  say('error', { error: fault(2) });
  say('error', { error: null });
  expect(sent).toHaveLength(2);
  const [path, body = ''] = sent[0]?.split(/ (.*)/) ?? [];
  expect(path).toBe('/api/Crashes');
  expect(crashCalls.reportCrash.body.parse(JSON.parse(body))).toMatchObject({
    kind: 'worker',
    name: 'RangeError',
    stack: ['/service-worker.js:1:2'],
  });
  expect(body).not.toContain('Rao');
  for (let line = 3; line < 20; line += 1) say('error', { error: fault(line) });
  expect(sent).toHaveLength(5);
});
