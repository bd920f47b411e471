import { describe, expect, it } from 'vitest';
import { sheetOf } from '#ui/features/equipment/device-sheet.ts';
import { deviceRecord, taskRecord, ticketRecord } from '#tests/support/ward-records.ts';

const now = new Date('2026-11-21T05:00:00Z');
const timeZone = 'Asia/Kolkata';
const file = { sha256: 'a'.repeat(64), name: 'report.pdf', mime: 'application/pdf', size: 100, received: true };

describe('the page of a device without network', () => {
  const device = deviceRecord({
    warranty: { number: 'W-1', start: '2024-01-01', end: '2026-11-20' },
    maintenanceCost: 12_500.5,
    openTicketIds: ['open'],
  });
  const tickets = [
    ticketRecord({
      id: 'old',
      status: 'Closed',
      closedAt: '2026-01-03T04:30:00Z',
      closedBy: 'Bimal Shah',
      actionTaken: 'Board changed',
      partCost: 12_500.5,
      reportedDate: '2026-01-02T04:30:00Z',
    }),
    ticketRecord({ id: 'open' }),
  ];
  const tasks = [
    taskRecord({
      id: 'done',
      closedAt: '2026-10-01T04:30:00Z',
      closedBy: 'Asha Rao',
      actionTaken: 'Cleaned',
      files: [file],
    }),
    taskRecord({ id: 'next' }),
  ];
  const sheet = sheetOf({ device, tickets, tasks, now, timeZone });

  it('shows the real status', () => {
    expect(sheet.status).toBe('Under Maintenance');
  });

  it('knows that a warranty has ended', () => {
    expect(sheet.hasWarranty).toBe(false);
  });

  it('lists the latest call first, open ones as Pending', () => {
    expect(sheet.serviceHistory.map((row) => row.status)).toEqual(['Pending', 'Resolved']);
  });

  it('lists closed tasks and repairs as maintenance, the cost with its repair, and the files of tasks as documents', () => {
    expect(sheet.maintenanceHistory).toMatchObject([
      { type: 'PM', performedBy: 'Asha Rao', description: 'Cleaned', cost: 0 },
      { type: 'Repair', performedBy: 'Bimal Shah', description: 'Board changed', cost: 12_500.5 },
    ]);
    expect(sheet.documents).toMatchObject([{ name: 'report.pdf' }]);
  });

  it('tells what happened, newest first', () => {
    expect(sheet.recentActivities[0]).toBe('20 Nov 2026: Breakdown BD-2026-000001 reported (Electrical)');
    expect(sheet.recentActivities.at(-1)).toBe('4 Feb 2020: Installed');
  });

  it('counts a breakdown that only this device knows as down', () => {
    const waiting = ticketRecord({ ticketNumber: null, reportedDate: '2026-11-11T05:00:00Z' });
    const down = sheetOf({ device: deviceRecord(), tickets: [waiting], tasks: [], now, timeZone });
    expect(down.downtimePercentage).toBeCloseTo((10 / 365) * 100, 2);
    expect(down.uptimePercentage + down.downtimePercentage).toBe(100);
  });
});
