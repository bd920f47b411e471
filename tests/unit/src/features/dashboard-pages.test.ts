import { describe, expect, it } from 'vitest';
import type { RoundRecord, TaskRecord, TemplateRecord, TicketRecord } from '#contract/records/ward.ts';
import { deviceRows } from '#tests/support/device-rows.ts';
import {
  buildDashboard,
  buildOpenTickets,
  buildRoundStatus,
  buildSuggestions,
  buildSummary,
  buildUpcomingTasks,
} from '#contract/pages/dashboard.ts';
import { buildRoundChart } from '#contract/pages/round-chart.ts';
import { createFakeEngine } from '#tests/support/fake-engine.ts';
import { retiredDevice, taskRecord, ticketRecord } from '#tests/support/ward-records.ts';
import { gatherSuggestions } from '#ui/work/gather-suggestions.ts';
import { daysOfRange, dayLabel } from '#ui/features/dashboard/chart-range.ts';
import {
  gatherDashboard,
  gatherOpenTickets,
  gatherRoundStatus,
  gatherSummary,
  gatherUpcomingTasks,
} from '#ui/features/dashboard/gather-dashboard.ts';

const timeZone = 'Asia/Kolkata';
const now = new Date('2026-11-21T04:30:00Z');
const today = '2026-11-21';
const moment = { now, timeZone };
const devices = deviceRows(3).map((device, index) => ({
  ...device,
  id: `d${index}`,
  serialNumber: `VENT-000${index}`,
  equipmentName: 'Ventilator',
  importance: 'Non-Critical' as const,
  installationDate: '2020-01-01',
  warranties: [],
  downtimes: [] as [string, string | null][],
}));

const ticket = (id: string, change: Partial<TicketRecord>): TicketRecord =>
  ticketRecord({ id, ticketNumber: `BD-2026-${id.padStart(6, '0')}`, deviceId: 'd0', ...change });

const task = (id: string, change: Partial<TaskRecord>): TaskRecord => taskRecord({ id, deviceId: 'd0', ...change });

function template(id: string, lastRoundOn: string | null, deviceIds: string[] = []): TemplateRecord {
  const counts = { completedRoundsCount: 0, lastRoundAt: null };
  return { id, name: id, departmentId: null, deviceIds, ...counts, lastRoundOn, revision: 'r1' };
}

function round(on: string, operational: number, needsAttention = 0, notWorking = 0, templateId = 't'): RoundRecord {
  const counts = { operational, needsAttention, notWorking, notSeen: 0 };
  return { id: `${on}-${operational}`, templateId, on, submittedAt: `${on}T05:00:00Z`, by: 'A. Rao', ...counts };
}

describe('The cards of the dashboard', () => {
  it('count devices, average their uptimes and add up their costs', () => {
    const down: [string, string | null][] = [['2026-11-20T16:30:00Z', null]];
    const view = createFakeEngine({
      records: {
        device: devices.map((device, index) => (index === 0 ? { ...device, downtimes: down } : device)),
        ticket: [ticket('1', { partCost: 0.1 }), ticket('2', { partCost: 0.2 }), ticket('3', {})],
      },
    }).view();
    expect(buildSummary(gatherSummary(view, moment))).toEqual({
      totalEquipment: 3,
      averageUptimePercentage: 99.95,
      totalMaintenanceCost: 0.3,
    });
  });

  it('5.4: include costs of a device that was retired since', () => {
    const view = createFakeEngine({
      records: { device: devices, ticket: [ticket('1', { deviceId: 'gone', retiredDevice, partCost: 99.95 })] },
    }).view();
    expect(buildSummary(gatherSummary(view, moment))).toMatchObject({ totalEquipment: 3, totalMaintenanceCost: 99.95 });
  });

  it('3.2: show an uptime of 100 while there are no devices', () => {
    expect(buildSummary(gatherSummary(createFakeEngine().view(), moment))).toEqual({
      totalEquipment: 0,
      averageUptimePercentage: 100,
      totalMaintenanceCost: 0,
    });
  });
});

