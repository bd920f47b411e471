import { expect, test } from '@playwright/test';
import type { Browser, Page } from '@playwright/test';
import { keptAnswers } from '#tests/support/kept-rows.ts';
import { admin, callAs, createWorld, oneTimePassword, signIn } from '#tests/support/story.ts';
import type { World } from '#tests/support/story.ts';

const office = { email: 'office@master-data.example', password: 'office-of-master-data' };
const engineer = { name: 'Meera Joshi', email: 'meera@master-data.example', password: 'engineer-of-master-data' };

const desk = { width: 1280, height: 800 };
const tablet = { width: 820, height: 1180 };
const phone = { width: 390, height: 844 };

let world: World;

test.beforeAll(async () => {
  world = await createWorld();
});
test.afterAll(() => world?.close());
test.afterEach(() => world.cable.mend());

async function signedIn(
  browser: Browser,
  who: { email: string; password: string },
  viewport: { width: number; height: number },
): Promise<Page> {
  const context = await browser.newContext({ baseURL: world.origin, viewport });
  const page = await context.newPage();
  await signIn(page, who);
  return page;
}

/** Signs in with a one-time password set by somebody else, and chooses a new one. */
async function signedInFirst(
  browser: Browser,
  who: { email: string; password: string },
  viewport: { width: number; height: number },
): Promise<Page> {
  const page = await signedIn(browser, { ...who, password: oneTimePassword }, viewport);
  await expect(page.getByRole('heading', { name: 'Choose a new password' })).toBeVisible();
  await page.goto('/task');
  await expect(page).toHaveURL(/\/login/);
  await signIn(page, { ...who, password: oneTimePassword });
  for (const [password, sentence] of [
    ['Password123', 'This password is one of the most common ones. Please choose another.'],
    [oneTimePassword, 'Please choose another password than the one-time password.'],
  ] as const) {
    await fillNewPassword(page, password);
    await expect(page.getByText(sentence)).toBeVisible();
  }
  await fillNewPassword(page, who.password);
  await expect(page.getByRole('navigation').first()).toBeVisible();
  return page;
}

async function fillNewPassword(page: Page, password: string): Promise<void> {
  await page.getByRole('textbox', { name: 'New password', exact: true }).fill(password);
  await page.getByRole('textbox', { name: 'Repeat the new password' }).fill(password);
  await button(page, 'Save and continue').click();
}

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
/** Returns the table row, or the card on a phone, that names a record. */
const rowOf = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text });

