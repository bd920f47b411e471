import type { EngineerRow } from '#contract/calls/engineer.ts';
import { DeleteDialog } from '#ui/forms/online/delete-dialog.tsx';
import { useSignedIn } from '#ui/engine/engine-provider.tsx';
import { useOnlineAction } from '#ui/engine/use-online-call.ts';

/** Asks, deletes, offers Undo; the work of the account keeps its name. */
export function DeleteEngineerDialog({ account, onClose }: { account: EngineerRow | null; onClose: () => void }) {
  const { userId } = useSignedIn();
  const remove = useOnlineAction('deleteEngineer');
  const bringBack = useOnlineAction('restoreEngineer');
  return (
    <DeleteDialog
      record={account}
      title="Delete BME account"
      question="Are you sure you want to delete this BME account?"
      consequence={({ id, name, email }) =>
        `${name}, ${email}: the account can no longer sign in, its past work stays readable.${
          id === userId ? ' This is your own account: you will be signed out.' : ''
        }`
      }
      nameOf={({ name }) => `BME account “${name}”`}
      refused={(message) => `Failed to delete BME account: ${message}`}
      onDelete={({ id }) => remove.run({ params: { id } })}
      onRestore={({ id }) => bringBack.run({ params: { id } })}
      onClose={onClose}
    />
  );
}
