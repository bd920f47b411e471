// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { ConfirmDialog } from '#ui/ui/confirm-dialog.tsx';

function setup({ busy = false, error }: { busy?: boolean; error?: string } = {}) {
  const onConfirm = vi.fn<() => void>();
  const onCancel = vi.fn<() => void>();
  function Screen() {
    const [open, setOpen] = useState(false);
    return (
      <>
        <button type="button" onClick={() => setOpen(true)}>
          Delete VENT-0012
        </button>
        <ConfirmDialog
          open={open}
          title="Delete installation"
          confirmLabel="Delete"
          danger
          busy={busy}
          error={error}
          onConfirm={onConfirm}
          onCancel={() => {
            onCancel();
            setOpen(false);
          }}
        >
          Are you sure?
        </ConfirmDialog>
      </>
    );
  }
  render(<Screen />);
  const opener = screen.getByRole('button', { name: 'Delete VENT-0012' });
  opener.focus();
  fireEvent.click(opener);
  const dialog = screen.getByRole('dialog', { name: 'Delete installation' });
  const escape = () => fireEvent(dialog, new Event('cancel', { cancelable: true }));
  return { opener, dialog, escape, onConfirm, onCancel };
}

afterEach(cleanup);

describe('a confirmation dialog', () => {
  it('opens as a modal with its title and focuses the safe answer', () => {
    const { dialog } = setup();
    expect(dialog.hasAttribute('open')).toBe(true);
    expect(document.activeElement?.textContent).toBe('Cancel');
  });

  it('is rendered outside the part that opens it, whose styles and form must not apply', () => {
    const { dialog } = setup();
    expect(dialog.parentElement).toBe(document.body);
  });

  it('closes on Escape and returns the focus to what opened it', () => {
    const { escape, opener, onConfirm } = setup();
    escape();
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(document.activeElement).toBe(opener);
    expect(onConfirm).not.toHaveBeenCalled();
  });

  it('closes when a press on the backdrop is released there, not on a press that begins or ends inside', () => {
    const { dialog, onCancel } = setup();
    const outside = { clientX: 900, clientY: 900 };
    fireEvent.mouseDown(screen.getByText('Are you sure?'), outside);
    fireEvent.mouseUp(dialog, outside);
    fireEvent.mouseDown(dialog, outside);
    fireEvent.mouseUp(screen.getByText('Are you sure?'), outside);
    expect(onCancel).not.toHaveBeenCalled();
    fireEvent.mouseDown(dialog, outside);
    expect(onCancel).not.toHaveBeenCalled();
    fireEvent.mouseUp(dialog, outside);
    expect(onCancel).toHaveBeenCalledTimes(1);
  });

  it('stays open while the action runs: no Escape, no backdrop, no second press', () => {
    const { dialog, escape, onCancel, onConfirm } = setup({ busy: true });
    escape();
    fireEvent.mouseDown(dialog, { clientX: 900, clientY: 900 });
    fireEvent.mouseUp(dialog, { clientX: 900, clientY: 900 });
    fireEvent.click(screen.getByRole('button', { name: 'Delete' }));
    expect(onCancel).not.toHaveBeenCalled();
    expect(onConfirm).not.toHaveBeenCalled();
    expect(screen.getByRole('dialog')).toBe(dialog);
  });

  it('shows inside the dialog why the action failed', () => {
    setup({ error: 'Failed to delete.' });
    expect(screen.getByRole('alert').textContent).toBe('Failed to delete.');
  });
});
