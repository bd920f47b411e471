import { useEffect, useSyncExternalStore } from 'react';
import { useAnyDirtyForm } from '#ui/forms/drafts/dirty-forms.ts';
import { useEngine, useSyncStatus } from '#ui/engine/engine-provider.tsx';
import { Alert } from '../ui/alert.tsx';
import { Button } from '../ui/button.tsx';
import { useHeld } from '../ui/press.ts';
import { lookForUpdate, subscribeToUpdate, takeUpdate, updateState } from './app-worker.ts';

/**
 * Offers a newer app once nothing is being sent and no form is half-filled; never installs it on its own. Source:
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
  const isShown = useHeld(isThere && !dirty && sending === 0 && engine.isIdle(), false);
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
