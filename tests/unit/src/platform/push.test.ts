import { afterEach, expect, test, vi } from 'vitest';
import { subscribeToPush } from '#ui/platform/push.ts';

afterEach(() => vi.unstubAllGlobals());

test("P342 enabling push never reuses an earlier user's endpoint, even with the same key", async () => {
  const made = (endpoint: string) => ({
    endpoint,
    toJSON: () => ({ keys: {} }),
    unsubscribe: async () => {
      held = null;
    },
  });
  let held: ReturnType<typeof made> | null = made('of the earlier user');
  const pushManager = {
    getSubscription: async () => held,
    // A browser gives back the subscription that it has.
    subscribe: async () => held ?? made('new'),
  };
  vi.stubGlobal('Notification', { requestPermission: async () => 'granted' });
  vi.stubGlobal('navigator', { serviceWorker: { ready: Promise.resolve({ pushManager }) } });
  vi.stubGlobal('location', { origin: 'https://ward.example.org' });
  expect(await subscribeToPush('key')).toMatchObject({ endpoint: 'new' });
});
