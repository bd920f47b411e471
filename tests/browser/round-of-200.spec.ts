import { join } from 'node:path';
import { type CDPSession, expect, type Page, test } from '@playwright/test';
import { drawPhoto } from '#tests/support/photo.ts';
import { addTemplate, devicesInRooms, hospitalWithDevices } from '#tests/support/round-hospital.ts';
import { callAs, createWorld, engineer, hospitalUser, openTablet, signIn } from '#tests/support/story.ts';
import type { Tablet, World } from '#tests/support/story.ts';

/**
 * On a tablet with 2 GB, JavaScript gets at most a quarter of the memory, and other apps leave half of that. Units: MB.
 */
const heapLimit = 256;
const flags = [`--js-flags=--max-old-space-size=${heapLimit}`, '--enable-low-end-device-mode'];
/** How many times slower the tablet's processor is than this machine's. */
const slower = 4;
const megabyte = 1024 * 1024;

const rooms = 10;
const inRoom = 20;
const all = rooms * inRoom;
const devices = devicesInRooms(
  'Theatre',
  Array.from({ length: rooms }, () => inRoom),
);
const faulty = ['DEV-007', 'DEV-066', 'DEV-131'];
/** Rooms in which every row is tapped; in the others one tap confirms the rest. */
const tapRooms = new Set([1, 3, 5, 7, 9]);

interface RoundPage {
  entries: { serialNumber: string; status: string; photos: { received: boolean }[] }[];
}

let world: World;
let tablet: Tablet;
let template: string;

test.beforeAll(async () => {
  world = await createWorld();
  await hospitalWithDevices(world, 'Hospital of Long Rounds', devices);
  template = await addTemplate(
    world,
    'All theatres',
    devices.map(({ serial }) => serial),
  );
  tablet = await openTablet(world, 'tablet', { flags });
});
test.afterAll(async () => {
  await tablet?.close();
  await world?.close();
});

/** Slows the page's processor; the returned function restores it and returns the heap size. Units: bytes. */
async function slowDown(page: Page): Promise<() => Promise<number>> {
  const devtools: CDPSession = await page.context().newCDPSession(page);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: slower });
  return async () => {
    const { usedSize } = await devtools.send('Runtime.getHeapUsage');
    await devtools.detach();
    return usedSize;
  };
}

/* Uses attributes and no `expect`: Playwright computes the roles of the whole page whenever an `expect` waits, which
   takes a slow processor seconds on a page this long. */
const shown = (page: Page, selector: string) => page.locator(selector).first().waitFor();
const row = (page: Page, serial: string) => page.locator(`tr[aria-label="${serial}"]`);
const answered = (page: Page, count: number) => shown(page, `progress[aria-valuetext^="${count} of ${all},"]`);
const photoOf = (serial: string) => `[aria-label="Remove photo 1 of ${serial}"]`;
const serialsOf = (room: number) =>
  devices.filter(({ location }) => location === `Room ${room}`).map(({ serial }) => serial);

/** Records each fault of a room with a photo. */
async function noteFaults(page: Page, room: number, photo: string): Promise<void> {
  for (const serial of serialsOf(room).filter((one) => faulty.includes(one))) {
    await row(page, serial).locator('input[type=radio][value="Needs Attention"]').click();
    await row(page, serial).locator('textarea').fill(`Worn cable on ${serial}`);
    await page.locator(`[aria-label="Add photo of ${serial}"]`).setInputFiles(photo);
    await shown(page, photoOf(serial));
  }
}

