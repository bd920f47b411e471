import { describe, expect, it } from 'vitest';
import type { DeviceRound } from '#contract/calls/device/details.ts';
import { buildDevicePage } from '#contract/pages/device.ts';
import type { DeviceRecord } from '#contract/records/ward.ts';
import type { ReplicaRecords } from '#contract/records/replica.ts';
import { workEvent } from '#contract/rules/work-events.ts';
import { createFakeEngine } from '#tests/support/fake-engine.ts';
import { deviceRecord, taskRecord, ticketRecord } from '#tests/support/ward-records.ts';
import { gatherDevicePage } from '#ui/features/device/page/gather-device-page.ts';

const moment = { now: new Date('2026-11-21T05:00:00Z'), timeZone: 'Asia/Kolkata' };
const file = { sha256: 'a'.repeat(64), name: 'report.pdf', mime: 'application/pdf', size: 100, received: true };

interface Work {
  tickets?: readonly ReplicaRecords['ticket'][];
  tasks?: readonly ReplicaRecords['task'][];
  rounds?: readonly DeviceRound[];
}

function pageOf(device: DeviceRecord, { tickets = [], tasks = [], rounds }: Work = {}) {
  const view = createFakeEngine({ records: { device: [device], ticket: tickets, task: tasks } }).view();
  return buildDevicePage(gatherDevicePage(view, device, { rounds }), 'staff', moment);
}

const roundOf = (day: number, status: DeviceRound['status'] = 'Operational'): DeviceRound => ({
  roundId: `round-${day}`,
  templateName: 'ICU',
  observedAt: `2026-10-${String(day).padStart(2, '0')}T04:00:00.000Z`,
  by: 'Asha Rao',
  status,
  description: '',
  notSeenReason: null,
});
const latest = {
  status: 'Operational' as const,
  observedAt: '2026-10-30T04:00:00.000Z',
  flagged: false,
  templateId: 't1',
  day: '2026-10-30',
};

describe('the offline page of a device', () => {
  const device = deviceRecord({
    warranties: [{ number: 'W-1', start: '2024-01-01', end: '2026-11-20' }],
    maintenanceCost: 12_500.5,
    openTicketIds: ['open'],
  });
  const leftPending = workEvent(
    'left-pending',
    {},
    { id: 'e1', at: '2026-01-02T10:00:00Z', receivedAt: null, by: 'Bimal Shah', byRole: 'BME' },
  );
  const tickets = [
    ticketRecord({
      id: 'old',
      status: 'Closed',
      closedAt: '2026-01-03T20:30:00Z',
      closedBy: 'Bimal Shah',
      actionTaken: 'Board changed',
      partCost: 12_500.5,
      reportedDate: '2026-01-02T04:30:00Z',
      events: [leftPending],
    }),
    ticketRecord({ id: 'open' }),
    ticketRecord({ id: 'of another device', deviceId: 'device-2' }),
  ];
  const tasks = [
    taskRecord({
      id: 'done',
      closedAt: '2026-10-01T04:30:00Z',
      closedBy: 'Asha Rao',
      actionTaken: 'Cleaned',
      files: [file, { ...file, name: 'on its way.pdf', received: false }],
    }),
    taskRecord({ id: 'next' }),
  ];
  const page = pageOf(device, { tickets, tasks });

  it('shows the real status', () => {
    expect(page.status).toBe('Under Maintenance');
  });

  it.each([
    ['has ended', '2024-01-01', '2026-11-20', false],
    ['ends today', '2024-01-01', '2026-11-21', true],
    ['begins today', '2026-11-21', '2027-11-20', true],
    ['begins tomorrow', '2026-11-22', '2027-11-21', false],
  ])('5.4: a warranty that %s is in force or not', (_what, start, end, isInForce) => {
    expect(pageOf(deviceRecord({ warranties: [{ number: 'W-1', start, end }] })).hasWarranty).toBe(isInForce);
  });

  it('5.4: a warranty in force takes precedence over one that begins later', () => {
    const warranties = [
      { number: 'W-1', start: '2025-01-01', end: '2026-12-31' },
      { number: 'W-2', start: '2027-01-01', end: '2029-12-31' },
    ];
    expect(pageOf(deviceRecord({ warranties })).hasWarranty).toBe(true);
  });

  it('lists the latest call first, with the same ticket status as elsewhere', () => {
    expect(page.serviceHistory.map((row) => row.status)).toEqual(['Open', 'Resolved']);
  });

  it('lists closed tasks and repairs by hospital day, with costs of repairs and received files of tasks', () => {
    expect(page.maintenanceHistory).toEqual([
      { performedOn: '2026-10-01', type: 'PM', performedBy: 'Asha Rao', description: 'Cleaned', cost: 0 },
      {
        performedOn: '2026-01-04',
        type: 'Repair',
        performedBy: 'Bimal Shah',
        description: 'Board changed',
        cost: 12_500.5,
      },
    ]);
    expect(page.documents.map(({ name }) => name)).toEqual(['report.pdf']);
  });

  it('lists events, newest first', () => {
    expect(page.recentActivities).toEqual([
      '20 Nov 2026: Breakdown BD-2026-000001 reported (Electrical)',
      '1 Oct 2026: Preventive maintenance completed',
      '4 Jan 2026: Breakdown BD-2026-000001 closed',
      '2 Jan 2026: Breakdown BD-2026-000001 pending follow-up',
      '2 Jan 2026: Breakdown BD-2026-000001 reported (Electrical)',
      '1 Jan 2024: Warranty W-1 started, ends 20 Nov 2026',
      '4 Feb 2020: Installed',
    ]);
    expect(page.olderNeedsNetwork).toBe(false);
  });

  it('is one timeline with numbers, actions, costs and links to tickets and tasks', () => {
    expect(page.timeline.map(({ on, what, details, cost }) => [on, what, details, cost])).toEqual([
      ['2026-11-20', 'Breakdown BD-2026-000001 reported (Electrical)', 'No display after power on', null],
      ['2026-10-01', 'Preventive maintenance completed', 'Cleaned', 0],
      ['2026-01-04', 'Breakdown BD-2026-000001 closed', 'Board changed', 12_500.5],
      ['2026-01-02', 'Breakdown BD-2026-000001 pending follow-up', '', null],
      ['2026-01-02', 'Breakdown BD-2026-000001 reported (Electrical)', 'No display after power on', null],
      ['2024-01-01', 'Warranty W-1 started, ends 20 Nov 2026', '', null],
      ['2020-02-04', 'Installed', '', null],
    ]);
    expect(page.timeline.map(({ ticketId, taskId }) => ticketId ?? taskId)).toEqual([
      'open',
      'done',
      'old',
      'old',
      'old',
      undefined,
      undefined,
    ]);
  });

  it('lists only rounds with findings', () => {
    const rounds = [roundOf(3, 'Not Working'), roundOf(2), roundOf(1, 'Needs Attention')];
    const told = pageOf(deviceRecord({ installationDate: null }), { rounds }).timeline;
    expect(told.map(({ what }) => what)).toEqual(['Daily round: Not Working', 'Daily round: Needs Attention']);
  });

  it('shows no number for a breakdown that does not have one yet', () => {
    const [line] = pageOf(device, { tickets: [ticketRecord({ ticketNumber: null })] }).recentActivities;
    expect(line).toBe('20 Nov 2026: Breakdown reported (Electrical)');
  });

  it('adds up uptime and downtime', () => {
    const down = pageOf(deviceRecord({ downtimes: [['2026-11-11T05:00:00Z', null]] }));
    expect(down.downtimePercentage).toBeCloseTo((10 / 365) * 100, 2);
    expect(down.uptimePercentage + down.downtimePercentage).toBe(100);
  });
});

