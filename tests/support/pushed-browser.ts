import type { Page } from '@playwright/test';
import type { Browser } from './push-service.ts';

/**
 * Gives a page a subscription to a push service on this machine in place of the browser's maker's, which tests cannot
 * reach; what its user answers when asked is `permission`.
 */
export async function usePushService(
  page: Page,
  { endpoint, p256dh, auth }: Browser,
  permission: NotificationPermission = 'granted',
): Promise<void> {
  await page.addInitScript(
    ({ made, answer }) => {
      const stored = 'is-subscribed';
      const held = () =>
        sessionStorage.getItem(stored) === null ? null : { ...made, unsubscribe, toJSON: () => made };
      const unsubscribe = async () => {
        sessionStorage.removeItem(stored);
        return true;
      };
      const methods = {
        getSubscription: async () => held(),
        async subscribe() {
          sessionStorage.setItem(stored, 'yes');
          return held();
        },
      };
      let asked = false;
      const asks = {
        get permission() {
          return asked || held() ? answer : 'default';
        },
        async requestPermission() {
          asked = true;
          return answer;
        },
      };
      Object.assign(window, { Notification: asks });
      if ('PushManager' in window) {
        Object.assign(PushManager.prototype, methods);
      } else {
        Object.assign(window, { PushManager: Object });
        Object.defineProperty(ServiceWorkerRegistration.prototype, 'pushManager', { get: () => methods });
      }
    },
    { made: { endpoint, keys: { p256dh, auth } }, answer: permission },
  );
}
