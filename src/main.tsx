import './theme.css';
import { createRoot } from 'react-dom/client';
import { App } from './app/app.tsx';
import { listenForInstallOffer } from './resource/install.ts';
import { applyTheme, readTheme } from './resource/theme.ts';

applyTheme(readTheme());
listenForInstallOffer();

const page = import('#sync/page.ts');
const opening = page.then(({ openEngine }) => openEngine(() => show(true)));
const onDrawn = () => {
  void page.then(({ screenDrawn }) => screenDrawn());
  // What waits for nothing on the screen must not be loaded before it.
  setTimeout(keepAppHere);
};
void opening.catch(keepAppHere);
const element = document.getElementById('root');
const root = element && createRoot(element);
show(false);

function show(blocked: boolean): void {
  root?.render(<App opening={opening} blocked={blocked} onDrawn={onDrawn} />);
}

async function keepAppHere(): Promise<void> {
  if (!import.meta.env.PROD) return;
  const { registerAppWorker } = await import('./app/app-worker.ts');
  // Without a worker the app works all the same, as long as there is a network.
  await registerAppWorker('/service-worker.js').catch(() => undefined);
}
