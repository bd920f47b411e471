import { randomUUID } from 'node:crypto';
import { expect, test } from '@playwright/test';
import { hospitalDay } from '#contract/rules/hospital-day.ts';
import { cleanLine } from '#contract/rules/typed-text.ts';
import { hostileText } from '#tests/security/hostile.ts';
import { admin, addAccount, callAs, createWorld, signIn } from '#tests/support/story.ts';
import type { World } from '#tests/support/story.ts';
import { paths } from '#ui/paths.ts';

const office = { email: 'office@hostile.example', password: 'office-of-hostile' };
const today = hospitalDay(new Date(), 'Asia/Kolkata');

let world: World;
let serialNumber: string;
let ticketId: string;
test.beforeAll(async () => {
  world = await createWorld();
  const place = { stateId: 'MH', cityId: 'MH-pune', numberOfBME: 3, numberOfBeds: 40 };
  const words = { name: hostileText('hospital'), phone: hostileText('phone'), address: hostileText('address') };
  await addAccount(world.origin, admin, '/Hospital', { ...words, ...place, ...office });
  const make = <T extends object>(path: string, body: unknown): Promise<T> =>
    callAs<T>(world.origin, office, 'POST', path, body);
  const named = (mark: string) => ({ name: hostileText(mark), location: hostileText(`${mark} place`) });
  const vendor = await make<{ id: string }>('/Vendor', { ...named('vendor'), types: 'Vendor' });
  const department = await make<{ id: string }>('/Department', named('department'));
  const kind = { name: hostileText('kind'), description: hostileText('about'), equipmentImportance: 'Critical' };
  const equipment = await make<{ id: string }>('/Equipment', kind);
  const maker = await make<{ id: string }>('/EquipmentMakes', {
    name: hostileText('make'),
    equipmentIds: equipment.id,
  });
  const model = await make<{ id: string }>('/EquipmentModel', {
    name: hostileText('model'),
    equipmentMakeId: maker.id,
    equipmentId: equipment.id,
  });
  serialNumber = hostileText('serial');
  const device = {
    modelId: model.id,
    vendorId: vendor.id,
    price: 1000,
    purchaseDate: today,
    installationDate: today,
    departmentId: department.id,
    location: hostileText('bed'),
    serialNumber,
  };
  const { ids } = await make<{ ids: string[] }>('/InstallationBase', [device]);
  const serials = [{ serialNumber, installationBaseEntityId: ids[0] }];
  await make('/DailyRound/template', { templateName: hostileText('template'), serials });
  ticketId = randomUUID();
  const ticket = await make<{ id: string }>('/BreakDown', {
    installationBaseId: ids[0],
    issueType: 'Electrical',
    problemReported: hostileText('problem'),
    priority: 'High',
    reportedDate: today,
    reportedBy: hostileText('reporter'),
    anyPatientHarm: true,
    harmDescription: hostileText('harm'),
  });
  ticketId = ticket.id;
  const account = { name: hostileText('engineer'), phone: hostileText('phone'), password: 'engineer-1' };
  await make('/BME', { ...account, email: 'bme@hostile.example' });
});
test.afterAll(() => world?.close());

test('hostile texts are shown as plain text: no script runs, no CSP violation occurs, no token is stored', async ({
  browser,
}) => {
  const context = await browser.newContext({ baseURL: world.origin });
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('dialog', (dialog) => {
    complaints.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on('console', (message) => {
    if (/content security policy/i.test(message.text())) complaints.push(message.text());
  });
  const open = async (address: string, text: string): Promise<void> => {
    await page.goto(address);
    // Format characters, such as one that turns the direction of writing, are not stored (docs/product.md P220).
    await expect(page.getByText(cleanLine(text), { exact: false }).first()).toBeAttached();
    expect(await page.evaluate(() => '__struck' in window), address).toBe(false);
    expect(await page.locator('img[src="x"]').count(), address).toBe(0);
  };

  await open(paths.device(serialNumber), hostileText('kind'));
  await open(`${paths.device(serialNumber)}?view=all`, serialNumber);
  await page.goto('/login');
  await signIn(page, office);
  await open(paths.vendors(), hostileText('vendor'));
  await open(paths.departments(), hostileText('department'));
  await open(paths.equipmentTypes(), hostileText('kind'));
  await open(paths.equipmentMakes(), hostileText('make'));
  await open(paths.equipmentModels(), hostileText('model'));
  await open(paths.engineers(), hostileText('engineer'));
  await open(paths.devices(), serialNumber);
  await open(paths.device(serialNumber), serialNumber);
  await open(paths.tickets(), serialNumber);
  await open(paths.ticket(ticketId), hostileText('problem'));
  await open(paths.rounds(), hostileText('template'));
  await open(paths.maintenance(), serialNumber);
  await open(paths.activity(), hostileText('vendor'));
  await open(paths.bmeDashboard(), serialNumber);
  expect(complaints).toEqual([]);

  const kept = await page.evaluate(async () => {
    const rows: unknown[] = [Object.entries(localStorage)];
    for (const { name = '' } of await indexedDB.databases()) {
      const db = await new Promise<IDBDatabase>((resolve, reject) => {
        const asked = indexedDB.open(name);
        asked.addEventListener('success', () => resolve(asked.result));
        asked.addEventListener('error', () => reject(new Error(name)));
      });
      for (const store of db.objectStoreNames) {
        const asked = db.transaction(store).objectStore(store).getAll();
        await new Promise((resolve) => asked.addEventListener('success', resolve));
        rows.push(asked.result);
      }
      db.close();
    }
    return JSON.stringify(rows);
  });
  expect(kept.length).toBeGreaterThan(1000);
  expect(kept).not.toMatch(/eyJ[\w-]+\.eyJ/);
  expect(kept).not.toContain(office.password);
  expect(page.url()).not.toMatch(/token|eyJ/);
  await context.close();
});
