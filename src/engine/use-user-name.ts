import { useSignedIn, useView } from './engine-provider.tsx';
import { useOnlineCall } from './use-online-call.ts';

/**
 * The signed-in user's name as it is now. The session keeps the name at sign-in; the replica follows the engineers, and
 * the server is asked for those whom the replica does not hold. Source: docs/product.md P46.
 */
export function useUserName(): string {
  const { userId, userName } = useSignedIn();
  const engineer = useView((view) => view.get('technician', userId)?.name, [userId]);
  const { data } = useOnlineCall('dashboardUserInfo', {}, { enabled: engineer === undefined });
  return engineer ?? data?.name ?? userName;
}
