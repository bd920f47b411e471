import { expect, test } from '@playwright/test';
import type { Page } from '@playwright/test';
import { addDays, hospitalDay } from '#contract/rules/hospital-day.ts';
import { demoSignIns } from '#server/demo/seed.ts';
import { type CableDemo, openCableDemo } from '#tests/support/cable-demo.ts';
import { problemsOf, looks } from '#tests/support/inspect-screen.ts';
import { callAs, signIn } from '#tests/support/story.ts';

let demo: CableDemo;
test.beforeAll(async () => {
  demo = await openCableDemo();
});
test.afterAll(() => demo?.close());
test.afterEach(() => demo.cable.mend());

const today = hospitalDay(new Date(), 'Asia/Kolkata');
const upToDate = (page: Page) =>
  expect(page.getByRole('button', { name: 'Sync: up to date' })).toBeVisible({ timeout: 60_000 });

interface KnownRound {
  id: string;
  templateId: string;
  on: string;
  by: string;
  operational: number;
  needsAttention: number;
  notWorking: number;
  notSeen: number;
}

/** Returns the rounds of the demo hospital. */
async function rounds(): Promise<KnownRound[]> {
  const { rows } = await callAs<{ rows: { kind: string; rows: KnownRound[] }[] }>(
    demo.origin,
    demoSignIns.hospital,
    'GET',
    '/Sync/changes?cursor=0&limit=5000',
  );
  return rows.flatMap((group) => (group.kind === 'round' ? group.rows : []));
}

const entriesOf = (round: KnownRound) => round.operational + round.needsAttention + round.notWorking + round.notSeen;

test('a submitted round is opened from the count, the chart, the log and the device, offline for 30 days', async ({
  browser,
}) => {
  const context = await browser.newContext({ baseURL: demo.origin });
  const page = await context.newPage();
  await signIn(page, demoSignIns.hospital);
  await upToDate(page);
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => true));
  const all = await rounds();
  const recent = all.find((round) => round.needsAttention > 0 && round.on > addDays(today, -20));
  const old = all.find(({ on }) => on <= addDays(today, -30));
  if (!recent || !old) throw new Error('The demo hospital has no such rounds.');
  const ofTemplate = all.filter(({ templateId }) => templateId === recent.templateId);

  await test.step('the count of a template opens its rounds, the latest first', async () => {
    // The round's template may not be on the first page of the list.
    await page.goto('/daily-rounds?pageSize=50');
    await page.locator(`a[href="/daily-rounds/${recent.templateId}/rounds"]`).first().click();
    await expect(page.getByText(`of ${ofTemplate.length} rounds`)).toBeVisible();
    await expect(page.getByRole('navigation', { name: 'Pagination' })).toBeVisible();
    await page.getByLabel('Day').fill(recent.on);
    await page.getByRole('row').filter({ hasText: recent.by }).getByRole('link').first().click();
    await expect(page).toHaveURL(`/daily-rounds/rounds/${recent.id}`);
  });

  const devices = page.getByRole('table', { name: 'Devices of the round' });
  await test.step('its page shows who and when, each device, how it was confirmed and what was found', async () => {
    await expect(page.getByText(new RegExp(`Submitted .* by ${recent.by}`))).toBeVisible();
    await expect(devices.getByRole('row')).toHaveCount(entriesOf(recent) + 1);
    await expect(devices.getByRole('row').nth(1)).toContainText(/Not Working|Needs Attention/);
    await expect(devices.getByText('By hand').first()).toBeVisible();
    expect(await problemsOf(page, 'a round', [looks.phoneDark, looks.tabletLight, looks.deskLight])).toEqual([]);
  });

  await test.step('offline it is shown from the tablet, and an old one says what is missing', async () => {
    const upright = { width: 820, height: 1180 };
    await page.setViewportSize(upright);
    demo.cable.cut();
    const other = all.find(
      ({ id, on, notSeen, needsAttention }) =>
        id !== recent.id && on > addDays(today, -20) && notSeen + needsAttention > 0,
    );
    if (!other) throw new Error('The demo hospital has no second round of these days.');
    await page.goto(`/daily-rounds/rounds?on=${other.on}`);
    await page.locator(`a[href="/daily-rounds/rounds/${other.id}"]`).click();
    await expect(devices.getByRole('row')).toHaveCount(entriesOf(other) + 1);
    await expect(page.getByText(/needs the network/)).toHaveCount(0);
    await page.goto(`/daily-rounds/rounds/${old.id}`);
    await expect(page.getByText(/This tablet keeps them for 30 days/)).toBeVisible();
    await expect(page.getByText(`at ${entriesOf(old)} devices needs the network`)).toBeVisible();
    demo.cable.mend();
    await page.reload();
    await expect(devices.getByRole('row')).toHaveCount(entriesOf(old) + 1);
  });

  await test.step('a day of the chart opens its rounds', async () => {
    await page.goto('/dashboard/bme?range=last30days');
    await page.getByText('Show the numbers as a table').click();
    await page
      .getByRole('table', { name: /Round entries/ })
      .getByRole('link')
      .first()
      .click();
    await expect(page).toHaveURL(/\/daily-rounds\/rounds\?on=/);
    await expect(page.getByRole('heading', { name: 'Submitted Rounds' })).toBeVisible();
  });

  await test.step('the device page and the activity log link to the round', async () => {
    await page.goto(`/daily-rounds/rounds/${recent.id}`);
    await devices.getByRole('row').nth(1).getByRole('link').first().click();
    await page.getByRole('tab', { name: /History/ }).click();
    await page.locator(`a[href="/daily-rounds/rounds/${recent.id}"]`).click();
    await expect(devices).toBeVisible();

    const { serials, templateId } = (
      await callAs<{ templateId: string; serials: string[] }[]>(
        demo.origin,
        demoSignIns.bme,
        'GET',
        '/DailyRound/templates',
      )
    )[0] ?? { serials: [], templateId: '' };
    const body = [
      {
        serialNumber: serials[0],
        status: 'Not Seen',
        notSeenReason: 'In use',
        date: today,
        dailyRoundTemplateId: templateId,
      },
    ];
    const { roundId } = await callAs<{ roundId: string }>(demo.origin, demoSignIns.bme, 'POST', '/DailyRound', body);
    await page.goto('/activity');
    await page.locator(`a[href="/daily-rounds/rounds/${roundId}"]`).click();
    await expect(devices.getByRole('row').nth(1)).toContainText('In use');
  });

  await test.step('an unknown round says so', async () => {
    await page.goto('/daily-rounds/rounds/nothing');
    await expect(page.getByText('Round not found.')).toBeVisible();
  });
  await context.close();
});
