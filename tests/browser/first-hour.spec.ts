import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import type { Browser, Page } from '@playwright/test';
import { hospitalDay } from '#contract/rules/hospital-day.ts';
import { choose } from '#tests/support/choices.ts';
import { admin, callAs, createWorld, oneTimePassword, signIn, writeRegister } from '#tests/support/story.ts';
import type { World } from '#tests/support/story.ts';

const hospitalName = 'Hospital of the First Hour';
const office = { email: 'office@first-hour.example', password: 'office-of-the-first-hour' };
const engineer = { email: 'asha@first-hour.example', password: 'engineer-of-the-first-hour' };
const serials = ['FH-1', 'FH-2'];

let world: World;
/** Sign-ins by e-mail: nobody shares an account, and the Admin signs in once. */
const signIns: string[] = [];

test.beforeAll(async () => {
  world = await createWorld();
});
test.afterAll(() => world?.close());

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const link = (page: Page, name: string) => page.getByRole('link', { name, exact: true });
const step = (page: Page, title: string) => page.getByRole('listitem').filter({ hasText: title });

async function person(
  browser: Browser,
  who: { email: string; password: string },
  { isFirst, width = 1280, height = 800 }: { isFirst: boolean; width?: number; height?: number },
): Promise<Page> {
  const page = await browser.newPage({ baseURL: world.origin, viewport: { width, height } });
  signIns.push(who.email);
  await signIn(page, isFirst ? { ...who, password: oneTimePassword } : who);
  if (isFirst) {
    await page.getByRole('textbox', { name: 'New password', exact: true }).fill(who.password);
    await page.getByRole('textbox', { name: 'Repeat the new password' }).fill(who.password);
    await button(page, 'Save and continue').click();
  }
  await expect(page.getByRole('navigation').first()).toBeVisible();
  return page;
}

