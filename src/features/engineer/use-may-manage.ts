import { mayManageAccounts } from '#contract/permissions.ts';
import { useSignedIn, useView } from '#ui/engine/engine-provider.tsx';

/** Returns whether the user may add and remove accounts, as last reported by the server, which decides. */
export function useMayManageAccounts(): boolean {
  const { userRole } = useSignedIn();
  const setting = useView((view) => view.get('setting', 'accounts'));
  return mayManageAccounts(
    { role: userRole },
    { engineersManageAccounts: setting?.id !== 'accounts' || setting.engineersManageAccounts },
  );
}
