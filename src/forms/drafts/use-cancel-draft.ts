import { useLocation, useNavigate } from 'react-router-dom';
import { useEngine } from '#ui/engine/engine-provider.tsx';
import { useToast } from '#ui/ui/toast.tsx';

/** The parts of a form's draft that Cancel needs. */
interface CancelledDraft {
  typed: () => Record<string, unknown> | null;
  settle: () => Promise<void>;
}

/**
 * Cancels a form: deletes its draft and picked files; Undo restores both and reopens the form. A form in a dialog shows
 * them when it is next opened.
 */
export function useCancelDraft(draftKey: string, { typed, settle }: CancelledDraft) {
  const engine = useEngine();
  const toast = useToast();
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const filesKey = `${draftKey}:files`;
  return async () => {
    const text = typed();
    const files = await engine.readDraft<readonly unknown[]>(filesKey).catch(() => undefined);
    await settle();
    await engine.deleteDraft(filesKey).catch(() => undefined);
    if (text === null && !files?.length) return;
    const undo = async () => {
      try {
        if (text !== null) await engine.writeDraft(draftKey, text);
        if (files !== undefined) await engine.writeDraft(filesKey, files);
      } catch {
        toast({ tone: 'danger', text: 'What you typed could not be restored: the storage of this tablet failed.' });
        return;
      }
      await navigate(`${pathname}${search}`);
    };
    toast({
      tone: 'info',
      text: 'Cancelled. What you typed is discarded.',
      action: { label: 'Undo', onAction: () => void undo() },
    });
  };
}
