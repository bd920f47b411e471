import { useState } from 'react';
import type { DeviceDocument } from '#contract/document.ts';
import { errorWords, isOffline } from '#ui/resource/engine.ts';
import { useOnlineAction } from '#ui/resource/use-online-call.ts';
import { ConfirmDialog } from '#ui/ui/confirm-dialog.tsx';
import { useToast } from '#ui/ui/toast.tsx';
import { needsNetwork } from './add-documents.tsx';

const stale = ['deviceDocuments'] as const;

interface RemoveDocumentDialogProps {
  deviceId: string;
  /** The file asked about, or none. */
  document: DeviceDocument | null;
  onClose: () => void;
}

/** Asks, takes the file off the device, then offers Undo. */
export function RemoveDocumentDialog({ deviceId, document, onClose }: RemoveDocumentDialogProps) {
  const toast = useToast();
  const remove = useOnlineAction('removeDocument', { stale });
  const bringBack = useOnlineAction('restoreDocument', { stale });
  const [problem, setProblem] = useState<string>();
  const close = () => {
    setProblem(undefined);
    onClose();
  };
  const restore = async ({ sha256, name }: DeviceDocument) => {
    try {
      await bringBack.run({ params: { id: deviceId, sha256 }, body: { name } });
      toast({ text: `“${name}” is back.` });
    } catch (error) {
      toast({ tone: 'danger', text: errorWords(error, 'The document could not be brought back.') });
    }
  };
  const confirm = async () => {
    if (!document) return;
    setProblem(undefined);
    try {
      await remove.run({ params: { id: deviceId, sha256: document.sha256 } });
      close();
      toast({
        text: `“${document.name}” removed.`,
        action: { label: 'Undo', onAction: () => void restore(document) },
      });
    } catch (error) {
      setProblem(
        isOffline(error) ? needsNetwork : errorWords(error, 'The document could not be removed. Please try again.'),
      );
    }
  };
  return (
    <ConfirmDialog
      open={document !== null}
      title="Remove document"
      confirmLabel="Remove"
      danger
      busy={remove.busy}
      error={problem}
      onConfirm={() => void confirm()}
      onCancel={close}
    >
      <p>Are you sure you want to remove this document?</p>
      <p className="mt-2 wrap-anywhere text-muted">{document?.name}</p>
    </ConfirmDialog>
  );
}
