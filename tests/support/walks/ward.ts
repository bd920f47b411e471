import { expect } from '@playwright/test';
import type { DeviceRecord, RoundRecord, TaskRecord, TicketRecord } from '#contract/records/ward.ts';
import { formatSlashDay } from '#contract/rules/dates-format.ts';
import { settled } from '#tests/support/inspect-screen.ts';
import { paths, withQuery } from '#ui/paths.ts';
import { recordsOf, type Walker } from './walker.ts';

/** The template of a round, with its devices in walking order. */
export interface WalkTemplate {
  id: string;
  name: string;
  devices: readonly DeviceRecord[];
}

const rowOfRound = ({ page }: Walker, serial: string) =>
  page.getByRole('row').filter({ has: page.getByRole('link', { name: serial, exact: true }) });

/**
 * Walks a round without network from the dashboard to Submit, with the devices at some places not seen. Returns the
 * number of taps.
 */
export async function walkRound(
  walker: Walker,
  { id, name, devices }: WalkTemplate,
  notSeen: readonly (readonly [at: number, reason: string])[],
): Promise<number> {
  const { page, tap, shot } = walker;
  await page.goto(paths.bmeDashboard());
  await settled(page);
  const tile = page.getByRole('link', { name: /Rounds pending/ });
  const pending = Number(/^\d+/.exec(await tile.innerText())?.[0]);
  // The banner lists three rounds.
  await expect(page.getByRole('link', { name: `${pending - 3} more` })).toBeVisible();
  await shot('dashboard');
  walker.countFrom();
  await tap(tile);
  await settled(page);
  await shot('pending-rounds');
  await walker.offline(async () => {
    await tap(page.getByRole('link', { name: `Start round: ${name}` }));
    await expect(page.getByRole('radiogroup')).toHaveCount(devices.length);
    await shot('round-open');
    for (const [at, reason] of notSeen) {
      const serial = devices[at]?.serialNumber ?? '';
      await tap(page.getByRole('button', { name: `More for ${serial}` }));
      await shot('not-seen-why');
      await tap(rowOfRound(walker, serial).getByRole('button', { name: reason }));
    }
    await tap(page.getByRole('button', { name: 'Confirm the rest as Operational' }));
    await shot('rest-confirmed');
    await tap(page.getByRole('button', { name: 'Submit Rounds' }));
    await expect(page.getByText(/^Saved on this tablet/).first()).toBeVisible();
    await shot('submitted-offline');
    await page.goto(paths.rounds());
    await settled(page);
    await shot('rounds-offline');
  });
  const { taps } = walker;
  await shot('rounds-after');
  const sent = (await recordsOf<RoundRecord>(walker.demo.origin, 'round')).filter(
    ({ templateId }) => templateId === id,
  );
  expect(sent).toHaveLength(1);
  expect(sent[0]).toMatchObject({ operational: devices.length - notSeen.length, notSeen: notSeen.length });
  await page.goto(paths.round(sent[0]?.id ?? ''));
  await settled(page);
  await shot('round-read');
  return taps;
}

