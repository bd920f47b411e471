import { readFileSync } from 'node:fs';
import { expect } from '@playwright/test';
import type { Page } from '@playwright/test';
import { blankTerms } from '#contract/calls/agreement/terms.ts';
import { addDays, hospitalDay } from '#contract/rules/hospital-day.ts';
import { test } from '#tests/engines/test.ts';
import { tick } from '#tests/support/choices.ts';
import { looks, problemsOf } from '#tests/support/inspect-screen.ts';
import { addHospital, callAs, createWorld, signIn } from '#tests/support/story.ts';
import type { World } from '#tests/support/story.ts';
import { paths, withQuery } from '#ui/paths.ts';

const office = { email: 'office@contracts.example', password: 'office-of-contracts' };
const today = hospitalDay(new Date(), 'Asia/Kolkata');
const serial = 'CARE-0001';

let world: World;
let hospitalId: string;
const ids = { equipment: '', make: '', vendor: '', device: '' };

test.beforeAll(async () => {
  world = await createWorld();
  const post = <T>(path: string, body: unknown) => callAs<T>(world.origin, office, 'POST', path, body);
  hospitalId = await addHospital(world, 'Hospital of Contracts', office);
  const monitor = await post<{ id: string }>('/Equipment', {
    name: 'Patient Monitor',
    description: 'Watches.',
    equipmentImportance: 'Critical',
  });
  const make = await post<{ id: string }>('/EquipmentMakes', { name: 'Mindray', equipmentIds: monitor.id });
  const model = await post<{ id: string }>('/EquipmentModel', {
    name: 'uMEC 12',
    equipmentMakeId: make.id,
    equipmentId: monitor.id,
  });
  const vendor = await post<{ id: string }>('/Vendor', {
    name: 'Kaveri Medical',
    location: 'Chennai',
    types: 'Vendor',
  });
  const department = await post<{ id: string }>('/Department', { name: 'ICU', location: 'Block A' });
  const made = await post<{ ids: string[] }>('/InstallationBase', [
    {
      serialNumber: serial,
      modelId: model.id,
      vendorId: vendor.id,
      departmentId: department.id,
      price: 100_000,
      purchaseDate: addDays(today, -400),
      installationDate: addDays(today, -400),
      calibrationRequired: false,
    },
  ]);
  Object.assign(ids, { equipment: monitor.id, make: make.id, vendor: vendor.id, device: made.ids[0] });
});
test.afterAll(() => world?.close());
test.afterEach(() => world.cable.mend());

const everyLook = [looks.phoneLight, looks.tabletDark, looks.deskLight];
const upToDate = (page: Page) =>
  expect(page.getByRole('button', { name: 'Sync: up to date' })).toBeVisible({ timeout: 60_000 });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

