// @vitest-environment happy-dom
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { adminSession, createFakeEngine, type FakeWorld } from '#tests/support/fake-engine.ts';
import { drawScreen } from '#tests/support/screen.tsx';
import { PastWorkCard } from '#ui/features/import/past-work-card.tsx';
import { CallError } from '#sync/types.ts';

afterEach(cleanup);

const params = { hospitalId: 'h1' };
const nothing = { tasks: 0, devices: 0, oldest: null };
const open = { tasks: 1220, devices: 20, oldest: '2012-03-14' };
const clearing = { at: '2026-11-25T03:00:00.000Z', on: '2026-11-25', tasks: 1220, devices: 20 };
const noneKept = { tasks: 0, devices: 0 };

/** Simulates a hospital whose work is cleared and restored, with the server's answers. */
function hospital(start: 'open' | 'cleared', answers: FakeWorld['answers'] = {}) {
  let state = start;
  const engine = createFakeEngine({
    session: { kind: 'signed-in', session: adminSession, offline: false },
    answers: {
      pastWork: () => (state === 'open' ? { ...open, cleared: null } : { ...nothing, cleared: clearing }),
      clearPastWork: () => {
        state = 'cleared';
        return { ...open, at: clearing.at };
      },
      restorePastWork: () => {
        state = 'open';
        return { tasks: 1220, devices: 20, kept: noneKept };
      },
      ...answers,
    },
  });
  drawScreen(<PastWorkCard hospitalId="h1" />, { engine });
  const sent = () => engine.called.flatMap(({ name, input }) => (name === 'restorePastWork' ? [input] : []));
  return { engine, sent, isOpen: () => (state = 'open') };
}
const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }));
const inDialog = async (name: string) => within(await screen.findByRole('dialog', { name }));
const conflict = (detail: string) =>
  new CallError('problem', detail, {
    type: 'about:blank',
    title: '',
    status: 409,
    code: 'record.conflict',
    detail,
    message: detail,
  });

describe('work from before the record', () => {
  it('clears exactly the tasks that were counted, and the toast can undo it', async () => {
    const { sent } = hospital('open');
    fireEvent.click(await screen.findByRole('button', { name: 'Clear 1,220 tasks' }));
    const dialog = await inDialog('Clear work from before your record');
    dialog.getByText(/You can restore the cleared tasks on this screen\.$/);
    fireEvent.click(dialog.getByRole('button', { name: 'Clear 1,220 tasks' }));
    await screen.findByText('1,220 tasks from before your record cleared.');
    await screen.findByText('1,220 tasks on 20 devices were cleared on 25 Nov 2026.');
    press(/^Undo/);
    await screen.findByText('1,220 tasks are back.');
    expect(sent()).toEqual([
      { params, body: { at: clearing.at, tasks: 1220 }, idempotencyKey: expect.any(String) as string },
    ]);
    await screen.findByText(/^1,220 open tasks on 20 devices were due before/);
    expect(screen.queryByRole('button', { name: /back$/ })).toBeNull();
  });

  it('can be restored from the card after the toast has gone; the card says what stays cleared', async () => {
    const { sent } = hospital('cleared', {
      restorePastWork: () => ({ tasks: 1, devices: 1, kept: { tasks: 1219, devices: 19 } }),
    });
    fireEvent.click(await screen.findByRole('button', { name: 'Bring 1,220 tasks back' }));
    const dialog = await inDialog('Restore cleared work');
    const confirm = dialog.getByRole('button', { name: 'Bring 1,220 tasks back' });
    act(() => {
      confirm.click();
      confirm.click();
    });
    await screen.findByText(
      '1 task is back. 1,219 tasks on 19 devices stay cleared: the planned work there has changed since.',
    );
    expect(sent()).toEqual([
      { params, body: { at: clearing.at, tasks: 1220 }, idempotencyKey: expect.any(String) as string },
    ]);
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('keeps the reason of a refusal visible while the card shows the current state', async () => {
    const world = hospital('cleared', {
      restorePastWork: () => {
        world.isOpen();
        throw conflict('These tasks are back already. Please look again.');
      },
    });
    fireEvent.click(await screen.findByRole('button', { name: 'Bring 1,220 tasks back' }));
    const dialog = await inDialog('Restore cleared work');
    fireEvent.click(dialog.getByRole('button', { name: 'Bring 1,220 tasks back' }));
    await screen.findByText('These tasks are back already. Please look again.');
    await screen.findByText(/^1,220 open tasks/);
    expect(screen.getByRole('dialog')).toBeTruthy();
  });

  it('offers an undo again if it failed offline, but not if it was refused', async () => {
    let tries = 0;
    const { sent } = hospital('open', {
      restorePastWork: () => {
        tries += 1;
        throw tries === 1 ? new CallError('offline', 'No connection.') : conflict('It is 3 tasks by now.');
      },
    });
    fireEvent.click(await screen.findByRole('button', { name: 'Clear 1,220 tasks' }));
    const dialog = await inDialog('Clear work from before your record');
    fireEvent.click(dialog.getByRole('button', { name: 'Clear 1,220 tasks' }));
    fireEvent.click(await screen.findByRole('button', { name: /^Undo/ }));
    fireEvent.click(await screen.findByRole('button', { name: /^Try again/ }));
    await screen.findByText('The tasks could not be restored. It is 3 tasks by now.');
    await waitFor(() => expect(screen.queryByRole('button', { name: /^Try again/ })).toBeNull());
    // The same key, so that a first request whose answer was lost is not applied twice.
    const [first, second] = sent();
    expect(second).toEqual(first);
    expect(sent()).toHaveLength(2);
  });

  it('shows no card if there is none', async () => {
    const { engine } = hospital('open', { pastWork: () => ({ ...nothing, cleared: null }) });
    await waitFor(() => expect(engine.called).toHaveLength(1));
    expect(screen.queryByRole('region', { name: /^Work/ })).toBeNull();
  });
});
