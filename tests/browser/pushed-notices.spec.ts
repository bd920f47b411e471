import { expect } from '@playwright/test';
import { demoSignIns } from '#server/demo/seed.ts';
import { test } from '#tests/support/demo-world.ts';
import { signIn } from '#tests/support/story.ts';

test('P342: the service worker shows a push, a click opens its screen, and a logout closes it', async ({
  browser,
  demo,
}) => {
  const context = await browser.newContext({ baseURL: demo.origin, permissions: ['notifications'] });
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  const registered = new Promise<string>((resolve) => {
    devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const [registration] = registrations;
      if (registration) resolve(registration.registrationId);
    });
  });
  await devtools.send('ServiceWorker.enable');
  await signIn(page, demoSignIns.bme);
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => true));
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);

  const navigate = `${demo.origin}/notices?show=`;
  const notification = {
    title: 'Urgent ticket',
    body: 'Urgent ticket BD-2026-000171',
    tag: 'a.urgentTicket',
    navigate,
  };
  const registrationId = await registered;
  const deliver = () =>
    devtools.send('ServiceWorker.deliverPushMessage', {
      origin: demo.origin,
      registrationId,
      data: JSON.stringify({ web_push: 8030, notification }),
    });
  await deliver();
  const shown = () =>
    page.evaluate(async () =>
      (await (await navigator.serviceWorker.ready).getNotifications()).map(({ title, body, tag }) => [
        title,
        body,
        tag,
      ]),
    );
  await expect.poll(shown).toEqual([['Urgent ticket', notification.body, notification.tag]]);

  const [worker] = context.serviceWorkers();
  // Playwright cannot click notifications, so the test sends the click event to the worker. A string, because the
  // worker has its own types.
  await worker?.evaluate(`registration.getNotifications().then(([notification]) => {
    dispatchEvent(new NotificationEvent('notificationclick', { notification }));
  })`);
  await expect(page).toHaveURL(navigate);
  await expect.poll(shown).toEqual([]);

  await deliver();
  await expect.poll(shown).toHaveLength(1);
  await page.getByRole('button', { name: /^User menu/ }).click();
  await page.getByRole('menuitem', { name: 'Logout' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Logout' }).click();
  await expect(page).toHaveURL(/\/login$/);
  await expect.poll(shown).toEqual([]);
  await context.close();
});
