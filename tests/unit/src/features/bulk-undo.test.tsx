// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import type { OutboxEntry } from '#ui/engine/engine.ts';
import { BulkUndo } from '#ui/features/task/bulk-undo.tsx';
import { lastBulkOf } from '#ui/features/task/last-bulk.ts';
import { waitingEntry } from '#tests/support/fake-engine.ts';
import { drawScreen } from '#tests/support/screen.tsx';

afterEach(cleanup);

const move = (seq: number, more: Partial<OutboxEntry> = {}): OutboxEntry => ({
  ...waitingEntry,
  id: `move-${seq}`,
  seq,
  kind: 'task.move',
  call: { name: 'moveTask', body: { taskId: `task-${seq}`, to: '2026-12-01', reason: 'Ward full' } },
  ...more,
});
const undo = (seq: number, of: number, more: Partial<OutboxEntry> = {}): OutboxEntry => ({
  ...waitingEntry,
  id: `undo-${seq}`,
  seq,
  kind: 'task.undo',
  title: `Undo: PM of SN-${of}`,
  call: { name: 'undoTask', body: { taskId: `task-${of}`, act: `move-${of}` } },
  ...more,
});
const madeMs = Date.parse(waitingEntry.madeAt);
const done = { state: 'done', answeredAt: '2026-11-21T05:10:00Z' } as const;

describe('P266: the bulk action that can be undone', () => {
  it('is the last one on several tasks, with all its entries and no others', () => {
    const earlier = move(1, { call: { name: 'moveTask', body: { taskId: 'task-1', to: '2026-12-09', reason: '' } } });
    const found = lastBulkOf([move(3), earlier, move(2), waitingEntry], madeMs);
    expect(found).toMatchObject({ done: 'moved', undos: [] });
    expect(found?.acts).toEqual([
      { taskId: 'task-3', act: 'move-3' },
      { taskId: 'task-2', act: 'move-2' },
    ]);
  });

  it.each([
    ['of one task', [move(1)], 0],
    ['after more than an hour', [move(1), move(2)], 3_600_001],
    ['of another user', [move(1, { own: false, call: null }), move(2, { own: false, call: null })], 0],
    ['that was refused', [move(1, { state: 'attention' }), move(2, { state: 'attention' })], 0],
  ])('does not exist %s', (_what, entries, afterMs) => {
    expect(lastBulkOf(entries, madeMs + afterMs)).toBeNull();
  });
});

describe('P266: the maintenance screen', () => {
  const draw = (outbox: OutboxEntry[]) => drawScreen(<BulkUndo />, { world: { outbox } });
  const now = new Date().toISOString();
  const acts = [move(1, { madeAt: now, ...done }), move(2, { madeAt: now, ...done })];

  it('offers to undo the last bulk action', () => {
    draw(acts);
    expect(screen.getByText(/^2 tasks moved, .* This can be undone for an hour\.$/)).toBeDefined();
    expect(screen.getByRole('button', { name: 'Undo' })).toBeDefined();
  });

  it('names what stays, with who changed it, and counts what is unsent', () => {
    draw([...acts, undo(3, 1, { ...done, notices: ['Not undone: B. Nair closed this task meanwhile.'] }), undo(4, 2)]);
    expect(screen.getByText('Undone for 0 of 2 tasks. 1 still to be sent.')).toBeDefined();
    expect(screen.getByRole('listitem').textContent).toBe(
      'PM of SN-1. Not undone: B. Nair closed this task meanwhile.',
    );
    expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
  });
});