test('a contract is entered at the desk, read at the bedside and applied to a ticket, the latter two offline', async ({
  browser,
}) => {
  const context = await browser.newContext({ baseURL: world.origin, viewport: { width: 1280, height: 800 } });
  const page = await context.newPage();
  await signIn(page, office);
  await upToDate(page);

  await page.goto('/warranty/create');
  await page.getByLabel('Warranty Number').fill('CMC-CARE');
  await page.getByLabel('Kind').selectOption('CMC');
  await page.getByLabel('Equipment', { exact: true }).selectOption('Patient Monitor');
  await page.getByLabel('Make', { exact: true }).selectOption('Mindray');
  await page.getByLabel('PM Frequency').selectOption('yearly');
  await page.getByLabel('PM Count').fill('0');
  await page.getByLabel('Warranty Start Date').fill(addDays(today, -20));
  await page.getByLabel('Warranty Duration (years)').fill('1');
  await page.getByRole('combobox', { name: 'Serial Number' }).fill('care');
  await page.getByRole('option', { name: new RegExp(serial) }).click();
  await page.getByLabel('Vendor', { exact: true }).selectOption('Kaveri Medical');
  await page.getByLabel('Contact', { exact: true }).fill('R. Kulkarni');
  await page.getByLabel('Phone').fill('+91 44 5550 123');
  await tick(page.getByRole('checkbox', { name: 'Labour' }));
  await tick(page.getByRole('checkbox', { name: 'Parts' }));
  await page.getByLabel('Exclusions').fill('Batteries');
  await page.getByLabel('Price a year (INR)').fill('36500');
  await page.getByLabel('Notice (days)').fill('300');
  await expect(page.getByText(/^Give notice by \d/)).toBeVisible();
  await page.getByLabel('Response (hours)').fill('4');
  await page.getByLabel('Repair (days)').fill('2');
  await page.getByLabel('Uptime (%)').fill('195');
  await page.getByLabel('Uptime (%)').blur();
  await expect(page.getByText('Please enter a number from 0 to 100.')).toBeVisible();
  await expect(button(page, 'Save')).toBeDisabled();
  await page.getByLabel('Uptime (%)').fill('95');
  await button(page, 'Add Clause').click();
  await page.getByLabel('Step 1: rate').fill('0.5');
  await button(page, 'Save').click();
  await expect(page.getByText('Warranty Form saved successfully!')).toBeVisible();
  await page.goto('/warranty');
  await page.getByLabel('Kind').selectOption('CMC');
  await expect(page.getByRole('row').filter({ hasText: 'CMC-CARE' })).toContainText(/notice by/i);
  // The server has answered; the tablet has the change once the device's page shows it.
  await page.goto(`/equipmentdetails/${serial}`);
  await expect(page.getByText('Covered today', { exact: true })).toBeVisible();
  await expect(page.getByText(/give notice by \d/)).toBeVisible();
  await upToDate(page);
  await page.goto('/dashboard/bme');
  await expect(page.getByRole('listitem').filter({ hasText: 'CMC CMC-CARE' })).toContainText(/Notice in \d+ days/);
  await page.goto('/figures');
  const cost = page.getByRole('region', { name: 'Cost of parts and contracts' });
  await cost.getByRole('link', { name: /for contracts \(1 contract\)$/ }).click();
  await page.getByRole('link', { name: /CMC CMC-CARE/ }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'CMC-CARE' })).toBeVisible();
  await expect(page.getByText(/^344 days left, until .*, give notice by /)).toBeVisible();
  await expect(page.getByRole('region', { name: 'Cover' })).toContainText('Labour, parts');
  await expect(page.getByRole('region', { name: /^Promises in / })).toContainText(/judged, all kept|No promise/);
  await page
    .getByRole('region', { name: 'Devices (1)' })
    .getByRole('link', { name: `Patient Monitor ${serial}` })
    .click();
  await expect(page.getByText('Covered today', { exact: true })).toBeVisible();
  await page.goBack();
  await page.getByRole('link', { name: 'Kaveri Medical' }).click();
  const ofVendor = page.getByRole('region', { name: 'Warranties and contracts (1)' });
  await expect(ofVendor).toContainText(/Ends .*, 344 days left, 1 device/);
  await ofVendor.getByRole('link', { name: 'CMC-CARE' }).click();
  await page.getByRole('link', { name: 'Edit', exact: true }).click();
  await expect(page.getByLabel('Warranty Number')).toHaveValue('CMC-CARE');
  await page.goto(`/equipmentdetails/${serial}`);

  world.cable.cut();
  await page.goto(`/equipmentdetails/${serial}`);
  await expect(page.getByText('Covered today', { exact: true })).toBeVisible();
  await expect(page.getByText('Labour, parts')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Call R. Kulkarni, +91 44 5550 123' })).toHaveAttribute(
    'href',
    'tel:+91445550123',
  );

  await page.goto(`/breakdown/new?serial=${serial}`);
  await page.getByLabel('Issue Type').selectOption('Electrical');
  await page.getByLabel('Priority').selectOption('High');
  await page.getByLabel('Problem Reported').fill('No picture.');
  await button(page, 'Save').click();
  await expect(page.getByText(/Saved on this tablet/).first()).toBeVisible();
  await page.goto(`/equipmentdetails/${serial}`);
  await page
    .getByRole('link', { name: /Details|Breakdown call/ })
    .first()
    .click();
  await expect(page.getByText(/CMC CMC-CARE, ends/)).toBeVisible();
  await expect(page.getByText(/of 4 h left, due/)).toBeVisible();
  await expect(page.getByText(/of 2 d left, due/)).toBeVisible();

  world.cable.mend();
  await upToDate(page);
  await expect(page.getByText(/CMC CMC-CARE, ends/)).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^BD-\d{4}-\d+: No picture\.$/);
  const evidence = page.getByRole('link', { name: 'Penalty evidence of CMC-CARE' });
  await evidence.click();
  await expect(page.getByRole('article', { name: 'Penalty Evidence of CMC-CARE' })).toContainText('Checked');
  await page.goto(`/equipmentdetails/${serial}`);
  await evidence.click();
  await expect(page.getByRole('article', { name: 'Penalty Evidence of CMC-CARE' })).toBeVisible();
  const { rows } = await callAs<{ rows: { kind: string; rows: { terms?: { number: string } }[] }[] }>(
    world.origin,
    office,
    'GET',
    '/Sync/changes?cursor=0&limit=5000',
  );
  const tickets = rows.flatMap(({ kind, rows: records }) => (kind === 'ticket' ? records : []));
  expect(tickets.map(({ terms }) => terms?.number)).toEqual(['CMC-CARE']);
  await context.close();
});

