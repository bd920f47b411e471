import { mkdirSync } from 'node:fs';
import { expect, type Page, test } from '@playwright/test';
import { demoSignIns } from '#server/demo/seed.ts';
import { type CableDemo, openCableDemo } from '#tests/support/cable-demo.ts';
import { axeFindings, boxOf, looks, settled, wear } from '#tests/support/inspect-screen.ts';
import { drawPhoto } from '#tests/support/photo.ts';
import { signIn } from '#tests/support/story.ts';
import { paths } from '#ui/paths.ts';

let demo: CableDemo;
test.beforeAll(async () => {
  demo = await openCableDemo();
});
test.afterAll(() => demo.close());

const home = (page: Page) => page.locator('header').getByRole('link', { name: /^Ward Rounds/ });
const logo = (page: Page) => home(page).getByRole('img', { name: 'Lotus General Hospital, Pune' });
/** True once the browser has decoded the picture. */
const isDrawn = (picture: ReturnType<typeof logo>) =>
  picture.evaluate((image) => image instanceof HTMLImageElement && image.complete && image.naturalWidth > 0);

test('the office sets the logo; tablets show it in the header and on papers, also without network', async ({
  browser,
}) => {
  const folder = test.info().outputPath('pictures');
  mkdirSync(folder, { recursive: true });
  const file = `${folder}/logo.png`;
  drawPhoto(file, 900, 300);
  const context = await browser.newContext({ baseURL: demo.origin, viewport: { width: 1280, height: 800 } });
  const page = await context.newPage();
  await signIn(page, demoSignIns.hospital);
  await page.goto(paths.settings());
  await settled(page);
  // While something is being sent or loaded, the bar has less room for the mark.
  await expect(page.getByRole('button', { name: 'Sync: up to date' })).toBeVisible({ timeout: 60_000 });
  await expect(page.locator('#header-notes').getByRole('link')).toBeVisible();
  const before = await boxOf(home(page));

  await test.step('set by pressing the words, with a camera photo that has to be scaled down', async () => {
    const chooser = page.waitForEvent('filechooser');
    const card = page.getByRole('region', { name: 'Hospital logo' });
    const words = card.getByText('Choose a file');
    await words.scrollIntoViewIfNeeded();
    const { x, y, width, height } = await boxOf(words);
    await page.mouse.click(x + width / 2, y + height / 2);
    await (await chooser).setFiles(file);
    await expect(page.getByText('The hospital logo was saved.')).toBeVisible();
    await expect(logo(page)).toBeVisible();
    expect(await isDrawn(logo(page))).toBe(true);
    await expect(page.getByRole('button', { name: 'Sync: up to date' })).toBeVisible();
    expect(await boxOf(home(page))).toEqual(before);
    expect((await boxOf(logo(page))).width).toBeLessThanOrEqual(before.width);
  });

  await test.step('removed, and back with Undo', async () => {
    await page.getByText('Remove logo').click();
    await expect(logo(page)).toHaveCount(0);
    await page.getByRole('button', { name: 'Undo: The hospital logo was removed.' }).click();
    await expect(logo(page)).toBeVisible();
  });

  await test.step('fits in each size, light and dark', async () => {
    for (const [name, look] of Object.entries(looks)) {
      await wear(page, look);
      await expect(logo(page)).toBeVisible();
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), name).toBeLessThanOrEqual(0);
      const picture = await boxOf(logo(page));
      expect(Math.min(picture.width, picture.height), name).toBeGreaterThanOrEqual(24);
      expect(await axeFindings(page), name).toEqual([]);
      await page.screenshot({ path: `${folder}/settings-${name}.png` });
    }
  });
  await context.close();

  const tablet = await browser.newContext({ baseURL: demo.origin, viewport: { width: 820, height: 1180 } });
  const ward = await tablet.newPage();
  await signIn(ward, demoSignIns.bme);
  await expect(ward.getByText(/Ready for offline work/)).toBeVisible({ timeout: 60_000 });
  await expect(logo(ward)).toBeVisible();
  await ward.goto(paths.printInventory());
  const onPaper = ward.getByRole('article').locator('img');
  await expect(onPaper).toBeVisible();

  await test.step('printed on each page', async () => {
    await ward.emulateMedia({ media: 'print' });
    await expect(onPaper).toBeVisible();
    await expect(home(ward)).toBeHidden();
    const { height } = await boxOf(onPaper);
    // 14 mm.
    expect(Math.round(height)).toBe(53);
    await ward.screenshot({ path: `${folder}/printed.png` });
    await ward.emulateMedia({ media: null });
  });

  await test.step('shown after a reload without network', async () => {
    demo.cable.cut();
    await ward.reload();
    await expect(onPaper).toBeVisible();
    await expect(logo(ward)).toBeVisible();
    expect(await isDrawn(logo(ward))).toBe(true);
    await ward.goto(paths.qrPrint());
    await settled(ward);
    await expect(logo(ward)).toBeVisible();
    await expect(ward.getByRole('main').locator('img')).toHaveCount(0);
  });
  await tablet.close();
});
