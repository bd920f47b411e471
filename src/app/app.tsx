import { lazy, StrictMode, Suspense } from 'react';
import type { WardEngine } from '../resource/engine.ts';
import { ErrorBoundary } from '../ui/error-boundary.tsx';
import { Splash } from './splash.tsx';

const Shell = lazy(async () => ({ default: (await import('./shell.tsx')).Shell }));

/** What the app stands on. */
interface AppProps {
  /** The engine, which loads beside the shell. */
  opening: Promise<WardEngine>;
  /** The engine waits for a tab of an older version. */
  blocked: boolean;
  /** Hears when a screen stands. */
  onDrawn: () => void;
}

/** The app. */
export function App({ blocked, ...shell }: AppProps) {
  return (
    <StrictMode>
      <ErrorBoundary fallback={startFailed}>
        <Suspense fallback={<Splash blocked={blocked} />}>
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
      <p className="text-muted">Saved entries and typed text are kept on this device.</p>
      <button
        type="button"
        onClick={() => window.location.reload()}
        className="min-h-target rounded-control bg-primary px-5 font-semibold text-on-primary"
      >
        Try again
      </button>
    </div>
  );
}