/** Reports a fault from a row of a round, with a photo, and returns to the row; saved without network. */
export async function walkFault(
  walker: Walker,
  { id, devices }: WalkTemplate,
  { at, photo, problem }: { at: number; photo: string; problem: string },
): Promise<number> {
  const { page, tap, pick, shot } = walker;
  const serial = devices[at]?.serialNumber ?? '';
  const row = rowOfRound(walker, serial);
  // Meanwhile a colleague has the device's files open.
  const files = await page.context().newPage();
  await files.goto(withQuery(paths.device(serial), { tab: 'documents' }));
  await expect(files.getByText('No documents found.')).toBeVisible();
  await page.bringToFront();
  await page.goto(paths.roundAdd(id));
  await expect(page.getByRole('radiogroup')).toHaveCount(devices.length);
  walker.countFrom();
  await walker.offline(async () => {
    await tap(row.getByRole('radio', { name: 'Not Working' }));
    await expect(row.getByLabel('Description')).toBeFocused();
    await page.keyboard.type(problem);
    await walker.addFile(row.getByLabel(`Add photo of ${serial}`), photo);
    await expect(row.getByRole('button', { name: `Remove photo 1 of ${serial}` })).toBeVisible();
    await shot('row-not-working');
    await tap(row.getByRole('link', { name: `Report Breakdown of ${serial}` }));
    await expect(page.getByLabel('Problem Reported')).toHaveValue(problem);
    await shot('ticket-form');
    await pick(page.getByLabel('Issue Type'), 'Electrical');
    await pick(page.getByLabel('Priority'), 'High');
    await tap(page.getByRole('button', { name: 'Save', exact: true }));
    await expect(row).toBeFocused();
    await expect(row.getByText('Ticket reported ·')).toBeVisible();
    await shot('back-at-row');
  });
  const { taps } = walker;
  const held = (await recordsOf<TicketRecord>(walker.demo.origin, 'ticket')).filter(
    ({ problemReported }) => problemReported === problem,
  );
  expect(held).toHaveLength(1);
  await row.getByRole('link', { name: `Show the ticket of ${serial}` }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('BD-');
  await expect(page.getByRole('link', { name: 'Back to the round' })).toBeVisible();
  await settled(page);
  await shot('ticket');
  await expect(async () => {
    const ticket = (await recordsOf<TicketRecord>(walker.demo.origin, 'ticket')).find(
      ({ problemReported }) => problemReported === problem,
    );
    expect(ticket?.files).toMatchObject([{ received: true }]);
  }).toPass();
  await expect(files.getByRole('button', { name: 'Show display.jpg' })).toBeVisible();
  await files.close();
  return taps;
}

/** Closes a maintenance task from the list, with a photo and without network. */
export async function walkTask(walker: Walker, photo: string): Promise<number> {
  const { page, tap, shot } = walker;
  await page.goto(paths.maintenance());
  await settled(page);
  await shot('maintenance');
  const row = page.locator('tbody[role=rowgroup]').getByRole('row').first();
  const done = `Cleaned and checked, ${walker.look.name}.`;
  walker.countFrom();
  await walker.offline(async () => {
    await walker.act(row, /^Close/);
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Actions Taken').fill(done);
    await walker.addFile(dialog.locator('input[type=file]').first(), photo);
    await expect(dialog.getByRole('listitem').filter({ hasText: /KB/ })).toHaveCount(1);
    await shot('close-task');
    await tap(dialog.getByRole('button', { name: 'Save' }));
    await expect(dialog.getByText(/Saved on this tablet/)).toBeVisible();
    await shot('task-saved');
    await expect(dialog).toHaveCount(0);
    await shot('maintenance-after');
  });
  const { taps } = walker;
  const closed = () =>
    recordsOf<TaskRecord>(walker.demo.origin, 'task').then((all) =>
      all.filter(({ actionTaken }) => actionTaken === done),
    );
  expect(await closed()).toHaveLength(1);
  await expect(async () => expect((await closed())[0]?.files).toMatchObject([{ received: true }])).toPass();
  return taps;
}

/** Scans a device and closes its overdue task with a photo, without network. Returns the number of taps. */
export async function walkScan(
  walker: Walker,
  { task: { id, type, taskDate }, serial, photo }: { task: TaskRecord; serial: string; photo: string },
): Promise<number> {
  const { page, tap, shot } = walker;
  await page.goto(paths.bmeDashboard());
  await settled(page);
  const done = `Scanned, cleaned and checked, ${walker.look.name}.`;
  const main = page.getByRole('main');
  walker.countFrom();
  await walker.offline(async () => {
    await tap(page.getByRole('link', { name: 'Scan', exact: true }).filter({ visible: true }));
    await expect(page.getByRole('heading', { level: 1, name: 'Scan' })).toBeVisible();
    await page.evaluate(scanByHand, serial);
    await shot('scanned');
    await tap(main.getByRole('link', { name: `Close ${type} of ${formatSlashDay(taskDate)}` }).first());
    await main.getByLabel('Actions Taken').fill(done);
    await walker.addFile(main.locator('input[type=file]').first(), photo);
    await expect(main.getByRole('listitem').filter({ hasText: /KB/ })).toHaveCount(1);
    await shot('close-scanned');
    await tap(main.getByRole('button', { name: 'Submit Task Report' }));
    await expect(page.getByText(/Saved on this tablet/).first()).toBeVisible();
  });
  const { taps } = walker;
  const closed = (await recordsOf<TaskRecord>(walker.demo.origin, 'task')).filter(
    ({ actionTaken }) => actionTaken === done,
  );
  expect(closed.map((one) => one.id)).toEqual([id]);
  return taps;
}

/** Types a label as a hand scanner does, without the pauses that a busy machine would add. */
function scanByHand(text: string): void {
  for (const key of [...text, 'Enter']) {
    const stroke = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true });
    (document.activeElement ?? document.body).dispatchEvent(stroke);
  }
}
