import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { hospitalDay } from '#contract/rules/hospital-day.ts';
import { choose } from '#tests/support/choices.ts';
import { drawPhoto } from '#tests/support/photo.ts';
import { makeLabelFilm } from '#tests/support/label-film.ts';
import {
  admin,
  addAccount,
  callAs,
  createHospital,
  createWorld,
  engineer,
  hospitalUser,
  importRegister,
  openTablet,
  signIn,
  writeRegister,
} from '#tests/support/story.ts';
import type { StoryDevice, Tablet, World } from '#tests/support/story.ts';

const hospitalName = 'Story Hospital';
const filmed = 'ASHD-0042';

const devices: StoryDevice[] = [
  { equipment: 'Ventilator', make: 'Dräger', model: 'Evita V500', serial: filmed, location: 'Bed 1' },
  { equipment: 'Ventilator', make: 'Dräger', model: 'Evita V500', serial: 'ASHD-0043', location: 'Bed 2' },
  { equipment: 'Patient Monitor', make: 'Philips', model: 'IntelliVue MX550', serial: 'DE7281-01', location: 'Bed 1' },
  { equipment: 'Patient Monitor', make: 'Philips', model: 'IntelliVue MX550', serial: 'DE7281-02', location: 'Bed 2' },
  { equipment: 'Syringe Pump', make: 'B. Braun', model: 'Perfusor Space', serial: '8713030-77', location: 'Bed 1' },
  { equipment: 'Defibrillator', make: 'ZOLL', model: 'R Series', serial: 'AF15C00123', location: 'Station' },
].map((device) => ({ ...device, department: 'Intensive Care Unit' }));

interface ServerTruth {
  rounds: Record<string, unknown>[];
  tickets: Record<string, unknown>[];
  tasks: Record<string, unknown>[];
  templates: Record<string, unknown>[];
}

/** Returns the server's data on the hospital, through the call that tablets use. */
async function truth(world: World): Promise<ServerTruth> {
  const changes = await callAs<{ rows: { kind: string; rows: Record<string, unknown>[] }[] }>(
    world.origin,
    hospitalUser,
    'GET',
    '/Sync/changes?cursor=0&limit=5000',
  );
  const of = (kind: string) => changes.rows.filter((group) => group.kind === kind).flatMap((group) => group.rows);
  return { rounds: of('round'), tickets: of('ticket'), tasks: of('task'), templates: of('template') };
}

let world: World;
let tablet: Tablet;

test.beforeAll(async () => {
  world = await createWorld();
});
test.afterAll(async () => {
  await tablet?.close();
  await world?.close();
});

