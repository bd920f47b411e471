import { OfflineStart } from './offline-start.tsx';
import { UpdatePrompt } from './update-prompt.tsx';

/** What there is to say of the app's own files: whether it opens without network, and newer ones. */
export function AppNotices() {
  return (
    <>
      <OfflineStart />
      <UpdatePrompt />
    </>
  );
}
