// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { calmStatus, createFakeEngine, waitingEntry } from '#tests/support/fake-engine.ts';
import { drawScreen } from '#tests/support/screen.tsx';
import { SyncIndicator } from '#ui/app/sync-indicator.tsx';
import { OutboxScreen } from '#ui/features/outbox/outbox-screen.tsx';
import type { OutboxEntry } from '#ui/engine/engine.ts';

afterEach(cleanup);

const refused: OutboxEntry = {
  ...waitingEntry,
  id: 'refused',
  seq: 2,
  state: 'attention',
  canAddNote: true,
  call: { name: 'closeTask', body: { taskId: 'task-7', actionTaken: 'Cleaned' } },
  error: {
    class: 'never',
    status: 409,
    code: 'task.already_closed',
    message: 'This task is already closed.',
    at: '2026-11-21T05:10:00Z',
  },
};

const told = 'This ticket was already closed by B. Nair. Your visit is kept; the earlier closing counts.';

describe('the outbox', () => {
  it('shows the state of each entry', () => {
    drawScreen(<OutboxScreen />, {
      world: {
        outbox: [
          refused,
          waitingEntry,
          { ...waitingEntry, id: 'sent', seq: 3, state: 'done', answeredAt: '2026-11-21T08:32:00Z', notices: [told] },
        ],
      },
    });
    expect(screen.getByText('Needs attention: This task is already closed.')).toBeTruthy();
    expect(screen.getByText('Saved on this tablet')).toBeTruthy();
    expect(screen.getByText(/^Received by the server .*14:02$/)).toBeTruthy();
    expect(screen.getByText(told)).toBeTruthy();
  });

  it('says what waits for the app to be opened if the browser does not sync in the background', () => {
    const sentence = /does not send while the app is closed/;
    drawScreen(<OutboxScreen />, { world: { outbox: [waitingEntry] } });
    expect(screen.getByText(sentence)).toBeTruthy();
    cleanup();
    drawScreen(<OutboxScreen />, { world: { outbox: [] } });
    expect(screen.queryByText(sentence)).toBeNull();
    cleanup();
    vi.stubGlobal('SyncManager', Object);
    Object.defineProperty(navigator, 'serviceWorker', { value: {}, configurable: true });
    drawScreen(<OutboxScreen />, { world: { outbox: [waitingEntry] } });
    expect(screen.queryByText(sentence)).toBeNull();
    Reflect.deleteProperty(navigator, 'serviceWorker');
    vi.unstubAllGlobals();
  });

  it('a refused entry opens its form, can become a note, and is discarded only after confirmation', async () => {
    const engine = createFakeEngine({ outbox: [refused] });
    drawScreen(<OutboxScreen />, { engine });
    expect(screen.getByRole('link', { name: 'Correct' }).getAttribute('href')).toBe(
      '/maintenance-close/task-7?correct=refused',
    );
    expect(screen.getByRole('button', { name: 'Add as note' })).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Discard' }));
    expect(engine.outbox()).toHaveLength(1);
    fireEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Discard' }));
    await waitFor(() => expect(engine.outbox()).toHaveLength(0));
  });

  it('an entry whose text the server has is not submitted again for its photo', () => {
    drawScreen(<OutboxScreen />, { world: { outbox: [{ ...refused, answeredAt: '2026-11-21T08:32:00Z' }] } });
    expect(screen.queryByRole('link', { name: 'Correct' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Add as note' })).toBeNull();
    expect(screen.getByRole('button', { name: 'Try now' })).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Discard' }));
    expect(screen.getByRole('dialog').textContent).toContain(`The text of “${refused.title}” is on the server.`);
  });

  it('another user’s entry is shown without actions', () => {
    drawScreen(<OutboxScreen />, { world: { outbox: [{ ...waitingEntry, own: false, userName: 'B. Shah' }] } });
    expect(screen.getByText(/^B\. Shah/)).toBeTruthy();
    const entry = within(screen.getByRole('listitem'));
    expect(entry.queryAllByRole('button')).toEqual([]);
  });

  it('the indicator’s label is the exact sync state', () => {
    drawScreen(<SyncIndicator />, {
      world: { status: { ...calmStatus, label: 'Sync: offline, 3 waiting', tone: 'offline' } },
    });
    expect(screen.getByRole('button', { name: 'Sync: offline, 3 waiting' })).toBeTruthy();
  });
});
