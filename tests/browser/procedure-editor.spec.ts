import { join } from 'node:path';
import { expect, type Locator, type Page, test } from '@playwright/test';
import type { Certificate, TestRow } from '#contract/calls/test/record.ts';
import { addDays, hospitalDay } from '#contract/rules/hospital-day.ts';
import { choose, tick } from '#tests/support/choices.ts';
import { looks, problemsOf } from '#tests/support/inspect-screen.ts';
import { drawPhoto } from '#tests/support/photo.ts';
import { hospitalWithDevices } from '#tests/support/round-hospital.ts';
import { callAs, createWorld, engineer, openTablet, signIn } from '#tests/support/story.ts';
import type { Tablet, World } from '#tests/support/story.ts';
import { paths, withQuery } from '#ui/paths.ts';

const serial = 'PUMP-001';
const name = 'Pump, quarterly check';
const today = hospitalDay(new Date(), 'Asia/Kolkata');
const seen = [looks.phoneLight, looks.tabletLight, looks.deskLight];

let world: World;
let desk: Tablet;
let deviceId: string;
let photo: string;

const ask = <T>(method: string, path: string, body?: unknown) => callAs<T>(world.origin, engineer, method, path, body);

test.beforeAll(async () => {
  world = await createWorld();
  const device = {
    equipment: 'Syringe Pump',
    make: 'B. Braun',
    model: 'Perfusor',
    department: 'ICU',
    location: 'Bay 1',
  };
  const ids = await hospitalWithDevices(world, 'Hospital of Procedures', [{ ...device, serial }]);
  deviceId = ids.get(serial) ?? '';
  photo = join(world.folder, 'housing.png');
  drawPhoto(photo, 900, 700);
  desk = await openTablet(world, 'desk', { viewport: { width: 1280, height: 800 } });
  await signIn(desk.page, engineer);
  await expect(desk.page.getByText(/Ready for offline work: 1 device/)).toBeVisible();
});
test.afterEach(() => world.cable.mend());
test.afterAll(async () => {
  await desk?.close();
  await world?.close();
});

const rows = (page: Page) => page.getByRole('region', { name: 'Steps' }).getByRole('listitem');
const handle = (page: Page, step: string) => page.getByRole('button', { name: new RegExp(`^Move ${step}, number`) });
const expectOrder = (page: Page, steps: string[]) =>
  expect
    .poll(() =>
      rows(page)
        .locator('[data-control=handle]')
        .evaluateAll((handles) => handles.map((one) => one.getAttribute('aria-label')?.replace(/: drag.*/, ''))),
    )
    .toEqual(steps.map((step, at) => `Move ${step}, number ${at + 1} of ${steps.length}`));
const stepOf = (page: Page, title: string) => page.getByRole('region', { name: new RegExp(`\\d+\\. ${title}$`) });

/** Adds a step of a kind and fills in its dialog. */
async function addStep(page: Page, kind: string, fields: Readonly<Record<string, string>>): Promise<void> {
  await page.getByRole('button', { name: 'Add a step' }).click();
  await page.getByRole('menuitem', { name: kind }).click();
  const dialog = page.getByRole('dialog', { name: `${kind} step` });
  for (const [label, value] of Object.entries(fields)) await dialog.getByLabel(label).fill(value);
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect(dialog).toBeHidden();
}

