import { expect, test } from '@playwright/test';
import type { Page } from '@playwright/test';
import { formatSlashDay } from '#contract/rules/dates-format.ts';
import { addDays, hospitalDay } from '#contract/rules/hospital-day.ts';
import { choose, tick } from '#tests/support/choices.ts';
import {
  addAccount,
  addHospital,
  callAs,
  createWorld,
  engineer,
  hospitalUser,
  importDevices,
  openTablet,
  signIn,
} from '#tests/support/story.ts';
import type { StoryDevice, Tablet, World } from '#tests/support/story.ts';

const binu = { name: 'Binu Nair', email: 'binu@ward-story.example', password: 'second-desk-of-the-story' };
const devices: StoryDevice[] = ['DESK-01', 'DESK-02', 'DESK-03', 'DESK-04'].map((serial, at) => ({
  equipment: 'Ventilator',
  make: 'Dräger',
  model: 'Evita V500',
  serial,
  department: 'Intensive Care Unit',
  location: `Bed ${at + 1}`,
}));
const today = hospitalDay(new Date(), 'Asia/Kolkata');

type Row = Record<string, unknown>;
/** All that the server holds of the hospital at the end. */
interface Held {
  vendor: Row;
  department: Row;
  template: Row & { devices: Row[] };
  tasks: Row[];
  tickets: Row[];
  round: Row & { entries: Row[] };
}
/** One act of the day: who did what, and how the server's records say so; or who saw it and decided against it. */
interface Act {
  who: 'first desk' | 'second desk' | 'tablet';
  what: string;
  is: (held: Held) => unknown;
  decidedBy?: string;
}

let world: World;
let tablet: Tablet;
let hospitalId: string;
test.beforeAll(async () => {
  test.setTimeout(180_000);
  world = await createWorld();
  hospitalId = await addHospital(world, 'Hospital of Two Desks');
  await importDevices(world, hospitalId, devices);
  for (const account of [engineer, binu])
    await addAccount(world.origin, hospitalUser, '/BME', { ...account, phone: '' });
});
test.afterAll(async () => {
  await tablet?.close();
  await world?.close();
});

const ask = <T>(method: string, path: string, body?: unknown) =>
  callAs<T>(world.server.origin, hospitalUser, method, path, body);
async function replica() {
  const { rows } = await ask<{ rows: { kind: string; rows: Row[] }[] }>('GET', '/Sync/changes?cursor=0&limit=5000');
  return (kind: string) => rows.flatMap((group) => (group.kind === kind ? group.rows : []));
}

