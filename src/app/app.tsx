import { lazy, StrictMode, Suspense } from 'react';
import type { WardEngine } from '#ui/engine/engine.ts';
import { loadPart } from '../platform/parts.ts';
import { ErrorBoundary } from '../ui/error-boundary.tsx';
import { TryAgain } from './try-again.tsx';
import { Splash } from './splash.tsx';
import type { StartWait } from './splash.tsx';

const Shell = lazy(async () => ({ default: (await loadPart(() => import('./shell.tsx'))).Shell }));

interface AppProps {
  /** Resolves to the engine, which loads in parallel with the shell. */
  opening: Promise<WardEngine>;
  /** The engine is waiting for a tab with an older version to close. */
  blocked: boolean;
  /** See Splash. */
  onLate: () => StartWait;
  /** Called when a screen has been drawn. */
  onDrawn: () => void;
}

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
