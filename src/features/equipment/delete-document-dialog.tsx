import type { DeviceDocument } from '#contract/document.ts';
import { DeleteDialog } from '#ui/resource/delete-dialog.tsx';
import { useOnlineAction } from '#ui/resource/use-online-call.ts';

const stale = ['deviceDocuments'] as const;

interface DeleteDocumentDialogProps {
  deviceId: string;
  /** The file asked about, or none. */
  document: DeviceDocument | null;
  onClose: () => void;
}

/** Asks, takes the file off the device, then offers Undo. */
export function DeleteDocumentDialog({ deviceId, document, onClose }: DeleteDocumentDialogProps) {
  const remove = useOnlineAction('removeDocument', { stale });
  const bringBack = useOnlineAction('restoreDocument', { stale });
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