test.describe.serial('Master data screens', () => {
  test('Admin sets up a hospital on a phone: its state lists its cities, and its figures are on the dashboard', async ({
    browser,
  }) => {
    const page = await signedIn(browser, admin, phone);
    await page.goto('/admin/hospital');
    await expect(page.getByText('No hospital found.')).toBeVisible();
    await page.goto('/admin/hospital/add');
    await expect(button(page, 'Create')).toBeDisabled();
    await page.getByLabel('Name').fill('Lakeside Hospital');
    await page.getByLabel('Phone').fill('+91 22 4000 1000');
    await page.getByLabel('Address').fill('1 Lake Road');
    await page.getByLabel('State').selectOption('Kerala');
    await page.getByLabel('City').selectOption('Kollam');
    await page.getByLabel('Number of BMEs').fill('1');
    await page.getByLabel('Number of Beds').fill('120');
    await page.getByLabel('Email').fill(office.email);
    await page.getByRole('textbox', { name: 'Password' }).fill(oneTimePassword);
    await button(page, 'Create').click();
    await expect(page.getByText('Hospital created successfully!')).toBeVisible();
    await expect(page).toHaveURL(/\/admin\/hospital$/);
    await page.getByRole('searchbox').fill('kollam');
    await expect(page.getByText('Lakeside Hospital')).toBeVisible();
    await page.getByRole('searchbox').fill('elsewhere');
    await expect(page.getByText('No hospital found.')).toBeVisible();
    await page.goto('/dashboard/admin');
    await expect(page.getByRole('cell', { name: '0 of 1', exact: true })).toBeVisible();
    await page.context().close();
  });

  test('Hospital staff add engineers at a desk until the quota is used', async ({ browser }) => {
    const page = await signedInFirst(browser, office, desk);
    await page.goto('/bme/create');
    await page.getByLabel('Name').fill(engineer.name);
    await page.getByLabel('Email').fill(engineer.email);
    await page.getByRole('textbox', { name: 'Password' }).fill(oneTimePassword);
    await button(page, 'Create').dblclick();
    await expect(page.getByText('BME account created successfully!')).toBeVisible();
    await expect(rowOf(page, engineer.email)).toHaveCount(1);
    await page.goto('/bme/create');
    await expect(page.getByText(/contact the administrator/)).toBeVisible();
    await page.context().close();
  });

  test('an engineer manages vendors, contacts and departments on a tablet', async ({ browser }) => {
    const page = await signedInFirst(browser, engineer, tablet);
    await page.goto('/vendor');
    await expect(page.getByText('No vendors found.')).toBeVisible();
    await page.goto('/vendor/create');
    await page.getByLabel('Name').focus();
    await page.keyboard.press('Tab');
    await expect(page.getByText('Name is required.')).toBeVisible();
    await page.getByLabel('Name').fill('Kaveri Medical');
    await page.getByLabel('Location').fill('Chennai');
    const types = page.getByRole('button', { name: /^Types/ });
    await types.focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Space');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Space');
    await page.keyboard.press('Escape');
    await expect(page.getByRole('checkbox', { name: 'Vendor', exact: true })).toBeHidden();
    await expect(types).toContainText('Manufacturer, Service Provider');
    await button(page, 'Create').click();
    await expect(page.getByText('Vendor "Kaveri Medical" created successfully!')).toBeVisible();
    await expect(page).toHaveURL(/\/vendor$/);
    await expect(rowOf(page, 'Kaveri Medical')).toContainText('Manufacturer, Service Provider');

    await page.goto('/contact-person/add');
    await page.getByLabel('Name').fill('R. Iyer');
    await page.getByLabel('Phone').fill('98400 12345');
    await page.getByLabel('Vendor').selectOption('Kaveri Medical');
    await page.getByLabel('Designation').fill('Technician');
    await button(page, 'Create').click();
    await expect(page.getByText('Contact person "R. Iyer" created successfully!')).toBeVisible();
    await expect(rowOf(page, 'R. Iyer')).toContainText('Kaveri Medical');

    await page.goto('/department/create');
    await page.getByLabel('Name').fill('Cardiology');
    await page.getByLabel('Location').fill('Block B');
    await button(page, 'Create').click();
    await expect(page.getByText('Department "Cardiology" created successfully!')).toBeVisible();
    await page.getByRole('searchbox').fill('block b');
    await expect(page).toHaveURL(/search=block/);
    await expect(rowOf(page, 'Cardiology')).toBeVisible();
    await page.context().close();
  });

  test('a record that somebody else changed meanwhile is not overwritten silently', async ({ browser }) => {
    const first = await signedIn(browser, engineer, tablet);
    const second = await signedIn(browser, office, desk);
    for (const page of [first, second]) {
      await page.goto('/department');
      await page.getByRole('link', { name: /^Edit Cardiology/ }).click();
      await expect(page.getByLabel('Location')).toHaveValue('Block B');
    }
    await first.getByLabel('Location').fill('Block C');
    await button(first, 'Save').click();
    await expect(first.getByText('Department "Cardiology" updated successfully!')).toBeVisible();
    await second.getByLabel('Location').fill('Block D');
    await button(second, 'Save').click();
    await expect(second.getByText('Somebody else changed this record in the meantime.')).toBeVisible();
    await expect(second.getByText('Theirs: Block C')).toBeVisible();
    await second.getByLabel('Mine: Block D').check();
    await button(second, 'Save both changes').click();
    await expect(second.getByText('Department "Cardiology" updated successfully!')).toBeVisible();
    const { items } = await callAs<{ items: { location: string }[] }>(world.origin, office, 'GET', '/Department');
    expect(items.map(({ location }) => location)).toEqual(['Block D']);
    await first.context().close();
    await second.context().close();
  });

  test('equipment, its makes and their models depend on each other, and a deletion can be undone', async ({
    browser,
  }) => {
    const page = await signedIn(browser, engineer, desk);
    await page.goto('/equipment/create');
    await page.getByLabel('Name').fill('Ventilator');
    await page.getByLabel('Description').fill('Breathes for the patient.');
    await button(page, 'Create').click();
    await expect(page).toHaveURL(/\/equipment$/);
    await expect(rowOf(page, 'Ventilator')).toContainText('Critical');

    await page.goto('/equipment-makes/create');
    await page.getByLabel('Make Name').fill('Draeger');
    await page.getByRole('searchbox').fill('nothing of this kind');
    await expect(page.getByText('No equipment found.')).toBeVisible();
    await page.getByRole('searchbox').fill('VENT');
    await expect(page.getByText('No equipment selected.')).toBeVisible();
    await button(page, 'Add Ventilator').click();
    await button(page, 'Create').click();
    await expect(page).toHaveURL(/\/equipment-makes$/);

    await page.goto('/equipment-models/create');
    await expect(page.getByLabel('Select Equipment')).toBeDisabled();
    await page.getByLabel('Name').fill('Evita V500');
    await page.getByLabel('Select Make').selectOption('Draeger');
    await page.getByLabel('Select Equipment').selectOption('Ventilator');
    await button(page, 'Create').click();
    await expect(page).toHaveURL(/\/equipment-models$/);
    await expect(rowOf(page, 'Evita V500')).toContainText('Ventilator');

    await button(page, 'Delete Evita V500').click();
    await expect(page.getByText('Are you sure you want to delete this equipment model?')).toBeVisible();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await expect(page.getByText('No equipment models found.')).toBeVisible();
    await page.getByRole('button', { name: /^Undo/ }).click();
    await expect(rowOf(page, 'Evita V500')).toBeVisible();
    await page.context().close();
  });

  test('offline a list is shown as last received and a form keeps what was typed', async ({ browser }) => {
    const page = await signedIn(browser, engineer, tablet);
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => true));
    await page.goto('/vendor');
    await expect(rowOf(page, 'Kaveri Medical')).toBeVisible();
    await expect.poll(() => keptAnswers(page)).toContain('Kaveri Medical');
    world.cable.cut();
    await page.goto('/department/create');
    await page.goto('/vendor');
    await expect(rowOf(page, 'Kaveri Medical')).toBeVisible();
    await expect(page.getByText(/as of \d\d:\d\d/).first()).toBeVisible();
    await page.goto('/department/create');
    await page.getByLabel('Name').fill('Nephrology');
    await page.getByLabel('Location').fill('Block E');
    await button(page, 'Create').click();
    await expect(page.getByRole('alert').first()).toBeVisible();
    await expect(page.getByLabel('Name')).toHaveValue('Nephrology');
    world.cable.mend();
    await expect(page.getByRole('button', { name: 'Sync: up to date' })).toBeVisible({ timeout: 70_000 });
    await button(page, 'Create').click();
    await expect(page.getByText('Department "Nephrology" created successfully!')).toBeVisible();
    const { totalCount } = await callAs<{ totalCount: number }>(
      world.origin,
      office,
      'GET',
      '/Department?search=nephrology',
    );
    expect(totalCount).toBe(1);
    await page.context().close();
  });

  test('after a session ends in an open form, the sign-in returns to it with what was typed', async ({ browser }) => {
    const page = await signedIn(browser, engineer, tablet);
    await page.goto('/department/create');
    await page.getByLabel('Name').fill('Oncology');
    await page.getByLabel('Location').fill('Block F');
    const [hospital] = await callAs<{ id: string }[]>(world.origin, admin, 'GET', '/Hospital');
    for (const isActive of [false, true]) {
      await callAs(world.origin, admin, 'POST', `/Hospital/ToggleStatus/${hospital?.id}`, { isActive });
    }
    // The app may learn of the change before the button is pressed.
    await button(page, 'Create').evaluateAll(([create]) => (create as HTMLElement | undefined)?.click());
    await expect(page.getByText('Your session has ended. Please sign in again.')).toBeVisible();
    await page.getByLabel('Email').fill(engineer.email);
    await page.getByRole('textbox', { name: 'Password' }).fill(engineer.password);
    await button(page, 'Sign in').click();
    await expect(page).toHaveURL(/\/department\/create$/);
    await expect(page.getByLabel('Name')).toHaveValue('Oncology');
    await expect(page.getByLabel('Location')).toHaveValue('Block F');
    await button(page, 'Create').click();
    await expect(page.getByText('Department "Oncology" created successfully!')).toBeVisible();
    await expect(rowOf(page, 'Oncology')).toHaveCount(1);
    await page.context().close();
  });

  test('an inactive hospital ends the sessions of its users immediately', async ({ browser }) => {
    const people = await signedIn(browser, engineer, phone);
    const page = await signedIn(browser, admin, desk);
    await page.goto('/admin/hospital');
    await rowOf(page, 'Lakeside Hospital')
      .getByRole('button', { name: /Active/ })
      .click();
    await button(page, 'Deactivate').click();
    await expect(rowOf(page, 'Lakeside Hospital').getByRole('button', { name: /Inactive/ })).toBeVisible();
    await people.goto('/vendor/create');
    await people.reload();
    await expect(people).toHaveURL(/\/login/);
    await people.getByLabel('Email').fill(engineer.email);
    await people.getByRole('textbox', { name: 'Password' }).fill(engineer.password);
    await people.getByRole('button', { name: 'Sign in' }).click();
    await expect(people.getByText('This hospital is inactive. Please contact the administrator.')).toBeVisible();
    await people.context().close();
    await page.context().close();
  });
});
