// @vitest-environment happy-dom
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { Route, Routes } from 'react-router-dom';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { NewRequestScreen } from '#ui/features/ticket/new-request-screen.tsx';
import { MaintenanceCloseScreen } from '#ui/features/task/maintenance-close-screen.tsx';
import { CloseTaskDialog } from '#ui/features/task/close-task-dialog.tsx';
import type { SaveOutcome } from '#ui/engine/engine.ts';
import type { FakeWorld } from '#tests/support/fake-engine.ts';
import { drawScreen } from '#tests/support/screen.tsx';
import { deviceRecord, taskRecord, ticketRecord } from '#tests/support/ward-records.ts';

const technician = [{ id: 'tech-1', name: 'Bimal Shah' }];
const savedOnDevice = 'Saved on this tablet. It will be sent when the connection is back.';

async function open(path: string, pattern: string, part: React.ReactElement, world: Partial<FakeWorld> = {}) {
  const records = { device: [deviceRecord()], task: [taskRecord()], technician };
  const { engine } = drawScreen(
    <Routes>
      <Route path={pattern} element={part} />
      <Route path="*" element={<p>another screen</p>} />
    </Routes>,
    { at: path, world: { records, ...world } },
  );
  // The form takes input once its draft has been read.
  await act(async () => undefined);
  return engine;
}

const write = (label: string, text: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value: text } });
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

