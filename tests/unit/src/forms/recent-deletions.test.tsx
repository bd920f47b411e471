// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { CallError } from '#ui/engine/engine.ts';
import { OutboxScreen } from '#ui/features/outbox/outbox-screen.tsx';
import { DeleteDialog } from '#ui/forms/online/delete-dialog.tsx';
import { readDeletions } from '#ui/forms/online/recent-deletions.ts';
import { createFakeEngine, type FakeEngine } from '#tests/support/fake-engine.ts';
import { drawScreen } from '#tests/support/screen.tsx';

afterEach(cleanup);

/** Deletes a vendor and leaves the screen without using the message's Undo. */
async function deleteVendor(engine: FakeEngine) {
  drawScreen(
    <DeleteDialog
      record={{ id: 'vendor-1' }}
      title="Delete vendor"
      question="Are you sure?"
      nameOf={() => 'Vendor “Aerolife”'}
      onDelete={async () => undefined}
      restoration={({ id }) => ({ call: 'restoreVendor', input: { params: { id } } })}
      onClose={() => undefined}
    />,
    { engine },
  );
  fireEvent.click(screen.getByRole('button', { name: 'Delete' }));
  await screen.findByRole('button', { name: 'Undo: Vendor “Aerolife” deleted.' });
  cleanup();
}

const undo = () => screen.findByRole('button', { name: 'Undo: Vendor “Aerolife” deleted' });

it('P357: a deletion can be undone from the outbox after its toast has gone', async () => {
  const engine = createFakeEngine({ answers: { restoreVendor: () => undefined } });
  await deleteVendor(engine);
  drawScreen(<OutboxScreen />, { engine });
  fireEvent.click(await undo());
  await waitFor(() => expect(screen.queryByText(/Deleted within an hour/)).toBeNull());
  expect(engine.called).toContainEqual({ name: 'restoreVendor', input: { params: { id: 'vendor-1' } } });
  expect(await readDeletions(engine, Date.now())).toEqual([]);
});

it('P357: a refusal, such as after a change by somebody else, is explained and the deletion stays listed', async () => {
  const engine = createFakeEngine({
    answers: {
      restoreVendor: () => {
        throw new CallError('problem', '“Aerolife” was merged into “Aerolife Ltd” meanwhile.');
      },
    },
  });
  await deleteVendor(engine);
  drawScreen(<OutboxScreen />, { engine });
  fireEvent.click(await undo());
  expect((await screen.findByRole('alert')).textContent).toMatch(/could not be restored. “Aerolife” was merged/);
  expect(await undo()).toBeTruthy();
});

it('P357: a deletion can be undone for an hour', async () => {
  const engine = createFakeEngine();
  await deleteVendor(engine);
  const now = Date.now();
  expect(await readDeletions(engine, now + 3_500_000)).toHaveLength(1);
  expect(await readDeletions(engine, now + 3_600_000)).toEqual([]);
});
