import type { ReactNode } from 'react';
import { counted } from '#contract/rules/counted.ts';
import { paths } from '#ui/paths.ts';
import { Alert } from '#ui/ui/alert.tsx';
import { Button, ButtonLink } from '#ui/ui/button.tsx';
import type { useWrite } from '#ui/engine/use-write.ts';

interface WriteNoticeProps {
  write: Pick<ReturnType<typeof useWrite>, 'state' | 'message' | 'id' | 'refusedFiles' | 'lost' | 'acceptLoss'>;
  /** The refusal is shown elsewhere, such as by the form: only the next step is offered. */
  refusalShown?: boolean;
  action?: ReactNode;
  /** Saves again, where the notice is not part of a form that the button submits. */
  onSaveAgain?: () => void;
}

/**
 * Shows the outcome of a saved entry; a refused one is kept in the outbox, where it is corrected, added as a note or
 * discarded.
 */
export function WriteNotice({ write, refusalShown = false, action, onSaveAgain }: WriteNoticeProps) {
  const { state, message, id, refusedFiles, lost } = write;
  if (state === 'refused' && lost.length > 0) {
    const saveWithout = () => {
      write.acceptLoss();
      onSaveAgain?.();
    };
    return (
      <Alert
        tone="warn"
        title={`${counted(lost.length, 'file')} could not be kept`}
        action={
          <Button type={onSaveAgain ? 'button' : 'submit'} onClick={saveWithout}>
            {lost.length === 1 ? 'Save without it' : 'Save with those that fit'}
          </Button>
        }
      >
        {!refusalShown && <p>{message}</p>}
        <p>
          Nothing has been saved yet. Free some storage on this tablet and save again, or save without what has no room:
          the record will say what is missing.
        </p>
      </Alert>
    );
  }
  if (state === 'refused') {
    if (id === null) return refusalShown ? null : <Alert tone="danger">{message}</Alert>;
    return (
      <Alert tone={refusalShown ? 'info' : 'danger'} action={<ButtonLink to={paths.outbox()}>Open outbox</ButtonLink>}>
        {!refusalShown && <p>{message}</p>}
        <p>Your entry is kept in the outbox: correct it, add it as a note or discard it there.</p>
      </Alert>
    );
  }
  if (state !== 'received' && state !== 'saved-on-tablet') return null;
  return (
    <Alert tone={state === 'received' ? 'ok' : 'info'} action={action}>
      <p>{message}</p>
      {refusedFiles.length > 0 && <p>Saved without {refusedFiles.map((file) => file.name).join(', ')}.</p>}
    </Alert>
  );
}
