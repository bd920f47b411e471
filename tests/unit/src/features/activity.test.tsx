// @vitest-environment happy-dom
import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import type { AuditRow } from '#contract/calls/audit.ts';
import { createFakeEngine } from '#tests/support/fake-engine.ts';
import { drawScreen } from '#tests/support/screen.tsx';
import { navGroups } from '#ui/app/navigation.ts';
import { ActivityScreen } from '#ui/features/audit/activity-screen.tsx';

afterEach(cleanup);

const row: AuditRow = {
  id: 'k1',
  at: '2026-07-01T06:30:00.000Z',
  madeAt: '2026-07-01T03:30:00.000Z',
  userName: 'Asha Rao',
  userRole: 'BME',
  what: 'Close a maintenance task',
  records: ['PM of VENT-0001', 'PM of VENT-0002', 'PM of VENT-0003'],
  moreRecords: 2,
  changes: [],
  roundId: null,
};
const page = (items: AuditRow[]) => ({ items, totalCount: items.length, pageSize: 25, pageNumber: 1, totalPages: 1 });

describe('The activity log', () => {
  it('says who changed what, and when a late entry was made', async () => {
    drawScreen(<ActivityScreen />, { engine: createFakeEngine({ answers: { auditPage: () => page([row]) } }) });
    expect(await screen.findByText('Close a maintenance task')).toBeTruthy();
    expect(screen.getByText('Asha Rao')).toBeTruthy();
    expect(screen.getByText('PM of VENT-0001; PM of VENT-0002; PM of VENT-0003 and 2 more')).toBeTruthy();
    expect(screen.getByText(/^made /)).toBeTruthy();
  });

  it('requests a period from the server', async () => {
    const asked: unknown[] = [];
    const engine = createFakeEngine({
      answers: {
        auditPage: (request) => {
          asked.push(request);
          return page([]);
        },
      },
    });
    drawScreen(<ActivityScreen />, { engine });
    expect(await screen.findByText('No changes found.')).toBeTruthy();
    fireEvent.change(screen.getByLabelText('From'), { target: { value: '2026-06-01' } });
    await screen.findByText('No changes found.');
    expect(JSON.stringify(asked.at(-1))).toContain('2026-06-01');
  });

  it('is in the menu of the office, but not of an engineer', () => {
    const labels = (role: 'BME' | 'Hospital') =>
      navGroups(role).flatMap(({ links }) => links.map(({ label }) => label));
    expect(labels('Hospital')).toContain('Activity Log');
    expect(labels('BME')).not.toContain('Activity Log');
  });
});
