import { expect, test } from '@playwright/test';
import type { Page } from '@playwright/test';
import type { TaskRecord, TicketRecord } from '#contract/records/ward.ts';
import { addDays, hospitalDay } from '#contract/rules/hospital-day.ts';
import { ticketClock } from '#contract/rules/ticket-clock.ts';
import { boxOf, looks, problemsOf, settled } from '#tests/support/inspect-screen.ts';
import { devicesInRooms, hospitalWithDevices } from '#tests/support/round-hospital.ts';
import { callAs, createWorld, engineer, hospitalUser, openTablet, signIn } from '#tests/support/story.ts';
import type { Tablet, World } from '#tests/support/story.ts';
import { paths, withQuery } from '#ui/paths.ts';

const today = hospitalDay(new Date(), 'Asia/Kolkata');
const serial = 'DEV-001';
const every = [looks.phoneDark, looks.tabletLight, looks.deskLight];

/** The tests follow one ticket and must run in order. */
test.describe.configure({ mode: 'serial' });

let world: World;
let tablet: Tablet;
let page: Page;
let ticketId: string;

/** Creates a hospital with two new devices that have their inspections today; one of them has broken down. */
test.beforeAll(async () => {
  world = await createWorld();
  const devices = await hospitalWithDevices(world, 'Hospital of Clocks', devicesInRooms('Theatre', [2]));
  const report = {
    installationBaseId: devices.get(serial) ?? '',
    issueType: 'Electrical',
    problemReported: 'No display.',
    priority: 'High',
    reportedDate: new Date().toISOString(),
  };
  ticketId = (await callAs<{ id: string }>(world.origin, engineer, 'POST', '/BreakDown', report)).id;
  tablet = await openTablet(world, 'tablet');
  page = tablet.page;
  await signIn(page, engineer);
  await expect(page.getByText(/Ready for offline work: 2 devices/)).toBeVisible();
});
test.afterAll(async () => {
  await tablet?.close();
  await world?.close();
});

const button = (name: string) => page.getByRole('button', { name, exact: true });
const steps = (text: string) => page.locator('main li p').filter({ hasText: text });
async function recordsOf<R>(kind: string): Promise<R[]> {
  const { rows } = await callAs<{ rows: { kind: string; rows: R[] }[] }>(
    world.origin,
    hospitalUser,
    'GET',
    '/Sync/changes?cursor=0&limit=5000',
  );
  return rows.filter((group) => group.kind === kind).flatMap((group) => group.rows);
}
async function ticketOnServer(): Promise<TicketRecord> {
  const ticket = (await recordsOf<TicketRecord>('ticket')).find(({ id }) => id === ticketId);
  if (!ticket) throw new Error('The ticket is gone.');
  return ticket;
}

test('a double tap takes one step, and a tap where the next step will appear takes none', async () => {
  await page.goto(paths.ticket(ticketId));
  await settled(page);
  const box = await boxOf(button('Accept'));
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.dblclick(x, y);
  await expect(button('Accepted.')).toBeVisible();
  await page.mouse.click(x, y);
  await expect(button('Arrived at the Device')).toBeVisible();
  await expect(steps(`Accepted by ${engineer.name}`)).toHaveCount(1);
  await expect(steps('Arrived at the device')).toHaveCount(0);
  await expect(button('Sync: up to date')).toBeVisible();
  expect((await ticketOnServer()).events.map(({ kind }) => kind)).toEqual(['reported', 'accepted']);
});

test('offline steps survive a reload and arrive once each, in order', async () => {
  await page.goto(paths.ticket(ticketId));
  await expect(button('Arrived at the Device')).toBeVisible();
  world.cable.cut();
  await button('Arrived at the Device').click();
  await expect(button('Back in Use')).toBeVisible();
  await button('Other steps').click();
  await page.getByRole('menuitem', { name: 'Waiting for…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Mark as Waiting' });
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByText('Please choose what the ticket is waiting for.')).toBeVisible();
  await dialog.getByLabel('Waiting for').selectOption({ label: 'Part' });
  await dialog.getByLabel('Note').fill('Display board');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Waiting for: Part')).toBeVisible();
  await expect(button('Sync: offline, 2 waiting')).toBeVisible();

  await page.goto(withQuery(paths.tickets(), { waitingFor: 'part' }));
  await expect(page.getByText('1 ticket', { exact: true })).toBeVisible();
  await page.goto(withQuery(paths.tickets(), { waitingFor: 'vendor' }));
  await expect(page.getByText('No ticket matches these filters.')).toBeVisible();
  page = await tablet.restart(paths.ticket(ticketId));
  await expect(page.getByText('Waiting for: Part')).toBeVisible();
  await expect(steps('Waiting: for a part: Display board')).toHaveCount(1);
  await button('Work Resumed').click();
  await expect(button('Back in Use')).toBeVisible();
  await button('Back in Use').click();
  const question = page.getByRole('dialog', { name: 'Back in clinical use?' });
  await expect(question.getByText(/The downtime of the device ends now/)).toBeVisible();
  await question.getByRole('button', { name: 'Back in Use' }).click();
  await expect(button('Close Ticket')).toBeVisible();
  await page.goto(paths.device(serial));
  await expect(page.getByText('Back in use', { exact: true })).toBeVisible();

  world.cable.mend();
  await expect(button('Sync: up to date')).toBeVisible({ timeout: 60_000 });
  const ticket = await ticketOnServer();
  expect(ticket.events.map(({ kind }) => kind)).toEqual([
    'reported',
    'accepted',
    'arrived',
    'waiting',
    'resumed',
    'restored',
  ]);
  const clock = ticketClock(ticket, new Date().toISOString());
  expect([clock.state, clock.contradicting]).toEqual(['restored', []]);
  const device = (await recordsOf<{ serialNumber: string; downtimes: unknown }>('device')).find(
    ({ serialNumber }) => serialNumber === serial,
  );
  expect(device?.downtimes).toEqual([[ticket.reportedDate, clock.restoredAt]]);
});

