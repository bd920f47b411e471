import { describe, expect, it } from 'vitest';
import { buildMyWork } from '#contract/pages/my-work.ts';
import { isTicketListed } from '#contract/pages/ticket-list.ts';
import { isTaskListed } from '#contract/pages/task-list.ts';
import { technicianMe } from '#contract/rules/list-filter.ts';
import { createFakeEngine } from '#tests/support/fake-engine.ts';
import { deviceRecord, taskRecord, ticketRecord } from '#tests/support/ward-records.ts';
import { gatherMyWork } from '#ui/features/dashboard/gather-dashboard.ts';
import { weekRows } from '#ui/features/task/task-rows.ts';
import { ticketRows } from '#ui/features/ticket/ticket-rows.ts';

const moment = { now: new Date('2026-11-21T04:30:00Z'), timeZone: 'Asia/Kolkata' };
const me = 'user-1';
const mine = { technicianId: me, technicianName: 'Asha Rao' };
const device = deviceRecord({ id: 'device-1' });
const ticket = (id: string, change: Parameters<typeof ticketRecord>[0] = {}) =>
  ticketRecord({ id, deviceId: device.id, ...mine, ...change });
const task = (id: string, change: Parameters<typeof taskRecord>[0] = {}) =>
  taskRecord({ id, deviceId: device.id, ...mine, ...change });

const view = createFakeEngine({
  records: {
    device: [device],
    ticket: [
      ticket('late', { priority: 'Low', reportedDate: '2026-11-20T04:30:00Z' }),
      ticket('early', { priority: 'Low', reportedDate: '2026-11-19T04:30:00Z' }),
      ticket('critical', { priority: 'Critical', reportedDate: '2026-11-21T02:30:00Z', status: 'Pending' }),
      ticket('closed', { status: 'Closed', closedAt: '2026-11-20T05:30:00Z' }),
      ticket('others', { technicianId: 'user-2' }),
      ticket('nobodys', { technicianId: null, technicianName: null }),
    ],
    task: [
      task('last-day', { taskDate: '2026-11-27' }),
      task('next-week', { taskDate: '2026-11-28' }),
      task('overdue', { taskDate: '2026-11-01' }),
      task('cancelled', { taskDate: '2026-11-22', cancelledAt: '2026-11-20T00:00:00Z' }),
      task('closed', { taskDate: '2026-11-22', closedAt: '2026-11-20T00:00:00Z' }),
      task('others', { taskDate: '2026-11-22', technicianId: 'user-2' }),
    ],
  },
}).view();

describe('P321 what is assigned to an engineer', () => {
  const work = buildMyWork(gatherMyWork(view), me, moment);

  it('includes their open tickets, the most urgent first, with the clock running', () => {
    expect(work.tickets.map(({ id }) => id)).toEqual(['critical', 'early', 'late']);
    expect(work.tickets[0]).toMatchObject({ openMs: 2 * 3_600_000, clock: { state: 'reported', turnaroundMs: null } });
  });

  it('includes their tasks that are overdue or due within seven hospital days, the oldest first', () => {
    expect(work.tasks.map(({ id }) => id)).toEqual(['overdue', 'last-day']);
  });

  it('has as many rows as the lists its counts link to', () => {
    const tickets = ticketRows(view, moment).filter((row) =>
      isTicketListed(row, { status: 'not-closed', technician: technicianMe }, me),
    );
    expect(tickets.map(({ id }) => id).toSorted()).toEqual(work.tickets.map(({ id }) => id).toSorted());
    const tasks = weekRows(view, '2026-11-21').filter((row) => isTaskListed(row, { technician: technicianMe }, me));
    expect(tasks.map(({ id }) => id)).toEqual(work.tasks.map(({ id }) => id));
  });
});
