import { useEffect, useState, useSyncExternalStore } from 'react';
import { paths } from '#ui/paths.ts';
import { useAnyDirtyForm } from '#ui/forms/drafts/dirty-forms.ts';
import { useEngine, useSyncStatus } from '#ui/engine/engine-provider.tsx';
import { Alert } from '../ui/alert.tsx';
import { Button, ButtonLink } from '../ui/button.tsx';
import { useHeld } from '../ui/press.ts';
import { lookForUpdate, subscribeToUpdate, takeUpdate, updateState } from './app-worker.ts';

/**
 * Says that a newer app found no room, else offers it once nothing is being sent and no form is half-filled; never installs it on its own. Source:
 * sync/SPEC.md ST.
 */
export function UpdatePrompt() {
  const engine = useEngine();
  const { updateRequired, sending } = useSyncStatus();
  const dirty = useAnyDirtyForm();
  const state = useSyncExternalStore(subscribeToUpdate, updateState);

  useEffect(() => {
    if (updateRequired) lookForUpdate();
  }, [updateRequired]);

  const isThere = state !== 'none' || updateRequired;
  const isFree = !dirty && sending === 0 && engine.isIdle();
  const isWithoutRoom = useHeld(state === 'no-room', false);
  const isShown = useHeld(isThere && isFree, false);
  if (isWithoutRoom) return <UpdateWithoutRoom isRequired={updateRequired} />;
  if (!isShown) return null;
  return (
    <Alert
      tone="info"
      action={
        <Button variant="primary" icon="refresh" onClick={takeUpdate}>
          Update now
        </Button>
      }
    >
      {updateRequired
        ? 'Please update the app. Your entries are kept.'
        : 'A newer version of the app is ready. Your entries are kept.'}
    </Alert>
  );
}

function UpdateWithoutRoom({ isRequired }: { isRequired: boolean }) {
  const [dismissed, setDismissed] = useState(false);
  if (dismissed && !isRequired) return null;
  return (
    <Alert
      tone="warn"
      title="The update of the app could not be stored"
      {...(!isRequired && { onDismiss: () => setDismissed(true) })}
      action={
        <ButtonLink to={paths.settings()} icon="settings">
          Storage of this tablet
        </ButtonLink>
      }
    >
      This tablet has no room for the newer version. Free some space; the app tries again automatically.{' '}
      {isRequired
        ? 'Your entries are kept and will be sent after the update.'
        : 'Until then, this version keeps working.'}
    </Alert>
  );
}
