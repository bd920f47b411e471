// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { DevicePlan } from '#contract/records/plan.ts';
import { drawScreen } from '#tests/support/screen.tsx';
import { deviceRecord } from '#tests/support/ward-records.ts';
import { DeviceSchedules } from '#ui/features/device/page/device-schedules.tsx';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-21T04:30:00Z') });
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const plan = { type: 'PM', every: 6, unit: 'month', scheduleId: 's1', title: 'Filters', from: '2026-05-21' } as const;

it.each<[string, DevicePlan, string]>([
  ['of fixed days names the next three', plan, 'Due 21 Nov 2026, 21 May 2027, 21 Nov 2027'],
  [
    'that is counted from the last time names the next',
    { ...plan, isFloating: true, from: '2027-01-05' },
    'Due 5 Jan 2027',
  ],
  ['whose work was not done says since when', { ...plan, isFloating: true }, 'Overdue since 21 May 2026'],
  [
    'whose work is owed though its end has passed says so too',
    { ...plan, isFloating: true, until: '2026-06-30' },
    'Overdue since 21 May 2026',
  ],
  [
    'that ends before its next day has no more',
    { ...plan, from: '2026-05-01', until: '2026-12-31', every: 9 },
    'No further tasks are planned.',
  ],
])('a schedule %s', (_case, each, words) => {
  drawScreen(<DeviceSchedules device={deviceRecord({ plans: [each] })} />);
  expect(screen.getByText(words)).toBeDefined();
});
