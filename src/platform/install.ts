import { useSyncExternalStore } from 'react';

/** Chromium's install prompt; other engines have none. Source: https://wicg.github.io/manifest-incubations/ */
interface InstallOffer extends Event {
  prompt(): Promise<{ outcome: 'accepted' | 'dismissed' }>;
}

/** How this platform puts the app on the home screen. */
export type InstallWay = 'installed' | 'prompt' | 'ios' | 'android' | 'browser';

let offer: InstallOffer | null = null;
const listeners = new Set<() => void>();

function setOffer(next: InstallOffer | null) {
  offer = next;
  for (const listener of listeners) listener();
}

function isInstallOffer(event: Event): event is InstallOffer {
  return 'prompt' in event;
}

/** Listens for the platform's install prompt, which is offered once, early in the page's life. */
export function listenForInstallOffer() {
  window.addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    if (isInstallOffer(event)) setOffer(event);
  });
  window.addEventListener('appinstalled', () => setOffer(null));
}

function isInstalled(): boolean {
  const asApp = 'standalone' in navigator && navigator.standalone === true;
  return asApp || matchMedia('(display-mode: standalone)').matches;
}

function wayNow(): InstallWay {
  if (isInstalled()) return 'installed';
  if (offer) return 'prompt';
  const agent = navigator.userAgent;
  const isPadAsMac = agent.includes('Macintosh') && navigator.maxTouchPoints > 1;
  if (isPadAsMac || /iPhone|iPad|iPod/.test(agent)) return 'ios';
  return agent.includes('Android') ? 'android' : 'browser';
}

/** Returns how to install the app on this platform, and an action if the platform has one. */
export function useInstall(): { way: InstallWay; install: () => Promise<void> } {
  const way = useSyncExternalStore((listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }, wayNow);
  const install = async () => {
    await offer?.prompt();
    setOffer(null);
  };
  return { way, install };
}

/** What to tap, in the platform's terms. */
export const installWords: Record<Exclude<InstallWay, 'installed'>, string> = {
  prompt: 'Install the app: it then opens from the home screen, even without network.',
  ios: 'Tap the Share button, then “Add to Home Screen”, then “Add”. Open it from there and sign in once: that app has its own storage, which Safari keeps. Safari clears an app that is not on the home screen after 7 days without use.',
  android: 'Open the browser’s menu and choose “Install app” or “Add to Home screen”.',
  browser: 'Open the browser’s menu and choose “Install Ward Rounds” if it is offered.',
};
