import { expect, test } from '@playwright/test';
import type { Locator, Page } from '@playwright/test';
import { hospitalDay } from '#contract/rules/hospital-day.ts';
import { choose } from '#tests/support/choices.ts';
import { addTemplate, devicesInRooms, hospitalWithDevices } from '#tests/support/round-hospital.ts';
import { callAs, createWorld, engineer, hospitalUser, openTablet, signIn } from '#tests/support/story.ts';
import type { Tablet, World } from '#tests/support/story.ts';

const phone = { width: 390, height: 844 };

let world: World;
let tablet: Tablet;

test.beforeAll(async () => {
  world = await createWorld();
  const devices = devicesInRooms('Theatre', [21, 20]);
  const serials = devices.map(({ serial }) => serial);
  const ids = await hospitalWithDevices(world, 'Hospital of Orders', devices);
  const done = await addTemplate(world, 'A done', serials.slice(0, 2));
  await addTemplate(world, 'B pending', serials.slice(0, 5));
  await addTemplate(world, 'C begun', serials);
  await addTemplate(world, 'D pending', serials.slice(0, 5));
  const seen = {
    installationBaseId: ids.get('DEV-001'),
    serialNumber: 'DEV-001',
    status: 'Operational',
    date: hospitalDay(new Date(), 'Asia/Kolkata'),
    dailyRoundTemplateId: done,
  };
  await callAs(world.origin, hospitalUser, 'POST', '/DailyRound', [seen]);
  tablet = await openTablet(world, 'phone', { viewport: phone });
  await signIn(tablet.page, engineer);
  await expect(tablet.page.getByText(/Ready for offline work: 41 devices/)).toBeVisible();
});
test.afterAll(async () => {
  await tablet?.close();
  await world?.close();
});

const names = (rows: Locator) => rows.allTextContents().then((texts) => texts.map((text) => text.slice(0, 7).trim()));

/** Returns whether an element is on the first screen, above the bottom bar, without scrolling. */
async function isOnFirstScreen(page: Page, part: Locator): Promise<boolean> {
  const [box, bar] = [await part.boundingBox(), await page.getByLabel('Bottom bar').boundingBox()];
  const isUnscrolled = await page.evaluate(() => window.scrollY === 0);
  return isUnscrolled && box !== null && bar !== null && box.y >= 0 && box.y + box.height <= bar.y;
}

const expectOnFirstScreen = (part: Locator) => expect.poll(() => isOnFirstScreen(part.page(), part)).toBe(true);

test('rounds are sorted as Continue, Pending, Done, and the phone shows the first button without scrolling', async () => {
  const { page } = tablet;
  await page.goto('/daily-rounds');
  await expect(page.getByRole('link', { name: 'Start round: B pending' })).toBeVisible();
  await expectOnFirstScreen(page.getByRole('link', { name: 'Start round: B pending' }));
  await page.goto('/dashboard/bme');
  await expect(page.getByRole('link', { name: 'Start round: B pending' })).toBeVisible();
  await expectOnFirstScreen(page.getByRole('link', { name: 'Start round: B pending' }));

  await page.goto('/daily-rounds');
  await page.getByRole('link', { name: 'Start round: C begun' }).click();
  for (const serial of ['DEV-001', 'DEV-002', 'DEV-003', 'DEV-004']) {
    await choose(page.getByRole('row', { name: serial }).getByRole('radio', { name: 'Operational' }));
  }
  await page.getByRole('link', { name: 'Back' }).click();
  const listed = page.getByRole('row').filter({ has: page.getByRole('cell') });
  await expect(page.getByRole('link', { name: 'Continue: C begun' })).toBeVisible();
  const first = listed.getByRole('cell').filter({ has: page.getByRole('link', { name: /^[A-D] / }) });
  await expect.poll(() => names(first)).toEqual(['C begun', 'B pendi', 'D pendi', 'A done']);
  await expect(page.getByRole('row', { name: 'C begun' }).getByText('4 of 41')).toBeVisible();
  await expectOnFirstScreen(page.getByRole('link', { name: 'Continue: C begun' }));

  await page.goto('/dashboard/bme');
  const today = page.getByRole('list', { name: 'Rounds of today' }).getByRole('listitem');
  await expect(today.first().getByText('4 of 41')).toBeVisible();
  await expect.poll(() => names(today)).toEqual(['C begun', 'B pendi', 'D pendi']);
  await expectOnFirstScreen(page.getByRole('link', { name: 'Continue: C begun' }));
});
