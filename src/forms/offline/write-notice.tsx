import type { ReactNode } from 'react';
import { paths } from '#ui/paths.ts';
import { Alert } from '#ui/ui/alert.tsx';
import { ButtonLink } from '#ui/ui/button.tsx';
import type { useWrite } from '#ui/engine/use-write.ts';

interface WriteNoticeProps {
  write: Pick<ReturnType<typeof useWrite>, 'state' | 'message' | 'id' | 'refusedFiles'>;
  /** The refusal is shown elsewhere, such as by the form: only the next step is offered. */
  refusalShown?: boolean;
  action?: ReactNode;
}

/**
 * Shows the outcome of a saved entry; a refused one is kept in the outbox, where it is corrected, added as a note or
 * discarded.
 */
export function WriteNotice({ write, refusalShown = false, action }: WriteNoticeProps) {
  const { state, message, id, refusedFiles } = write;
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
      {refusedFiles.length > 0 && (
        <p>This tablet had no room for {refusedFiles.map((file) => file.name).join(', ')}. The text is kept.</p>
      )}
    </Alert>
  );
}
