import { join } from 'node:path';
import { expect, type Page, test } from '@playwright/test';
import type { TestRow } from '#contract/calls/test-record.ts';
import type { TicketRecord } from '#contract/replica.ts';
import { addDays, hospitalDay } from '#contract/rules/hospital-day.ts';
import { drawPhoto } from '#tests/support/photo.ts';
import { hospitalWithDevices } from '#tests/support/round-hospital.ts';
import { callAs, createWorld, engineer, openTablet, signIn } from '#tests/support/story.ts';
import type { Tablet, World } from '#tests/support/story.ts';
import { paths } from '#ui/paths.ts';

/** Taps for a procedure of 14 steps with two testers, a photo and a ticket. */
const mostTaps = 30;
const serial = 'DEFI-001';
const procedure = 'Defibrillator, half-yearly test';

let world: World;
let tablet: Tablet;
let photo: string;
let deviceId: string;

const ask = <T>(method: string, path: string, body?: unknown) => callAs<T>(world.origin, engineer, method, path, body);

test.beforeAll(async () => {
  world = await createWorld();
  const device = {
    equipment: 'Defibrillator',
    make: 'Cardio',
    model: 'D-3',
    department: 'Casualty',
    location: 'Bay 2',
  };
  const ids = await hospitalWithDevices(world, 'Hospital of Tests', [{ ...device, serial }]);
  deviceId = ids.get(serial) ?? '';
  await ask('POST', '/Procedure/starter', {});
  const today = hospitalDay(new Date(), 'Asia/Kolkata');
  const testers = [
    { name: 'Defibrillator analyser', serialNumber: 'DA-77', certificateNumber: 'NABL-1', dueOn: addDays(today, 90) },
    { name: 'Safety analyser', serialNumber: 'ESA-3', certificateNumber: 'NABL-2', dueOn: addDays(today, -1) },
  ];
  for (const tester of testers) await ask('POST', '/Tester', tester);
  photo = join(world.folder, 'analyser.png');
  drawPhoto(photo, 900, 700);
  tablet = await openTablet(world, 'tablet');
  await signIn(tablet.page, engineer);
  await expect(tablet.page.getByText(/Ready for offline work: 1 device/)).toBeVisible();
});
test.afterAll(async () => {
  await tablet?.close();
  await world?.close();
});

const readings: readonly (readonly [step: string, value: string])[] = [
  ['Energy at 50 J', '51'],
  ['Energy at 200 J', '198,5'],
  ['Charging time to the highest energy', '7'],
  ['Delay of a synchronized shock', '35'],
  ['Heart rate at 60 bpm', '60'],
  ['Earth resistance', '88'],
  ['Device leakage current', '120'],
];

const stepOf = (page: Page, title: string) => page.getByRole('region', { name: new RegExp(`\\d+\\. ${title}$`) });

/** Answers every step; `wrong` gives a step another value. Returns the taps. */
async function fill(page: Page, wrong: Readonly<Record<string, string>> = {}): Promise<number> {
  let taps = 0;
  await expect(page.getByRole('radio', { name: 'OK', exact: true }).first()).toBeVisible();
  for (const choice of await page.getByRole('radio', { name: 'OK', exact: true }).all()) {
    await choice.click();
    taps += 1;
  }
  for (const [title, value] of readings) {
    await stepOf(page, title)
      .getByLabel('As found')
      .fill(wrong[title] ?? value);
    taps += 1;
  }
  return taps;
}

