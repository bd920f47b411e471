import type { ReactNode } from 'react';
import { FormDialog } from '#ui/ui/form-dialog.tsx';

interface CreateDialogProps {
  title: string;
  onClose: () => void;
  /** The form for the new record. */
  children: ReactNode;
}

/** Shows a form in a dialog over another form. */
export function CreateDialog({ title, onClose, children }: CreateDialogProps) {
  return (
    <FormDialog open title={title} onClose={onClose}>
      {children}
    </FormDialog>
  );
}
