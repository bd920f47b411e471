// @vitest-environment happy-dom
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { Route, Routes } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { TicketScreen } from '#ui/features/ticket/ticket-screen.tsx';
import { MaintenanceScreen } from '#ui/features/task/maintenance-screen.tsx';
import type { FakeWorld } from '#tests/support/fake-engine.ts';
import { drawScreen } from '#tests/support/screen.tsx';
import { deviceRecord, taskRecord, ticketRecord } from '#tests/support/ward-records.ts';

async function open(at: string, pattern: string, part: React.ReactElement, world: Partial<FakeWorld>) {
  const { engine } = drawScreen(
    <Routes>
      <Route path={pattern} element={part} />
    </Routes>,
    { at, world },
  );
  await act(async () => undefined);
  return engine;
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-21T04:30:00Z') });
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

describe('the page of a breakdown call', () => {
  const openTicket = (part: Parameters<typeof ticketRecord>[0], world: Partial<FakeWorld> = {}) =>
    open('/breakdown/ticket-1', '/breakdown/:id', <TicketScreen />, {
      records: { device: [deviceRecord()], ticket: [ticketRecord(part)] },
      ...world,
    });

  it('shows the photos of the report', async () => {
    const photo = { mime: 'image/jpeg', size: 90_000, sha256: 'a'.repeat(64), name: 'plug.jpg' };
    await openTicket({ files: [{ ...photo, received: false }] });
    const shown = within(await screen.findByRole('region', { name: 'Photos' }));
    shown.getByText('plug.jpg');
    shown.getByText('88 KB · on its way');
    shown.getByRole('button', { name: 'Show plug.jpg' });
  });

  it('closes a pending call once follow-up is no longer required', async () => {
    const engine = await openTicket({ status: 'Pending', actionTaken: 'Part ordered' });
    const followUp = screen.getByLabelText<HTMLInputElement>('Follow-up Required');
    expect(followUp.checked).toBe(true);
    fireEvent.click(followUp);
    fireEvent.change(screen.getByLabelText('Actions Taken'), { target: { value: 'Part fitted' } });
    fireEvent.click(screen.getByRole('button', { name: 'Save' }));
    await screen.findByText('Breakdown ticket saved.');
    expect(engine.saved).toMatchObject([
      { name: 'closeTicket', body: { id: 'ticket-1', actionTaken: 'Part fitted', isFollowUpRequired: false } },
    ]);
  });

  it('asks for the part and its cost when one is required', async () => {
    const engine = await openTicket({});
    fireEvent.click(screen.getByLabelText('Part Required'));
    fireEvent.click(screen.getByRole('button', { name: 'Save' }));
    await screen.findByText('Actions Taken is required.');
    await screen.findByText('Part details are required.');
    await screen.findByText('Part cost is required.');
    expect(engine.saved).toEqual([]);
  });

  it('shows the reason when the server refuses the closing, and keeps typed text', async () => {
    const message = 'This ticket was already closed by Bimal Shah.';
    const error = { class: 'never', status: 409, code: 'ticket.already_closed', message, at: '' } as const;
    await openTicket({}, { outcome: () => ({ kind: 'refused', error }) });
    fireEvent.change(screen.getByLabelText('Actions Taken'), { target: { value: 'Fuse changed' } });
    fireEvent.click(screen.getByRole('button', { name: 'Save' }));
    await screen.findByText(`Failed to close the breakdown ticket. ${message}`);
    expect(screen.getByLabelText<HTMLTextAreaElement>('Actions Taken').value).toBe('Fuse changed');
  });

  it('confirms a step once it is stored', async () => {
    const engine = await openTicket({});
    fireEvent.click(screen.getByRole('button', { name: 'Accept' }));
    screen.getByRole('button', { name: 'Saving…' });
    expect(screen.queryByRole('button', { name: 'Accepted.' })).toBeNull();
    const at = '2026-11-21T04:30:00Z';
    const by = { by: 'Binu Das', byRole: 'BME' } as const;
    const accepted = { id: 'event-1', kind: 'accepted', at, receivedAt: at, ...by, data: {} } as const;
    act(() => engine.change({ records: { device: [deviceRecord()], ticket: [ticketRecord({ events: [accepted] })] } }));
    screen.getByRole('button', { name: 'Accepted.' });
    await screen.findByRole('button', { name: 'Arrived at the Device' });
  });

  it('shows only the reason of a refused step, and offers it again', async () => {
    const message = 'This ticket has been deleted.';
    const error = { class: 'never', status: 410, code: 'ticket.deleted', message, at: '' } as const;
    await openTicket({}, { outcome: () => ({ kind: 'refused', error }) });
    fireEvent.click(screen.getByRole('button', { name: 'Accept' }));
    await screen.findByText(message);
    expect(screen.queryByText('Accepted.')).toBeNull();
    const button = screen.getByRole('button', { name: 'Accept' });
    expect(button.getAttribute('aria-disabled')).toBe('true');
    await waitFor(() => expect(button.getAttribute('aria-disabled')).toBeNull());
  });

  it.each([
    ['Arrived at the Device', 'Arrival recorded.', false],
    ['Started by Phone', 'Start by phone recorded.', true],
  ])('%s is recorded with its own text', async (item, words, isByPhone) => {
    const engine = await openTicket({});
    fireEvent.click(screen.getByRole('button', { name: 'Other steps' }));
    fireEvent.click(await screen.findByRole('menuitem', { name: item }));
    await screen.findByText(words);
    expect(engine.saved).toMatchObject([{ name: 'arriveTicket', body: { ticketId: 'ticket-1', isByPhone } }]);
  });
});

describe('the maintenance dashboard', () => {
  const tasks = [
    taskRecord({ id: 'late', taskDate: '2026-11-02' }),
    taskRecord({ id: 'soon', taskDate: '2026-11-25', actionRequired: true, actionRequiredDetails: 'New cell' }),
    taskRecord({ id: 'far', taskDate: '2027-03-09', type: 'Cal' }),
  ];
  const openMaintenance = (at = '/bme-dashboard/maintenance') =>
    open(at, '/bme-dashboard/maintenance', <MaintenanceScreen />, {
      records: { device: [deviceRecord()], task: tasks },
    });
  const rows = () =>
    screen
      .getAllByRole('row')
      .map((row) => row.textContent)
      .filter((text) => text.includes('VENT-0012'));

  it('marks the days that have tasks, under Sun to Sat', async () => {
    await openMaintenance();
    const day = await screen.findByRole('button', { name: 'Monday, 2 Nov 2026, 1 overdue, has tasks' });
    expect(day.textContent).toBe('2');
    screen.getByRole('button', { name: 'Tuesday, 3 Nov 2026' });
    const heads = [...document.querySelectorAll('th[scope=col][aria-label]')].map((head) => head.textContent);
    expect(heads).toEqual(['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']);
  });

  it('lists what is overdue or has an action required, with the documented date format', async () => {
    await openMaintenance();
    expect(rows()).toHaveLength(2);
    expect(rows()[0]).toMatch(/02\/11\/2026.*PM.*Overdue/);
    expect(rows()[1]).toMatch(/25\/11\/2026.*PM.*Action Required/);
  });

  it('shows the tasks of a chosen day, and the upcoming ones again', async () => {
    await openMaintenance();
    fireEvent.click(
      await screen.findByRole('button', { name: 'Wednesday, 25 Nov 2026, 1 action required, has tasks' }),
    );
    await screen.findByRole('heading', { name: /^Tasks of Wednesday/ });
    expect(rows()).toHaveLength(1);
    fireEvent.click(screen.getByRole('button', { name: 'Show upcoming tasks' }));
    await screen.findByRole('heading', { name: 'Upcoming Tasks' });
    expect(rows()).toHaveLength(2);
  });

  it('changes months by button and days by arrow key', async () => {
    await openMaintenance('/bme-dashboard/maintenance?month=2027-02');
    fireEvent.click(await screen.findByRole('button', { name: 'Next Month' }));
    const day = await screen.findByRole('button', { name: 'Tuesday, 9 Mar 2027, 1 upcoming, has tasks' });
    act(() => day.focus());
    fireEvent.keyDown(day, { key: 'ArrowLeft' });
    await waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toBe('Monday, 8 Mar 2027'));
    fireEvent.click(screen.getByRole('button', { name: 'Prev Month' }));
    await screen.findByText('February 2027');
  });

  it('falls back to the upcoming tasks if the address has no day', async () => {
    await openMaintenance('/bme-dashboard/maintenance?day=2026-02-30');
    await screen.findByRole('heading', { name: 'Upcoming Tasks' });
    expect(rows()).toHaveLength(2);
  });
});
