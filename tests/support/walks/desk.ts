import { readFileSync } from 'node:fs';
import { expect } from '@playwright/test';
import { read, utils } from '@e965/xlsx';
import type { DeviceRecord, TaskRecord, TicketRecord } from '#contract/records/ward.ts';
import { addDays, hospitalDay } from '#contract/rules/hospital-day.ts';
import { tick } from '../choices.ts';
import { settled } from '#tests/support/inspect-screen.ts';
import { paths, withQuery } from '#ui/paths.ts';
import { recordsOf, rowOf, type Walker } from './walker.ts';

const tasksOf = ({ page }: Walker) => page.locator('tbody[role=rowgroup]').getByRole('row').filter({ hasText: /\d/ });

/**
 * The planner's month: a department's tasks assigned (`planned` taps), some moved without network with a reason, and the
 * sheet of it.
 */
export async function walkPlan(
  walker: Walker,
  { department, ahead }: { department: string; ahead: number },
): Promise<{ planned: number; taps: number }> {
  const { page, tap, pick, shot, look } = walker;
  const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true });
  const reason = `The ward is painted, ${look.name}.`;
  const to = addDays(hospitalDay(new Date(), 'Asia/Kolkata'), ahead);
  await page.goto(paths.maintenance());
  await settled(page);
  walker.countFrom();
  await tap(page.getByRole('button', { name: 'Next Month' }));
  await expect(page.getByRole('heading', { name: /^Tasks of \w+ \d{4}$/ })).toBeVisible();
  await shot('next-month');
  const more = page.getByRole('button', { name: /^Filters/ });
  if (await more.isVisible()) await tap(more);
  await pick(page.getByLabel('Department'), { label: department });
  await settled(page);
  await shot('filtered');
  const listed = await tasksOf(walker).count();
  expect(listed).toBeGreaterThan(1);
  const assigned = (await tasksOf(walker).allInnerTexts()).join();
  await tap(button('Select'));
  const ticks = page.getByRole('checkbox', { name: /^Select / });
  await tap(button(/^Select all \d+$/));
  await shot('all-selected');
  await tap(button('Assign'));
  const technician = page.getByRole('dialog', { name: 'Assign Technician' }).getByLabel('Technician');
  // Somebody who does not have all of them yet: who has which tasks of the demo's next month depends on the day.
  const [, ...names] = await technician.locator('option').allInnerTexts();
  const label = names.find((name) => assigned.split(name).length - 1 < listed);
  await pick(technician, { label: label ?? '' });
  await shot('assign');
  await tap(page.getByRole('dialog').getByRole('button', { name: 'Save' }));
  await expect(page.getByText(/^\d+ tasks? assigned\.$/)).toBeVisible();
  const planned = walker.taps;
  await shot('assigned');
  await walker.offline(async () => {
    await tap(button('Select'));
    for (const at of [0, 1]) {
      await tick(ticks.nth(at));
      walker.taps += 1;
    }
    await tap(button('Move'));
    const move = page.getByRole('dialog', { name: 'Move 2 tasks' });
    await move.getByLabel('New Date').fill(to);
    await move.getByLabel('Reason').fill(reason);
    await move.getByLabel('Approved By').fill('Dr Mehta');
    await shot('move');
    await tap(move.getByRole('button', { name: 'Move' }));
    await expect(move).toHaveCount(0);
    await shot('moved-offline');
  });
  const moved = (await recordsOf<TaskRecord>(walker.demo.origin, 'task')).flatMap(({ events, taskDate }) =>
    events.filter((event) => event.kind === 'moved' && event.data.reason === reason).map(() => taskDate),
  );
  expect(moved).toEqual([to, to]);
  const [file] = await Promise.all([page.waitForEvent('download'), tap(button(/^Export/).first())]);
  const book = read(readFileSync(await file.path()));
  expect(utils.sheet_to_json(book.Sheets[book.SheetNames[0] ?? ''] ?? {}).length).toBeGreaterThan(0);
  await shot('exported');
  return { planned, taps: walker.taps };
}

const answers = [
  ['Out of use', 'out-of-use'],
  ['Overdue tasks', 'overdue'],
  ['Rounds pending', 'pending'],
  ['Open tickets', 'open-tickets'],
] as const;

/**
 * Walks through the office's work: each figure's list, a ticket's note, a device's history and removal, the accounts.
 */
export async function walkOffice(
  walker: Walker,
  { device, ticket, photo }: { device: DeviceRecord; ticket: TicketRecord; photo: string },
): Promise<number> {
  const { page, tap, shot, look } = walker;
  walker.countFrom();
  for (const [label, called] of answers) {
    await page.goto(paths.bmeDashboard());
    await settled(page);
    if (label === 'Out of use') await shot('dashboard');
    if (label === 'Overdue tasks') walker.demo.cable.cut();
    await tap(page.getByRole('link', { name: new RegExp(label) }));
    await settled(page);
    if (called === 'overdue') await expect(page.getByLabel('State', { exact: true })).toHaveValue('Overdue');
    await shot(called);
    walker.demo.cable.mend();
  }
  const note = `Seen by the office, ${look.name}.`;
  await page.goto(paths.ticket(ticket.id));
  await settled(page);
  await shot('ticket');
  await walker.offline(async () => {
    await tap(page.getByRole('button', { name: 'Add Note or Photo' }));
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Note', { exact: true }).fill(note);
    await walker.addFile(dialog.locator('input[type=file]').first(), photo);
    await expect(dialog.getByRole('listitem').filter({ hasText: /KB/ })).toHaveCount(1);
    await shot('note');
    await tap(dialog.getByRole('button', { name: 'Add Note' }));
    await expect(dialog).toHaveCount(0);
    const timeline = page.getByRole('region', { name: 'Timeline' });
    await expect(timeline).toContainText(`${note} (1 file)`);
    await timeline.scrollIntoViewIfNeeded();
    await shot('note-saved-offline');
  });
  const held = (await recordsOf<TicketRecord>(walker.demo.origin, 'ticket')).find(({ id }) => id === ticket.id);
  expect(held?.events.filter((event) => event.kind === 'note' && event.data.text === note)).toHaveLength(1);

  const { serialNumber: serial } = device;
  await page.goto(withQuery(paths.devices(), { search: serial }));
  await settled(page);
  await shot('devices');
  await tap(rowOf(page, serial).getByRole('link').first());
  await page.getByRole('tab', { name: 'Timeline' }).waitFor();
  await shot('device');
  await tap(page.getByRole('tab', { name: 'Timeline' }));
  await shot('device-timeline');
  await tap(page.getByRole('main').getByRole('link', { name: 'Back', exact: true }));
  await walker.act(rowOf(page, serial), /^Delete/);
  const remove = page.getByRole('dialog', { name: 'Delete Installation' });
  await tap(remove.getByRole('radio', { name: 'Condemned' }));
  await shot('delete-device');
  await tap(remove.getByRole('button', { name: 'Delete' }));
  await expect(page.getByText(`${serial} deleted.`)).toBeVisible();
  await shot('device-deleted');
  await page.goto(withQuery(paths.device(serial), { tab: 'timeline' }));
  await expect(page.getByRole('main')).toContainText('(condemned). Its history stays readable.');
  await shot('device-retired');
  await page.goto(paths.engineers());
  await settled(page);
  await shot('engineers');
  return walker.taps;
}
