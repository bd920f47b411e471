import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { paths } from '../paths.ts';
import { useEngine, useSession, useUnsentCount } from '#ui/engine/engine-provider.tsx';
import { unsentWorkText } from '#ui/engine/unsent-work.ts';
import { Checkbox } from '../ui/checkbox.tsx';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';

/**
 * Asks for confirmation before logging out, explains what happens to unsent work, and offers to remove the hospital's
 * data.
 */
export function LogoutDialog({ onCancel }: { onCancel: () => void }) {
  const engine = useEngine();
  const navigate = useNavigate();
  const unsent = useUnsentCount();
  const session = useSession();
  const isOfHospital = session.kind === 'signed-in' && session.session.hospital !== undefined;
  const [removeData, setRemoveData] = useState(false);
  const [busy, setBusy] = useState(false);

  const leave = async () => {
    setBusy(true);
    await engine.logout({ removeData });
    await navigate(paths.login(), { replace: true });
  };

  return (
    <ConfirmDialog
      open
      title="Logout"
      confirmLabel="Logout"
      busy={busy}
      onConfirm={() => void leave()}
      onCancel={onCancel}
    >
      <p>Are you sure you want to log out?</p>
      {unsent > 0 && <p className="mt-3 font-semibold">{unsentWorkText(unsent)}</p>}
      {isOfHospital && (
        <Checkbox
          className="mt-3"
          label="Remove this hospital's data from this tablet"
          hint="Lists, and photos of unfinished forms. Unsent work stays until it is sent."
          checked={removeData}
          onChange={(event) => setRemoveData(event.target.checked)}
        />
      )}
    </ConfirmDialog>
  );
}
