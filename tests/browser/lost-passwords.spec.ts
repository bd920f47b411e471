import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import type { Browser, Page } from '@playwright/test';
import { hospitalDay } from '#contract/rules/hospital-day.ts';
import { complaintsOf, looks, problemsOf, settled } from '#tests/support/inspect-screen.ts';
import {
  addAccount,
  admin,
  callAs,
  createHospital,
  createWorld,
  engineer,
  hospitalUser,
  importRegister,
  oneTimePassword,
  signIn,
  writeRegister,
} from '#tests/support/story.ts';
import type { World } from '#tests/support/story.ts';

const windows = [looks.phoneDark, looks.tabletLight, looks.deskLight];
const serial = 'LOST-0001';
const place = { equipment: 'Ventilator', make: 'Aerolife', model: 'AV-9', department: 'ICU', location: 'Bay 1' };
/** The engineer's account, whose password has changed by the end of the story. */
const forgetful = { email: engineer.email, password: 'chosen-after-the-reset' };

let world: World;
test.beforeAll(async () => {
  world = await createWorld();
});
test.afterAll(() => world?.close());

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });

/** Opens a browser that bypasses the cable, which may be cut. */
async function atTheDesk(browser: Browser, who: { email: string; password: string }): Promise<Page> {
  const context = await browser.newContext({ baseURL: world.server.origin, viewport: { width: 1280, height: 800 } });
  const page = await context.newPage();
  await signIn(page, who);
  return page;
}

async function choose(page: Page, password: string, repeated = password): Promise<void> {
  await field(page, 'New password').fill(password);
  await field(page, 'Repeat the new password').fill(repeated);
  await button(page, 'Save and continue').click();
}

test('a user who has lost a password gets a one-time one; unsent work waits for its author', async ({ browser }) => {
  const problems: string[] = [];
  const desk = await atTheDesk(browser, admin);
  const register = join(world.folder, 'register.xlsx');
  writeRegister(register, [{ ...place, serial }], hospitalDay(new Date(), 'Asia/Kolkata'));
  await createHospital(desk, 'Hospital of the Forgetful');
  await importRegister(desk, 'Hospital of the Forgetful', register);
  await expect(desk.getByRole('status').filter({ hasText: /1/ }).first()).toBeVisible();
  const { id } = await addAccount(world.server.origin, hospitalUser, '/BME', { ...engineer, phone: '' });

  const context = await browser.newContext({ baseURL: world.origin });
  const tablet = await context.newPage();
  await test.step('an engineer saves a request offline', async () => {
    await signIn(tablet, engineer);
    await expect(button(tablet, 'Sync: up to date')).toBeVisible({ timeout: 60_000 });
    await tablet.evaluate(() => navigator.serviceWorker.ready.then(() => true));
    await tablet.goto(`/breakdown/new?serial=${serial}`);
    await tablet.getByLabel('Issue Type').selectOption('Electrical');
    await tablet.getByLabel('Problem Reported').fill('Written before the reset.');
    await tablet.getByLabel('Priority').selectOption('High');
    world.cable.cut();
    await button(tablet, 'Save').click();
    await expect(button(tablet, 'Sync: offline, 1 waiting')).toBeVisible();
  });

  await test.step('the office resets the password, and is told what that means', async () => {
    const office = await atTheDesk(browser, hospitalUser);
    await office.goto(`/bme/edit/${id}`);
    await field(office, 'Password').fill(oneTimePassword);
    await expect(office.getByText(/This is a one-time password/)).toBeVisible();
    problems.push(...(await problemsOf(office, 'engineer edit', windows)));
    await button(office, 'Save').click();
    await expect(office.getByText('BME account updated successfully!')).toBeVisible();
    await office.context().close();
  });

  await test.step('the tablet asks for a sign-in, and then for a new password', async () => {
    world.cable.mend();
    await expect(tablet.getByText('Your session has ended. Please sign in again.')).toBeVisible({ timeout: 60_000 });
    await signIn(tablet, { ...forgetful, password: oneTimePassword });
    await expect(tablet.getByRole('heading', { name: 'Choose a new password' })).toBeVisible();
    await settled(tablet);
    const complaints = complaintsOf(tablet);
    problems.push(...(await problemsOf(tablet, 'new password', windows)));
    await choose(tablet, 'Password1', 'Password2');
    await expect(tablet.getByText('The two passwords are not the same.')).toBeVisible();
    problems.push(...(await problemsOf(tablet, 'new password that differs', windows)));
    expect(complaints).toEqual([]);
    await choose(tablet, 'Password1');
    await expect(tablet.getByText(/one of the most common ones/)).toBeVisible();
    problems.push(...(await problemsOf(tablet, 'new password that is common', windows)));
    world.cable.cut();
    await choose(tablet, forgetful.password);
    await expect(tablet.getByText(/The server could not be reached/)).toBeVisible();
    problems.push(...(await problemsOf(tablet, 'new password without network', windows)));
    world.cable.mend();
    await button(tablet, 'Save and continue').click();
    await expect(button(tablet, 'Sync: up to date')).toBeVisible({ timeout: 60_000 });
  });

  await test.step('work saved before is on the server, once', async () => {
    await context.close();
    const path = '/Sync/changes?cursor=0&limit=5000';
    const { rows } = await callAs<{ rows: { kind: string; rows: object[] }[] }>(world.origin, forgetful, 'GET', path);
    expect(rows.find(({ kind }) => kind === 'ticket')?.rows).toMatchObject([
      { problemReported: 'Written before the reset.', reportedBy: engineer.name },
    ]);
  });

  await test.step('the Admin resets the office', async () => {
    await desk.goto('/admin/hospital');
    await desk.getByRole('link', { name: 'Edit Hospital of the Forgetful' }).click();
    const card = desk.getByRole('region', { name: 'Password of the office' });
    await expect(card.getByText(hospitalUser.email)).toBeVisible();
    await settled(desk);
    problems.push(...(await problemsOf(desk, 'hospital edit', windows)));
    await field(desk, 'One-time password').fill(oneTimePassword);
    await card.getByRole('button', { name: 'Reset password' }).click();
    await expect(desk.getByText('Password reset. Please tell the office the one-time password.')).toBeVisible();
    await desk.goto('/activity');
    await expect(desk.getByText('Reset the password of a hospital’s office')).toBeVisible();
    await desk.context().close();
    const office = await atTheDesk(browser, { ...hospitalUser, password: oneTimePassword });
    await choose(office, 'office-after-the-reset');
    await expect(office.getByRole('navigation').first()).toBeVisible();
    await office.goto('/activity');
    await expect(office.getByText('Password reset', { exact: true }).first()).toBeVisible();
    await office.context().close();
  });
  expect(problems).toEqual([]);
});
