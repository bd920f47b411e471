import type { BodyInput } from '#contract/define.ts';
import type { Calls } from '#contract/index.ts';

type Subscription = BodyInput<Calls['subscribePush']>;

/** Whether this browser can show pushed notices, and whether its user allows it. */
export type PushPermission = 'missing' | 'denied' | 'possible';

/** Returns whether pushed notices can be shown; Safari on iPhone and iPad has them in the installed app only. */
export function pushPermission(): PushPermission {
  if (!('serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window)) return 'missing';
  return Notification.permission === 'denied' ? 'denied' : 'possible';
}

/** Returns the endpoint of this browser's subscription. */
export async function ownEndpoint(): Promise<string | null> {
  if (pushPermission() !== 'possible') return null;
  const registration = await navigator.serviceWorker.getRegistration();
  return (await registration?.pushManager.getSubscription())?.endpoint ?? null;
}

/**
 * Asks the user, and subscribes this browser to the server with this key; null if the user does not allow it. Has to
 * begin with a tap. Throws: DOMException if the browser does not reach its push service.
 */
export async function subscribeToPush(key: string): Promise<Subscription | null> {
  if ((await Notification.requestPermission()) !== 'granted') return null;
  const { pushManager } = await navigator.serviceWorker.ready;
  // A subscription to another server, such as one from before a restore, would block this one. For any other, the push
  // service may still hold notices of an earlier user; the server deleted that user's row when this one signed in, so
  // nobody needs the subscription.
  await (await pushManager.getSubscription())?.unsubscribe();
  const made = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
  const { p256dh = '', auth = '' } = made.toJSON().keys ?? {};
  return { endpoint: made.endpoint, p256dh, auth, appUrl: location.origin };
}

/** Ends this browser's subscription. */
export async function unsubscribeFromPush(): Promise<void> {
  const registration = await navigator.serviceWorker.getRegistration();
  await (await registration?.pushManager.getSubscription())?.unsubscribe();
}
