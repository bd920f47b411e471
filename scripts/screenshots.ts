import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { chromium, type Page } from '@playwright/test';
import { demoSignIns } from '#server/demo/seed.ts';

/*
 * Takes the pictures of the web manifest (public/screenshots) and of the README (docs/images) from a running demo:
 * `npm run demo`, then `npm run screenshots`, with its address as an argument if it is not http://localhost:4310, and CHROME_PATH where Playwright's own browser is missing.
 */

const phone = { width: 390, height: 844 };
const tablet = { width: 820, height: 1180 };
const desk = { width: 1280, height: 800 };

/** Small enough for a store's dialog or a README, good enough to read. Units: percent. */
const quality = 68;

interface Picture {
  file: `${string}.jpg` | `${string}.webp`;
  view: { width: number; height: number };
  path: string;
  /** A link to follow from `path`. */
  press?: RegExp;
}

const pictures: readonly Picture[] = [
  { file: 'public/screenshots/round-narrow.jpg', view: phone, path: '/daily-rounds', press: /^Start round/ },
  { file: 'public/screenshots/dashboard-narrow.jpg', view: phone, path: '/dashboard/bme' },
  { file: 'public/screenshots/dashboard-wide.jpg', view: desk, path: '/dashboard/bme' },
  { file: 'public/screenshots/installation-base-wide.jpg', view: desk, path: '/installation-base' },
  { file: 'docs/images/round-tablet.webp', view: tablet, path: '/daily-rounds', press: /^(Start round|Continue)/ },
  { file: 'docs/images/scan-phone.webp', view: phone, path: '/equipmentdetails/DE72800070' },
  { file: 'docs/images/dashboard-desk.webp', view: desk, path: '/dashboard/bme' },
];

/** Encodes a screenshot as WebP, which Playwright cannot write, with the browser's own encoder. */
async function toWebp(page: Page, png: Buffer): Promise<Buffer> {
  const url = await page.evaluate(
    async ([source, share]) => {
      const image = new Image();
      image.src = `data:image/png;base64,${source}`;
      await image.decode();
      const canvas = document.createElement('canvas');
      canvas.width = image.width;
      canvas.height = image.height;
      canvas.getContext('2d')?.drawImage(image, 0, 0);
      return canvas.toDataURL('image/webp', share);
    },
    [png.toString('base64'), quality / 100] as const,
  );
  return Buffer.from(url.slice(url.indexOf(',') + 1), 'base64');
}

const [origin = 'http://localhost:4310'] = process.argv.slice(2);
const browser = await chromium.launch({
  executablePath: process.env['CHROME_PATH'] ?? chromium.executablePath(),
  args: ['--no-sandbox'],
});
const page = await browser.newPage({ baseURL: origin, colorScheme: 'light', reducedMotion: 'reduce' });
const encoder = await browser.newPage();
await page.goto('/login');
await page.getByLabel('Email').fill(demoSignIns.bme.email);
await page.getByLabel('Password').fill(demoSignIns.bme.password);
await page.getByRole('button', { name: 'Sign in' }).click();
await page.getByRole('button', { name: 'Dismiss' }).click();
for (const { file, view, path, press } of pictures) {
  await page.setViewportSize(view);
  await page.goto(path);
  await page.getByRole('heading', { level: 1 }).waitFor();
  if (press !== undefined) {
    await page.getByRole('link', { name: press }).first().click();
    await page.waitForURL((url) => url.pathname !== path);
  }
  await page.getByRole('button', { name: 'Search everywhere' }).waitFor();
  await page.waitForFunction(() => document.querySelector('[aria-busy=true], .animate-shimmer') === null);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(
    file,
    file.endsWith('.webp')
      ? await toWebp(encoder, await page.screenshot())
      : await page.screenshot({ type: 'jpeg', quality }),
  );
}
await browser.close();
