import { expect } from '@playwright/test';
import type { Page } from '@playwright/test';
import { formatLongDay } from '#contract/rules/long-day.ts';
import { addDays, hospitalDay } from '#contract/rules/hospital-day.ts';
import { join } from 'node:path';
import { engineOfStory } from '#tests/engines/engine.ts';
import { test } from '#tests/engines/test.ts';
import { tick } from '#tests/support/choices.ts';
import { boxOf, looks, problemsOf, settled, wear } from '#tests/support/inspect-screen.ts';
import {
  addAccount,
  admin,
  callAs,
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
import { paths } from '#ui/paths.ts';

const today = hospitalDay(new Date(), 'Asia/Kolkata');
const serials = ['PLAN-01', 'PLAN-02', 'PLAN-03', 'PLAN-04'];
const far = addDays(today, 75);

let world: World;
let tablet: Tablet;
let page: Page;

/** Creates devices with an inspection today, one of which has been moved far ahead. */
test.beforeAll(async () => {
  test.setTimeout(180_000);
  world = await createWorld();
  tablet = await openTablet(world, 'desk', { viewport: { width: 1280, height: 800 } });
  page = tablet.page;
  const register = join(world.folder, 'register.xlsx');
  const devices = serials.map((serial, index) => ({
    equipment: 'Ventilator',
    make: 'Dräger',
    model: 'Evita V500',
    serial,
    department: index < 3 ? 'Intensive Care Unit' : 'Theatre',
    location: 'Bay 1',
  }));
  writeRegister(register, devices, today);
  await signIn(page, admin);
  await createHospital(page, 'Planned Hospital');
  await importRegister(page, 'Planned Hospital', register);
  await expect(page.getByRole('status').filter({ hasText: /4/ }).first()).toBeVisible();
  await addAccount(world.origin, hospitalUser, '/BME', { ...engineer, phone: '' });
  await page.goto('/login');
  await signIn(page, engineer);
  await expect(page.getByText(/Ready for offline work: 4 devices/)).toBeVisible();
});
test.afterAll(async () => {
  await tablet?.close();
  await world?.close();
});

const tasks = () => page.locator('tbody[role=rowgroup]').getByRole('row');
const button = (name: string) => page.getByRole('button', { name, exact: true });
const tasksOnServer = () =>
  callAs<{ rows: { kind: string; rows: { id: string; taskDate: string; technicianName: string | null }[] }[] }>(
    world.origin,
    hospitalUser,
    'GET',
    '/Sync/changes?cursor=0&limit=5000',
  ).then(({ rows }) => rows.filter(({ kind }) => kind === 'task').flatMap((group) => group.rows));

test('the month shown is the month listed, with days counted by state, and filters apply to both', async () => {
  await page.goto(paths.maintenance());
  await settled(page);
  await expect(page.getByRole('heading', { name: 'Upcoming Tasks' })).toBeVisible();
  await expect(tasks()).toHaveCount(4);
  await page.getByRole('button', { name: 'Next Month' }).click();
  await expect(page.getByRole('heading', { name: /^Tasks of \w+ \d{4}$/ })).toBeVisible();
  await expect(page.getByText('No tasks in this month.')).toBeVisible();
  await page.getByRole('button', { name: 'Prev Month' }).click();
  await expect(tasks()).toHaveCount(4);
  await expect(page.getByRole('button', { name: /4 upcoming, has tasks$/ })).toBeVisible();

  await page.getByLabel('Department').selectOption({ label: 'Theatre' });
  await expect(tasks()).toHaveCount(1);
  await page.getByRole('button', { name: /1 upcoming, has tasks$/ }).click();
  await expect(page.getByRole('heading', { name: `Tasks of ${formatLongDay(today)}` })).toBeVisible();
  await page.getByLabel('Technician').selectOption({ label: 'Assigned to me' });
  await expect(page.getByText('No task matches these filters.')).toBeVisible();
  await expect(page).toHaveURL(/technician=me/);
});

test('P362: the load of an engineer in a week opens exactly those tasks', async () => {
  await page.goto(paths.maintenance());
  await expect(tasks()).toHaveCount(4);
  const load = page.getByRole('region', { name: 'Load by Engineer and Week' });
  await expect(load.getByRole('row', { name: engineer.name })).toBeVisible();
  await page.getByLabel('Department').selectOption({ label: 'Intensive Care Unit' });
  await load.getByRole('link', { name: /^3 open tasks, nobody, / }).click();
  await expect(page.getByRole('heading', { name: /^Open Tasks, / })).toBeVisible();
  await expect(tasks()).toHaveCount(3);
  await expect(page.getByLabel('Technician')).toHaveValue('none');
  await button('Show upcoming tasks').click();
  await expect(page.getByRole('heading', { name: 'Upcoming Tasks' })).toBeVisible();
  await expect(page).not.toHaveURL(/week=/);
});

test('P295: a task dragged onto a day of the calendar opens the form to move it there', async () => {
  test.skip(engineOfStory() === 'webkit', 'WebKitGTK is driven without native drag and drop.');
  const next = addDays(today, 40);
  await page.goto(paths.maintenance());
  await expect(tasks()).toHaveCount(4);
  const row = tasks().filter({ hasText: 'PLAN-03' });
  await page.getByRole('button', { name: /^Today, / }).scrollIntoViewIfNeeded();
  await row.getByText('Ventilator').dragTo(page.getByRole('button', { name: /^Today, / }));
  const dialog = page.getByRole('dialog', { name: 'Move 1 task' });
  await expect(dialog.getByLabel('New Date')).toHaveValue(today);
  await dialog.getByText('Cancel', { exact: true }).click();
  await page.getByText('Select all 4').click();
  await row.getByText('Ventilator').dragTo(page.getByRole('button', { name: /^Today, / }));
  const all = page.getByRole('dialog', { name: 'Move 4 tasks' });
  await all.getByLabel('New Date').fill(next);
  await all.getByText('Cancel', { exact: true }).click();
  await page.getByText('Done', { exact: true }).click();
  await expect(page.getByText('Select', { exact: true })).toBeVisible();
});

test('several tasks are moved with a reason offline, and each arrives once', async () => {
  await page.goto(paths.maintenance());
  await expect(tasks()).toHaveCount(4);
  await expect(button('Sync: up to date')).toBeVisible();
  world.cable.cut();
  await button('Select').click();
  for (const serial of ['PLAN-01', 'PLAN-02']) await tick(page.getByLabel(`Select Ins of ${serial}`));
  await expect(page.getByText('2 tasks selected')).toBeVisible();
  await button('Move').click();
  const dialog = page.getByRole('dialog', { name: 'Move 2 tasks' });
  await dialog.getByRole('button', { name: 'Move' }).click();
  await expect(dialog.getByText('Please give the reason.')).toBeVisible();
  await dialog.getByLabel('New Date').fill(far);
  await dialog.getByLabel('Reason').fill('Bay 1 is being painted.');
  await dialog.getByLabel('Approved By').fill('Dr Mehta');
  await dialog.getByRole('button', { name: 'Move' }).click();
  await expect(tasks()).toHaveCount(2);
  await expect(button('Sync: offline, 2 waiting')).toBeVisible();
  world.cable.mend();
  await expect(button('Sync: up to date')).toBeVisible({ timeout: 60_000 });
  expect((await tasksOnServer()).filter(({ taskDate }) => taskDate === far)).toHaveLength(2);
});

test('several tasks are assigned at once', async () => {
  await page.goto(paths.maintenance());
  await button('Select').click();
  await button('Select all 2').click();
  await button('Assign').click();
  const dialog = page.getByRole('dialog', { name: 'Assign Technician' });
  await expect(dialog.getByText('2 tasks change: 2 without a technician.')).toBeVisible();
  await dialog.getByLabel('Technician').selectOption({ label: engineer.name });
  await expect(dialog.getByText('2 tasks change: 2 without a technician.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('2 tasks assigned.')).toBeVisible();
  expect((await tasksOnServer()).filter(({ technicianName }) => technicianName === engineer.name)).toHaveLength(2);
  await page.getByLabel('Technician').selectOption({ label: 'Assigned to me' });
  await expect(tasks()).toHaveCount(2);
});

test('P294: tasks that the engineer already has are named and left unchanged', async () => {
  await page.goto(paths.maintenance());
  await button('Select').click();
  await button('Select all 2').click();
  await button('Assign').click();
  const dialog = page.getByRole('dialog', { name: 'Assign Technician' });
  await dialog.getByLabel('Technician').selectOption({ label: engineer.name });
  await expect(
    dialog.getByText(`No tasks will change. 2 tasks are already assigned to ${engineer.name}.`),
  ).toBeVisible();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await button('Done').click();
});

test('P294: rows are low, with the department, and no column is clipped on a tablet or a desk', async () => {
  await page.goto(paths.maintenance());
  for (const look of [looks.tabletLight, looks.deskLight]) {
    await wear(page, look);
    await settled(page);
    const table = page.getByRole('table', { name: 'Upcoming Tasks' });
    const isDesk = look === looks.deskLight;
    await expect(table.getByRole('columnheader', { name: 'Department' })).toHaveCount(isDesk ? 1 : 0);
    const department = isDesk ? /^(Intensive Care Unit|Theatre)$/ : / · (Intensive Care Unit|Theatre)$/;
    await expect(tasks().first().getByText(department)).toBeVisible();
    const { height } = await boxOf(tasks().first());
    expect(height, look.name).toBeLessThanOrEqual(isDesk ? 60 : 80);
    const hidden = await page.locator('[data-columns]').evaluate((frame) => frame.scrollWidth - frame.clientWidth);
    expect(hidden, look.name).toBe(0);
  }
});

test('P266: a bulk action is undone, except on the task that a colleague has changed meanwhile', async () => {
  await page.goto(paths.maintenance());
  await expect(page.getByText(/^2 tasks assigned, .* This can be undone for an hour\.$/)).toBeVisible();
  const changed = (await tasksOnServer()).find(({ technicianName }) => technicianName === engineer.name);
  await callAs(world.origin, hospitalUser, 'POST', '/BMEDashboard/task/escalate', { taskId: changed?.id });
  await button('Undo').click();
  await expect(page.getByText('Undone for 1 of 2 tasks.')).toBeVisible();
  await expect(page.getByText(/Not undone: .* escalated this task meanwhile\.$/)).toBeVisible();
  expect((await tasksOnServer()).filter(({ technicianName }) => technicianName === engineer.name)).toHaveLength(1);
  await page.goto(paths.maintenance());
  await expect(page.getByText('Undone for 1 of 2 tasks.')).toBeVisible();
  await button('Dismiss').click();
  await expect(page.getByText('Undone for 1 of 2 tasks.')).toHaveCount(0);
});

test('closing work due far ahead asks for confirmation', async () => {
  await page.goto(`${paths.maintenance()}?day=${far}`);
  await expect(tasks()).toHaveCount(2);
  await button('Close Ins of PLAN-01').click();
  const question = page.getByRole('dialog', { name: 'Close this task now?' });
  await expect(question.getByText(/in 75 days/)).toBeVisible();
  await question.getByRole('button', { name: 'Keep it open' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await button('Close Ins of PLAN-01').click();
  await question.getByRole('button', { name: 'Close it now' }).click();
  await page.getByRole('dialog').getByLabel('Actions Taken').fill('Done early.');
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Task closed successfully!')).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(
    page.getByRole('button', { name: /1 upcoming, 1 closed, has tasks$|1 closed, has tasks$/ }),
  ).toBeVisible();
  await button('Select').click();
  const seen = [looks.phoneLight, looks.tabletDark, looks.deskLight];
  expect(await problemsOf(page, 'maintenance with a selection', seen)).toEqual([]);
});
