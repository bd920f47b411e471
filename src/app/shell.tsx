import { memo, Suspense, use, useCallback, useEffect, useState } from 'react';
import { BrowserRouter, Navigate, Route, Routes, useLocation } from 'react-router-dom';
import { paths } from '../paths.ts';
import type { WardEngine } from '#ui/engine/engine.ts';
import { EngineProvider } from '#ui/engine/engine-provider.tsx';
import { LiveQueriesContext, openLiveQueries } from '#ui/engine/live-queries.ts';
import { forgetFailedScreens } from '../route.ts';
import { routes } from '../routes.ts';
import { SkeletonRows } from '../ui/skeleton.tsx';
import { ToastProvider } from '../ui/toast.tsx';
import { ErrorBoundary } from '../ui/error-boundary.tsx';
import { loadFirstScreen } from './first-screen.ts';
import { Frame } from './frame.tsx';
import { Guard } from './guard.tsx';
import { ScreenFailed } from './screen-failed.tsx';
import { useTabletDuties } from './use-tablet-duties.ts';

/**
 * If the app's files are on this tablet, the first screen loads while the engine opens, because React shows a screen
 * that follows its skeleton up to 300 ms late. Over the network the frame comes first.
 */
const firstScreen = navigator.serviceWorker?.controller ? loadFirstScreen(window.location.pathname) : null;

/** Renders the frame and routes around the screens once the engine is open. */
export function Shell({ opening, onDrawn }: { opening: Promise<WardEngine>; onDrawn: () => void }) {
  const engine = use(opening);
  if (firstScreen) use(firstScreen);
  const [isDrawn, setDrawn] = useState(false);
  const drawn = useCallback(() => {
    setDrawn(true);
    onDrawn();
  }, [onDrawn]);
  return (
    <EngineProvider engine={engine}>
      {/* Keeps toasts above the phone's bottom bar. */}
      <div className="docked:has-[[data-dock=yes]]:[--dock-height:4rem]">
        <BrowserRouter>
          <ToastProvider hasScreen={isDrawn}>
            <LiveQueriesContext value={openLiveQueries}>
              <TabletDuties />
              <Frame hasNotices={isDrawn}>
                <Screens onDrawn={drawn} />
              </Frame>
            </LiveQueriesContext>
          </ToastProvider>
        </BrowserRouter>
      </div>
    </EngineProvider>
  );
}

function TabletDuties() {
  useTabletDuties();
  return null;
}

/**
 * Memoized so that only a new address renders the routes again: each render also renders everything that reads the
 * location.
 */
const Screens = memo(function Screens({ onDrawn }: { onDrawn: () => void }) {
  const { pathname } = useLocation();
  return (
    <ErrorBoundary place={pathname} fallback={failedScreen(onDrawn)}>
      <Suspense fallback={<SkeletonRows />}>
        <Routes>
          {routes.flatMap((route) =>
            route.path.patterns.map((pattern) => (
              <Route key={pattern} path={pattern} element={<Guard key={route.path.patterns[0]} route={route} />} />
            )),
          )}
          <Route path="*" element={<Navigate to={paths.bmeDashboard()} replace />} />
        </Routes>
        <Drawn onDrawn={onDrawn} />
      </Suspense>
    </ErrorBoundary>
  );
});

/** Mounts together with the screen, so that its effect runs once the screen is drawn. */
function Drawn({ onDrawn }: { onDrawn: () => void }) {
  useEffect(onDrawn, [onDrawn]);
  return null;
}

/** A screen that failed counts as drawn too. */
const failedScreen = (onDrawn: () => void) => (retry: () => void) => (
  <>
    <Failed retry={retry} />
    <Drawn onDrawn={onDrawn} />
  </>
);

function Failed({ retry }: { retry: () => void }) {
  // Parts that failed to load are requested again when the user leaves the screen and returns.
  useEffect(() => forgetFailedScreens, []);
  const again = () => {
    forgetFailedScreens();
    retry();
  };
  return <ScreenFailed onRetry={again} />;
}
