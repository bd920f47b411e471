/** @jsxImportSource preact */
import './look.css';
import { render } from 'preact';
import { keepFocus } from '#ui/ui/kept-focus.ts';
import { endVisitorsWorker, isStaffPhone, labelScope } from '#ui/platform/staff-phone.ts';
import { type Label, readLabel } from './label.ts';
import { Page, wholePage } from './page.tsx';
import { openPhone } from './phone.ts';
import { loadWords, preferredLanguage } from './words.ts';

/** A colleague's phone shows the app's screen; the visitors' service worker would get in its way. */
async function leaveToApp(): Promise<void> {
  await endVisitorsWorker();
  location.replace(wholePage(location));
}

async function start(label: Label): Promise<void> {
  const language = preferredLanguage(navigator.languages);
  const listeners = new Set<(isSolving: boolean) => void>();
  const phone = openPhone((isSolving) => {
    for (const listener of listeners) listener(isSolving);
  });
  const root = document.getElementById('root');
  if (!root) return;
  render(
    <Page
      {...{ label, language }}
      {...phone}
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