test('without network a device fails with two testers, its ticket and photo go along, and all of it arrives once', async () => {
  const { page } = tablet;
  world.cable.cut();
  await page.goto(paths.device(serial));
  await page.getByRole('link', { name: /^Close Ins of/ }).click();
  await page.getByRole('link', { name: new RegExp(`^${procedure}`) }).click();
  await expect(page.getByRole('heading', { level: 1, name: procedure })).toBeVisible();

  let taps = await fill(page, { 'Energy at 200 J': '120' });
  const failed = stepOf(page, 'Energy at 200 J');
  await expect(failed.getByText('Out of limits: 120 J is below 170 J')).toBeVisible();
  await failed.getByLabel('Take a photo for Energy at 200 J').setInputFiles(photo);
  await expect(failed.getByRole('button', { name: /^Remove photo 1/ })).toBeVisible();
  await expect(stepOf(page, 'Energy at 50 J').getByText('Within the limits')).toBeVisible();

  await expect(page.getByText('No tester is named.')).toBeVisible();
  await page.getByRole('checkbox', { name: /Defibrillator analyser/ }).check();
  await page.getByRole('checkbox', { name: /Safety analyser/ }).check();
  taps += 3;
  await expect(page.getByText(/^Tester out of date: Safety analyser ESA-3 was due on /)).toBeVisible();

  // Every touch is kept: the app is ended and opened again, still without network.
  const again = await tablet.restart(new URL(page.url()).pathname + new URL(page.url()).search);
  await expect(again.getByText('What you entered before is still here.')).toBeVisible();
  await expect(stepOf(again, 'Energy at 200 J').getByLabel('As found')).toHaveValue('120');
  await expect(again.getByRole('checkbox', { name: 'Report a breakdown with this test' })).toBeChecked();
  await again.getByRole('button', { name: 'Save test' }).click();
  taps += 1;
  expect(taps).toBeLessThanOrEqual(mostTaps);
  await expect(again.getByText('Saved on this device. It will be sent when the connection is back.')).toBeVisible();

  // The tablet shows it without network: the record, its certificate and the ticket.
  await again.getByRole('link', { name: 'Certificate' }).click();
  await expect(again.getByRole('heading', { name: 'Test certificate' }).first()).toBeVisible();
  await expect(again.getByText('120 J is below 170 J', { exact: true })).toBeVisible();

  world.cable.mend();
  await expect(again.getByRole('button', { name: 'Sync: up to date' })).toBeVisible({ timeout: 60_000 });
  const tests = await ask<TestRow[]>('GET', `/InstallationBase/${deviceId}/tests`);
  expect(tests.map(({ result, by }) => [result, by])).toEqual([['Fail', engineer.name]]);
  const { rows } = await ask<{ rows: { kind: string; rows: unknown[] }[] }>('GET', '/Sync/changes?cursor=0&limit=1000');
  const tickets = rows.flatMap((group) => (group.kind === 'ticket' ? (group.rows as TicketRecord[]) : []));
  expect(tickets).toHaveLength(1);
  expect(tickets[0]?.problemReported).toContain('Energy at 200 J: 120 J is below 170 J.');
  await expect
    .poll(async () => {
      const changed = await ask<{ rows: { kind: string; rows: unknown[] }[] }>(
        'GET',
        '/Sync/changes?cursor=0&limit=1000',
      );
      const now = changed.rows.flatMap((group) => (group.kind === 'ticket' ? (group.rows as TicketRecord[]) : []));
      return now[0]?.files.map(({ received }) => received);
    })
    .toEqual([true]);
});

test('after the repair it is tested again, passes, closes its task and has its certificate', async () => {
  const { page } = tablet;
  await page.goto(paths.device(serial));
  await page.getByRole('link', { name: /^Close Ins of/ }).click();
  await page.getByRole('link', { name: new RegExp(`^${procedure}`) }).click();
  await fill(page);
  await expect(stepOf(page, 'Energy at 200 J').getByText(/^Last time: 120 J on /)).toBeVisible();
  await page.getByRole('checkbox', { name: /Defibrillator analyser/ }).check();
  await expect(page.locator('p', { hasText: 'Computed result:' })).toContainText('Pass');
  await page.getByRole('button', { name: 'Save test' }).click();
  await expect(page.getByText('Test saved successfully!')).toBeVisible();
  await page.getByRole('link', { name: 'Certificate' }).click();
  await expect(page.getByText('NABL-1')).toBeVisible();
  await expect(page.getByText('198.5 J')).toBeVisible();

  await page.goto(`${paths.device(serial)}?tab=maintenance`);
  const table = page.getByRole('table', { name: 'Tests' });
  await expect(table.getByRole('row')).toHaveCount(3);
  await expect(page.getByText(`${procedure}, version 1: Pass`)).toBeVisible();
});
