import type { DeviceDocument } from '#contract/calls/document.ts';
import { DeleteDialog } from '#ui/forms/online/delete-dialog.tsx';
import { useOnlineAction } from '#ui/engine/use-online-call.ts';

interface DeleteDocumentDialogProps {
  deviceId: string;
  /** The file in question, or none. */
  document: DeviceDocument | null;
  onClose: () => void;
}

/** Asks, removes the file from the device, then offers Undo. */
export function DeleteDocumentDialog({ deviceId, document, onClose }: DeleteDocumentDialogProps) {
  const remove = useOnlineAction('removeDocument');
  const bringBack = useOnlineAction('restoreDocument');
  return (
    <DeleteDialog
      record={document}
      title="Delete Document"
      question="Are you sure you want to delete this document?"
      consequence={({ name }) => `“${name}”`}
      nameOf={({ name }) => `“${name}”`}
      onDelete={({ sha256 }) => remove.run({ params: { id: deviceId, sha256 } })}
      onRestore={({ sha256, name }) => bringBack.run({ params: { id: deviceId, sha256 }, body: { name } })}
      onClose={onClose}
    />
  );
}
