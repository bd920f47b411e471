import { lazy, StrictMode, Suspense } from 'react';
import type { WardEngine } from '../resource/engine.ts';
import { ErrorBoundary } from '../ui/error-boundary.tsx';
import { Splash } from './splash.tsx';

const Shell = lazy(async () => ({ default: (await import('./shell.tsx')).Shell }));

/** The app; `opening` is the engine, which loads beside the shell; `onDrawn` hears when a screen stands. */
export function App(props: { opening: Promise<WardEngine>; onDrawn: () => void }) {
  return (
    <StrictMode>
      <ErrorBoundary fallback={startFailed}>
        <Suspense fallback={<Splash />}>
          <Shell {...props} />
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
