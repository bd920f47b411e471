import type { ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { Dialog } from '#ui/ui/dialog.tsx';

interface CreateDialogProps {
  title: string;
  onClose: () => void;
  /** The form for the new record. */
  children: ReactNode;
}

/** Shows a form in a dialog over another form; it renders outside of it, because forms do not nest. */
export function CreateDialog({ title, onClose, children }: CreateDialogProps) {
  return createPortal(
    <Dialog open title={title} onClose={onClose}>
      {children}
    </Dialog>,
    document.body,
  );
}
