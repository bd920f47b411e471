import { mkdirSync } from 'node:fs';
import { chromium } from '@playwright/test';
import { demoSignIns } from '#server/demo/seed.ts';

/*
 * Draws the pictures that the web manifest shows before the app is installed, from the app itself:
 * `npm run demo`, then `npx tsx scripts/screenshots.ts`, with CHROME_PATH where Playwright's own browser is missing.
 */

const folder = 'public/screenshots';
/** Small enough for the store's dialog, good enough to read. Units: percent. */
const jpegQuality = 68;

const narrow = { width: 390, height: 844 };
const wide = { width: 1280, height: 800 };
const pictures: readonly { file: string; view: typeof narrow; path: string; press?: string }[] = [
  { file: 'round-narrow', view: narrow, path: '/daily-rounds', press: 'Start round' },
  { file: 'dashboard-narrow', view: narrow, path: '/dashboard/bme' },
  { file: 'dashboard-wide', view: wide, path: '/dashboard/bme' },
  { file: 'installation-base-wide', view: wide, path: '/installation-base' },
];

const [origin = 'http://localhost:4310'] = process.argv.slice(2);
mkdirSync(folder, { recursive: true });
const browser = await chromium.launch({
  executablePath: process.env['CHROME_PATH'] ?? chromium.executablePath(),
  args: ['--no-sandbox'],
});
const page = await browser.newPage({ baseURL: origin, colorScheme: 'light', reducedMotion: 'reduce' });
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
  await page.waitForFunction(() => document.querySelector('[aria-busy=true], .animate-shimmer') === null);
  await page.screenshot({ path: `${folder}/${file}.jpg`, type: 'jpeg', quality: jpegQuality });
}
await browser.close();