describe('the activity of a device with rounds', () => {
  it('is listed up to where missing rounds may follow', () => {
    const few = pageOf(deviceRecord({ latest, roundsSeen: 3 }));
    expect([few.recentActivities.length, few.olderNeedsNetwork]).toEqual([2, true]);
    const many = pageOf(deviceRecord({ latest, roundsSeen: 20 }));
    expect(many.recentActivities).toEqual(['30 Oct 2026: Daily round: Operational']);
    expect(many.olderNeedsNetwork).toBe(true);
  });

  it('is complete if its only round is stored here', () => {
    expect(pageOf(deviceRecord({ latest, roundsSeen: 1 })).olderNeedsNetwork).toBe(false);
  });

  it("is completed with the server's rounds, and keeps a newer one of this tablet", () => {
    const rounds = [roundOf(29), roundOf(28, 'Not Seen'), roundOf(27, 'Not Working')];
    const page = pageOf(deviceRecord({ latest, roundsSeen: 3 }), { rounds });
    expect(page.recentActivities).toEqual([
      '30 Oct 2026: Daily round: Operational',
      '29 Oct 2026: Daily round: Operational',
      '27 Oct 2026: Daily round: Not Working',
      '4 Feb 2020: Installed',
    ]);
    expect(page.olderNeedsNetwork).toBe(false);
  });
});

describe('the page for a visitor', () => {
  it('shows roles and kinds, but not people or their texts', () => {
    const closed = (byRole: 'BME' | 'Hospital') =>
      workEvent('closed', {}, { id: byRole, at: '2026-10-02T04:30:00Z', receivedAt: null, by: 'Bimal Shah', byRole });
    const done = {
      status: 'Closed',
      closedAt: '2026-10-02T04:30:00Z',
      closedBy: 'Bimal Shah',
      actionTaken: 'By R. Pillai',
    } as const;
    const view = createFakeEngine({
      records: {
        ticket: [ticketRecord({ ...done, events: [closed('Hospital')] })],
        task: [
          taskRecord({
            closedAt: '2026-10-01T04:30:00Z',
            closedBy: 'Asha Rao',
            files: [file],
            events: [closed('BME')],
          }),
        ],
      },
    }).view();
    const documents = [{ name: 'Meena.pdf', sha256: 'b'.repeat(64), mime: 'application/pdf', size: 5 }];
    const page = buildDevicePage(gatherDevicePage(view, deviceRecord(), { documents }), 'visitor', moment);
    expect(page.maintenanceHistory.map(({ performedBy, description }) => [performedBy, description])).toEqual([
      ['Hospital staff', 'Breakdown BD-2026-000001'],
      ['Biomedical engineer', 'Preventive maintenance'],
    ]);
    expect(page.serviceHistory).toMatchObject([{ issue: 'Electrical', remarks: 'System Down' }]);
    expect(page.documents).toEqual([{ name: 'PDF document 1', sha256: '', mime: 'application/pdf', size: 5 }]);
    expect(page.deviceId).toBeUndefined();
  });
});
