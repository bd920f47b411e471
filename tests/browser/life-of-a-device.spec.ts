import { expect, test } from '@playwright/test';
import type { Browser, Locator, Page } from '@playwright/test';
import { addDays, hospitalDay } from '#contract/rules/hospital-day.ts';
import { choose, tick } from '#tests/support/choices.ts';
import { drawPhoto } from '#tests/support/photo.ts';
import { addHospital, callAs, createWorld, signIn } from '#tests/support/story.ts';
import type { World } from '#tests/support/story.ts';

const office = { email: 'office@device-life.example', password: 'office-of-device-life' };
const today = hospitalDay(new Date(), 'Asia/Kolkata');
const serials = ['LIFE-0001', 'LIFE-0002'] as const;

let world: World;
let hospitalId: string;

test.beforeAll(async () => {
  world = await createWorld();
  const post = <T>(path: string, body: unknown) => callAs<T>(world.origin, office, 'POST', path, body);
  hospitalId = await addHospital(world, 'Hospital of Devices', office);
  const pump = await post<{ id: string }>('/Equipment', {
    name: 'Infusion Pump',
    description: 'Gives fluids.',
    equipmentImportance: 'Critical',
  });
  const make = await post<{ id: string }>('/EquipmentMakes', { name: 'B. Braun', equipmentIds: pump.id });
  await post('/EquipmentModel', { name: 'Infusomat Space', equipmentMakeId: make.id, equipmentId: pump.id });
});
test.afterAll(() => world?.close());
test.afterEach(() => world.cable.mend());

async function atTheDesk(browser: Browser): Promise<Page> {
  const context = await browser.newContext({ baseURL: world.origin, viewport: { width: 1280, height: 800 } });
  const page = await context.newPage();
  await signIn(page, office);
  await upToDate(page);
  return page;
}

const upToDate = (page: Page) =>
  expect(page.getByRole('button', { name: 'Sync: up to date' })).toBeVisible({ timeout: 60_000 });
/** Counts taps; a list costs one to open and one to choose. */
function countTaps() {
  let count = 0;
  return {
    taps: () => count,
    tap: async (part: Locator) => {
      await part.click();
      count += 1;
    },
    pick: async (field: Locator, option: string) => {
      await field.selectOption(option);
      count += 2;
    },
  };
}
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const rowOf = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text });

