import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import type { Page } from '@playwright/test';
import { formatSlashDay } from '#contract/rules/dates-format.ts';
import { addDays, addMonthsKeepingDay, hospitalDay } from '#contract/rules/hospital-day.ts';
import { horizonOf } from '#contract/rules/plan.ts';
import { looks, problemsOf, settled } from '#tests/support/inspect-screen.ts';
import {
  addAccount,
  admin,
  createHospital,
  createWorld,
  engineer,
  hospitalUser,
  importRegister,
  openTablet,
  signIn,
  type Tablet,
  type World,
  writeRegister,
} from '#tests/support/story.ts';
import { paths, withQuery } from '#ui/paths.ts';

const today = hospitalDay(new Date(), 'Asia/Kolkata');
const serials = ['SCH-01', 'SCH-02'];
/** 100 days ago: with a monthly interval, 4 tasks are in the past. */
const longAgo = addDays(today, -100);
const seen = [looks.phoneLight, looks.tabletDark, looks.deskLight];

let world: World;
let tablet: Tablet;
let page: Page;

test.beforeAll(async () => {
  test.setTimeout(180_000);
  world = await createWorld();
  tablet = await openTablet(world, 'desk', { viewport: { width: 1280, height: 800 } });
  page = tablet.page;
  const register = join(world.folder, 'register.xlsx');
  const device = { equipment: 'Ventilator', make: 'Dräger', model: 'Evita V500' };
  const devices = serials.map((serial) => ({
    ...device,
    serial,
    department: 'Intensive Care Unit',
    location: 'Bay 1',
  }));
  writeRegister(register, devices, today);
  await signIn(page, admin);
  await createHospital(page, 'Planned Hospital');
  await importRegister(page, 'Planned Hospital', register);
  await expect(page.getByRole('status').filter({ hasText: /2/ }).first()).toBeVisible();
  await addAccount(world.origin, hospitalUser, '/BME', { ...engineer, phone: '' });
  await page.goto('/login');
  await signIn(page, engineer);
  await expect(page.getByText(/Ready for offline work: 2 devices/)).toBeVisible();
});
test.afterEach(() => world.cable.mend());
test.afterAll(async () => {
  await tablet?.close();
  await world?.close();
});

const tab = (serial: string) => withQuery(paths.device(serial), { tab: 'schedules' });
const number = (name: string) => page.getByRole('textbox', { name });
const save = () => page.getByRole('button', { name: 'Save' }).click();

test('a schedule for a device shows past dates, creates no tasks for them, and is available offline', async () => {
  await page.goto(tab('SCH-01'));
  await expect(page.getByText('Nothing is planned for this device.')).toBeVisible();
  await page.getByRole('link', { name: 'Add schedule' }).click();
  await expect(page.getByRole('heading', { name: 'Create Schedule' })).toBeVisible();
  await page.getByLabel('Kind').selectOption({ label: 'Safety test' });
  await page.getByLabel('Title').fill('Earth and leakage');
  await number('Every').first().fill('0');
  await page.getByLabel('First due date').fill(longAgo);
  await save();
  await expect(page.getByText('The interval must be 1 or more.')).toBeVisible();
  await number('Every').first().fill('1');
  await expect(page.getByText(/^4 tasks before today will not be added/)).toBeVisible();
  expect(await problemsOf(page, 'the form of a schedule', seen)).toEqual([]);
  await save();
  await expect(page.getByText('Schedule created for 1 device.')).toBeVisible();
  await expect(page.getByText('Earth and leakage, every month')).toBeVisible();
  await expect(page.getByText(/^Safety test · in-house$/)).toBeVisible();
  expect(await problemsOf(page, 'the schedules of a device', seen)).toEqual([]);

  await page.goto(paths.maintenance());
  await settled(page);
  await expect(page.getByText('Safety: Earth and leakage').first()).toBeVisible();
  await page.goto(withQuery(paths.maintenance(), { status: 'overdue' }));
  await expect(page.getByText('Safety: Earth and leakage')).toHaveCount(0);

  world.cable.cut();
  await page.goto(tab('SCH-01'));
  await expect(page.getByText('Earth and leakage, every month')).toBeVisible();
});

test("an interval longer than the manufacturer's needs a reason, and is listed", async () => {
  await page.goto(paths.scheduleCreate());
  await page.getByRole('combobox', { name: 'For' }).selectOption({ label: 'All devices of a model' });
  await page.getByRole('combobox', { name: /^Model/ }).fill('evita');
  await page.getByRole('option', { name: /Evita V500/ }).click();
  await page.getByLabel('Kind').selectOption({ label: 'Inspection' });
  await number('Every').first().fill('6');
  await page.getByLabel('First due date').fill(addDays(today, 10));
  await number('Maker says every').fill('3');
  await save();
  await expect(page.getByText('Longer than the maker recommends: please say why.')).toBeVisible();
  await page.getByLabel('Reason for the longer interval').fill('Used once a month');
  await page.getByLabel('Approved by').fill('Dr Mehta');
  await page.getByLabel('Review on').fill(addMonthsKeepingDay(today, 12));
  await save();
  await expect(page.getByText('Schedule created for 2 devices.')).toBeVisible();

  await page.goto(withQuery(paths.schedules(), { longer: 'true' }));
  await expect(page.getByText('Used once a month')).toBeVisible();
  await expect(page.getByText('1 schedule', { exact: true })).toBeVisible();
  expect(await problemsOf(page, 'schedules longer than the maker says', seen)).toEqual([]);
  await page.getByRole('button', { name: /^Delete Inspection of/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('No schedules found.')).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('Used once a month')).toBeVisible();
});

test('the year lists devices by month, and a far month shows planned work without tasks', async () => {
  const far = addMonthsKeepingDay(horizonOf(today), 3).slice(0, 7);
  await page.goto(withQuery(paths.maintenance(), { month: far }));
  await expect(page.getByText(`Tasks are created up to ${formatSlashDay(horizonOf(today))}.`)).toBeVisible();
  await expect(page.getByText(/[1-9]\d* more tasks? (is|are) planned in/)).toBeVisible();
  await page.getByRole('link', { name: `Year ${far.slice(0, 4)}` }).click();
  await expect(page.getByRole('heading', { name: `Maintenance ${far.slice(0, 4)}` })).toBeVisible();
  await expect(page.getByRole('row', { name: /^SCH-01/ })).toContainText('◇');
  expect(await problemsOf(page, 'the year', seen)).toEqual([]);
  await page.getByRole('link', { name: 'Print' }).click();
  await expect(page.getByRole('article', { name: 'Preventive Maintenance Calendar' })).toBeVisible();
  await expect(page.getByRole('combobox', { name: 'Year' })).toHaveValue(far.slice(0, 4));
});
