import { join } from 'node:path';
import { type Browser, expect, type Page } from '@playwright/test';
import { hospitalDay } from '#contract/rules/hospital-day.ts';
import { demoSignIns } from '#server/demo/seed.ts';
import { settled, wear } from '#tests/support/inspect-screen.ts';
import { devicesInRooms } from '#tests/support/round-hospital.ts';
import { oneTimePassword, signIn, writeRegister } from '#tests/support/story.ts';
import { paths } from '#ui/paths.ts';
import { type Walker, walkAs } from './walker.ts';

interface SetUp {
  browser: Browser;
  folder: string;
  /** Everybody who has signed in, in order. */
  signIns: string[];
}

/** Signs in to a new account for the first time, in a separate browser, and chooses its password. */
async function firstSignIn({ demo, look }: Walker, { browser, signIns }: SetUp, email: string): Promise<Page> {
  const { width, height } = look;
  const page = await (await browser.newContext({ baseURL: demo.origin, viewport: { width, height } })).newPage();
  await wear(page, look);
  signIns.push(email);
  await signIn(page, { email, password: oneTimePassword });
  await page.getByRole('textbox', { name: 'New password', exact: true }).fill(`own-word-of-${email}`);
  await page.getByRole('textbox', { name: 'Repeat the new password' }).fill(`own-word-of-${email}`);
  await page.getByRole('button', { name: 'Save and continue' }).click();
  await expect(page.getByRole('navigation').first()).toBeVisible();
  return page;
}

/** Walks from nothing to the first round of a new hospital: each person signs in once, each with their own account. */
export async function walkSetUp(walker: Walker, world: SetUp): Promise<number> {
  const { page, tap, pick, shot, look } = walker;
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const hospital = `Hospital of ${look.name}`;
  const [office, engineer] = [`office@${look.name}.example`, `engineer@${look.name}.example`];
  world.signIns.push(demoSignIns.admin.email);
  await page.goto(paths.hospitals());
  await settled(page);
  await shot('hospitals');
  walker.countFrom();
  await tap(page.getByRole('link', { name: 'Add Hospital' }));
  await page.getByLabel('Name', { exact: true }).fill(hospital);
  await page.getByLabel('Phone').fill('+91 20 4000 2000');
  await page.getByLabel('Address').fill('1 Station Road');
  await pick(page.getByLabel('State'), { label: 'Maharashtra' });
  await pick(page.getByLabel('City'), { label: 'Pune' });
  await page.getByLabel(/Number of BMEs/).fill('2');
  await page.getByLabel(/Number of Beds/i).fill('50');
  await page.getByLabel('Email').fill(office);
  await page.getByLabel('Password').fill(oneTimePassword);
  await shot('new-hospital');
  await tap(button('Create'));
  await expect(page.getByRole('link', { name: `First hour of ${hospital}` })).toBeVisible();
  await shot('hospital-created');
  await tap(page.getByRole('link', { name: `First hour of ${hospital}` }));
  await expect(page.getByText(/1 of 9 steps done/)).toBeVisible();
  await shot('first-hour-admin');
  const register = join(world.folder, `${look.name}.xlsx`);
  const devices = devicesInRooms('Theatre', [4, 4]).map((one) => ({ ...one, serial: `${look.name}-${one.serial}` }));
  writeRegister(register, devices, hospitalDay(new Date(), 'Asia/Kolkata'));
  await tap(page.getByRole('link', { name: 'Import', exact: true }));
  await walker.addFile(page.locator('input[type=file]'), register);
  await shot('import');
  await tap(button('Upload'));
  await expect(page.getByText('Import completed: 8 devices added.')).toBeVisible();
  await shot('imported');

  const ofOffice = await walkAs(walker.demo, await firstSignIn(walker, world, office), look, 'set-up-office');
  await ofOffice.shot('office-first-screen');
  await ofOffice.page.goto(paths.firstHour());
  await settled(ofOffice.page);
  await ofOffice.shot('first-hour-office');
  await ofOffice.tap(ofOffice.page.getByRole('link', { name: 'Add an engineer' }));
  await ofOffice.page.getByLabel('Name').fill('Asha Rao');
  await ofOffice.page.getByLabel('Email').fill(engineer);
  await ofOffice.page.getByRole('textbox', { name: 'Password' }).fill(oneTimePassword);
  await ofOffice.shot('engineer-form');
  await ofOffice.tap(ofOffice.page.getByRole('button', { name: 'Create', exact: true }));
  await expect(ofOffice.page.getByText('BME account created successfully!')).toBeVisible();
  await ofOffice.shot('engineer-created');
  await ofOffice.page.goto(paths.firstHour());
  await ofOffice.tap(ofOffice.page.getByRole('link', { name: 'Make the templates' }));
  await ofOffice.tap(ofOffice.page.getByRole('button', { name: 'Preview the templates' }));
  await ofOffice.shot('templates-proposed');
  await ofOffice.tap(ofOffice.page.getByRole('button', { name: /^Create \d+ template/ }));
  await expect(ofOffice.page.getByText('1 template created.')).toBeVisible();
  await ofOffice.shot('templates-created');

  const ofEngineer = await walkAs(walker.demo, await firstSignIn(walker, world, engineer), look, 'set-up-engineer');
  await expect(ofEngineer.page.getByText(/Ready for offline work: 8 devices/)).toBeVisible();
  await ofEngineer.shot('engineer-ready');
  await ofEngineer.page.goto(paths.rounds());
  await settled(ofEngineer.page);
  await ofEngineer.shot('engineer-rounds');
  await ofEngineer.offline(async () => {
    await ofEngineer.tap(ofEngineer.page.getByRole('link', { name: /^Start round/ }).first());
    await ofEngineer.tap(ofEngineer.page.getByRole('button', { name: 'Confirm the rest as Operational' }));
    await ofEngineer.tap(ofEngineer.page.getByRole('button', { name: 'Submit Rounds' }));
    await expect(ofEngineer.page.getByText(/^Saved on this tablet/).first()).toBeVisible();
    await ofEngineer.shot('first-round-offline');
  });
  await ofOffice.page.goto(paths.firstHour());
  await expect(ofOffice.page.getByText(/7 of 9 steps done/)).toBeVisible();
  await settled(ofOffice.page);
  await ofOffice.shot('first-hour-done');
  await page.goBack();
  await expect(page.getByText(/7 of 9 steps done/)).toBeVisible();
  await shot('first-hour-admin-done');
  for (const one of [ofOffice, ofEngineer]) await one.page.context().close();
  return walker.taps + ofOffice.taps + ofEngineer.taps;
}
