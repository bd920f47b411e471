import { describe, expect, it } from 'vitest';
import { countsByDay, isTaskListed } from '#contract/pages/task-list.ts';
import { dateOfDay, dayOfDate, dayOfQuery } from '#ui/features/task/calendar-days.ts';
import { dayRows, monthRows, upcomingRows } from '#ui/features/task/task-rows.ts';
import { correctedReport } from '#ui/features/task/report-form.tsx';
import { createFakeEngine, type FakeWorld } from '#tests/support/fake-engine.ts';
import { deviceRecord, retiredDevice, taskRecord } from '#tests/support/ward-records.ts';

const today = '2026-11-21';
const tasks = [
  taskRecord({ id: 'late', taskDate: '2026-11-01' }),
  taskRecord({ id: 'soon', taskDate: '2026-11-25' }),
  taskRecord({ id: 'soon-urgent', taskDate: '2026-11-25', escalatedAt: '2026-11-20T04:30:00Z' }),
  taskRecord({ id: 'soon-done', taskDate: '2026-11-25', closedAt: '2026-11-20T04:30:00Z', deviceId: 'gone' }),
  taskRecord({ id: 'far', taskDate: '2026-12-22' }),
];
const viewOf = (records: FakeWorld['records']) => createFakeEngine({ records }).view();
const view = viewOf({ device: [deviceRecord()], task: tasks });

describe('the maintenance table', () => {
  it('lists overdue tasks, then the next 30 days, escalated ones first within a day', () => {
    const rows = upcomingRows(view, today);
    expect(rows.map((row) => row.id)).toEqual(['late', 'soon-urgent', 'soon']);
    expect(rows[0]).toMatchObject({ status: 'Overdue', name: 'Ventilator', serialNumber: 'VENT-0012' });
  });

  it('lists a chosen day with its closed tasks last', () => {
    const rows = dayRows(view, '2026-11-25', today);
    expect(rows.map((row) => row.id)).toEqual(['soon-urgent', 'soon', 'soon-done']);
    expect(rows[2]).toMatchObject({ status: 'Closed', name: 'Removed equipment' });
  });

  it('names a retired device as it was', () => {
    const task = taskRecord({ deviceId: 'gone', retiredDevice, closedAt: '2026-11-20T04:30:00Z' });
    const { name, serialNumber } = dayRows(viewOf({ task: [task] }), task.taskDate, today)[0] ?? {};
    expect([name, serialNumber]).toEqual(['Dialysis Machine', 'DIAL-7']);
  });
});

describe('the month', () => {
  it('lists its tasks by date, closed ones last within a day, and counts each day by state', () => {
    const rows = monthRows(view, '2026-11', today);
    expect(rows.map(({ id }) => id)).toEqual(['late', 'soon-urgent', 'soon', 'soon-done']);
    const none = { Overdue: 0, 'Action Required': 0, Upcoming: 0, Closed: 0, Cancelled: 0 };
    expect([...countsByDay(rows)]).toEqual([
      ['2026-11-01', { ...none, Overdue: 1 }],
      ['2026-11-25', { ...none, Upcoming: 2, Closed: 1 }],
    ]);
  });

  it('is filtered by state, department, type and technician', () => {
    const rows = monthRows(view, '2026-11', today);
    const listed = (filter: Parameters<typeof isTaskListed>[1]) =>
      rows.filter((row) => isTaskListed(row, filter, 'user-1')).length;
    expect(listed({ status: 'Overdue' })).toBe(1);
    expect(listed({ type: 'PM' })).toBe(4);
    expect(listed({ type: 'Cal' })).toBe(0);
    expect(listed({ technician: 'none' })).toBe(4);
    expect(listed({ technician: 'me' })).toBe(0);
    expect(listed({ department: 'No such' })).toBe(0);
  });

  it('keeps the day when moving through the calendar and back', () => {
    for (const day of ['2026-03-29', '2026-10-25', '2024-02-29']) expect(dayOfDate(dateOfDay(day))).toBe(day);
  });

  it('ignores a day that does not exist', () => {
    expect(dayOfQuery('2026-02-30')).toBeUndefined();
    expect(dayOfQuery('2026-02-28')).toBe('2026-02-28');
  });
});

describe('a refused closing', () => {
  it('opens in the report form with the entered texts', () => {
    const correction = { id: 'entry-1', error: null, body: { taskId: 'task-1', actionTaken: 'Cleaned', files: [] } };
    expect(correctedReport(correction)).toMatchObject({ TaskId: 'task-1', ActionsTaken: 'Cleaned' });
    expect(correctedReport(null)).toBeUndefined();
  });
});