describe('New Service Request', () => {
  const openRequest = (world: Partial<FakeWorld> = {}) =>
    open('/breakdown/new?serial=VENT-0012&problem=No%20power', '/breakdown/new', <NewRequestScreen />, world);
  const save = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Save' });

  it('is prefilled with device and problem', async () => {
    await openRequest();
    expect(screen.getByRole<HTMLInputElement>('combobox', { name: 'Serial Number' }).value).toBe('VENT-0012');
    expect(screen.getByLabelText<HTMLTextAreaElement>('Problem Reported').value).toBe('No power');
  });

  it('can be saved once issue type and priority are chosen, and confirms receipt by the server', async () => {
    const engine = await openRequest();
    await waitFor(() => expect(save().disabled).toBe(true));
    write('Issue Type', 'Electrical');
    write('Priority', 'High');
    await waitFor(() => expect(save().disabled).toBe(false));
    fireEvent.click(save());
    await screen.findByText('Breakdown request submitted successfully!');
    await screen.findByText('another screen');
    expect(engine.saved).toMatchObject([
      {
        name: 'reportTicket',
        draftKey: 'breakdown:VENT-0012',
        body: {
          installationBaseId: 'device-1',
          issueType: 'Electrical',
          machineStatus: 'System Down',
          reportedBy: 'Asha Rao',
        },
      },
    ]);
  });

  it.each([
    ['was proposed by a clock that turns out to be behind, is corrected', undefined, 3],
    ['was chosen, stays when the clock turns out to be behind', '2026-01-05', 0],
  ])('a Reported Date that %s', async (_name, chosen, movedDays) => {
    const engine = await openRequest();
    const dateField = screen.getByLabelText<HTMLInputElement>('Reported Date');
    if (chosen !== undefined) write('Reported Date', chosen);
    const before = Date.parse(dateField.value);
    await act(async () => engine.change({ status: { ...engine.world.status, clockOffsetMs: 3 * 86_400_000 } }));
    expect((Date.parse(dateField.value) - before) / 86_400_000).toBe(movedDays);
  });

  it('requires only device, issue type and priority', async () => {
    const engine = await open('/breakdown/new?serial=VENT-0012', '/breakdown/new', <NewRequestScreen />);
    write('Issue Type', 'Other');
    write('Priority', 'Low');
    await waitFor(() => expect(save().disabled).toBe(false));
    fireEvent.click(save());
    await screen.findByText('Breakdown request submitted successfully!');
    expect(engine.saved).toMatchObject([{ body: { problemReported: '', machineStatus: 'System Down' } }]);
  });

  it('says that it is saved on the tablet while the server is unreachable', async () => {
    await openRequest({ outcome: () => ({ kind: 'saved-on-tablet' }) });
    write('Issue Type', 'Other');
    write('Priority', 'Low');
    await waitFor(() => expect(save().disabled).toBe(false));
    fireEvent.click(save());
    await screen.findByText(savedOnDevice);
  });

  it('submitted empty with Enter, focuses the device and then the next missing field', async () => {
    await open('/breakdown/new', '/breakdown/new', <NewRequestScreen />);
    const enter = () => fireEvent.keyDown(screen.getByLabelText('Reported By'), { key: 'Enter' });
    enter();
    const device = screen.getByRole('combobox', { name: 'Serial Number' });
    await waitFor(() => expect(document.activeElement).toBe(device));
    fireEvent.change(device, { target: { value: 'VENT-0012' } });
    fireEvent.click(await screen.findByRole('option', { name: /VENT-0012/ }));
    enter();
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Issue Type')));
  });

  it('asks how a patient was harmed', async () => {
    await openRequest();
    write('Issue Type', 'Other');
    write('Priority', 'Low');
    fireEvent.click(screen.getByRole('radio', { name: 'Yes' }));
    const harm = await screen.findByLabelText('Harm Description');
    await waitFor(() => expect(save().disabled).toBe(true));
    fireEvent.blur(harm);
    await screen.findByText('Please describe the harm.');
    write('Harm Description', 'Ventilated by hand.');
    await waitFor(() => expect(save().disabled).toBe(false));
  });

  it('warns if the device already has an open ticket', async () => {
    const device = [deviceRecord({ openTicketIds: ['ticket-1'] })];
    await openRequest({ records: { device, ticket: [ticketRecord()], technician } });
    await screen.findByText('This device already has an open ticket');
  });

  it.each([
    ['no ticket', [], null],
    ['an earlier ticket', ['ticket-1'], 'This device already has an open ticket'],
  ])('does not warn of its own ticket after Save, with %s', async (_name, earlier, warning) => {
    const device = deviceRecord({ openTicketIds: earlier });
    const engine = await openRequest({ records: { device: [device], ticket: [ticketRecord()], technician } });
    let answer: (outcome: SaveOutcome) => void = () => undefined;
    engine.outcome = () =>
      new Promise((resolve) => {
        answer = resolve;
      });
    write('Issue Type', 'Other');
    write('Priority', 'Low');
    await waitFor(() => expect(save().disabled).toBe(false));
    fireEvent.click(save());
    await waitFor(() => expect(engine.saved).toHaveLength(1));
    const own = ticketRecord({ id: 'entry-1', ticketNumber: 'BD-2026-000077' });
    await act(async () =>
      engine.change({
        records: {
          device: [{ ...device, openTicketIds: ['entry-1', ...earlier] }],
          ticket: [own, ticketRecord()],
          technician,
        },
      }),
    );
    expect(screen.queryByText('This device already has an open ticket')?.textContent ?? null).toBe(warning);
    expect(screen.queryByText(/BD-2026-000077/)).toBeNull();
    answer({ kind: 'received', answer: null });
    await screen.findByText('Breakdown request submitted successfully!');
  });

  it('keeps typed text on the tablet', async () => {
    const engine = await openRequest();
    write('Problem Reported', 'No power, smells of smoke');
    await waitFor(() =>
      expect(engine.world.drafts.get('breakdown:VENT-0012')).toMatchObject({
        problemReported: 'No power, smells of smoke',
      }),
    );
  });

  it('shows the reason of a refusal and keeps the entry in the outbox', async () => {
    const error = {
      class: 'never',
      status: 404,
      code: 'record.unknown',
      message: 'This record does not exist.',
      at: '',
    } as const;
    await openRequest({ outcome: () => ({ kind: 'refused', error }) });
    write('Issue Type', 'Other');
    write('Priority', 'Low');
    await waitFor(() => expect(save().disabled).toBe(false));
    fireEvent.click(save());
    await screen.findByText(/^Failed to submit the request. Please try again./);
    await screen.findByRole('link', { name: 'Open outbox' });
  });
});