test('a round done offline, with two restarts of the tablet and a killed server, is on the server once', async () => {
  test.setTimeout(300_000);
  const today = hospitalDay(new Date(), 'Asia/Kolkata');
  const register = join(world.folder, 'register.xlsx');
  const film = join(world.folder, 'label.y4m');
  const photo = join(world.folder, 'photo.png');
  writeRegister(register, devices, today);
  await makeLabelFilm({ text: `https://labels.example/equipmentdetails/${filmed}`, format: 'qr', outFile: film });
  drawPhoto(photo, 2600, 1900);
  tablet = await openTablet(world, 'tablet', { film });
  let { page } = tablet;

  await test.step('the Admin creates the hospital and imports its register', async () => {
    await signIn(page, admin);
    await createHospital(page, hospitalName);
    await importRegister(page, hospitalName, register);
    await expect(page.getByRole('status').filter({ hasText: /6/ }).first()).toBeVisible();
    await addAccount(world.origin, hospitalUser, '/BME', { ...engineer, phone: '' });
  });

  await test.step('the engineer signs in and the tablet gets ready for the ward', async () => {
    await signIn(page, engineer);
    await expect(page.getByText(/Ready for offline work: 6 devices/)).toBeVisible();
    await page.goto('/daily-rounds/templates/add');
    await page.getByLabel('Template Name').fill('ICU morning');
    await page.getByLabel(/Department/).selectOption({ label: 'Intensive Care Unit' });
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('Template saved successfully!')).toBeVisible();
    await page.goto('/daily-rounds');
    await expect(page.getByRole('row', { name: /ICU morning/ })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Sync: up to date' })).toBeVisible();
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => true));
  });

  await test.step('offline, a filmed label opens the device', async () => {
    world.cable.cut();
    await page.goto('/scan');
    await expect(page).toHaveURL(new RegExp(`/equipmentdetails/${filmed}`, 'i'), { timeout: 30_000 });
    await expect(page.getByRole('heading', { name: /Ventilator/ })).toBeVisible();
  });

  const row = (serial: string) => page.getByRole('row', { name: serial });

  await test.step('the round is begun, and continues after the tablet was switched off', async () => {
    await page.goto('/daily-rounds');
    await page
      .getByRole('row', { name: /ICU morning/ })
      .getByRole('link', { name: /Start round/ })
      .click();
    await choose(row('ASHD-0043').getByRole('radio', { name: 'Needs Attention' }));
    await row('ASHD-0043').getByLabel('Description').fill('Filter due for change.');
    await choose(row('8713030-77').getByRole('radio', { name: 'Operational' }));
    await expect(page.getByText('2 of 6 ·')).toBeVisible();
    const roundUrl = new URL(page.url()).pathname;
    page = await tablet.restart(roundUrl);
    await expect(page.getByText('2 of 6 ·')).toBeVisible();
    await expect(row('ASHD-0043').getByLabel('Description')).toHaveValue('Filter due for change.');
  });

  await test.step('a label of the round is scanned, the rest confirmed, the round saved', async () => {
    await page.getByRole('button', { name: 'Scan', exact: true }).last().click();
    await expect(page.getByRole('dialog').getByText(`${filmed} confirmed.`)).toBeVisible({ timeout: 30_000 });
    await page.getByRole('dialog').getByRole('button', { name: 'Done' }).click();
    await expect(row(filmed).getByText('Scanned')).toBeVisible();
    await page.getByRole('button', { name: 'Confirm the rest as Operational' }).click();
    await expect(page.getByText('6 of 6 ·')).toBeVisible();
    await page.getByRole('button', { name: 'Submit Rounds' }).click();
    await expect(page.getByText('Saved on this tablet. It will be sent when the connection is back.')).toBeVisible();
  });

  await test.step('a breakdown is reported', async () => {
    await page.goto(`/breakdown/new?serial=${encodeURIComponent('AF15C00123')}`);
    await page.getByLabel('Issue Type').selectOption('Electrical');
    await page.getByLabel('Problem Reported').fill('Battery does not hold charge.');
    await page.getByLabel('Priority').selectOption('High');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(page.getByText(/Saved on this tablet/).first()).toBeVisible();
  });

  await test.step('a task is closed with a photo', async () => {
    await page.goto('/bme-dashboard/maintenance');
    const due = page.getByRole('row', { name: /8713030-77/ });
    await due.getByRole('button', { name: /Close/ }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel(/Actions Taken/i).fill('Installed and tested.');
    await dialog.locator('input[type=file]').first().setInputFiles(photo);
    await expect(dialog.getByRole('listitem')).toHaveCount(1);
    const save = dialog.getByRole('button', { name: 'Save' });
    // The position within the dialog, because the dialog itself moves while it opens.
    const placeOf = () => save.evaluate((button: HTMLElement) => button.offsetTop);
    const place = await placeOf();
    expect(place).toBeGreaterThan(100);
    // The photo is scaled in this engine; one that cannot be read would keep its name.
    await expect(dialog.getByRole('button', { name: 'Remove photo.jpg' })).toBeVisible();
    // The picture has its row from the moment it is picked, so that nothing moves away from a finger.
    expect(await placeOf()).toBe(place);
    await save.click();
    await expect(page.getByText(/Saved on this tablet/).first()).toBeVisible();
  });

  await test.step('after a restart, the tablet still has everything and says so', async () => {
    page = await tablet.restart('/outbox');
    await expect(page.getByRole('button', { name: /^Sync: offline, 3 waiting$|^Sync: 3 waiting$/ })).toBeVisible();
    await expect(page.getByText('Saved on this tablet')).toHaveCount(3);
  });

  await test.step('back online, the server is killed midway, and still has everything once', async () => {
    const sent = world.cable.requestSeen(/^POST \/api\/(DailyRound|BreakDown|BMEDashboard\/task\/close) /i);
    world.cable.mend();
    await page.reload();
    await sent;
    await world.killServer();
    await world.restartServer();
    await expect(page.getByRole('button', { name: 'Sync: up to date' })).toBeVisible({ timeout: 90_000 });
    const { rounds, tickets, tasks, templates } = await truth(world);
    expect(rounds).toHaveLength(1);
    expect(rounds[0]).toMatchObject({ by: engineer.name, on: today, operational: 5, needsAttention: 1, notWorking: 0 });
    expect(templates[0]).toMatchObject({ completedRoundsCount: 1 });
    expect(tickets).toHaveLength(1);
    expect(tickets[0]).toMatchObject({
      reportedBy: engineer.name,
      ticketNumber: expect.stringMatching(/^BD-\d{4}-000001$/),
    });
    const closed = tasks.filter((task) => task['closedAt'] !== null);
    expect(closed).toHaveLength(1);
    expect(closed[0]).toMatchObject({ closedBy: engineer.name, files: [{ received: true }] });
  });
});
