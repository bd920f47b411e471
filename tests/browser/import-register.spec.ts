import { readFileSync } from 'node:fs';
import { read as readWorkbook, utils } from '@e965/xlsx';
import { expect, test } from '@playwright/test';
import type { Page } from '@playwright/test';
import { choose } from '#tests/support/choices.ts';
import { messyRegister } from '#tests/support/registers.ts';
import {
  admin,
  callAs,
  createHospital,
  createWorld,
  importRegister,
  openTablet,
  signIn,
} from '#tests/support/story.ts';
import type { Tablet, World } from '#tests/support/story.ts';

const register = messyRegister();
const hospital = 'Real Register Hospital';
const account = { email: 'office@registers.example', password: 'office-of-the-register' };

/** Templates made from the register; the first one gets a round. */
const templatesMade = 2;

let world: World;

test.beforeAll(async () => {
  world = await createWorld();
});
test.afterAll(() => world.close());

test('a messy register is imported and a round of its devices is done offline', async () => {
  const office = await openTablet(world, 'office', { viewport: { width: 1280, height: 800 } });
  try {
    await test.step('the Admin imports it', () => importAsAdmin(office.page));
  } finally {
    await office.close();
  }
  const tablet = await openTablet(world, 'tablet');
  try {
    await walkOffline(tablet);
  } finally {
    world.cable.mend();
    await tablet.close();
  }
});

async function importAsAdmin(page: Page): Promise<void> {
  const { file, bytes, added, failures } = register;
  await signIn(page, admin);
  await createHospital(page, hospital, account);
  await importRegister(page, hospital, { name: file, mimeType: 'application/octet-stream', buffer: bytes });
  const says = `Import completed with errors: ${added} devices added, ${failures.length} rows failed.`;
  await expect(page.getByText(says)).toBeVisible({ timeout: 60_000 });
  const said = await page
    .getByRole('listitem')
    .filter({ hasText: /^Row \d+:/ })
    .getByRole('paragraph')
    .allInnerTexts();
  expect(said).toEqual(failures.map(({ row, errors }) => `Row ${row}: ${errors.join(' ')}`));
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download failed rows' }).click();
  const book = readWorkbook(readFileSync(await (await saved).path()));
  const [sheet] = Object.values(book.Sheets);
  if (!sheet) throw new Error('The file of failed rows has no sheet.');
  const rows = utils.sheet_to_json<Record<string, string>>(sheet);
  expect(rows.map((row) => row['Reason'])).toEqual(failures.map(({ errors }) => errors.join(' ')));
}

async function walkOffline({ page }: Tablet): Promise<void> {
  const templates: { name: string; count: number }[] = [];

  await test.step('templates are created from its departments', async () => {
    await signIn(page, account);
    await expect(page.getByText(new RegExp(`Ready for offline work: ${register.added} devices`))).toBeVisible();
    const held = await rowsOf('device');
    expect(held).toHaveLength(register.added);
    for (const { name, count } of largestDepartments(held).slice(0, templatesMade)) {
      await page.goto('/daily-rounds/templates/add');
      await page.getByLabel('Template Name').fill(`${name} round`);
      await page.getByLabel(/Department/).selectOption({ label: name });
      await expect(page.getByText(`Selected Serial Numbers (${count})`)).toBeVisible();
      await page.getByRole('button', { name: 'Save' }).click();
      await expect(page.getByText('Template saved successfully!')).toBeVisible();
      templates.push({ name: `${name} round`, count });
    }
    await page.goto('/daily-rounds');
    for (const { name } of templates) await expect(page.getByRole('row', { name })).toBeVisible();
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => true));
  });

  const [walked = { name: '', count: 0 }] = templates;
  await test.step('one round is done without network', async () => {
    world.cable.cut();
    await page.goto('/daily-rounds');
    await page
      .getByRole('row', { name: walked.name })
      .getByRole('link', { name: /Start round/ })
      .click();
    const groups = page.getByRole('radiogroup');
    await expect(groups).toHaveCount(walked.count);
    await choose(groups.first().getByRole('radio', { name: 'Needs Attention' }));
    await page.getByPlaceholder('What did you find?').fill('Label is worn, cable strain relief is loose.');
    await page.getByRole('button', { name: 'Confirm the rest as Operational' }).click();
    await page.getByRole('button', { name: 'Submit Rounds' }).click();
    await expect(page.getByText('Saved on this tablet. It will be sent when the connection is back.')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Sync: offline, 1 waiting' })).toBeVisible();
  });

  await test.step('back online it reaches the server once', async () => {
    world.cable.mend();
    await expect(page.getByRole('button', { name: 'Sync: up to date' })).toBeVisible({ timeout: 60_000 });
    const rounds = await rowsOf('round');
    expect(rounds).toHaveLength(1);
    expect(rounds[0]).toMatchObject({ operational: walked.count - 1, needsAttention: 1, notWorking: 0, notSeen: 0 });
  });
}

/** Returns the server's rows of a kind, through the call that tablets use. */
async function rowsOf(kind: string): Promise<Record<string, unknown>[]> {
  const { rows } = await callAs<{ rows: { kind: string; rows: Record<string, unknown>[] }[] }>(
    world.origin,
    account,
    'GET',
    '/Sync/changes?cursor=0&limit=5000',
  );
  return rows.filter((group) => group.kind === kind).flatMap((group) => group.rows);
}

function largestDepartments(devices: readonly Record<string, unknown>[]): { name: string; count: number }[] {
  const counts = new Map<string, number>();
  for (const { departmentName } of devices) {
    if (typeof departmentName === 'string') counts.set(departmentName, (counts.get(departmentName) ?? 0) + 1);
  }
  return [...counts].map(([name, count]) => ({ name, count })).sort((a, b) => b.count - a.count);
}
