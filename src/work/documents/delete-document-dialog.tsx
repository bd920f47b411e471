import type { OwnDocument } from '#contract/calls/document.ts';
import { DeleteDialog } from '#ui/forms/online/delete-dialog.tsx';
import { useOnlineAction } from '#ui/engine/use-online-call.ts';
import type { DocumentOwner } from './document-owner.ts';

interface DeleteDocumentDialogProps {
  owner: DocumentOwner;
  /** The file to delete; null closes the dialog. */
  document: OwnDocument | null;
  onClose: () => void;
}

/** Asks for confirmation, removes the file from its owner, then offers Undo. */
export function DeleteDocumentDialog({ owner, document, onClose }: DeleteDocumentDialogProps) {
  const remove = useOnlineAction(owner.remove);
  return (
    <DeleteDialog
      record={document}
      title="Delete Document"
      question="Are you sure you want to delete this document?"
      consequence={({ name }) => `“${name}”`}
      nameOf={({ name }) => `“${name}”`}
      onDelete={({ sha256 }) => remove.run({ params: { id: owner.id, sha256 } })}
      restoration={({ sha256, name }) => ({
        call: owner.restore,
        input: { params: { id: owner.id, sha256 }, body: { name } },
      })}
      onClose={onClose}
    />
  );
}