async function middleOf(target: Locator): Promise<{ x: number; y: number }> {
  const box = await target.boundingBox();
  if (!box) throw new Error('It is not drawn.');
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

test('a procedure is created at the desk, tried in a phone preview, copied and scheduled', async () => {
  const { page } = desk;
  await page.goto(paths.procedureCreate());
  await page.getByLabel('Name').fill(name);
  await addStep(page, 'Visual check', { Name: 'Housing' });
  await addStep(page, 'Measurement', { Name: 'Rate', Unit: 'ml/h', 'Lower limit': '57', 'Upper limit': '63' });
  await addStep(page, 'Electrical safety', { Name: 'Earth resistance' });
  await expectOrder(page, ['Housing', 'Rate', 'Earth resistance']);
  // The limit from the standard is not confirmed yet.
  await page.getByRole('button', { name: 'Confirm all limits' }).click();

  await test.step('the order is changed by keys and by dragging', async () => {
    await handle(page, 'Housing').focus();
    await page.keyboard.press('ArrowDown');
    await expectOrder(page, ['Rate', 'Housing', 'Earth resistance']);
    await expect(handle(page, 'Housing')).toBeFocused();
    const from = await middleOf(handle(page, 'Earth resistance'));
    const to = await middleOf(rows(page).nth(1));
    await page.mouse.move(from.x, from.y);
    await page.mouse.down();
    await page.mouse.move(from.x, to.y - 4, { steps: 5 });
    await page.mouse.up();
    await expectOrder(page, ['Rate', 'Earth resistance', 'Housing']);
  });

  await test.step('the preview works like a phone', async () => {
    const preview = page.getByRole('region', { name: 'Preview on a phone' });
    await expect(preview.getByText('Step 2 of 3')).toBeVisible();
    await preview.getByRole('button', { name: 'Back' }).click();
    await expect(preview.getByText('Step 1 of 3')).toBeVisible();
    await preview.getByLabel('As found (ml/h)').fill('70');
    await expect(preview.getByText('Out of limits: 70 ml/h is above 63 ml/h')).toBeVisible();
    expect((await preview.boundingBox())?.width).toBeLessThanOrEqual(looks.phoneLight.width);
    expect(await problemsOf(page, 'the editor of a procedure', seen)).toEqual([]);
  });

  await page.getByRole('button', { name: 'Create', exact: true }).click();
  await expect(page.getByText(`Procedure "${name}" created successfully!`)).toBeVisible();
  await page.getByRole('link', { name, exact: true }).click();
  await expect(page.getByText('Version 1')).toBeVisible();
  await page.getByRole('button', { name: 'Copy', exact: true }).click();
  await expect(page.getByText(`Copied as “${name} (copy)”.`)).toBeVisible();
  await expect(page.getByLabel('Name')).toHaveValue(`${name} (copy)`);
  await expectOrder(page, ['Rate', 'Earth resistance', 'Housing']);

  await page.goto(withQuery(paths.device(serial), { tab: 'schedules' }));
  await page.getByRole('link', { name: 'Add schedule' }).click();
  await page.getByLabel('Kind').selectOption({ label: 'Safety test' });
  await page.getByLabel('Title').fill('Quarterly check');
  await page.getByRole('textbox', { name: 'Every' }).first().fill('3');
  await page.getByLabel('First due date').fill(today);
  await page.getByLabel('Procedure').selectOption({ label: name });
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Schedule created for 1 device.')).toBeVisible();
  await page.goto(paths.device(serial));
  await page
    .getByRole('link', { name: /^Close Safety of/ })
    .first()
    .click();
  await page.getByRole('link', { name: new RegExp(`^${name}`) }).click();
  await expect(page.getByRole('region', { name: '1. Rate' })).toBeVisible();
  await expect(page.getByRole('region', { name: '3. Housing' })).toBeVisible();
});

test('a test is corrected offline on another tablet, with its photo, and links to the certificate of its tester', async () => {
  const { page } = desk;
  const { id: procedureId } = await ask<{ id: string }>('POST', '/Procedure', {
    name: 'Pump, visual check',
    steps: [{ id: 'housing', kind: 'look', title: 'Housing', detail: '' }],
    equipmentIds: [],
    modelIds: [],
  });
  const certificate = { certificateNumber: 'NABL-1', dueOn: addDays(today, 90) };
  const tester = await ask<{ id: string }>('POST', '/Tester', {
    name: 'Analyser',
    serialNumber: 'A-1',
    ...certificate,
  });
  await page.goto(paths.testerEdit(tester.id));
  await page.getByLabel('File of the certificate').setInputFiles(photo);
  await expect(page.getByRole('button', { name: /^Download housing/ })).toBeVisible();

  await test.step('the test fails with a photo', async () => {
    await page.goto(paths.test(deviceId, procedureId));
    const housing = stepOf(page, 'Housing');
    await choose(housing.getByRole('radio', { name: 'Not OK' }));
    await housing.getByLabel('Take a photo for Housing').setInputFiles(photo);
    await expect(housing.getByRole('button', { name: /^Remove photo 1/ })).toBeVisible();
    await tick(page.getByRole('checkbox', { name: /^Analyser/ }));
    await tick(page.getByRole('checkbox', { name: 'Report a breakdown with this test' }), false);
    await page.getByRole('button', { name: 'Save test' }).click();
    await expect(page.getByText('Test saved successfully!')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Sync: up to date' })).toBeVisible();
  });

  const [first] = await ask<TestRow[]>('GET', `/InstallationBase/${deviceId}/tests`);
  const other = await openTablet(world, 'other');
  try {
    const ward = other.page;
    await signIn(ward, engineer);
    await expect(ward.getByText(/Ready for offline work: 1 device/)).toBeVisible();
    await ward.goto(paths.certificate(first?.id ?? ''));
    await expect(ward.getByRole('link', { name: 'Correct this test' })).toBeVisible();
    expect(await problemsOf(ward, 'the certificate of a test', seen)).toEqual([]);
    world.cable.cut();
    await ward.getByRole('link', { name: 'Correct this test' }).click();
    const housing = stepOf(ward, 'Housing');
    await expect(housing.getByRole('button', { name: /^Remove photo 1/ })).toBeVisible();
    await housing.getByLabel('Note').fill('Crack at the handle');
    await ward.getByRole('button', { name: 'Save test' }).click();
    await expect(ward.getByText('Saved on this tablet. It will be sent when the connection is back.')).toBeVisible();
    world.cable.mend();
    await expect(ward.getByText('Test saved successfully!')).toBeVisible({ timeout: 60_000 });

    const tests = await ask<TestRow[]>('GET', `/InstallationBase/${deviceId}/tests`);
    expect(tests.map(({ correctsId }) => correctsId)).toEqual([first?.id, null]);
    const [old, correction] = await Promise.all(
      tests.toReversed().map(({ id }) => ask<Certificate>('GET', `/TestRecord/${id}`)),
    );
    const photosOf = (page_: Certificate | undefined) => page_?.steps.flatMap(({ photos }) => photos) ?? [];
    expect(photosOf(correction)).toEqual(photosOf(old));
    expect(photosOf(correction)).toHaveLength(1);

    await ward.goto(paths.certificate(correction?.id ?? ''));
    await ward.getByRole('link', { name: 'Analyser: NABL-1' }).click();
    await expect(ward.getByText('used for this test')).toBeVisible();
    await expect(ward.getByRole('button', { name: /^Download housing/ })).toBeVisible();
    expect(await problemsOf(ward, 'the certificates of a tester', seen)).toEqual([]);
  } finally {
    await other.close();
  }
});
