import { expect, it } from 'vitest';
import { readPlaywright } from '#tests/run/checks.ts';

const report = (flaky: number, unexpected = 0) => ({ stats: { expected: 100, unexpected, flaky, skipped: 1 } });

it('counts two stories that passed only the second time as passed, and says so', () => {
  expect(readPlaywright(report(2))).toEqual({ passed: 102, failed: 0, skipped: 1, flaky: 2 });
  expect(readPlaywright(report(1, 3))).toEqual({ passed: 101, failed: 3, skipped: 1, flaky: 1 });
});

it('counts all of them as failed from the third one on', () => {
  expect(readPlaywright(report(3))).toEqual({ passed: 100, failed: 3, skipped: 1 });
});
