const unsubscribe = async ({ pushManager }: ServiceWorkerRegistration) =>
  (await pushManager.getSubscription())?.unsubscribe();

async function closeShown(registration: ServiceWorkerRegistration): Promise<void> {
  for (const shown of await registration.getNotifications()) shown.close();
}

/**
 * Ends this browser's push and closes the notices that it shows, so that the next user of the tablet sees none of the
 * last one's, not even those that the push service still holds. Works without network.
 */
export async function endPush(): Promise<void> {
  const registration = await navigator.serviceWorker.getRegistration();
  if (registration) await Promise.all([unsubscribe(registration), closeShown(registration)]);
}
