import { readFileSync } from 'node:fs';
import { expect } from '@playwright/test';
import QRCode from 'qrcode';
import { deviceLink } from '#contract/rules/qr-link.ts';
import { demoSignIns } from '#server/demo/seed.ts';
import { test } from '#tests/support/demo-world.ts';
import { signIn } from '#tests/support/story.ts';
import { paths } from '#ui/paths.ts';

interface Manifest {
  share_target: { action: string; method: string; enctype: string; params: { files: { name: string }[] } };
  shortcuts: { name: string; url: string }[];
}
const manifest = JSON.parse(readFileSync('public/manifest.webmanifest', 'utf8')) as Manifest;

test('a label picture shared by another app opens the device, also offline, and is read once', async ({
  browser,
  demo,
}) => {
  const context = await browser.newContext({ baseURL: demo.origin });
  const page = await context.newPage();
  await signIn(page, demoSignIns.bme);
  await expect(page.getByText(/Ready for offline work/)).toBeVisible();
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await page.goto('/settings');

  // Sharing posts the form that the manifest describes.
  const { action, method, enctype, params } = manifest.share_target;
  const [file] = params.files;
  await page.evaluate(
    ([to, how, kind, name]) => {
      const form = Object.assign(document.createElement('form'), { action: to, method: how, enctype: kind });
      form.append(Object.assign(document.createElement('input'), { type: 'file', name }));
      document.body.append(form);
    },
    [action, method, enctype, file?.name ?? ''],
  );
  const picture = await QRCode.toBuffer(deviceLink(demo.origin, demo.known.serial, demo.known.hospitalId), {
    width: 600,
  });
  await page
    .locator('body > form > input')
    .setInputFiles({ name: 'plate.png', mimeType: 'image/png', buffer: picture });
  await context.setOffline(true);
  await page.evaluate(() => document.querySelector<HTMLFormElement>('body > form')?.submit());
  await expect(page).toHaveURL(paths.device(demo.known.serial));

  await page.goBack();
  await expect(page).toHaveURL(/\/scan$/);
  await expect(page.getByText('Picture of the label')).toBeVisible();
  expect(await page.evaluate(() => caches.has('shared-picture'))).toBe(false);
  await context.close();
});

test('shortcuts of the home-screen icon open their screens', async ({ browser, demo }) => {
  const page = await browser.newPage({ baseURL: demo.origin });
  await signIn(page, demoSignIns.bme);
  for (const { name, url } of manifest.shortcuts) {
    await page.goto(url);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    expect(new URL(page.url()).pathname, name).toBe(url);
  }
  await page.close();
});

test('every startup image linked by the page exists, in the size of its screen', async ({ browser, demo }) => {
  const page = await browser.newPage({ baseURL: demo.origin });
  await page.goto('/login');
  const links = await page
    .locator('link[rel=apple-touch-startup-image]')
    .evaluateAll((all) => all.map((link) => ({ media: link.getAttribute('media'), href: link.getAttribute('href') })));
  expect(links.length).toBeGreaterThan(0);
  for (const { media, href } of links) {
    const [, width, height, ratio, held] =
      /\(device-width: (\d+)px\) and \(device-height: (\d+)px\) and \(-webkit-device-pixel-ratio: (\d)\) and \(orientation: (\w+)\)/.exec(
        media ?? '',
      ) ?? [];
    const upright = [Number(width) * Number(ratio), Number(height) * Number(ratio)];
    const answer = await page.request.get(href ?? '');
    expect(answer.headers()['content-type'], href ?? '').toBe('image/png');
    const bytes = await answer.body();
    // The size is in the first chunk of a PNG.
    expect([bytes.readUInt32BE(16), bytes.readUInt32BE(20)], href ?? '').toEqual(
      held === 'portrait' ? upright : upright.toReversed(),
    );
  }
  await page.close();
});
