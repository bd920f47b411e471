import './theme.css';
import { createRoot } from 'react-dom/client';
import { App } from './app/app.tsx';
import { listenForInstallOffer } from './resource/install.ts';
import { applyTheme, readTheme } from './resource/theme.ts';

applyTheme(readTheme());
listenForInstallOffer();

const page = import('#sync/page.ts');
const opening = page.then(({ openEngine }) => openEngine());
const onDrawn = () => void page.then(({ screenDrawn }) => screenDrawn());
const root = document.getElementById('root');
if (root) createRoot(root).render(<App opening={opening} onDrawn={onDrawn} />);

window.addEventListener('load', () => {
  if (import.meta.env.PROD)
    void import('./app/app-worker.ts').then((worker) => worker.registerAppWorker('/service-worker.js'));
});