describe('closing a task from the table', () => {
  const task = {
    id: 'task-1',
    name: 'Ventilator',
    serialNumber: 'VENT-0012',
    type: 'PM',
    taskDate: '2026-11-25',
  } as const;

  it('asks for confirmation if the work is due far ahead', async () => {
    const left = vi.fn<() => void>();
    await open('/', '/', <CloseTaskDialog task={{ ...task, taskDate: '2099-03-09' }} onClose={left} />);
    expect(screen.queryByLabelText('Actions Taken')).toBeNull();
    press('Keep it open');
    expect(left).toHaveBeenCalledOnce();
    press('Close it now');
    await screen.findByRole('heading', { name: 'Close Task: Ventilator' });
  });

  it('asks for the actions taken', async () => {
    await open('/', '/', <CloseTaskDialog task={task} onClose={() => undefined} />);
    press('Save');
    await screen.findByText('Please provide the actions taken.');
    await screen.findByText('Actions Taken is required.');
  });

  it('confirms the closing and leaves 2 seconds later', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const left = vi.fn<() => void>();
    const engine = await open('/', '/', <CloseTaskDialog task={task} onClose={left} />);
    expect(screen.getByRole('heading', { name: 'Close Task: Ventilator' })).toBeTruthy();
    write('Actions Taken', 'Filter replaced');
    press('Save');
    await screen.findByText('Task closed successfully!');
    expect(engine.saved).toMatchObject([
      { name: 'closeTask', body: { taskId: 'task-1', actionTaken: 'Filter replaced' } },
    ]);
    expect(left).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(2000);
    expect(left).toHaveBeenCalledOnce();
  });
});

describe('Outstanding Task Report', () => {
  const openReport = (world: Partial<FakeWorld> = {}) =>
    open('/maintenance-close/task-1', '/maintenance-close/:id', <MaintenanceCloseScreen />, world);

  it("P191 starts empty after another person's report, and shows what the server returned", async () => {
    const notice = 'This task was already closed by Bimal Shah. Your report is kept.';
    const told = taskRecord({ actionRequired: true, actionRequiredDetails: 'New cell', actionTaken: 'Cell tested' });
    await openReport({
      records: { device: [deviceRecord()], task: [told] },
      outcome: () => ({ kind: 'received', answer: { id: 'task-1', status: 'Closed', notices: [notice] } }),
    });
    for (const name of ['Actions Taken', 'Action Required Details']) {
      expect(screen.getByLabelText<HTMLTextAreaElement>(name).value).toBe('');
    }
    write('Actions Taken', 'Cleaned');
    write('Action Required Details', 'Order a new cell');
    press('Submit Task Report');
    await screen.findByText(`Task report submitted successfully! ${notice}`);
  });

  it('says why the server refuses the report', async () => {
    const message = 'This task was already closed by Bimal Shah.';
    const error = { class: 'never', status: 409, code: 'task.already_closed', message, at: '' } as const;
    await openReport({ outcome: () => ({ kind: 'refused', error }) });
    write('Actions Taken', 'Cleaned');
    press('Submit Task Report');
    await screen.findByText(`Failed to submit task report. Check the console for details. ${message}`);
  });

  it('shows the details of the task', async () => {
    await openReport();
    for (const text of ['W-1', 'Ventilator', 'VENT-0012', '25/11/2026', 'NO']) await screen.findByText(text);
  });

  it('asks for the details of a required action, and keeps the task open', async () => {
    const engine = await openReport();
    write('Actions Taken', 'Cleaned');
    fireEvent.click(screen.getByLabelText('Action Required (Do not close)'));
    await screen.findByLabelText('Action Required Details');
    press('Submit Task Report');
    await waitFor(() => expect(screen.getAllByText('Please provide details for the required action.')).toHaveLength(2));
    write('Action Required Details', 'Order a new cell');
    press('Submit Task Report');
    await screen.findByText('Task report submitted successfully!');
    expect(engine.saved).toMatchObject([
      { name: 'submitMaintenanceReport', body: { IsActionRequired: true, ActionRequiredDetails: 'Order a new cell' } },
    ]);
  });
});
