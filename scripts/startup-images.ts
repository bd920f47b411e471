import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { chromium } from '@playwright/test';
import { startupPictures } from './ios-screens.ts';

/*
 * Draws the startup pictures of iPhones and iPads (public/startup) from the mark and the manifest's background:
 * `npx tsx scripts/startup-images.ts`, with CHROME_PATH where Playwright's own browser is missing.
 */

const background = (JSON.parse(readFileSync('public/manifest.webmanifest', 'utf8')) as { background_color: string })
  .background_color;
const mark = readFileSync('public/icons/mark.svg', 'utf8');
/** Side of the mark, as a share of the shorter side of the screen. */
const markShare = 0.25;

const browser = await chromium.launch({
  executablePath: process.env['CHROME_PATH'] ?? chromium.executablePath(),
  args: ['--no-sandbox'],
});
for (const { file, widthPx, heightPx } of startupPictures) {
  const side = Math.round(Math.min(widthPx, heightPx) * markShare);
  const page = await browser.newPage({ viewport: { width: widthPx, height: heightPx } });
  await page.setContent(
    `<body style="margin:0;height:100vh;display:grid;place-content:center;background:${background}">${mark}<style>svg{width:${side}px;height:${side}px}</style></body>`,
  );
  const target = `public/${file}`;
  mkdirSync(dirname(target), { recursive: true });
  writeFileSync(target, await page.screenshot({ type: 'png' }));
  await page.close();
}
await browser.close();
