import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { paths } from '../paths.ts';
import { useEngine, useUnsentCount } from '../resource/engine-provider.tsx';
import { unsentWorkText } from '../resource/unsent-work.ts';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';

/** Asks before the session ends, and says what becomes of unsent work. */
export function LogoutDialog({ onCancel }: { onCancel: () => void }) {
  const engine = useEngine();
  const navigate = useNavigate();
  const unsent = useUnsentCount();
  const [busy, setBusy] = useState(false);

  const leave = async () => {
    setBusy(true);
    await engine.logout();
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
    </ConfirmDialog>
  );
}
