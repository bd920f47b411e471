import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { hospitalDay } from '#contract/rules/hospital-day.ts';
import { horizonOf } from '#contract/rules/plan.ts';
import { textWorkbook } from '#server/import/sheets-out.ts';
import { tick } from '#tests/support/choices.ts';
import { addHospital, admin, callAs, chooseHospital, createWorld, hospitalUser, signIn } from '#tests/support/story.ts';
import type { World } from '#tests/support/story.ts';

const hospitalName = 'Hospital with a Past';
const header = ['Equipment Name', 'Importance', 'Make', 'Model', 'Serial Number', 'Installation Date'];
const calibration = ['Calibration Required', 'Calibration Frequency', 'Calibration Count'];

let world: World;
let today: string;

test.beforeAll(async () => {
  world = await createWorld();
  today = hospitalDay(new Date(), 'Asia/Kolkata');
  await addHospital(world, hospitalName);
});
test.afterAll(() => world?.close());

/** Builds a register of twenty devices from 2012, calibrated yearly for thirty years. */
function oldRegister(name: string): string {
  const file = join(world.folder, `${name}.xlsx`);
  const rows = Array.from({ length: 20 }, (_row, at) => [
    'Syringe Pump',
    'Critical',
    'B. Braun',
    'Perfusor',
    `${name}-${at + 1}`,
    '2012-03-14',
    'Yes',
    'yearly',
    '30',
  ]);
  writeFileSync(file, textWorkbook({ name: 'Register', rows: [[...header, ...calibration], ...rows] }));
  return file;
}

async function openTaskDays(): Promise<string[]> {
  const { rows } = await callAs<{ rows: { kind: string; rows: Record<string, unknown>[] }[] }>(
    world.origin,
    hospitalUser,
    'GET',
    '/Sync/changes?cursor=0&limit=5000',
  );
  const tasks = rows.filter(({ kind }) => kind === 'task').flatMap((group) => group.rows);
  return tasks.filter(({ closedAt }) => closedAt === null).map(({ taskDate }) => String(taskDate));
}

const overdue = async () => (await openTaskDays()).filter((day) => day < today).length;

test('a register creates no overdue tasks unless the Admin chooses so at the check; one action clears them', async ({
  browser,
}) => {
  const page = await browser.newPage({ baseURL: world.origin, viewport: { width: 820, height: 1180 } });
  await signIn(page, admin);
  const years = Number(today.slice(0, 4)) - 2012 - (today.slice(5) > '03-14' ? 0 : 1);
  const past = 20 * years;
  // Tasks are created 13 months ahead.
  const madeAhead = [0, 1, 2]
    .map((ahead) => `${Number(today.slice(0, 4)) + ahead}-03-14`)
    .filter((day) => day >= today && day <= horizonOf(today)).length;

  await test.step('the check says how many tasks would be in the past', async () => {
    await page.goto('/admin/imports');
    await chooseHospital(page, hospitalName);
    await page.locator('input[type=file]').setInputFiles(oldRegister('OLD'));
    await page.getByRole('button', { name: 'Check file' }).click();
    await expect(
      page.getByText(
        `${past} tasks of these devices were due before today. They are not created unless you choose so above.`,
      ),
    ).toBeVisible();
    expect(await openTaskDays()).toEqual([]);
  });

  await test.step('the import creates future tasks, and no overdue ones', async () => {
    await page.getByRole('button', { name: 'Upload' }).click();
    await expect(page.getByText('Import completed: 20 devices added.')).toBeVisible();
    await expect(page.getByText('They were not created: work begins today.')).toBeVisible();
    expect(await overdue()).toBe(0);
    expect((await openTaskDays()).length).toBe(20 * madeAhead);
    await expect(page.getByRole('heading', { name: 'Work from before your record' })).toHaveCount(0);
  });

  await test.step('if chosen at the check, all are created', async () => {
    await page.getByLabel('Excel file').setInputFiles(oldRegister('CHOSEN'));
    await tick(page.getByLabel('Also create tasks that were due before today'));
    await page.getByRole('button', { name: 'Upload' }).click();
    await expect(
      page.getByText(`${past} tasks of these devices were due before today. They show as overdue.`),
    ).toBeVisible();
    expect(await overdue()).toBe(past);
  });

  await test.step('one action clears them, except what was done or begun', async () => {
    const { rows } = await callAs<{ rows: { kind: string; rows: { id: string; taskDate: string }[] }[] }>(
      world.origin,
      hospitalUser,
      'GET',
      '/Sync/changes?cursor=0&limit=5000',
    );
    const due = rows
      .filter(({ kind }) => kind === 'task')
      .flatMap((group) => group.rows)
      .find(({ taskDate }) => taskDate < today);
    await callAs(world.origin, hospitalUser, 'POST', '/BMEDashboard/task/close', {
      taskId: due?.id,
      actionTaken: 'Done in 2013.',
    });
    const left = past - 1;
    await page.reload();
    await chooseHospital(page, hospitalName);
    await expect(page.getByText(`${left} open tasks on 20 devices were due before`)).toBeVisible();
    await expect(page.getByText(/the oldest on .*2013/)).toBeVisible();
    const before = (await openTaskDays()).length;
    await page.getByRole('button', { name: `Clear ${left} tasks` }).click();
    const dialog = page.getByRole('dialog', { name: 'Clear work from before your record' });
    await dialog.getByRole('button', { name: `Clear ${left} tasks` }).dblclick();
    await expect(page.getByText(`${left} tasks from before your record cleared.`)).toBeVisible();
    await expect(page.getByRole('button', { name: `Bring ${left} tasks back` })).toBeVisible();
    await expect(page.getByRole('button', { name: /^Clear / })).toHaveCount(0);
    expect(await overdue()).toBe(0);
    expect((await openTaskDays()).length).toBe(before - left);
    const log = await callAs<{ items: { what: string }[] }>(
      world.origin,
      hospitalUser,
      'GET',
      '/Audit?search=remove tasks',
    );
    expect(log.items).toHaveLength(1);
  });

  await test.step('Undo restores them, and so does the card after the toast has gone', async () => {
    const left = past - 1;
    await page.getByRole('button', { name: 'Undo' }).dblclick();
    await expect(page.getByText(`${left} tasks are back.`)).toBeVisible();
    expect(await overdue()).toBe(left);
    await page.getByRole('button', { name: `Clear ${left} tasks` }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: `Clear ${left} tasks` }).click();
    await expect(dialog).toHaveCount(0);
    expect(await overdue()).toBe(0);
    await page.reload();
    await chooseHospital(page, hospitalName);
    await page.getByRole('button', { name: `Bring ${left} tasks back` }).click();
    await dialog.getByRole('button', { name: `Bring ${left} tasks back` }).dblclick();
    await expect(page.getByText(`${left} tasks are back.`)).toBeVisible();
    expect(await overdue()).toBe(left);
    await expect(page.getByRole('button', { name: `Clear ${left} tasks` })).toBeVisible();
  });
  await page.close();
});
