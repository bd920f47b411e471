import { describe, expect, it } from 'vitest';
import { buildTaskLoad, daysOfWeek, mondayOf, weeksOfMonth } from '#contract/pages/task-load.ts';
import { createFakeEngine } from '#tests/support/fake-engine.ts';
import { deviceRecord, taskRecord } from '#tests/support/ward-records.ts';
import { openRows } from '#ui/features/task/task-rows.ts';

const today = '2026-11-28';
const device = deviceRecord({ id: 'device-1' });
const asha = { technicianId: 'asha', technicianName: 'Asha Rao' };
const nobody = { technicianId: null, technicianName: null };
const task = (id: string, taskDate: string, change: Parameters<typeof taskRecord>[0] = {}) =>
  taskRecord({ id, deviceId: device.id, taskDate, ...asha, ...change });
const view = createFakeEngine({
  records: {
    device: [device],
    task: [
      task('overdue', '2026-11-03'),
      task('monday', '2026-11-30'),
      task('sunday', '2026-12-06'),
      task('closed', '2026-11-30', { closedAt: '2026-11-27T05:30:00Z' }),
      task('cancelled', '2026-11-30', { cancelledAt: '2026-11-27T05:30:00Z' }),
      task('nobodys', '2026-12-01', nobody),
      task('left', '2026-12-02', { technicianId: 'gone', technicianName: 'Left Long Ago' }),
    ],
  },
}).view();

describe('P362 the load by engineer and week', () => {
  it('has the weeks that overlap the month, from Monday', () => {
    expect(mondayOf('2026-11-29')).toBe('2026-11-23');
    expect(weeksOfMonth('2026-11')).toEqual([
      '2026-10-26',
      '2026-11-02',
      '2026-11-09',
      '2026-11-16',
      '2026-11-23',
      '2026-11-30',
    ]);
    expect(weeksOfMonth('2027-02')).toEqual(['2027-02-01', '2027-02-08', '2027-02-15', '2027-02-22']);
  });

  it('counts open tasks, includes idle engineers, lists unassigned last, and each count matches its list', () => {
    const weeks = weeksOfMonth('2026-11');
    const technicians = [
      { id: 'zoya', name: 'Zoya Khan' },
      { id: 'asha', name: 'Asha Rao' },
    ];
    const lists = weeks.map((monday) => openRows(view, daysOfWeek(monday), today));
    const load = buildTaskLoad(lists.flat(), weeks, technicians);
    expect(load).toEqual([
      { technicianId: 'asha', name: 'Asha Rao', counts: [0, 1, 0, 0, 0, 2] },
      { technicianId: 'gone', name: 'Left Long Ago', counts: [0, 0, 0, 0, 0, 1] },
      { technicianId: 'zoya', name: 'Zoya Khan', counts: [0, 0, 0, 0, 0, 0] },
      { technicianId: null, name: '', counts: [0, 0, 0, 0, 0, 1] },
    ]);
    for (const { technicianId, counts } of load) {
      expect(lists.map((rows) => rows.filter((row) => row.technicianId === technicianId).length)).toEqual(counts);
    }
  });
});