test('a day of two desks and a tablet: every change is kept, or was decided by a user who saw it', async ({
  browser,
}) => {
  test.setTimeout(300_000);
  const day: Act[] = [];
  const did = (who: Act['who'], what: string, is: Act['is'], decidedBy?: string) =>
    day.push({ who, what, is, ...(decidedBy !== undefined && { decidedBy }) });

  const before = await replica();
  const idOf = (serial: string) => String(before('device').find((row) => row['serialNumber'] === serial)?.['id']);
  const department = String(before('department')[0]?.['id']);
  const vendor = await ask<{ id: string }>('POST', '/Vendor', { name: 'Kaveri', location: 'Pune', types: 'Vendor' });
  const template = await ask<{ templateId: string }>('POST', '/DailyRound/template', {
    templateName: 'Morning round',
    departmentId: department,
    serials: devices.map(({ serial }) => ({ serialNumber: serial, installationBaseEntityId: idOf(serial) })),
  });

  // The desks reach the server, the tablet by a cable that is cut.
  const desk = async (who: { email: string; password: string }): Promise<Page> => {
    const context = await browser.newContext({ baseURL: world.server.origin, viewport: { width: 1280, height: 800 } });
    const page = await context.newPage();
    await signIn(page, who);
    await expect(page.getByText(/Ready for offline work: 4 devices/)).toBeVisible({ timeout: 60_000 });
    return page;
  };
  tablet = await openTablet(world, 'tablet');
  const ward = tablet.page;
  await signIn(ward, engineer);
  await expect(ward.getByText(/Ready for offline work: 4 devices/)).toBeVisible({ timeout: 60_000 });
  await ward.evaluate(() => navigator.serviceWorker.ready.then(() => true));
  const [first, second] = [await desk(hospitalUser), await desk(binu)];
  const both = [first, second] as const;
  const save = (page: Page) => page.locator('main').getByRole('button', { name: 'Save', exact: true }).click();

  await test.step('the tablet goes offline and begins its round', async () => {
    world.cable.cut();
    await ward.goto(`/daily-rounds/add/${template.templateId}`);
    const row = ward.getByRole('row', { name: 'DESK-01' });
    await choose(row.getByRole('radio', { name: 'Needs Attention' }));
    await row.getByLabel('Description').fill('Filter is due.');
    await expect(ward.getByText('1 of 4 ·')).toBeVisible();
  });

  await test.step('both desks edit one vendor: neither is asked', async () => {
    for (const page of both) await page.goto(`/vendor/edit/${vendor.id}`);
    await first.getByLabel('Location').fill('Nashik');
    await second.getByLabel('Name').fill('Kaveri Medical');
    await save(first);
    await expect(first.getByText(/updated successfully/)).toBeVisible();
    did('first desk', 'vendor: location Nashik', (held) => held.vendor['location'] === 'Nashik');
    await save(second);
    await expect(second.getByText(/Location, changed to Nashik meanwhile, was kept\./)).toBeVisible();
    did('second desk', 'vendor: name Kaveri Medical', (held) => held.vendor['name'] === 'Kaveri Medical');
  });

  await test.step('both change one value: the second sees both and chooses', async () => {
    for (const page of both) await page.goto(`/department/edit/${department}`);
    await first.getByLabel('Location').fill('Block C');
    await second.getByLabel('Location').fill('Block D');
    await save(first);
    await expect(first.getByText(/updated successfully/)).toBeVisible();
    await save(second);
    await expect(second.getByText('Theirs: Block C')).toBeVisible();
    await second.getByLabel('Mine: Block D').check();
    await second.getByRole('button', { name: 'Save both changes' }).click();
    await expect(second.getByText(/updated successfully/)).toBeVisible();
    const isBlockD = (held: Held) => held.department['location'] === 'Block D';
    did(
      'first desk',
      'department: location Block C',
      (held) => !isBlockD(held),
      'second desk, who saw “Theirs: Block C”',
    );
    did('second desk', 'department: location Block D', isBlockD);
  });

  await test.step("the first desk changes the template of the tablet's round", async () => {
    await first.goto(`/daily-rounds/templates/edit/${template.templateId}`);
    await first.getByLabel('Template Name').fill('Evening round');
    await first.getByRole('button', { name: /^Remove .*DESK-04/ }).click();
    await save(first);
    await expect(first.getByText('Template saved successfully!')).toBeVisible();
    did('first desk', 'template: renamed', (held) => held.template['templateName'] === 'Evening round');
    did('first desk', 'template: without DESK-04', (held) => held.template.devices.length === 3);
  });

  const taskOf = (held: Held, serial: string) => held.tasks.find((task) => task['deviceId'] === idOf(serial)) ?? {};
  await test.step('the first desk moves two tasks, the second closes one of them, the first undoes the move', async () => {
    await first.goto('/bme-dashboard/maintenance');
    await first.getByRole('button', { name: 'Select', exact: true }).click();
    for (const serial of ['DESK-01', 'DESK-02']) await tick(first.getByLabel(`Select Ins of ${serial}`));
    await first.getByRole('button', { name: 'Move', exact: true }).click();
    const move = first.getByRole('dialog');
    await move.getByLabel('New Date').fill(addDays(today, 5));
    await move.getByLabel('Reason').fill('The bay is painted.');
    await move.getByLabel('Approved By').fill('Dr Mehta');
    await move.getByRole('button', { name: 'Move' }).click();
    await expect(first.getByText(/^2 tasks moved, .* This can be undone for an hour\.$/)).toBeVisible();
    await expect(first.getByRole('button', { name: 'Sync: up to date' })).toBeVisible();
    await second.goto('/bme-dashboard/maintenance');
    await second
      .getByRole('row', { name: /DESK-02/ })
      .filter({ hasText: formatSlashDay(addDays(today, 5)) })
      .getByRole('button', { name: /^Close/ })
      .click();
    const close = second.getByRole('dialog');
    await close.getByLabel(/Actions Taken/i).fill('Done before the painters.');
    await close.getByRole('button', { name: 'Save' }).click();
    await expect(second.getByText('Task closed successfully!')).toBeVisible();
    const closed = (held: Held) => taskOf(held, 'DESK-02')['actionTaken'] === 'Done before the painters.';
    did('second desk', 'task of DESK-02 closed', closed);
    await first.getByRole('button', { name: 'Undo', exact: true }).click();
    await expect(first.getByText('Undone for 1 of 2 tasks.')).toBeVisible();
    await expect(first.getByText(`Ins of DESK-02. Not undone: ${binu.name} closed this task meanwhile.`)).toBeVisible();
    did('first desk', 'move of DESK-01 undone', (held) => taskOf(held, 'DESK-01')['taskDate'] === today);
    did(
      'first desk',
      'move of DESK-02 undone',
      (held) => taskOf(held, 'DESK-02')['taskDate'] === today,
      'first desk, who was told that DESK-02 was closed meanwhile',
    );
  });

  await test.step('the tablet ends its round, closes a task and reports a breakdown, all offline', async () => {
    await ward.getByRole('button', { name: 'Confirm the rest as Operational' }).click();
    await ward.getByRole('button', { name: 'Submit Rounds' }).click();
    await expect(ward.getByText(/Saved on this tablet/).first()).toBeVisible();
    did('tablet', 'round: DESK-01 needs attention', (held) =>
      held.round.entries.some(
        (entry) => entry['serialNumber'] === 'DESK-01' && entry['description'] === 'Filter is due.',
      ),
    );
    did('tablet', 'round: DESK-04, which left the template', (held) =>
      held.round.entries.some((entry) => entry['serialNumber'] === 'DESK-04'),
    );
    await ward.goto('/bme-dashboard/maintenance');
    await ward
      .getByRole('row', { name: /DESK-03/ })
      .getByRole('button', { name: /Close/ })
      .click();
    await ward
      .getByRole('dialog')
      .getByLabel(/Actions Taken/i)
      .fill('Installed and tested.');
    await ward.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await expect(ward.getByText(/Saved on this tablet/).first()).toBeVisible();
    did(
      'tablet',
      'task of DESK-03 closed',
      (held) => taskOf(held, 'DESK-03')['actionTaken'] === 'Installed and tested.',
    );
    await ward.goto('/breakdown/new?serial=DESK-04');
    await ward.getByLabel('Issue Type').selectOption('Electrical');
    await ward.getByLabel('Problem Reported').fill('Battery does not hold charge.');
    await ward.getByLabel('Priority').selectOption('High');
    await ward.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(ward.getByText(/Saved on this tablet/).first()).toBeVisible();
    did('tablet', 'breakdown of DESK-04', (held) =>
      held.tickets.some((ticket) => ticket['problemReported'] === 'Battery does not hold charge.'),
    );
  });

  await test.step('the tablet is back: each change is on the server, or was decided by a user who saw it', async () => {
    world.cable.mend();
    await expect(ward.getByRole('button', { name: 'Sync: up to date' })).toBeVisible({ timeout: 90_000 });
    const of = await replica();
    const [round] = of('round');
    const templates = await ask<Held['template'][]>('GET', '/DailyRound/templates');
    const held: Held = {
      vendor: await ask('GET', `/Vendor/${vendor.id}`),
      department: await ask('GET', `/Department/${department}`),
      template: templates.find(({ templateId }) => templateId === template.templateId) ?? { devices: [] },
      tasks: of('task'),
      tickets: of('ticket'),
      round: await ask('GET', `/DailyRound/round/${String(round?.['id'])}`),
    };
    const missing = day.filter(({ is, decidedBy }) => !is(held) && decidedBy === undefined);
    expect(missing.map(({ who, what }) => `${who}: ${what}`)).toEqual([]);
    expect(day.filter(({ is, decidedBy }) => decidedBy !== undefined && !is(held)).map(({ what }) => what)).toEqual([
      'department: location Block C',
      'move of DESK-02 undone',
    ]);
    expect(day.map(({ who }) => who)).toEqual(expect.arrayContaining(['first desk', 'second desk', 'tablet']));
    for (const page of both) await expect(page.getByRole('button', { name: 'Sync: up to date' })).toBeVisible();
  });
  for (const page of both) await page.context().close();
});