/** Taps "Operational" in the remaining rows of a room, one per frame. */
async function tapEach(page: Page, room: number): Promise<void> {
  const sound = serialsOf(room).filter((serial) => !faulty.includes(serial));
  await page.evaluate(async (serials) => {
    const frame = () => new Promise((drawn) => requestAnimationFrame(drawn));
    for (const serial of serials) {
      const rowOf = () =>
        document.querySelector<HTMLElement>(`tr[aria-label="${serial}"] input[type=radio][value=Operational]`);
      // Rows further down are drawn in steps between taps: a user taps only rows that are visible.
      let tapped = rowOf();
      for (const limit = performance.now() + 20_000; !tapped && performance.now() < limit; tapped = rowOf())
        await frame();
      if (!tapped) throw new Error(`There is no row of ${serial}.`);
      tapped.scrollIntoView({ block: 'center' });
      tapped.click();
      await frame();
    }
  }, sound);
}

/** Walks through rooms: taps every row in some of them and confirms the rest of the others with one tap. */
async function walk(page: Page, numbers: readonly number[], photo: string): Promise<void> {
  for (const number of numbers) {
    await noteFaults(page, number, photo);
    if (tapRooms.has(number)) await tapEach(page, number);
    else await page.locator(`[aria-label="Confirm the rest here: Theatre, Room ${number}"]`).click();
    await answered(page, number * inRoom);
  }
}

test(`a slow tablet with little memory completes a round of ${all} over a restart, and each device is on the server once`, async () => {
  const photo = join(world.folder, 'photo.png');
  drawPhoto(photo, 1300, 950);
  let { page } = tablet;
  await signIn(page, engineer);
  await expect(page.getByText(new RegExp(`Ready for offline work: ${all} devices`))).toBeVisible({ timeout: 60_000 });
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => true));
  world.cable.cut();
  const startedAt = Date.now();
  let end = await slowDown(page);
  await page.goto(`/daily-rounds/add/${template}`);
  await walk(page, [1, 2, 3, 4, 5], photo);
  const heaps = [await end()];

  page = await tablet.restart(`/daily-rounds/add/${template}`);
  end = await slowDown(page);
  await answered(page, all / 2);
  for (const serial of faulty.slice(0, 2)) {
    expect(await row(page, serial).locator('textarea').inputValue()).toBe(`Worn cable on ${serial}`);
    await shown(page, photoOf(serial));
  }
  await walk(page, [6, 7, 8, 9, 10], photo);
  heaps.push(await end());
  end = await slowDown(page);
  await page.locator('section[aria-label=Round] button', { hasText: 'Submit Rounds' }).click();
  // By then the long page has been removed.
  await row(page, 'DEV-001').waitFor({ state: 'detached' });
  await expect(page.getByText(/^Saved on this tablet/).first()).toBeVisible();
  heaps.push(await end());
  const seconds = Math.round((Date.now() - startedAt) / 1000);

  world.cable.mend();
  await page.reload();
  await expect(page.getByRole('button', { name: 'Sync: up to date' })).toBeVisible({ timeout: 60_000 });
  const { items } = await callAs<{ items: { roundId: string }[] }>(
    world.origin,
    hospitalUser,
    'GET',
    `/DailyRound/template/${template}/rounds`,
  );
  expect(items).toHaveLength(1);
  const { entries } = await callAs<RoundPage>(
    world.origin,
    hospitalUser,
    'GET',
    `/DailyRound/round/${items[0]?.roundId}`,
  );
  expect(entries.map(({ serialNumber }) => serialNumber).sort()).toEqual(devices.map(({ serial }) => serial));
  const worn = entries.filter(({ status }) => status === 'Needs Attention');
  expect(worn.map(({ serialNumber }) => serialNumber).sort()).toEqual(faulty);
  expect(worn.map(({ photos }) => photos)).toEqual(faulty.map(() => [expect.objectContaining({ received: true })]));
  expect(entries.filter(({ status }) => status === 'Operational')).toHaveLength(all - faulty.length);
  const peak = Math.max(...heaps) / megabyte;
  console.log(
    `a round of ${all} on a processor ${slower} times slower: ${seconds} s, JavaScript heap at most ${peak.toFixed(1)} MB of ${heapLimit} MB`,
  );
  expect(peak).toBeGreaterThan(0);
  expect(peak).toBeLessThan(heapLimit);
});
