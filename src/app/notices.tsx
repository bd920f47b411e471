import { type ComponentType, lazy, Suspense } from 'react';
import { TabletBanners } from './tablet-banners.tsx';

const nothing = () => null;
/** A notice that loads after the first rows; without network it stays away. */
const later = (load: () => Promise<ComponentType>) =>
  lazy(async () => ({ default: await load().catch(() => nothing) }));

const UpdatePrompt = later(async () => (await import('./update-prompt.tsx')).UpdatePrompt);
const ScanQuestion = later(async () => (await import('../scanner/scan-question-dialog.tsx')).ScanQuestionDialog);

/** What the app has to say of the tablet, of updates and of a scan, above the screen. */
export function Notices() {
  return (
    <>
      <TabletBanners />
      <Suspense>
        <UpdatePrompt />
      </Suspense>
      <Suspense>
        <ScanQuestion />
      </Suspense>
    </>
  );
}
