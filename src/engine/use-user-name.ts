import { useSignedIn, useView } from './engine-provider.tsx';
import { useOnlineCall } from './use-online-call.ts';

/**
 * Returns the signed-in user's current name. The session keeps the name from the time of sign-in; the replica has the
 * current names of engineers, and the server is asked about users whom the replica lacks. Source: docs/product.md P46.
 */
export function useUserName(): string {
  const { userId, userName } = useSignedIn();
  const engineer = useView((view) => view.get('technician', userId)?.name, [userId]);
  const { data } = useOnlineCall('dashboardUserInfo', {}, { enabled: engineer === undefined });
  return engineer ?? data?.name ?? userName;
}
