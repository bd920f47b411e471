import { expect, test } from '@playwright/test';
import { formatLongDay } from '#contract/rules/long-day.ts';
import { addDays, hospitalDay } from '#contract/rules/hospital-day.ts';
import { addTemplate, devicesInRooms, hospitalWithDevices } from '#tests/support/round-hospital.ts';
import { callAs, createWorld, engineer, hospitalUser, signIn } from '#tests/support/story.ts';
import type { World } from '#tests/support/story.ts';

const dayMs = 24 * 3_600_000;
const zone = 'Asia/Kolkata';

let world: World;
test.beforeAll(async () => {
  world = await createWorld();
  const devices = devicesInRooms('Theatre', [3]);
  await hospitalWithDevices(world, 'Hospital of Days', devices);
});
test.afterAll(() => world?.close());

for (const [called, offDays] of [
  ['a day fast', 1],
  ['a day slow', -1],
] as const) {
  test(`a tablet whose clock is ${called} shows and submits the round of the hospital's today`, async ({ browser }) => {
    const template = `Theatres ${called}`;
    const templateId = await addTemplate(world, template, ['DEV-001', 'DEV-002', 'DEV-003']);
    const context = await browser.newContext({ baseURL: world.origin });
    const page = await context.newPage();
    await page.clock.install({ time: Date.now() + offDays * dayMs });
    await page.clock.resume();
    await signIn(page, engineer);
    await page.goto(`/daily-rounds/add/${templateId}`);
    const today = hospitalDay(new Date(), zone);
    await expect(page.getByText(formatLongDay(today))).toBeVisible();
    await expect(page.getByText(formatLongDay(addDays(today, offDays)))).toHaveCount(0);
    await page.getByRole('button', { name: 'Confirm the rest as Operational' }).click();
    await page.getByRole('button', { name: 'Submit Rounds' }).click();
    await expect(page.getByText('Daily rounds submitted successfully!')).toBeVisible();
    await page.getByRole('link', { name: 'Daily Rounds', exact: true }).last().click();
    await expect(page.getByRole('row', { name: template }).getByText('Done today')).toBeVisible();
    const listed = await callAs<{ templateId: string; isDoneToday: boolean }[]>(
      world.origin,
      hospitalUser,
      'GET',
      '/DailyRound/templates',
    );
    expect(listed.find((one) => one.templateId === templateId)?.isDoneToday).toBe(true);
    await context.close();
  });
}