test('the next step of a device back in use opens the close form, which asks for the failure class', async () => {
  await page.goto(paths.ticket(ticketId));
  await settled(page);
  expect(await problemsOf(page, 'ticket with its clock', every)).toEqual([]);
  await button('Close Ticket').click();
  await expect(page.getByLabel('Actions Taken')).toBeFocused();
  await page.getByLabel('Actions Taken').fill('Display board changed.');
  await page.getByLabel('Failure Class').selectOption({ label: 'Component failed' });
  await button('Save').click();
  await expect(page.getByText('Breakdown ticket saved.')).toBeVisible();
  await expect(page.getByText('Component failed')).toBeVisible();
  await expect(page.getByText('Turnaround')).toBeVisible();
  expect(await problemsOf(page, 'closed ticket with its clock', every)).toEqual([]);
  expect((await ticketOnServer()).failureClass).toBe('component');
});

test('a task that could not be done is recorded offline, keeps its due date, and is moved and cancelled with reasons', async () => {
  const task = (await recordsOf<TaskRecord>('task')).find(({ taskDate }) => taskDate === today);
  if (!task) throw new Error('No task of today.');
  const stored = async () => (await recordsOf<TaskRecord>('task')).find(({ id }) => id === task.id);
  await page.goto(paths.maintenanceClose(task.id));
  await expect(button('Could Not Be Done')).toBeVisible();
  world.cable.cut();
  await button('Could Not Be Done').click();
  const attempt = page.getByRole('dialog', { name: 'Could Not Be Done' });
  await attempt.getByRole('button', { name: 'Save' }).click();
  await expect(attempt.getByText('Please choose the reason.')).toBeVisible();
  await attempt.getByLabel('Why it could not be done').selectOption({ label: 'In use' });
  await attempt.getByLabel('Next Try').fill(addDays(today, -1));
  await attempt.getByRole('button', { name: 'Save' }).click();
  await expect(attempt.getByText('Please choose today or a later day.')).toBeVisible();
  await attempt.getByLabel('Next Try').fill(addDays(today, 3));
  await attempt.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Attempted: in use', { exact: true })).toBeVisible();
  await page.reload();
  await expect(page.getByText('Attempted: in use', { exact: true })).toBeVisible();
  world.cable.mend();
  await expect(button('Sync: up to date')).toBeVisible({ timeout: 60_000 });
  expect(await stored()).toMatchObject({ taskDate: addDays(today, 3), dueOn: today, attempt: { reason: 'in-use' } });

  expect(await problemsOf(page, 'attempted task', every)).toEqual([]);
  await button('Move Task').click();
  const move = page.getByRole('dialog', { name: 'Move Task' });
  await move.getByLabel('New Date').fill(addDays(today, 10));
  await move.getByLabel('Reason').fill('Theatre list');
  await move.getByRole('button', { name: 'Move' }).click();
  await expect(move.getByText('Please say who approved it.')).toBeVisible();
  await move.getByLabel('Approved By').fill('Dr Mehta');
  await move.getByRole('button', { name: 'Move' }).click();
  await expect(steps('approved by Dr Mehta: Theatre list')).toHaveCount(1);
  await button('Cancel Task').click();
  const cancel = page.getByRole('dialog', { name: 'Cancel Task' });
  await cancel.getByLabel('Reason').fill('Device goes back to the maker');
  await cancel.getByRole('button', { name: 'Cancel Task' }).click();
  await expect(page.getByText('Device goes back to the maker').first()).toBeVisible();
  await expect(button('Submit Task Report')).toHaveCount(0);
  await expect(button('Sync: up to date')).toBeVisible();
  expect((await stored())?.cancelledAt).not.toBeNull();
  expect(await problemsOf(page, 'cancelled task', every)).toEqual([]);
});
