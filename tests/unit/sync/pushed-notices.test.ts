import { expect, test } from 'vitest';
import { showPushedNotices } from '#sync/pushed-notices.ts';

/** A service worker that has shown and opened something; `page` is the window of the app, if it is open. */
function started(page?: { focus(): Promise<void>; navigate(path: string): Promise<unknown> }) {
  const shown: [title: string, options: NotificationOptions][] = [];
  const opened: string[] = [];
  const waits: Promise<unknown>[] = [];
  const worker = Object.assign(new EventTarget(), {
    location: { origin: 'https://ward.example.org' },
    registration: {
      showNotification: async (title: string, options: NotificationOptions) => shown.push([title, options]),
    },
    clients: {
      matchAll: async () => (page ? [page] : []),
      openWindow: async (path: string) => opened.push(path),
    },
  });
  showPushedNotices(worker);
  const say = async (name: string, detail: object) => {
    worker.dispatchEvent(
      Object.assign(new Event(name), { waitUntil: (wait: Promise<unknown>) => waits.push(wait), ...detail }),
    );
    await Promise.all(waits);
  };
  const push = (text: string) => say('push', { data: { json: () => JSON.parse(text) as unknown } });
  const click = (data: unknown) => say('notificationclick', { notification: { data, close: () => undefined } });
  return { shown, opened, push, click, say };
}

const navigate = 'https://ward.example.org/breakdown/1?from=push';
const notification = { title: 'Urgent ticket', body: 'Urgent ticket BD-2026-000001', tag: 'a.urgentTicket', navigate };

test('P342 a push is shown with its text, and one in an unknown format without', async () => {
  const { shown, push, say } = started();
  await push(JSON.stringify({ web_push: 8030, notification }));
  const { title, body, tag } = notification;
  expect(shown).toMatchObject([[title, { body, tag, data: { navigate } }]]);
  for (const text of ['nonsense', '{}', '{"notification":{}}']) await push(text);
  await say('push', { data: null });
  expect(shown.slice(1).map(([name]) => name)).toEqual(['Ward Rounds', 'Ward Rounds', 'Ward Rounds', 'Ward Rounds']);
});

test('P342 a click opens its screen in a new window if the app is closed, and nothing outside the app', async () => {
  const { opened, click } = started();
  await click({ navigate });
  await click({ navigate: 'https://elsewhere.example.org/breakdown/1' });
  await click(null);
  expect(opened).toEqual(['/breakdown/1?from=push', '/notices', '/notices']);
});

test("P342 a click uses the app's open window, unless it cannot navigate", async () => {
  const moved: string[] = [];
  const page = { focus: async () => undefined, navigate: async (path: string) => moved.push(path) };
  const open = started(page);
  await open.click({ navigate });
  expect([moved, open.opened]).toEqual([['/breakdown/1?from=push'], []]);
  const closing = started({ ...page, navigate: () => Promise.reject(new TypeError('not controlled')) });
  await closing.click({ navigate });
  expect(closing.opened).toEqual(['/breakdown/1?from=push']);
});
