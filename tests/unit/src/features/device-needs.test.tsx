// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { buildDevicePage } from '#contract/pages/device.ts';
import { createFakeEngine } from '#tests/support/fake-engine.ts';
import { drawScreen } from '#tests/support/screen.tsx';
import { deviceRecord, taskRecord, testRecord, ticketRecord } from '#tests/support/ward-records.ts';
import { DeviceAnswer } from '#ui/features/device/page/device-answer.tsx';
import { DeviceNeeds } from '#ui/features/device/page/device-needs.tsx';
import { gatherDevicePage } from '#ui/features/device/page/gather-device-page.ts';

const now = new Date('2026-11-21T04:30:00Z');
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now });
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const device = deviceRecord({ id: 'device-1' });

function draw(work: Partial<Parameters<typeof DeviceNeeds>[0]>, tests = [testRecord()]) {
  const engine = createFakeEngine({ records: { device: [device], test: tests } });
  drawScreen(<DeviceNeeds device={device} tickets={[]} tasks={[]} {...work} />, { engine });
}
const needs = () => screen.getAllByRole('listitem').map(({ textContent }) => textContent);
const link = (name: string) => screen.getByRole('link', { name }).getAttribute('href');

describe('P289 what a device needs', () => {
  it('is an open ticket with its clock, then each due task, the oldest first, then a failed test', () => {
    const overdue = (id: string, taskDate: string) => taskRecord({ id, taskDate });
    const tasks = [
      overdue('b', '2026-10-01'),
      overdue('a', '2026-07-01'),
      overdue('later', '2026-11-21'),
      taskRecord({ id: 'acted', taskDate: '2026-12-30', type: 'Cal', actionRequired: true }),
      taskRecord({ id: 'closed', taskDate: '2026-01-01', closedAt: '2026-01-02T00:00:00Z' }),
    ];
    const tests = [
      testRecord({ id: 'old', result: 'Fail', testedAt: '2026-01-01T00:00:00Z' }),
      testRecord({ id: 'passed', testedAt: '2026-02-01T00:00:00Z' }),
      testRecord({ id: 'failed', procedureId: 'q', procedureName: 'Electrical safety', result: 'Fail' }),
    ];
    draw({ tickets: [ticketRecord(), ticketRecord({ id: 'closed', status: 'Closed' })], tasks }, tests);
    expect(needs()).toEqual([
      expect.stringMatching(/Open.*BD-2026-000001.*Not accepted yet.*No display after power on.*open for 1 d/),
      expect.stringMatching(/OverduePM 01\/07\/2026/),
      expect.stringMatching(/OverduePM 01\/10\/2026/),
      expect.stringMatching(/Action RequiredCal 30\/12\/2026/),
      expect.stringMatching(/FailElectrical safety of 20 Nov 2026/),
    ]);
    expect(link('Details of the open ticket')).toBe('/breakdown/ticket-1');
    expect(link('Close PM of 01/07/2026')).toBe('/maintenance-close/a');
    expect(link('Certificate of Electrical safety, 20 Nov 2026')).toContain('failed');
  });

  it('is nothing if no ticket is open, no task is due and the last tests passed', () => {
    draw({ tasks: [taskRecord()] });
    expect(screen.queryByText('Needs doing')).toBeNull();
  });
});

describe('the line of status and cover', () => {
  const answer = (viewer: 'staff' | 'visitor', ends: readonly string[]) => {
    const warranties = ends.map((end, at) => ({ number: `W-${at + 1}`, start: '2024-01-01', end }));
    const covered = deviceRecord({ warranties });
    const view = createFakeEngine({ records: { device: [covered] } }).view();
    const sheet = buildDevicePage(gatherDevicePage(view, covered), viewer, { now, timeZone: 'Asia/Kolkata' });
    return drawScreen(<DeviceAnswer sheet={sheet} />).container.textContent;
  };

  it('names the cover in force and its last day', () => {
    expect(answer('staff', ['2027-01-31', '2026-12-31'])).toBe(
      'OperationalCovered today: W-1, ends 31 Jan 2027 (and 1 more)',
    );
    expect(answer('staff', ['2026-11-20'])).toBe('OperationalNot covered today');
  });

  it('tells a visitor only whether a warranty exists', () => {
    expect(answer('visitor', ['2027-01-31'])).toBe('OperationalIn warranty');
  });
});
