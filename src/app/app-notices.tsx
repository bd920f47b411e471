import { NearlyFull } from './nearly-full.tsx';
import { OfflineStart } from './offline-start.tsx';
import { UpdatePrompt } from './update-prompt.tsx';

/** What there is to say of the app on this tablet: whether it opens without network, the room that is left, newer files. */
export function AppNotices() {
  return (
    <>
      <OfflineStart />
      <NearlyFull />
      <UpdatePrompt />
    </>
  );
}