test('a vendor who is late or behind is found offline, and each number opens that many rows', async ({ browser }) => {
  const post = <T>(path: string, body: unknown) => callAs<T>(world.origin, office, 'POST', path, body);
  await post('/warranty/save', {
    warrantyNumber: 'AMC-VISITS',
    equipmentId: ids.equipment,
    makeId: ids.make,
    pmFrequency: 'yearly',
    pmCount: 0,
    warrantyStartDate: addDays(today, -20),
    warrantyDurationInYear: 1,
    selectedSerials: [{ serialNumber: serial }],
    kind: 'AMC',
    vendorId: ids.vendor,
    terms: { ...blankTerms(), responseHours: 4, visitsPerYear: 24 },
  });
  await post('/BreakDown', {
    installationBaseId: ids.device,
    issueType: 'Electrical',
    problemReported: 'No alarm.',
    priority: 'High',
    reportedDate: addDays(today, -1),
  });
  await post('/Schedule', {
    target: 'device',
    targetId: ids.device,
    kind: 'Inspection',
    title: 'Visit of the vendor',
    every: 1,
    unit: 'year',
    basis: 'fixed',
    firstDueOn: today,
    doneBy: 'vendor',
    vendorId: ids.vendor,
  });
  const context = await browser.newContext({ baseURL: world.origin, viewport: { width: 1280, height: 800 } });
  const page = await context.newPage();
  await signIn(page, office);
  await upToDate(page);
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => true));
  world.cable.cut();

  await page.goto(withQuery(paths.tickets(), { vendorAlert: 'late' }));
  const late = page.getByRole('row').filter({ hasText: 'No alarm.' });
  await expect(late).toContainText('Vendor late');
  await expect(page.getByText('1 ticket', { exact: true })).toBeVisible();
  expect(await problemsOf(page, 'tickets whose vendor is late', everyLook)).toEqual([]);
  await late.getByRole('link', { name: /^Details of/ }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'Response: late' })).toBeVisible();
  await page.goto(withQuery(paths.tickets(), { vendorAlert: 'due-soon' }));
  await expect(page.getByText('No ticket matches these filters.')).toBeVisible();

  const suggested = page.getByRole('region', { name: 'Vendor behind with visits' });
  await page.goto(paths.bmeDashboard());
  await expect(suggested).toContainText('0 of 24 visits of AMC-VISITS (Kaveri Medical) done, 1 visit due by today.');
  await suggested.getByRole('link', { name: 'Vendor behind with visits: 1 device' }).click();
  await expect(page).toHaveURL(/\/installation-base\?suggestion=visits$/);
  await expect(page.getByRole('heading', { name: 'Installation Base' })).toBeVisible();
  await expect(page.getByText('1 device', { exact: true })).toBeVisible();
  await page.goto(paths.device(serial));
  await page.getByRole('link', { name: 'Visits of AMC-VISITS' }).click();
  await expect(page.getByText('No visits done in this contract year.')).toBeVisible();
  await page
    .getByRole('main')
    .getByRole('link', { name: /Planned/ })
    .click();
  await expect(page.getByText('1 visit', { exact: true })).toBeVisible();
  expect(await problemsOf(page, 'visits of a contract', everyLook)).toEqual([]);
  await page.getByRole('row').filter({ hasText: 'Visit of the vendor' }).getByRole('link').click();
  await page.getByLabel('Actions Taken').fill('Inspected by the vendor.');
  await button(page, 'Submit Task Report').click();
  await expect(page.getByText(/Saved on this tablet/).first()).toBeVisible();

  await page.goto(paths.device(serial));
  await page.getByRole('link', { name: 'Visits of AMC-VISITS' }).click();
  await expect(page.getByRole('main').getByRole('link', { name: /^1 Done/ })).toBeVisible();
  await expect(page.getByText('1 visit', { exact: true })).toBeVisible();
  await expect(page.getByRole('row').filter({ hasText: 'Visit of the vendor' })).toContainText('Done');
  await page.goto(paths.bmeDashboard());
  await expect(page.getByRole('region', { name: 'Smart Suggestions' })).toContainText('In no daily round template');
  await expect(suggested).toHaveCount(0);
  world.cable.mend();
  await upToDate(page);
  const told = await callAs<string[]>(world.origin, office, 'GET', '/BMEDashboard/dashboard-smart-suggestions');
  expect(told.filter((text) => text.includes('AMC-VISITS'))).toEqual([]);
  await context.close();
});

