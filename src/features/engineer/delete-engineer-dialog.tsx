import type { EngineerRow } from '#contract/calls/engineer.ts';
import { calls } from '#contract/index.ts';
import { mayAccess } from '#contract/permissions.ts';
import { DeleteDialog } from '#ui/forms/online/delete-dialog.tsx';
import { useSignedIn } from '#ui/engine/engine-provider.tsx';
import { useOnlineAction } from '#ui/engine/use-online-call.ts';

/** Asks for confirmation, deletes the account and offers the office Undo; past work keeps the engineer's name. */
export function DeleteEngineerDialog({ record, onClose }: { record: EngineerRow | null; onClose: () => void }) {
  const { userId, userRole } = useSignedIn();
  const remove = useOnlineAction('deleteEngineer');
  const mayRestore = mayAccess({ role: userRole }, calls.restoreEngineer.access);
  return (
    <DeleteDialog
      record={record}
      title="Delete BME account"
      question="Are you sure you want to delete this BME account?"
      consequence={({ id, name, email }) =>
        `${name}, ${email}: the account can no longer sign in, its past work stays readable.${
          id === userId ? ' This is your own account: you will be signed out.' : ''
        }${mayRestore ? '' : ' Only the office can restore it.'}`
      }
      nameOf={({ name }) => `BME account “${name}”`}
      refused={(message) => `Failed to delete BME account: ${message}`}
      onDelete={({ id }) => remove.run({ params: { id } })}
      restoration={mayRestore ? ({ id }) => ({ call: 'restoreEngineer', input: { params: { id } } }) : undefined}
      onClose={onClose}
    />
  );
}
