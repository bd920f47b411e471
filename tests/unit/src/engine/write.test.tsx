// @vitest-environment happy-dom
import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { createFakeEngine, type FakeWorld, waitingEntry } from '#tests/support/fake-engine.ts';
import { drawScreen } from '#tests/support/screen.tsx';
import { useWrite } from '#ui/engine/use-write.ts';

afterEach(cleanup);

function CloseButton() {
  const write = useWrite('closeTask', {
    received: 'Task closed successfully!',
    refused: (message) => `Error closing task: ${message}`,
  });
  return (
    <>
      <p data-testid="state">{write.state}</p>
      <p data-testid="message">{write.message}</p>
      <button type="button" onClick={() => void write.save({ taskId: 't1', actionTaken: 'Filter changed' })}>
        Close
      </button>
    </>
  );
}

function close(outcome: FakeWorld['outcome']) {
  const engine = createFakeEngine({ outcome });
  drawScreen(<CloseButton />, { engine });
  fireEvent.click(screen.getByRole('button'));
  expect(screen.getByTestId('state').textContent).toBe('saving');
  return engine;
}

const refusal = {
  class: 'never',
  status: 409,
  code: 'task.already_closed',
  message: 'Closed by A. Rao.',
  at: '',
} as const;

describe('a write', () => {
  it('shows the documented message once the server has it', async () => {
    const engine = close(() => ({ kind: 'received', answer: null }));
    expect(await screen.findByText('Task closed successfully!')).toBeTruthy();
    expect(engine.saved[0]?.body).toEqual({ taskId: 't1', actionTaken: 'Filter changed' });
  });

  it('is saved on the tablet offline, and received when the server has it later', async () => {
    const engine = close(() => ({ kind: 'saved-on-tablet' }));
    expect(await screen.findByText('Saved on this tablet. It will be sent when the connection is back.')).toBeTruthy();
    act(() => engine.change({ outbox: [{ ...waitingEntry, state: 'acked' }] }));
    expect((await screen.findByText('Task closed successfully!')).dataset['testid']).toBe('message');
  });

  it('shows a response that arrived before the screen was listening', async () => {
    const engine = createFakeEngine({ outcome: () => ({ kind: 'saved-on-tablet' }) });
    const { outcome } = engine;
    engine.outcome = async (id, waitMs) => {
      const known = await outcome(id, waitMs);
      engine.change({ outbox: [{ ...waitingEntry, state: 'acked' }] });
      return known;
    };
    drawScreen(<CloseButton />, { engine });
    fireEvent.click(screen.getByRole('button'));
    expect(await screen.findByText('Task closed successfully!')).toBeTruthy();
    // The outbox forgets the entry later; the answer stays.
    act(() => engine.change({ outbox: [] }));
    expect(screen.getByTestId('state').textContent).toBe('received');
  });

  it('that is refused shows the server’s message', async () => {
    close(() => ({ kind: 'refused', error: refusal }));
    expect(await screen.findByText('Error closing task: Closed by A. Rao.')).toBeTruthy();
    expect(screen.getByTestId('state').textContent).toBe('refused');
  });
});