test('from a new hospital to its first round: each user takes their own steps, and all see the progress', async ({
  browser,
}) => {
  const ofAdmin = await person(browser, admin, { isFirst: false });

  await test.step('the Admin creates the hospital and is shown the next step', async () => {
    await ofAdmin.goto('/admin/hospital/add');
    await ofAdmin.getByLabel('Name', { exact: true }).fill(hospitalName);
    await ofAdmin.getByLabel('Phone').fill('+91 20 4000 2000');
    await ofAdmin.getByLabel('Address').fill('1 Station Road');
    await ofAdmin.getByLabel('State').selectOption({ label: 'Maharashtra' });
    await ofAdmin.getByLabel('City').selectOption({ label: 'Pune' });
    await ofAdmin.getByLabel(/Number of BMEs/).fill('2');
    await ofAdmin.getByLabel(/Number of Beds/i).fill('50');
    await ofAdmin.getByLabel('Email').fill(office.email);
    await ofAdmin.getByLabel('Password').fill(oneTimePassword);
    await button(ofAdmin, 'Create').click();
    await link(ofAdmin, `First hour of ${hospitalName}`).click();
    await expect(ofAdmin.getByText('1 of 9 steps done. Next: Hand over the office’s sign-in.')).toBeVisible();
    await expect(step(ofAdmin, 'Hand over the office’s sign-in')).toContainText(office.email);
    await expect(step(ofAdmin, 'Add the engineers')).toContainText('Office:');
    await expect(step(ofAdmin, 'Add the engineers').getByRole('link')).toHaveCount(0);
  });

  await test.step('the Admin imports the register, which the guide opens for this hospital', async () => {
    const register = join(world.folder, 'register.xlsx');
    const place = { department: 'Intensive Care', location: 'Bed 1' };
    const devices = serials.map((serial) => ({
      equipment: 'Ventilator',
      make: 'Dräger',
      model: 'Evita',
      serial,
      ...place,
    }));
    writeRegister(register, devices, hospitalDay(new Date(), 'Asia/Kolkata'));
    await link(ofAdmin, 'Import').click();
    await expect(ofAdmin.getByLabel('Hospital').locator('option:checked')).toContainText(`${hospitalName} · `);
    await ofAdmin.locator('input[type=file]').setInputFiles(register);
    await button(ofAdmin, 'Upload').click();
    await expect(ofAdmin.getByText('Import completed: 2 devices added.')).toBeVisible();
    await ofAdmin.goBack();
    await expect(step(ofAdmin, 'Import the equipment register')).toContainText('2 devices');
  });

  const ofOffice = await person(browser, office, { isFirst: true });
  await test.step('the office follows the guide, adds an engineer and a template', async () => {
    await link(ofOffice, 'First hour').click();
    await expect(ofOffice.getByText('3 of 9 steps done. Next: Add the engineers.')).toBeVisible();
    await link(ofOffice, 'Add an engineer').click();
    await ofOffice.getByLabel('Name').fill('Asha Rao');
    await ofOffice.getByLabel('Email').fill(engineer.email);
    await ofOffice.getByRole('textbox', { name: 'Password' }).fill(oneTimePassword);
    await button(ofOffice, 'Create').click();
    await expect(ofOffice.getByText('BME account created successfully!')).toBeVisible();
    await ofOffice.goto('/first-hour');
    await expect(step(ofOffice, 'Make the departments’ round templates')).toContainText('0 of 1 department');
    const { items } = await callAs<{ items: { id: string }[] }>(world.origin, office, 'GET', '/Department');
    const { rows } = await callAs<{ rows: { kind: string; rows: { id: string; serialNumber: string }[] }[] }>(
      world.origin,
      office,
      'GET',
      '/Sync/changes?cursor=0&limit=5000',
    );
    const devices = rows.filter(({ kind }) => kind === 'device').flatMap((group) => group.rows);
    await callAs(world.origin, office, 'POST', '/DailyRound/template', {
      templateName: 'Intensive Care',
      departmentId: items[0]?.id,
      serials: devices.map(({ id, serialNumber }) => ({ serialNumber, installationBaseEntityId: id })),
    });
    await ofOffice.reload();
    await expect(ofOffice.getByText('5 of 9 steps done. Next: Print the labels and stick them on.')).toBeVisible();
    await expect(link(ofOffice, 'Print labels')).toBeVisible();
  });

  await test.step('the engineer signs in on a tablet and walks the first round with a label', async () => {
    const ofEngineer = await person(browser, engineer, { isFirst: true, width: 820, height: 1180 });
    await ofEngineer.goto('/daily-rounds');
    await ofEngineer
      .getByRole('link', { name: /Start round/ })
      .first()
      .click();
    await choose(ofEngineer.getByRole('radiogroup').first().getByRole('radio', { name: 'Operational' }));
    await ofEngineer.getByRole('button', { name: 'Confirm the rest as Operational' }).click();
    await ofEngineer.getByRole('button', { name: 'Submit Rounds' }).click();
    await expect(ofEngineer.getByText('Daily rounds submitted successfully!')).toBeVisible();
    await ofEngineer.close();
  });

  await test.step('Admin and office see the progress; only labels and reports are still open', async () => {
    await ofOffice.reload();
    await expect(ofOffice.getByText('7 of 9 steps done. Next: Print the labels and stick them on.')).toBeVisible();
    await ofAdmin.reload();
    await expect(step(ofAdmin, 'Walk the first round')).toContainText('Done');
    await expect(step(ofAdmin, 'Prepare the tablets')).toContainText('1 of 1 engineer signed in');
    expect(signIns).toEqual([admin.email, office.email, engineer.email]);
  });
  await ofAdmin.close();
  await ofOffice.close();
});

test('an engineer has no guide, and a hospital sees only its own', async ({ browser }) => {
  const page = await person(browser, engineer, { isFirst: false });
  await page.goto('/first-hour');
  await expect(page).toHaveURL(/\/dashboard\/bme$/);
  await page.close();
});
