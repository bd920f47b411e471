import { type ComponentType, lazy, Suspense } from 'react';
import { TabletBanners } from './tablet-banners.tsx';

const nothing = () => null;
/** A notice that loads after the first rows; without network it stays away. */
const later = (load: () => Promise<ComponentType>) =>
  lazy(async () => ({ default: await load().catch(() => nothing) }));

const UpdatePrompt = later(async () => (await import('./update-prompt.tsx')).UpdatePrompt);
const InstallHint = later(async () => (await import('./install-hint.tsx')).InstallHint);

/** What the app has to say above the screen: device, update, install. */
export function Notices() {
  return (
    <div className="mb-5 space-y-3 empty:hidden print:hidden">
      <TabletBanners />
      <Suspense>
        <UpdatePrompt />
        <InstallHint />
      </Suspense>
    </div>
  );
}