describe("Today's work", () => {
  it('3.7 and 5.1: every template without a round today is pending, even with one dated tomorrow', () => {
    const view = createFakeEngine({
      records: {
        template: [template('Ward 10', '2026-11-20'), template('Ward 9', '2026-11-22'), template('ICU', today)],
        round: [
          round('2026-11-20', 1, 0, 0, 'Ward 10'),
          round('2026-11-22', 2, 0, 0, 'Ward 9'),
          round(today, 3, 0, 0, 'ICU'),
        ],
      },
    }).view();
    expect(buildRoundStatus(gatherRoundStatus(view, today))).toEqual({
      isRoundPending: true,
      pending: [
        { templateId: 'Ward 9', templateName: 'Ward 9' },
        { templateId: 'Ward 10', templateName: 'Ward 10' },
      ],
    });
  });

  it('3.6: escalated tickets come first, then the latest; closed ones are omitted', () => {
    const tickets = [
      ticket('1', { reportedDate: '2026-11-18T10:00:00Z' }),
      ticket('2', { status: 'Closed' }),
      ticket('3', { reportedDate: '2026-11-20T20:00:00Z', status: 'Pending' }),
      ticket('4', { reportedDate: '2026-11-01T10:00:00Z', escalatedAt: '2026-11-02T10:00:00Z' }),
    ];
    const view = createFakeEngine({ records: { device: devices, ticket: tickets } }).view();
    const rows = buildOpenTickets(gatherOpenTickets(view));
    expect(rows.map(({ id }) => id)).toEqual(['4', '3', '1']);
    expect(rows[1]).toMatchObject({ serialNumber: 'VENT-0000', isPendingFollowUp: true });
  });

  it('3.3: escalated tasks come first, then overdue ones, then those of the next 30 days', () => {
    const tasks = [
      task('soon', { taskDate: '2026-12-01' }),
      task('far', { taskDate: '2026-12-22' }),
      task('overdue', { taskDate: '2026-11-01' }),
      task('closed', { closedAt: '2026-11-20T10:00:00Z' }),
      task('of a retired device', { taskDate: '2026-11-01', deviceId: 'gone', retiredDevice }),
      task('escalated', { taskDate: '2026-12-20', escalatedAt: '2026-11-20T10:00:00Z' }),
    ];
    const view = createFakeEngine({ records: { device: devices, task: tasks } }).view();
    expect(buildUpcomingTasks(gatherUpcomingTasks(view, today), moment).map(({ id }) => id)).toEqual([
      'escalated',
      'overdue',
      'soon',
    ]);
  });

  it('3.8: suggestions name the device and the figure', () => {
    const view = createFakeEngine({
      records: {
        device: devices,
        template: [template('t', today, ['d0', 'd1'])],
        task: [task('1', { taskDate: '2026-11-11' })],
        ticket: ['1', '2', '3'].map((id) => ticket(id, { deviceId: 'd1', status: 'Closed' })),
      },
    }).view();
    expect(buildSuggestions(gatherSuggestions(view, moment), moment)).toEqual([
      'Ventilator (VENT-0000): PM overdue by 10 days.',
      'Ventilator (VENT-0001): 3 breakdown tickets in the last 90 days.',
      'Ventilator (VENT-0002): in 0 daily round templates.',
    ]);
  });

  it('3.8: a run of Needs Attention is detected offline', () => {
    const attention = devices.map((device) => ({ ...device, needsAttentionRun: device.id === 'd2' ? 4 : 2 }));
    const view = createFakeEngine({
      records: { device: attention, template: [template('t', today, ['d0', 'd1', 'd2'])] },
    }).view();
    expect(buildDashboard(gatherDashboard(view, 'Asha Rao', moment), moment)).toMatchObject({
      userInfo: { name: 'Asha Rao' },
      smartSuggestions: ['Ventilator (VENT-0002): Needs Attention for 4 rounds running.'],
    });
  });
});

describe('The chart of the daily rounds', () => {
  it('adds up the rounds of each of the last 7 days, with zero for days without a round', () => {
    const points = buildRoundChart(
      [round(today, 5, 1, 0), round(today, 7, 0, 2), round('2026-11-15', 3, 0, 0), round('2026-11-14', 99, 9, 9)],
      { from: '2026-11-15', to: today },
    );
    expect(points.map(({ label }) => dayLabel(label))).toEqual([
      '15 Nov',
      '16 Nov',
      '17 Nov',
      '18 Nov',
      '19 Nov',
      '20 Nov',
      '21 Nov',
    ]);
    expect(points[0]).toMatchObject({ operational: 3, needsAttention: 0, notWorking: 0 });
    expect(points[5]).toMatchObject({ operational: 0, needsAttention: 0, notWorking: 0 });
    expect(points[6]).toMatchObject({ operational: 12, needsAttention: 1, notWorking: 2 });
  });
});

describe('The range of the chart', () => {
  const usual = { range: 'last7days', fromDate: '', toDate: '' };
  const custom = (fromDate: string, toDate: string) => ({ range: 'custom', fromDate, toDate });

  it('is the last 7 days including today, if nothing or nonsense is requested', () => {
    const days = { from: '2026-11-15', to: today, words: 'the last 7 days' };
    expect(daysOfRange(usual, today)).toEqual(days);
    expect(daysOfRange({ ...usual, range: 'last-century' }, today)).toEqual(days);
  });

  it('reaches back 30 or 90 days', () => {
    expect(daysOfRange({ ...usual, range: 'last30days' }, today)).toMatchObject({ from: '2026-10-23', to: today });
    expect(daysOfRange({ ...usual, range: 'last90days' }, today)).toMatchObject({ from: '2026-08-24', to: today });
  });

  it('accepts custom dates, both included', () => {
    expect(daysOfRange(custom('2026-10-01', '2026-10-31'), today)).toEqual({
      from: '2026-10-01',
      to: '2026-10-31',
      words: '31 days',
    });
    const points = buildRoundChart([round('2026-10-31', 3)], { from: '2026-10-01', to: '2026-10-31' });
    expect(points.at(-1)).toMatchObject({
      label: '2026-10-31',
      operational: 3,
    });
  });

  it.each([
    ['2026-11-02', '2026-11-01', 'The first day must not be after the last day.'],
    ['2025-11-20', '2026-11-21', 'At most 366 days can be shown.'],
    ['2026-02-30', '2026-03-01', 'Please enter a valid date.'],
  ])('says why %s to %s cannot be shown', (from, to, sentence) => {
    expect(daysOfRange(custom(from, to), today)).toBe(sentence);
  });
});
