import type { ReactNode } from 'react';
import { counted } from '#contract/rules/counted.ts';
import { paths } from '#ui/paths.ts';
import { Alert } from '#ui/ui/alert.tsx';
import { Button, ButtonLink } from '#ui/ui/button.tsx';
import { isRoomMissing, type useWrite } from '#ui/engine/use-write.ts';

interface WriteNoticeProps {
  write: Pick<
    ReturnType<typeof useWrite>,
    | 'state'
    | 'message'
    | 'id'
    | 'refusedFiles'
    | 'lost'
    | 'isWaitingForRoom'
    | 'acceptLoss'
    | 'waitForRoom'
    | 'stopWaiting'
  >;
  /** The refusal is shown elsewhere, for example by the form, so only the next step is offered. */
  refusalShown?: boolean;
  action?: ReactNode;
  /** Saves again if the notice is not inside a form that the button would submit. */
  onSaveAgain?: () => void;
}

/**
 * Shows the outcome of a saved entry; a refused one stays in the outbox, to be corrected, added as a note or discarded.
 */
export function WriteNotice({ write, refusalShown = false, action, onSaveAgain }: WriteNoticeProps) {
  const { state, message, id, refusedFiles, lost } = write;
  if (write.isWaitingForRoom) {
    return (
      <Alert tone="info" title="Waiting for room" action={<Button onClick={write.stopWaiting}>Stop waiting</Button>}>
        The entry is saved as soon as there is room on this tablet. Keep this page open. To change something, stop
        waiting first.
      </Alert>
    );
  }
  if (state === 'refused' && lost.length > 0) {
    const type = onSaveAgain ? 'button' : 'submit';
    const after = (decide: () => void) => () => {
      decide();
      onSaveAgain?.();
    };
    return (
      <Alert
        tone="warn"
        title={`${counted(lost.length, 'file')} could not be kept`}
        action={
          <>
            {isRoomMissing(lost) && (
              <Button type={type} onClick={after(write.waitForRoom)}>
                Wait for room
              </Button>
            )}
            <Button type={type} onClick={after(write.acceptLoss)}>
              {lost.length === 1 ? 'Save without it' : 'Save with those that fit'}
            </Button>
          </>
        }
      >
        {!refusalShown && <p>{message}</p>}
        <p>
          Nothing has been saved yet. Free some storage on this tablet and save again, wait until earlier entries are
          sent and make room, or save without the files that do not fit: the record will say what is missing.
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
