/** The payload that the server pushes; Safari displays it by itself. Source: WebKit, Declarative Web Push */
interface Pushed {
  title: string;
  body: string;
  tag: string;
  /** The address that a click opens. */
  navigate: string;
}

/** Browsers end a subscription that has shown nothing, so a message in another form is shown without its words. */
const unreadable: Pushed = {
  title: 'Ward Rounds',
  body: 'Open the app to read a new notice.',
  tag: '',
  navigate: '/notices',
};
const icon = '/icons/icon-192.png';

/** Shows pushed notices; a click opens what a notice is about, even when the app is closed. Source: docs/product.md P342 */
export function showPushedNotices(worker: ServiceWorkerGlobalScope): void {
  worker.addEventListener('push', (event) => {
    const { title, body, tag, navigate } = read(event.data);
    event.waitUntil(worker.registration.showNotification(title, { body, tag, icon, badge: icon, data: { navigate } }));
  });
  worker.addEventListener('notificationclick', (event) => {
    event.notification.close();
    event.waitUntil(open(worker, event.notification.data));
  });
}

function read(data: PushMessageData | null): Pushed {
  try {
    const said = data?.json() as { notification: Pushed } | undefined;
    return typeof said?.notification.title === 'string' ? said.notification : unreadable;
  } catch {
    return unreadable;
  }
}

/** Opens an address in the window of the app, or in a new one; only addresses of the app are opened. */
async function open(worker: ServiceWorkerGlobalScope, data: unknown): Promise<void> {
  const { navigate = unreadable.navigate } = (data ?? {}) as Partial<Pushed>;
  const asked = new URL(navigate, worker.location.origin);
  const path = asked.origin === worker.location.origin ? asked.pathname + asked.search : unreadable.navigate;
  const [page] = await worker.clients.matchAll({ type: 'window' });
  // A window that is just closing, or that an earlier version of the app controls, cannot be moved.
  const moved = page?.navigate(path).catch(() => null);
  if (page && (await moved)) await page.focus().catch(() => undefined);
  else await worker.clients.openWindow(path);
}
