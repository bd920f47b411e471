/** @jsxImportSource preact */
import './look.css';
import { render } from 'preact';
import { keepFocus } from '#ui/ui/kept-focus.ts';
import { endVisitorsWorker, isStaffPhone, labelScope } from '#ui/platform/staff-phone.ts';
import { createVisitorApi } from './api.ts';
import { type Label, Page, wholePage } from './page.tsx';
import { createSender } from './send.ts';
import { openStore } from './store.ts';
import { loadWords, preferredLanguage } from './words.ts';

/** Reads the label from the address of the page. */
function readLabel({ pathname, search }: Location): Label {
  const params = new URLSearchParams(search);
  const [, serial = ''] = /^\/[^/]+\/([^/]+)/.exec(pathname) ?? [];
  return { serialNumber: decodeURIComponent(serial), h: params.get('h') ?? '', t: params.get('t') ?? '' };
}

/** A colleague's phone shows the screen of the app; the worker of visitors would stand in its way. */
async function leaveToApp(): Promise<void> {
  await endVisitorsWorker();
  location.replace(wholePage(location));
}

async function start(label: Label): Promise<void> {
  const language = preferredLanguage(navigator.languages);
  const store = openStore();
  const api = createVisitorApi({
    fetch: (path, init) => fetch(path, init),
    limit: (afterMs) => AbortSignal.timeout(afterMs),
  });
  const listeners = new Set<(isSolving: boolean) => void>();
  const tell = (isSolving: boolean) => {
    for (const listener of listeners) listener(isSolving);
  };
  const sender = createSender({
    store,
    api,
    now: Date.now,
    async solve(challenge) {
      tell(true);
      const { solveProof } = await import('./proof.ts');
      return solveProof(challenge).finally(() => tell(false));
    },
    alone: (work) =>
      navigator.locks.request('visitor-send', { ifAvailable: true }, (lock) => (lock ? work() : undefined)),
    onChange: () => tell(false),
  });
  const root = document.getElementById('root');
  if (!root) return;
  render(
    <Page
      {...{ label, language, store, api, sender }}
      words={await loadWords(language)}
      watch={(listener) => {
        listeners.add(listener);
        return () => listeners.delete(listener);
      }}
    />,
    root,
  );
  keepFocus();
  if (import.meta.env.PROD && 'serviceWorker' in navigator)
    await navigator.serviceWorker.register('/visitor/visitor-worker.js', { scope: labelScope }).catch(() => undefined);
}

const label = readLabel(location);
void (isStaffPhone() ? leaveToApp() : start(label));
