import type { ReactNode } from 'react';
import { Alert } from './alert.tsx';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';

interface ConfirmDialogProps {
  open: boolean;
  title: string;
  /** The question, in the documents' words. */
  children: ReactNode;
  confirmLabel: string;
  cancelLabel?: string;
  /** The action deletes or discards something. */
  danger?: boolean;
  busy?: boolean;
  error?: ReactNode;
  onConfirm: () => void;
  onCancel: () => void;
  /** Called with the element that had the focus when the dialog opened. */
  onOpened?: (opener: Element | null) => void;
}

/** Asks before an action; the focus starts on the answer that changes nothing. */
export function ConfirmDialog({
  open,
  title,
  children,
  confirmLabel,
  cancelLabel = 'Cancel',
  danger = false,
  busy = false,
  error,
  onConfirm,
  onCancel,
  onOpened,
}: ConfirmDialogProps) {
  return (
    <Dialog
      open={open}
      title={title}
      size="small"
      busy={busy}
      onClose={onCancel}
      {...(onOpened && { onOpened })}
      actions={
        <>
          <Button data-autofocus disabled={busy} onClick={onCancel}>
            {cancelLabel}
          </Button>
          <Button variant={danger ? 'danger' : 'primary'} busy={busy} onClick={onConfirm}>
            {confirmLabel}
          </Button>
        </>
      }
    >
      <div className="space-y-4">
        <div>{children}</div>
        {Boolean(error) && <Alert tone="danger">{error}</Alert>}
      </div>
    </Dialog>
  );
}