test.describe.serial('The life of a device', () => {
  test('two devices are installed with one form, with a vendor and a department created in dialogs', async ({
    browser,
  }) => {
    const page = await atTheDesk(browser);
    await page.goto('/installation-base/create');
    await expect(button(page, 'Create Installations')).toBeDisabled();
    await page.getByRole('combobox', { name: /^Model/ }).fill('infusomat');
    await page.getByRole('option', { name: /Infusomat Space/ }).click();
    await expect(page.getByLabel('Equipment', { exact: true })).toHaveValue('Infusion Pump');
    await expect(page.getByLabel('Make', { exact: true })).toHaveValue('B. Braun');

    await button(page, 'New vendor').click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name').fill('Kaveri Medical');
    await dialog.getByLabel('Location').fill('Chennai');
    await dialog.getByRole('button', { name: /^Types/ }).click();
    await tick(dialog.getByRole('checkbox', { name: 'Vendor', exact: true }));
    await page.keyboard.press('Escape');
    await dialog.getByRole('button', { name: 'Create', exact: true }).click();
    await expect(dialog).toBeHidden();
    await expect(page.getByLabel('Supplier (Vendor)').locator('option:checked')).toHaveText('Kaveri Medical');

    await button(page, 'New department').click();
    await dialog.getByLabel('Name').fill('Recovery');
    await dialog.getByLabel('Location').fill('Block A');
    await dialog.getByRole('button', { name: 'Create', exact: true }).click();
    await expect(page.getByLabel('Department').locator('option:checked')).toHaveText('Recovery');

    await page.getByLabel('Price').fill('41500.50');
    await expect(page.getByLabel('Calibration Frequency')).toBeDisabled();
    await tick(page.getByLabel('Calibration Required'));
    await page.getByLabel('Calibration Frequency').selectOption('yearly');
    await page.getByLabel('Calibration Count').fill('2');
    const serial = page.getByRole('textbox', { name: 'Serial Number' });
    for (const one of [...serials, serials[0]]) {
      await serial.fill(one);
      await serial.press('Enter');
    }
    await expect(page.getByText('Serial Numbers (2)')).toBeVisible();
    await serial.fill('');
    await button(page, 'Create Installations').dblclick();
    await expect(page.getByText('2 installations created.')).toBeVisible();
    await expect(page).toHaveURL(/\/installation-base$/);
    for (const one of serials) await expect(rowOf(page, one)).toContainText('Recovery');
    await page.context().close();
  });

  test('P340: five devices of a new model are created from a pasted list, and their labels from there', async ({
    browser,
  }) => {
    const page = await atTheDesk(browser);
    const { tap, pick, taps } = countTaps();
    await page.goto('/installation-base/create');
    await tap(button(page, 'New model'));
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByLabel('Name', { exact: true })).toBeFocused();
    await page.keyboard.type('Infusomat Compact');
    await pick(dialog.getByLabel('Select Make'), 'B. Braun');
    await pick(dialog.getByLabel('Select Equipment'), 'Infusion Pump');
    await tap(dialog.getByText('Create', { exact: true }));
    await expect(page.getByLabel('Make', { exact: true })).toHaveValue('B. Braun');
    await pick(page.getByLabel('Supplier (Vendor)'), 'Kaveri Medical');
    await pick(page.getByLabel('Department', { exact: true }), 'Recovery');

    const five = Array.from({ length: 5 }, (_none, at) => `COPY-000${at + 1}`);
    // A copied column of a sheet: a field of one line receives it in one line, unless the form reads it before.
    await page.evaluate((text) => {
      const cells = document.createElement('textarea');
      cells.value = text;
      document.body.append(cells);
      cells.select();
      document.execCommand('copy');
      cells.remove();
    }, five.join('\n'));
    await tap(page.locator('label', { hasText: /^Serial Number/ }));
    await page.keyboard.press('ControlOrMeta+V');
    await expect(page.getByText('Serial Numbers (5)')).toBeVisible();
    await tap(button(page, 'Create Installations'));
    await expect(page.getByText('5 new devices')).toBeVisible();
    await expect(page.getByRole('link', { name: 'COPY-0005' }).first()).toBeVisible();
    await tap(page.getByText('Print 5 labels'));
    await tap(page.getByText('Generate (5)'));
    await expect(page.getByRole('region', { name: 'Print Preview' }).getByText('COPY-0005')).toBeVisible();
    console.log(`five devices of a new model with their labels: ${taps()} taps`);
    expect(taps()).toBeLessThanOrEqual(14);
    await page.context().close();
  });

  test('a serial number that already exists is refused by name, and the form keeps what was typed', async ({
    browser,
  }) => {
    const page = await atTheDesk(browser);
    await page.goto('/installation-base/create');
    await page.getByRole('combobox', { name: /^Model/ }).fill('infusomat');
    await page.getByRole('option', { name: /Infusomat Space/ }).click();
    await page.getByLabel('Supplier (Vendor)').selectOption('Kaveri Medical');
    await page.getByLabel('Department', { exact: true }).selectOption('Recovery');
    await page.getByLabel('Price').fill('100');
    const serial = page.getByRole('textbox', { name: 'Serial Number' });
    for (const one of [serials[0], 'LIFE-0003']) {
      await serial.fill(one);
      await serial.press('Enter');
    }
    await button(page, 'Create Installations').click();
    await expect(page.getByRole('alert').filter({ hasText: serials[0] }).first()).toBeVisible();
    await expect(page.getByLabel('Price')).toHaveValue('100');
    await expect(page.getByText('Serial Numbers (2)')).toBeVisible();
    const { totalCount } = await callAs<{ totalCount: number }>(
      world.origin,
      office,
      'GET',
      '/InstallationBase/paged?search=LIFE-',
    );
    expect(totalCount).toBe(2);
    await page.context().close();
  });

  test('a warranty computes its end and creates the tasks of its devices', async ({ browser }) => {
    const page = await atTheDesk(browser);
    await page.goto('/warranty/create');
    await page.getByLabel('Warranty Number').fill('AMC-LIFE');
    await page.getByLabel('Equipment', { exact: true }).selectOption('Infusion Pump');
    await page.getByLabel('Make', { exact: true }).selectOption('B. Braun');
    await page.getByLabel('PM Frequency').selectOption('daily');
    await page.getByLabel('PM Count').fill('2');
    await page.getByLabel('Warranty Start Date').fill('2026-02-28');
    await page.getByLabel('Warranty Duration (years)').fill('1');
    await expect(page.getByLabel('Warranty End Date')).toHaveValue('27/02/2027');
    await page.getByLabel('Warranty Start Date').fill(addDays(today, -1));
    await page.getByRole('combobox', { name: 'Serial Number' }).fill('life-0001');
    await page.getByRole('option', { name: /LIFE-0001/ }).click();
    await button(page, 'Save').click();
    await expect(page.getByText('Warranty Form saved successfully!')).toBeVisible();
    await page.goto('/bme-dashboard/maintenance');
    await expect(rowOf(page, 'AMC-LIFE').first()).toContainText('PM');
    await expect(rowOf(page, 'AMC-LIFE')).toHaveCount(2);
    await page.context().close();
  });

  test('its documents are stored with the device, for signed-in users only', async ({ browser }) => {
    const page = await atTheDesk(browser);
    const photo = `${world.folder}/plate.png`;
    drawPhoto(photo, 640, 480);
    await page.goto(`/equipmentdetails/${serials[0]}`);
    await page.getByRole('tab', { name: /^Documents/ }).click();
    await page.locator('input[type=file]').first().setInputFiles(photo);
    await expect(page.getByText('plate.jpg').first()).toBeVisible();
    await page.reload();
    await page.getByRole('tab', { name: /^Documents/ }).click();
    await expect(page.getByText('plate.jpg').first()).toBeVisible();

    const visitor = await (await browser.newContext({ baseURL: world.origin })).newPage();
    await visitor.goto(`/equipmentdetails/${serials[0]}?h=${hospitalId}&view=all`);
    await expect(visitor.getByText(serials[0]).first()).toBeVisible();
    await visitor.getByRole('tab', { name: /^Documents/ }).click();
    await expect(visitor.getByRole('button', { name: /Download/ })).toHaveCount(0);
    await visitor.context().close();
    await page.context().close();
  });

  test('moved, retired and restored, it keeps its tasks and its label', async ({ browser }) => {
    const page = await atTheDesk(browser);
    await page.goto('/installation-base');
    await page.getByRole('link', { name: `Edit ${serials[0]}` }).click();
    await page.getByLabel('Location').fill('Bay 7');
    await button(page, 'Save').click();
    await expect(page.getByText(`${serials[0]} saved.`)).toBeVisible();
    await expect(rowOf(page, serials[0])).toContainText('Bay 7');

    await button(page, `Delete ${serials[0]}`).click();
    await expect(page.getByText('Are you sure you want to delete this installation?')).toBeVisible();
    await choose(page.getByRole('radio', { name: 'Entered by mistake' }));
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await expect(rowOf(page, serials[0])).toHaveCount(0);
    // A message under the pointer stays while the visitor looks.
    const undo = page.getByRole('button', { name: /^Undo/ });
    await undo.hover();
    const visitor = await (await browser.newContext({ baseURL: world.origin })).newPage();
    await visitor.goto(`/equipmentdetails/${serials[0]}?h=${hospitalId}&view=all`);
    await expect(visitor.getByText(/Failed to load equipment details/)).toBeVisible();
    await visitor.context().close();

    await undo.click();
    await expect(rowOf(page, serials[0])).toContainText('Bay 7');
    await page.goto('/bme-dashboard/maintenance');
    await expect(rowOf(page, 'AMC-LIFE')).toHaveCount(2);
    await page.context().close();
  });

  test('its breakdown waits for a follow-up, which is removed when it is closed without one', async ({ browser }) => {
    const page = await atTheDesk(browser);
    const followUps = async () => {
      const tasks = await callAs<{ type: string }[]>(world.origin, office, 'GET', '/BMEDashboard/tasks/upcoming');
      return tasks.filter(({ type }) => type === 'CM').length;
    };
    await page.goto(`/breakdown/new?serial=${serials[1]}`);
    await page.getByLabel('Issue Type').selectOption('Mechanical');
    await page.getByLabel('Priority').selectOption('High');
    await page.getByLabel('Problem Reported').fill('The door does not shut.');
    await button(page, 'Save').click();
    await expect(page.getByText('Breakdown request submitted successfully!')).toBeVisible();
    await rowOf(page, 'LIFE-0002')
      .getByRole('link', { name: /Details/ })
      .click();
    const badge = (word: string) => page.getByText(word, { exact: true }).first();
    await expect(badge('Open')).toBeVisible();
    await page.getByLabel('Actions Taken').fill('Hinge greased.');
    await tick(page.getByLabel(/Follow-up.*Required/i));
    await button(page, 'Save').click();
    await expect(badge('Pending')).toBeVisible();
    await upToDate(page);
    expect(await followUps()).toBe(1);
    // The first visit is listed above an empty form.
    await expect(page.getByText('Hinge greased.')).toBeVisible();
    await expect(page.getByLabel('Actions Taken')).toHaveValue('');
    await page.getByLabel('Actions Taken').fill('Hinge changed.');
    await tick(page.getByLabel(/Follow-up.*Required/i), false);
    await button(page, 'Save').click();
    await expect(badge('Closed')).toBeVisible();
    await upToDate(page);
    expect(await followUps()).toBe(0);
    await page.context().close();
  });
});
