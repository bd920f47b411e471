import { useState, useSyncExternalStore } from 'react';
import { paths } from '#ui/paths.ts';
import { megabytes } from '#ui/platform/megabytes.ts';
import { useStartTrouble } from '#ui/platform/start-trouble.ts';
import { useStorageRoom } from '#ui/engine/use-storage-room.ts';
import { Alert } from '../ui/alert.tsx';
import { Button, ButtonLink } from '../ui/button.tsx';
import { useHeld } from '../ui/press.ts';
import { subscribeToUpdate, updateState } from './app-worker.ts';

/** Warns that this tablet's storage is nearly full, and offers to delete what is no longer needed. */
export function NearlyFull() {
  const { room, clear } = useStorageRoom(true);
  const [dismissed, setDismissed] = useState(false);
  // Shown again if storage fills up again.
  if (dismissed && room === null) setDismissed(false);
  const hasNoUpdate = useSyncExternalStore(subscribeToUpdate, updateState) === 'no-room';
  const hasTrouble = useStartTrouble() === 'no-room' || hasNoUpdate;
  const shown = useHeld(dismissed || hasTrouble ? null : room, null);
  if (!shown) return null;
  return (
    <Alert
      tone="warn"
      title="The storage of this tablet is nearly full"
      onDismiss={() => setDismissed(true)}
      action={
        <>
          {shown.clearable > 0 && (
            <Button icon="trash" onClick={() => void clear()}>
              Clear {megabytes(shown.clearable)}
            </Button>
          )}
          <ButtonLink to={paths.settings()} icon="settings">
            What takes up space
          </ButtonLink>
        </>
      }
    >
      {shown.clearable > 0
        ? 'You can clear photos and old entries that the server has received. Unsent work stays.'
        : 'Everything stored here is still needed. Free some space on the tablet, for example by removing pictures or other apps.'}
    </Alert>
  );
}
