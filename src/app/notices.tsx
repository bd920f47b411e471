import { type ComponentType, lazy, Suspense, useEffect } from 'react';
import { useSession } from '#ui/engine/engine-provider.tsx';
import { keepFieldInView } from '#ui/platform/field-in-view.ts';
import { TabletBanners } from './tablet-banners.tsx';

const nothing = () => null;
/** Loads a notice after the first rows; it stays hidden if it cannot be loaded. */
const later = (load: () => Promise<ComponentType>) =>
  lazy(async () => ({ default: await load().catch(() => nothing) }));

const AppNotices = later(async () => (await import('./app-notices.tsx')).AppNotices);
const CrashReports = later(async () => (await import('./crash-reports.tsx')).CrashReports);
const ScanQuestion = later(async () => (await import('../scanner/scan-question-dialog.tsx')).ScanQuestionDialog);

/**
 * Shows notices about the tablet, the app and a scan above the screen; without a session it only reports faults of the
 * app.
 */
export function Notices() {
  useEffect(keepFieldInView, []);
  if (useSession().kind !== 'signed-in') {
    return (
      <Suspense>
        <CrashReports />
      </Suspense>
    );
  }
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
