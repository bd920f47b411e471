import { type ComponentType, lazy, Suspense, useEffect } from 'react';
import { keepFieldInView } from '#ui/platform/field-in-view.ts';
import { TabletBanners } from './tablet-banners.tsx';

const nothing = () => null;
/** A notice that loads after the first rows; without network it stays away. */
const later = (load: () => Promise<ComponentType>) =>
  lazy(async () => ({ default: await load().catch(() => nothing) }));

const AppNotices = later(async () => (await import('./app-notices.tsx')).AppNotices);
const ScanQuestion = later(async () => (await import('../scanner/scan-question-dialog.tsx')).ScanQuestionDialog);

/** What the app has to say about the tablet, of its own files and of a scan, above the screen. */
export function Notices() {
  useEffect(keepFieldInView, []);
  return (
    <>
      <TabletBanners />
      <Suspense>
        <AppNotices />
      </Suspense>
      <Suspense>
        <ScanQuestion />
      </Suspense>
    </>
  );
}
