import { TabletBanners } from './tablet-banners.tsx';
import { InstallHint } from './install-hint.tsx';
import { UpdatePrompt } from './update-prompt.tsx';

/** What the app has to say above the screen: device, update, install. */
export function Notices() {
  return (
    <div className="mb-5 space-y-3 empty:hidden print:hidden">
      <TabletBanners />
      <UpdatePrompt />
      <InstallHint />
    </div>
  );
}
