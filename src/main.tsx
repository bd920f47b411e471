import './theme.css';
import { createRoot } from 'react-dom/client';
import { App } from './app/app.tsx';
import type { StartWait } from './app/splash.tsx';
import { watchWaking } from './app/wake.tsx';
import { tellCaught, watchCrashes } from './platform/crashes.ts';
import { listenForInstallOffer } from './platform/install.ts';
import { loadPart } from './platform/parts.ts';
import { applyTheme, readTheme } from './platform/theme.ts';

applyTheme(readTheme());
watchCrashes(window);
watchWaking(window, () => window.location.reload());
listenForInstallOffer();

const page = loadPart(() => import('#sync/page.ts'));
let again: () => StartWait = () => 'network';
const opening = page.then(({ openEngine, startAgain }) => {
  again = startAgain;
  return openEngine(() => show(true));
});
const onDrawn = () => {
  void loadPart(() => page.then(({ screenDrawn }) => screenDrawn()));
  // Loads after the first screen, which does not need it.
  setTimeout(keepAppHere);
};
void opening.catch(keepAppHere);
const onLate = () => again();
const element = document.getElementById('root');
const root = element && createRoot(element, { onCaughtError: tellCaught });
show(false);

function show(blocked: boolean): void {
  root?.render(<App opening={opening} blocked={blocked} onLate={onLate} onDrawn={onDrawn} />);
}

async function keepAppHere(): Promise<void> {
  if (!import.meta.env.PROD) return;
  const { registerAppWorker } = await import('./app/app-worker.ts');
  // Without a service worker the app still works while there is a network.
  await registerAppWorker('/service-worker.js').catch(() => undefined);
}
