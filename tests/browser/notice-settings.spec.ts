import { expect } from '@playwright/test';
import type { Page } from '@playwright/test';
import { demoSignIns } from '#server/demo/seed.ts';
import { engineOfStory } from '#tests/engines/engine.ts';
import { test } from '#tests/engines/test.ts';
import { assignTickets } from '#tests/support/assign-tickets.ts';
import { type CableDemo, openCableDemo } from '#tests/support/cable-demo.ts';
import { looks, problemsOf, settled } from '#tests/support/inspect-screen.ts';
import { type Browser, type PushAnswer, type PushService, startPushService } from '#tests/support/push-service.ts';
import { usePushService } from '#tests/support/pushed-browser.ts';
import { callAs, signIn } from '#tests/support/story.ts';

let demo: CableDemo;
let service: PushService;
let answer: PushAnswer = { status: 201 };
test.beforeAll(async () => {
  service = await startPushService(() => answer);
  demo = await openCableDemo({ PUSH_PRIVATE: 'true' });
});
test.afterAll(async () => {
  await demo?.close();
  await service?.close();
});
test.afterEach(() => demo.cable.mend());

const kind = (page: Page, name: string) => page.getByRole('main').getByRole('group', { name, exact: true });

/** Subscribes a browser to the server of the demo. */
async function subscription(name = 'tablet'): Promise<Browser> {
  const path = '/Notices/preferences';
  const { push } = await callAs<{ push: { key: string } }>(demo.origin, demoSignIns.bme, 'GET', path);
  return service.subscribe(name, push.key);
}

test('P342: an engineer chooses what is pushed, and enables, tests and disables push with a tap', async ({
  browser,
}) => {
  const context = await browser.newContext({ baseURL: demo.origin });
  const page = await context.newPage();
  await usePushService(page, await subscription());
  await signIn(page, demoSignIns.bme);
  await expect(page.getByRole('button', { name: 'Sync: up to date' })).toBeVisible({ timeout: 60_000 });
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => true));
  await page.goto('/notices');
  await page.getByRole('link', { name: 'Notice settings' }).click();

  await settled(page);
  const windows = [looks.phoneDark, looks.tabletLight, looks.deskDark];
  // With the browser's push replaced by a test's, the tab of Firefox ends during a run of axe or at the next message.
  const withoutAxe = engineOfStory() === 'firefox' ? 'it ends the tab of Firefox on this screen' : undefined;
  expect(await problemsOf(page, 'the notice settings', windows, withoutAxe)).toEqual([]);

  const urgent = kind(page, 'Urgent ticket');
  await expect(urgent.getByLabel('Push')).toBeChecked();
  await expect(urgent.getByLabel('Push')).toBeDisabled();
  await expect(urgent).toContainText('Urgent notices cannot be switched off');
  await expect(page.getByText('This server sends no mail.')).toBeVisible();
  await kind(page, 'New fault report').getByText('Push').click();
  await expect(kind(page, 'New fault report').getByLabel('Push')).not.toBeChecked();

  await page.getByRole('button', { name: 'Switch on for this tablet' }).click();
  await expect(page.getByText('A test notice was sent to this tablet.')).toBeVisible();
  expect(service.shown).toMatchObject([{ title: 'Notices are on', navigate: `${demo.origin}/notices` }]);

  const ticketId = (await assignTickets(demo.origin, 1))[0] ?? '';
  await expect.poll(() => service.shown.length).toBe(2);
  expect(service.shown[1]).toMatchObject({
    title: 'Ticket assigned to me',
    navigate: `${demo.origin}/breakdown/${ticketId}`,
  });
  expect(service.faults).toEqual([]);

  await page.reload();
  await expect(page.getByText('Notices appear on this tablet.')).toBeVisible();
  await expect(kind(page, 'New fault report').getByLabel('Push')).not.toBeChecked();
  answer = { status: 503 };
  await page.getByRole('button', { name: 'Send a test notice' }).click();
  await expect(page.getByText(/^This server cannot reach the push service/)).toBeVisible();
  await page.reload();
  await expect(page.getByText(/^This server cannot reach the push service/)).toBeVisible();
  await page.getByRole('button', { name: 'Switch off on this tablet' }).click();
  await expect(page.getByRole('button', { name: 'Switch on for this tablet' })).toBeVisible();

  demo.cable.cut();
  await kind(page, 'New fault report').getByText('Push').click();
  await expect(page.getByText(/^Your choice could not be saved/)).toBeVisible();
  await expect(kind(page, 'New fault report').getByLabel('Push')).not.toBeChecked();
  await context.close();
});

test('P374: notices follow when the browser replaces the address for its pushes', async ({ browser }) => {
  test.skip(engineOfStory() !== 'chromium', 'Only Chromium lets a test reach into the service worker.');
  const [old, fresh] = [await subscription('old'), await subscription('fresh')];
  answer = { status: 201 };
  const before = service.shown.length;
  const context = await browser.newContext({ baseURL: demo.origin });
  const page = await context.newPage();
  await usePushService(page, old);
  await signIn(page, demoSignIns.bme);
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await page.goto('/notices/settings');
  await page.getByRole('button', { name: 'Switch on for this tablet' }).click();
  await expect(page.getByText('A test notice was sent to this tablet.')).toBeVisible();
  expect(service.shown.at(-1)).toMatchObject({ browser: 'old', title: 'Notices are on' });

  // The worker meets the new address where a real one would come from. A string, because the worker has its own types.
  const { endpoint, p256dh, auth } = fresh;
  const made = JSON.stringify({ endpoint, keys: { p256dh, auth } });
  const [worker] = context.serviceWorkers();
  await worker?.evaluate(`{
    const made = { ...${made}, toJSON: () => (${made}), unsubscribe: async () => true };
    Object.assign(PushManager.prototype, { getSubscription: async () => null, subscribe: async () => made });
    dispatchEvent(new Event('pushsubscriptionchange'));
  }`);
  // This page still holds the old address, so Settings offer to switch push on once the server has the new one.
  await expect(async () => {
    await page.reload();
    await expect(page.getByRole('button', { name: 'Switch on for this tablet' })).toBeVisible({ timeout: 2_000 });
  }).toPass({ timeout: 30_000 });
  await assignTickets(demo.origin, 1);
  const assigned = () => service.shown.slice(before).filter(({ title }) => title === 'Ticket assigned to me');
  await expect.poll(() => assigned().map(({ browser: name }) => name)).toEqual(['fresh']);
  expect(service.faults).toEqual([]);
  await context.close();
});

test('P342: the screen says what to do if the browser blocks or lacks notifications', async ({ browser }) => {
  const context = await browser.newContext({ baseURL: demo.origin });
  const page = await context.newPage();
  await usePushService(page, await subscription(), 'denied');
  await signIn(page, demoSignIns.bme);
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => true));
  await page.goto('/notices/settings');
  await page.getByRole('button', { name: 'Switch on for this tablet' }).click();
  await expect(page.getByText(/^This browser blocks notices of this app/)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Switch on for this tablet' })).toHaveCount(0);

  await page.addInitScript(() => Reflect.deleteProperty(window, 'PushManager'));
  await page.reload();
  await expect(page.getByText('This browser cannot show notices while the app is closed.')).toBeVisible();
  await page.addInitScript(() =>
    Object.defineProperty(Navigator.prototype, 'userAgent', { get: () => 'Mozilla/5.0 (iPhone) Safari/604.1' }),
  );
  await page.reload();
  await expect(page.getByText(/^On iPhone and iPad, only the installed app shows notices/)).toBeVisible();
  await context.close();
});
