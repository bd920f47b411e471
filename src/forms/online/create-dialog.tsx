import type { ReactNode } from 'react';
import { Dialog } from '#ui/ui/dialog.tsx';

interface CreateDialogProps {
  title: string;
  onClose: () => void;
  /** The form for the new record. */
  children: ReactNode;
}

/** Shows a form in a dialog over another form. */
export function CreateDialog({ title, onClose, children }: CreateDialogProps) {
  return (
    <Dialog open title={title} onClose={onClose}>
      {children}
    </Dialog>
  );
}
