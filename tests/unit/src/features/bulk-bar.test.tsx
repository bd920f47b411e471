// @vitest-environment happy-dom
import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { createFakeEngine } from '#tests/support/fake-engine.ts';
import { drawScreen } from '#tests/support/screen.tsx';
import { deviceRecord, taskRecord } from '#tests/support/ward-records.ts';
import { BulkBar } from '#ui/features/task/bulk-bar.tsx';

afterEach(cleanup);

it('P294: assigns only tasks that change, and shows how many are saved and sent', async () => {
  const engine = createFakeEngine({
    records: {
      device: [deviceRecord()],
      technician: [
        { id: 'asha', name: 'Asha Rao' },
        { id: 'imran', name: 'Imran Shaikh' },
      ],
      task: [
        taskRecord({ id: 't-1', technicianId: 'imran' }),
        taskRecord({ id: 't-2', technicianId: null }),
        taskRecord({ id: 't-3', technicianId: 'asha' }),
      ],
    },
  });
  const goes: (() => void)[] = [];
  const held = () => new Promise<void>((go) => goes.push(go));
  const { save, outcome } = engine;
  engine.save = async (...input) => {
    await held();
    return save.apply(engine, input);
  };
  engine.outcome = async (...input) => {
    await held();
    return outcome.apply(engine, input);
  };
  const ids = ['t-1', 't-2', 't-3'];
  const done = vi.fn();
  drawScreen(<BulkBar chosen={ids} open={ids} dropped={undefined} onChoose={() => undefined} onDone={done} />, {
    engine,
  });
  fireEvent.click(screen.getByText('Assign'));
  fireEvent.change(screen.getByLabelText('Technician'), { target: { value: 'asha' } });
  expect(
    screen.getByText(
      '2 tasks change: 1 from Imran Shaikh and 1 without a technician. 1 task is already assigned to Asha Rao.',
    ),
  ).toBeTruthy();
  fireEvent.click(screen.getByText('Save'));
  for (const words of ['0 of 2 tasks, 0 %', '1 of 2 tasks, 50 %']) {
    const bar = await screen.findByRole('progressbar', { name: 'Saving on this tablet' });
    await vi.waitFor(() => expect(bar.getAttribute('aria-valuetext')).toBe(words));
    goes.shift()?.();
  }
  const sent = await screen.findByRole('progressbar', { name: 'Sending to the server' });
  await vi.waitFor(() => expect(goes).toHaveLength(2));
  goes.shift()?.();
  await vi.waitFor(() => expect(sent.getAttribute('aria-valuetext')).toBe('1 of 2 tasks, 50 %'));
  goes.shift()?.();
  await vi.waitFor(() => expect(done).toHaveBeenCalledOnce());
  expect(screen.queryByRole('progressbar')).toBeNull();
  expect(engine.saved.map(({ body }) => body)).toEqual([
    { taskId: 't-1', technicianId: 'asha' },
    { taskId: 't-2', technicianId: 'asha' },
  ]);
});
