import { expect, type Page, test } from '@playwright/test';
import type { FiguresPage } from '#contract/calls/figures.ts';
import type { TaskRecord, TicketRecord } from '#contract/records/ward.ts';
import { addDays, addMonthsKeepingDay, hospitalDay } from '#contract/rules/hospital-day.ts';
import { demoSignIns } from '#server/demo/seed.ts';
import { type CableDemo, openCableDemo } from '#tests/support/cable-demo.ts';
import { isLongRun, shareOfDay } from '#tests/support/day.ts';
import { looks, problemsOf, settled } from '#tests/support/inspect-screen.ts';
import { callAs, signIn } from '#tests/support/story.ts';
import { recordsOf } from '#tests/support/walks/walker.ts';
import { paths, withQuery } from '#ui/paths.ts';

const today = hospitalDay(new Date(), 'Asia/Kolkata');
/** Last month, which is complete. */
const month = addMonthsKeepingDay(`${today.slice(0, 7)}-01`, -1).slice(0, 7);
const windows = shareOfDay([looks.tabletLight, looks.phoneDark, looks.deskLight] as const, 1);

let demo: CableDemo;
test.beforeAll(async () => {
  demo = await openCableDemo();
});
test.afterAll(() => demo?.close());

interface Walk {
  page: Page;
  button: (name: string) => ReturnType<Page['getByRole']>;
}
const saved = async (page: Page, said: string) => {
  await expect(page.getByText(said)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Sync: up to date' })).toBeVisible({ timeout: 60_000 });
};
const openTask = async (fits: (task: TaskRecord) => boolean): Promise<TaskRecord> => {
  const tasks = await recordsOf<TaskRecord>(demo.origin, 'task');
  const found = tasks.find((task) => task.closedAt === null && task.cancelledAt === null && fits(task));
  if (!found) throw new Error('The demo hospital has no such task.');
  return found;
};
const partRows = async (set: string, at = month): Promise<number> => {
  const told = await callAs<FiguresPage>(demo.origin, demoSignIns.bme, 'GET', `/Figures?period=month&at=${at}`);
  const parts = told.groups.flatMap(({ figures }) => figures.flatMap((figure) => figure.parts));
  return parts.find((part) => part.set === set)?.rows ?? 0;
};

/** Actions in each window besides reading. */
const acts = {
  'tablet-light': async ({ page, button }: Walk) => {
    const tickets = await recordsOf<TicketRecord>(demo.origin, 'ticket');
    const ticket = tickets.find(({ status, events }) => status === 'Open' && events.at(-1)?.kind === 'waiting');
    await page.goto(paths.ticket(ticket?.id ?? ''));
    await settled(page);
    await button('Work Resumed').click();
    await expect(button('Back in Use')).toBeVisible();
    await expect(button('Sync: up to date')).toBeVisible({ timeout: 60_000 });
  },
  'phone-dark': async ({ page, button }: Walk) => {
    const task = await openTask(({ taskDate, attempt }) => taskDate < today && attempt === null);
    const on = (task.dueOn ?? task.taskDate).slice(0, 7);
    const before = await partRows('job.attempted', on);
    await page.goto(paths.maintenanceClose(task.id));
    await settled(page);
    await button('Could Not Be Done').click();
    const dialog = page.getByRole('dialog', { name: 'Could Not Be Done' });
    await dialog.getByLabel('Why it could not be done').selectOption({ label: 'In use' });
    await dialog.getByLabel('Next Try').fill(addDays(today, 4));
    await dialog.getByRole('button', { name: 'Save' }).click();
    await saved(page, 'Attempt recorded.');
    expect(await partRows('job.attempted', on)).toBe(before + 1);
  },
  'desk-light': async ({ page, button }: Walk) => {
    const task = await openTask(({ taskDate, dueOn, attempt }) => taskDate < today && !dueOn && attempt === null);
    const on = task.taskDate.slice(0, 7);
    const before = await partRows('job.moved', on);
    await page.goto(paths.maintenanceClose(task.id));
    await settled(page);
    await button('Move Task').click();
    const dialog = page.getByRole('dialog', { name: 'Move Task' });
    await dialog.getByLabel('New Date').fill(addDays(today, 9));
    await dialog.getByLabel('Reason').fill('Bay is being painted');
    await dialog.getByLabel('Approved By').fill('Dr Mehta');
    await dialog.getByRole('button', { name: 'Move', exact: true }).click();
    await saved(page, 'Task moved.');
    expect(await partRows('job.moved', on)).toBe(before + 1);
  },
};

for (const look of windows) {
  test(`a month of care is viewed and continued, ${look.name}`, async ({ browser }) => {
    const { width, height, colorScheme } = look;
    const context = await browser.newContext({ baseURL: demo.origin, viewport: { width, height }, colorScheme });
    const page = await context.newPage();
    await signIn(page, demoSignIns.bme);
    await expect(page.getByRole('button', { name: 'Sync: up to date' })).toBeVisible({ timeout: 60_000 });
    const button = (name: string) => page.getByRole('button', { name, exact: true });

    await test.step('each number of the figures opens as many rows as it says', async () => {
      await page.goto(withQuery(paths.figures(), { period: 'month', at: month }));
      await settled(page);
      expect(await problemsOf(page, 'figures of a month', [look])).toEqual([]);
      const told = await callAs<FiguresPage>(demo.origin, demoSignIns.bme, 'GET', `/Figures?period=month&at=${month}`);
      const numbers = told.groups.flatMap(({ figures }) =>
        figures.flatMap(({ id, numerator, denominator, parts }) =>
          [numerator, denominator, ...parts].flatMap((part) => (part ? [{ id, ...part }] : [])),
        ),
      );
      expect(numbers.length).toBeGreaterThan(60);
      // Long runs open every number within three runs.
      for (const { id, set, rows } of shareOfDay(numbers, isLongRun() ? Math.ceil(numbers.length / 3) : 6)) {
        await page.goto(withQuery(paths.figureRows(id), { set, period: 'month', at: month }));
        await settled(page);
        const words =
          rows === 0
            ? 'No rows.'
            : rows === 1
              ? '1 row'
              : rows <= 20
                ? `${rows} rows`
                : `1–20 of ${rows.toLocaleString('en-IN')} rows`;
        await expect(page.getByText(words, { exact: true }), `${id} ${set}`).toBeVisible();
      }
      expect(await problemsOf(page, 'rows behind a figure', [look])).toEqual([]);
    });

    await test.step('new work is recorded', () => acts[look.name]({ page, button }));

    await test.step('planner, year and committee sheet show the month', async () => {
      await page.goto(withQuery(paths.maintenance(), { month }));
      await settled(page);
      await expect(page.getByRole('heading', { name: /^Tasks of / })).toBeVisible();
      expect(await problemsOf(page, 'planner', [look])).toEqual([]);
      await page.goto(paths.maintenanceYear());
      await settled(page);
      await expect(page.getByRole('table')).toBeVisible();
      await page.goto(paths.printCommittee());
      await settled(page);
      await expect(page.getByText('Completion', { exact: true }).first()).toBeVisible();
      await expect(page.getByText('No data', { exact: true })).not.toHaveCount(0);
    });
    await context.close();
  });
}
