import type { BmeRow } from '#contract/bme.ts';
import { DeleteDialog } from '#ui/resource/delete-dialog.tsx';
import { useSignedIn } from '#ui/resource/engine-provider.tsx';
import { useOnlineAction } from '#ui/resource/use-online-call.ts';

const stale = ['bmePage', 'bmeCount'] as const;

/** Asks, deletes, offers Undo; the work of the account keeps its name. */
export function DeleteBmeDialog({ account, onClose }: { account: BmeRow | null; onClose: () => void }) {
  const { userId } = useSignedIn();
  const remove = useOnlineAction('deleteBme', { stale });
  const bringBack = useOnlineAction('restoreBme', { stale });
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
