import { lazy, StrictMode, Suspense } from 'react';
import type { WardEngine } from '#ui/engine/engine.ts';
import { loadPart } from '../platform/parts.ts';
import { ErrorBoundary } from '../ui/error-boundary.tsx';
import { TryAgain } from './try-again.tsx';
import { Splash } from './splash.tsx';
import type { StartWait } from './splash.tsx';

const Shell = lazy(async () => ({ default: (await loadPart(() => import('./shell.tsx'))).Shell }));

/** What the app needs from its page. */
interface AppProps {
  /** The engine, which loads beside the shell. */
  opening: Promise<WardEngine>;
  /** The engine waits for a tab of an older version. */
  blocked: boolean;
  /** See Splash. */
  onLate: () => StartWait;
  /** Called when a screen is drawn. */
  onDrawn: () => void;
}

/** The app. */
export function App({ blocked, onLate, ...shell }: AppProps) {
  return (
    <StrictMode>
      <ErrorBoundary fallback={startFailed}>
        <Suspense fallback={<Splash blocked={blocked} onLate={onLate} />}>
          <Shell {...shell} />
        </Suspense>
      </ErrorBoundary>
    </StrictMode>
  );
}

function startFailed() {
  return (
    <div role="alert" className="grid min-h-dvh place-content-center justify-items-center gap-4 px-4 text-center">
      <h1 className="text-2xl font-bold">The app could not start</h1>
      <p className="text-muted">Saved entries and typed text are kept on this tablet.</p>
      <TryAgain />
    </div>
  );
}