test('contract documents are stored with it, shown on its devices, and not deleted by accident', async ({
  browser,
}) => {
  const { id } = await callAs<{ id: string }>(world.origin, office, 'POST', '/warranty/save', {
    equipmentId: ids.equipment,
    makeId: ids.make,
    kind: 'AMC',
    warrantyNumber: 'AMC-PAPERS',
    pmFrequency: 'yearly',
    pmCount: 0,
    warrantyStartDate: today,
    warrantyDurationInYear: 1,
    selectedSerials: [{ serialNumber: serial }],
  });
  const context = await browser.newContext({ baseURL: world.origin, viewport: { width: 1280, height: 800 } });
  const page = await context.newPage();
  await signIn(page, office);
  await upToDate(page);
  await page.goto('/warranty');
  await page.getByRole('link', { name: 'Edit AMC-PAPERS' }).click();
  const documents = page.getByRole('region', { name: 'Documents' });
  await expect(documents.getByText('No documents found.')).toBeVisible();
  const agreement = { name: 'agreement.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7 agreement') };
  const choose = () => page.getByLabel('Add documents').setInputFiles(agreement);
  await choose();
  await expect(page.getByText('“agreement.pdf” added.')).toBeVisible();
  await expect(documents.getByText('agreement.pdf')).toBeVisible();
  await choose();
  await expect(page.getByText(/This file is attached already, as “agreement.pdf”/)).toBeVisible();

  await button(page, 'Delete agreement.pdf').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(documents.getByText('No documents found.')).toBeVisible();
  await page.getByRole('button', { name: /^Undo/ }).click();
  await expect(documents.getByText('agreement.pdf')).toBeVisible();
  const saved = page.waitForEvent('download');
  await button(page, 'Download agreement.pdf').click();
  expect((await saved).suggestedFilename()).toBe('agreement.pdf');
  expect(readFileSync(await (await saved).path())).toEqual(agreement.buffer);

  world.cable.cut();
  await page.getByLabel('Add documents').setInputFiles({ ...agreement, name: 'later.pdf' });
  await expect(page.getByText('You are offline. Adding documents needs the network.')).toBeVisible();
  world.cable.mend();

  await page.goto(`/equipmentdetails/${serial}?tab=documents`);
  const ofAgreement = page.getByRole('region', { name: /^AMC AMC-PAPERS, ends / });
  await expect(ofAgreement.getByText('agreement.pdf')).toBeVisible();
  await expect(ofAgreement.getByRole('button', { name: /^Delete/ })).toHaveCount(0);
  await ofAgreement.getByRole('link', { name: 'Open AMC-PAPERS' }).click();
  await expect(page).toHaveURL(new RegExp(`/warranty/${id}$`));
  await expect(documents.getByText('agreement.pdf')).toBeVisible();

  const visitor = await (await browser.newContext({ baseURL: world.origin })).newPage();
  await visitor.goto(`/equipmentdetails/${serial}?h=${hospitalId}&tab=documents&view=all`);
  await expect(visitor.getByText('No documents found.')).toBeVisible();
  await expect(visitor.getByText('AMC-PAPERS')).toHaveCount(0);
  await visitor.context().close();
  await context.close();
});
