import type { TabletRow } from '#contract/calls/tablet.ts';
import { errorWords } from '#ui/engine/engine.ts';
import { useOnlineAction } from '#ui/engine/use-online-call.ts';
import { ConfirmDialog } from '#ui/ui/confirm-dialog.tsx';
import { useToast } from '#ui/ui/toast.tsx';

/** Asks before a lost tablet is signed out and erased, and says what happens to its users' work. */
export function RevokeDialog({ tablet, onClose }: { tablet: TabletRow | null; onClose: () => void }) {
  const toast = useToast();
  const revoke = useOnlineAction('revokeTablet');
  if (!tablet) return null;
  const { id, userName, others, report } = tablet;
  const name = `${userName} on ${report?.engine ?? 'a tablet that has not reported yet'}`;
  const confirm = async () => {
    try {
      await revoke.run({ params: { id } });
      toast({ text: `${name}: signed out. The data is removed when the tablet next reaches the server.` });
    } catch (error) {
      toast({ tone: 'danger', text: `Failed to sign out the tablet: ${errorWords(error, 'Server error')}` });
    }
    onClose();
  };
  const waiting = report && report.waiting > 0 ? ` (${report.waiting})` : '';
  return (
    <ConfirmDialog
      open
      title="Sign out and erase a lost tablet"
      confirmLabel="Sign out and erase"
      danger
      busy={revoke.busy}
      onConfirm={() => void confirm()}
      onCancel={onClose}
    >
      <p>Are you sure you want to sign out {name} and remove the hospital’s data from the tablet?</p>
      {others.length > 0 && <p className="mt-2">Also signed in on it, and signed out with it: {others.join(', ')}.</p>}
      <p className="mt-2 text-muted">
        The data is removed when the tablet next reaches the server. Waiting entries{waiting} are not lost: they will be
        sent under their authors’ names. Whoever knows a password can still sign in, so reset one that may be known.
      </p>
    </ConfirmDialog>
  );
}
