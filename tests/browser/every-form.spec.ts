import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import type { Locator, Page } from '@playwright/test';
import { demoSignIns } from '#server/demo/seed.ts';
import { test } from '#tests/engines/test.ts';
import { tick } from '#tests/support/choices.ts';
import { shareOfDay } from '#tests/support/day.ts';
import type { BuiltServer } from '#tests/support/built-server.ts';
import { startFilledServer } from '#tests/support/filled-server.ts';
import { demoAddresses } from '#tests/support/demo-addresses.ts';
import type { DemoAddresses } from '#tests/support/demo-addresses.ts';
import { atEachForm, clicksOf, emptyRequired, pressWithMouse, screensOf, sinks } from '#tests/support/forms.ts';
import { smallFields } from '#tests/support/inspect-screen.ts';
import { callAs, signIn } from '#tests/support/story.ts';

let folder: string;
let server: BuiltServer;
let origin: string;
let known: DemoAddresses;

test.beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'ward-forms-'));
  server = await startFilledServer(join(folder, 'data'), 'demo');
  origin = `http://localhost:${server.port}`;
  known = await demoAddresses(server.origin);
});
test.afterAll(async () => {
  await server?.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** A device whose type, make, model and serial number match each other. */
interface Sample {
  serialNumber: string;
  equipmentName: string;
  makeName: string;
  modelName: string;
}

/** Returns the fields of a form that are filled by typing or choosing. */
const fieldsOf = (form: Locator) =>
  form.locator(
    ':is(input:not([type=file], [type=radio], [type=checkbox], [type=search], [readonly]), select, textarea)',
  );

/** Chooses the first suggestion for a text. */
async function chooseSuggested(page: Page, field: Locator, text: string): Promise<void> {
  await field.fill(text);
  await page.getByRole('listbox').getByRole('option').first().click();
}

/** Number of texts typed so far, which makes names unique as records require. */
let written = 0;

/** Returns the text for an empty field of this kind. */
function textFor(type: string | null, isNumber: boolean): string {
  written += 1;
  if (type === 'email') return `form-${written}@forms.example`;
  if (type === 'password') return 'a password of the forms';
  if (type === 'tel') return '+91 20 4000 3000';
  if (isNumber) return '2';
  if (type === 'date') return '2026-03-02';
  // Two times of one form differ, as a start and an end do.
  if (type === 'time') return written % 2 === 0 ? '09:00' : '17:00';
  return `Form ${written}`;
}

/** Reads a field's properties in one call. */
const factsOf = (field: Locator) =>
  field.evaluate((element: HTMLInputElement) => ({
    value: element.value,
    kind: element.localName,
    name: element.name,
    isSearch: element.getAttribute('role') === 'combobox',
    type: element.getAttribute('type'),
    isNumber: ['decimal', 'numeric'].includes(element.inputMode),
    isRequired: element.getAttribute('aria-required') === 'true',
    isDisabled: element.disabled,
  }));

/** Fills one empty field. */
async function fillField(
  page: Page,
  field: Locator,
  { kind, name, isSearch, type, isNumber }: Awaited<ReturnType<typeof factsOf>>,
  sample: Sample,
): Promise<void> {
  if (kind === 'select') {
    const wanted = { equipmentId: sample.equipmentName, makeId: sample.makeName }[name];
    const options = field.locator('option:enabled:not([value=""])');
    // Options that depend on another field arrive a moment later.
    await expect(options).not.toHaveCount(0);
    const labels = await options.allInnerTexts();
    await field.selectOption({ label: labels.find((label) => label === wanted) ?? labels[0] ?? '' });
  } else if (isSearch) {
    const isModel = page.url().includes('/installation-base/');
    await chooseSuggested(page, field, isModel ? sample.modelName : sample.serialNumber);
  } else {
    await field.fill(textFor(type, isNumber));
    // A field for several serial numbers accepts each with Enter.
    if (name === '' && type === 'text') await field.press('Enter');
  }
}

/** Fills empty fields. */
async function fillForm(page: Page, form: Locator, sample: Sample): Promise<void> {
  const fields = fieldsOf(form);
  for (let at = 0; at < (await fields.count()); at += 1) {
    const field = fields.nth(at);
    const facts = await factsOf(field);
    if (facts.value !== '') continue;
    // When editing, the record already has its serial numbers.
    if (facts.isSearch && page.url().includes('/edit/')) continue;
    // Fields that depend on another one open only when it is chosen, if they are needed at all.
    const isWanted = !facts.isSearch && facts.isRequired;
    if (!isWanted && facts.isDisabled) continue;
    await expect(field).toBeEnabled();
    await fillField(page, field, facts, sample);
  }
  const ticks = form.locator('button[name=types]').filter({ hasText: 'Select' });
  if ((await ticks.count()) > 0) {
    await ticks.click();
    await tick(page.getByRole('group', { name: 'Types' }).getByRole('checkbox').first());
    await page.keyboard.press('Escape');
  }
  // Skip holidays and duty: another one would be one more row to fill.
  const kinds = form.getByRole('button', { name: /^Add (?!Day$|hours on duty$|leave$)/ });
  if ((await kinds.count()) === 0) return;
  await kinds.first().click();
  if ((await kinds.first().getAttribute('aria-haspopup')) !== 'menu') return;
  // The button offers several kinds, each with its own form.
  await page.getByRole('menuitem').first().click();
  const added = page.getByRole('dialog');
  await added.getByLabel('Name').fill(textFor(null, false));
  await added.getByRole('button', { name: 'Done' }).click();
}

/** Saves a form with one required field filled; afterwards the form is closed or starts again. */
async function save(page: Page, form: Locator, address: string, required: Locator): Promise<void> {
  // Waits until the form has removed its last error, as a user would before pressing Save.
  await expect(form.locator('[aria-invalid=true]'), `${address} takes what was filled in`).toHaveCount(0);
  await form.locator('button[type=submit]').last().click();
  const question = page.getByRole('button', { name: 'Close it now' });
  await expect(async () => {
    if (await question.isVisible()) await question.click();
    const wrong = await page.locator('[aria-invalid=true]').evaluateAll((all) => all.map((one) => one.outerHTML));
    expect(wrong, 'fields that are wrong').toEqual([]);
    const isLeft = new URL(page.url()).pathname !== address || (await form.count()) === 0;
    // A form for several records stays open and is emptied.
    expect(isLeft || (await required.inputValue({ timeout: 1000 })) === '', `${address} is saved`).toBe(true);
  }).toPass({ timeout: 20_000, intervals: [50] });
}

for (const [role, who, leastForms] of [
  ['Hospital', demoSignIns.hospital, 6],
  ['Admin', demoSignIns.admin, 2],
] as const) {
  test(`${role}: every form is opened, filled and saved, and the first press reports an empty required field`, async ({
    browser,
  }) => {
    test.setTimeout(600_000);
    const context = await browser.newContext({ baseURL: origin });
    const page = await context.newPage();
    await signIn(page, who);
    const { items } = await callAs<{ items: Sample[] }>(origin, demoSignIns.hospital, 'GET', '/InstallationBase/paged');
    const [sample] = items;
    if (!sample) throw new Error('The demo hospital has no device.');
    if (role === 'Hospital') await expect(page.getByText(/^Ready for offline work/)).toBeVisible();
    const screens = screensOf(role, known);
    // Half of the hospital's screens per run; the Admin has only two forms.
    const drawn = shareOfDay(screens, role === 'Admin' ? screens.length : Math.ceil(screens.length / 2));
    const fillAndSave = (form: Locator, address: string) =>
      test.step(address, async () => {
        expect(await smallFields(page), `${address}: iOS would zoom into these fields`).toEqual([]);
        const submit = form.locator('button[type=submit]').last();
        // A toast confirms the last form once the server has it.
        const upToDate = page.getByRole('button', { name: 'Sync: up to date' });
        if (role === 'Hospital') await expect(upToDate).toBeVisible({ timeout: 60_000 });
        const field = await emptyRequired(form);
        const isDisabled = await submit.isDisabled();
        const clicked = await clicksOf(page, submit);
        expect(await pressWithMouse(page, submit), `${address}: moves under the mouse`).toBeLessThanOrEqual(sinks);
        await expect(field, `${address}: says what is wrong`).toHaveAttribute('aria-invalid', 'true');
        if (!isDisabled) await expect.poll(clicked, `${address}: the press counts`).toBe(true);
        await fillForm(page, form, sample);
        await save(page, form, address, field);
      });
    const addresses = await atEachForm(page, role, known, fillAndSave, drawn);
    expect(addresses.length).toBeGreaterThanOrEqual(leastForms);
    await context.close();
  });
}
