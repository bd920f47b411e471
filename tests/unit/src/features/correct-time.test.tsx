// @vitest-environment happy-dom
import { act, cleanup, fireEvent, screen, within } from '@testing-library/react';
import { Route, Routes } from 'react-router-dom';
import { afterEach, expect, it } from 'vitest';
import { workEvent } from '#contract/rules/work-events.ts';
import type { WorkEvent } from '#contract/records/work-event.ts';
import { MaintenanceCloseScreen } from '#ui/features/task/maintenance-close-screen.tsx';
import { TicketScreen } from '#ui/features/ticket/ticket-screen.tsx';
import { bmeSession, createFakeEngine, officeSession } from '#tests/support/fake-engine.ts';
import { drawScreen } from '#tests/support/screen.tsx';
import { deviceRecord, taskRecord, ticketRecord } from '#tests/support/ward-records.ts';

afterEach(cleanup);

const reportedBy = (by: string, more: Partial<WorkEvent> = {}): WorkEvent => ({
  ...workEvent(
    'reported',
    { reportedBy: by },
    {
      id: 'ticket-1',
      at: '2026-11-20T04:30:00.000Z',
      receivedAt: '2026-11-21T04:30:00.000Z',
      tabletTime: '2020-01-01T00:10:00.000Z',
      by,
      byRole: 'BME',
    },
  ),
  ...(more as object),
});

async function open(event: WorkEvent, session = officeSession) {
  const engine = createFakeEngine({
    session: { kind: 'signed-in', session, offline: false },
    records: { device: [deviceRecord()], ticket: [ticketRecord({ events: [event] })] },
    answers: { correctTicketTime: () => ({ id: 'ticket-1', status: 'Open' }) },
  });
  const screenOf = <Route path="/breakdown/:id" element={<TicketScreen />} />;
  drawScreen(<Routes>{screenOf}</Routes>, { engine, at: '/breakdown/ticket-1' });
  await act(async () => undefined);
  return engine;
}
async function openTask(events: WorkEvent[]) {
  const engine = createFakeEngine({
    session: { kind: 'signed-in', session: officeSession, offline: false },
    records: { device: [deviceRecord()], task: [taskRecord({ events })] },
    answers: { correctTaskTime: () => ({ id: 'task-1', status: 'Open' }) },
  });
  const screenOf = <Route path="/maintenance-close/:id" element={<MaintenanceCloseScreen />} />;
  drawScreen(<Routes>{screenOf}</Routes>, { engine, at: '/maintenance-close/task-1' });
  await act(async () => undefined);
  return engine;
}
const button = () => screen.queryByRole('button', { name: 'Correct Time' });

it('P203 the office corrects the estimated time of a ticket', async () => {
  const engine = await open(reportedBy('A. Rao'));
  fireEvent.click(screen.getByRole('button', { name: 'Correct Time' }));
  const dialog = await screen.findByRole('dialog', { name: 'Correct Time' });
  expect(dialog.textContent).toContain('Reported by A. Rao');
  expect(screen.getByLabelText<HTMLInputElement>('Day').value).toBe('2026-11-20');
  expect(screen.getByLabelText<HTMLInputElement>('Time').value).toBe('10:00');
  fireEvent.change(screen.getByLabelText('Time'), { target: { value: '16:45' } });
  fireEvent.click(within(dialog).getByRole('button', { name: 'Save' }));
  await screen.findByText('Time corrected.');
  expect(engine.called.find(({ name }) => name === 'correctTicketTime')?.input).toMatchObject({
    body: { id: 'ticket-1', eventId: 'ticket-1', on: '2026-11-20', time: '16:45' },
  });
});

it('P203 so does its author, but nobody else, and only once the server has it', async () => {
  await open(reportedBy(bmeSession.userName), bmeSession);
  expect(button()).toBeTruthy();
  cleanup();
  await open(reportedBy('Somebody else'), bmeSession);
  expect(button()).toBeNull();
  cleanup();
  await open(reportedBy('A. Rao', { receivedAt: null }));
  expect(button()).toBeNull();
});

it('P233 the office corrects the time of a report of a task, but not that of an attempt or of a test', async () => {
  const of = (kind: 'action-required' | 'attempted', id: string) =>
    ({
      ...reportedBy('A. Rao'),
      id,
      kind,
      data: { details: 'Order a hose', reason: 'in-use', next: '2026-11-28' },
    }) as unknown as WorkEvent;
  const engine = await openTask([
    of('action-required', 'entry-1'),
    of('attempted', 'entry-2'),
    of('action-required', 'test-1-action-required'),
  ]);
  expect(screen.getAllByText(/^Time estimated/)).toHaveLength(3);
  // One of three: getByRole refuses several.
  fireEvent.click(screen.getByRole('button', { name: 'Correct Time' }));
  const dialog = await screen.findByRole('dialog', { name: 'Correct Time' });
  fireEvent.change(screen.getByLabelText('Time'), { target: { value: '16:45' } });
  fireEvent.click(within(dialog).getByRole('button', { name: 'Save' }));
  await screen.findByText('Time corrected.');
  expect(engine.called.find(({ name }) => name === 'correctTaskTime')?.input).toMatchObject({
    body: { id: 'task-1', eventId: 'entry-1', on: '2026-11-20', time: '16:45' },
  });
});
