import { expect } from 'vitest';
import type { AnswerOf } from '#contract/define.ts';
import type { CallName, Calls } from '#contract/index.ts';
import { buildDeviceFile } from '#contract/pages/device-file.ts';
import type { Moment } from '#contract/pages/moment.ts';
import { breakdownPaper } from '#contract/pages/papers/breakdowns.ts';
import { calibrationPaper } from '#contract/pages/papers/calibration.ts';
import { condemnationPaper, historyPaper } from '#contract/pages/papers/device-papers.ts';
import { inventoryPaper } from '#contract/pages/papers/inventory.ts';
import { overduePaper } from '#contract/pages/papers/overdue.ts';
import { paperSheet, type Paper } from '#contract/pages/papers/paper.ts';
import { planYearPaper } from '#contract/pages/papers/plan-year.ts';
import type { DeviceRecord } from '#contract/records/ward.ts';
import { parseDashDay } from '#contract/rules/dates-format.ts';
import { hospitalDay } from '#contract/rules/hospital-day.ts';
import type { WardView } from '#sync/types.ts';
import type { TestClient } from '#tests/support/test-server.ts';
import { gatherDeviceFile } from '#ui/features/print/gather-device-file.ts';

type Ask = <N extends CallName>(name: N, options?: Parameters<TestClient['call']>[1]) => Promise<AnswerOf<Calls[N]>>;

/** The API's list of tasks returns at most this many rows. */
const maxListed = 500;

/** Returns the values in one column of a paper's sheet. */
function column(paper: Paper, header: string): unknown[] {
  const sheet = paperSheet(paper);
  const place = sheet.header.indexOf(header);
  if (place === -1) throw new Error(`${paper.title} has no column ${header}.`);
  return sheet.rows.map((row) => row[place]);
}

/** Reads all pages of a paged list. */
async function everyPage<Row>(
  read: (query: { page: number; pageSize: number; search: string }) => Promise<{ items: Row[]; totalPages: number }>,
): Promise<Row[]> {
  const rows: Row[] = [];
  for (let page = 1, pages = 1; page <= pages; page += 1) {
    const answer = await read({ page, pageSize: 100, search: '' });
    rows.push(...answer.items);
    pages = answer.totalPages;
  }
  return rows;
}

const sorted = (values: readonly unknown[]): string[] => values.map((value) => JSON.stringify(value)).sort();

/** Compares the rows of papers made from a replica with the API's answers; returns the number of papers. */
export async function comparePapers(client: TestClient, view: WardView, moment: Moment): Promise<number> {
  const ask: Ask = async (name, options) => {
    const { status, answer, response } = await client.call(name, options);
    if (status !== 200) throw new Error(`${name}: ${status} ${response.body}`);
    return answer as never;
  };
  const today = hospitalDay(moment.now, moment.timeZone);
  await compareInventory(ask, view, today);
  await compareBreakdowns(ask, view, moment);
  await compareOverdue(ask, view, moment);
  await comparePlanned(ask, view, moment, today);
  return 5;
}

async function compareInventory(ask: Ask, view: WardView, today: string): Promise<void> {
  const listed = await everyPage((query) => ask('deviceList', { query }));
  const paper = inventoryPaper(view.all('device'), { department: '', type: '' }, today);
  const named = ['Department', 'Equipment', 'Serial number', 'Location', 'Status', 'Next maintenance'];
  const columns = named.map((header) => column(paper, header));
  const printed = column(paper, '#').map((_number, row) => columns.map((values) => values[row]));
  expect(sorted(printed)).toEqual(
    sorted(
      listed.map((device) => {
        const day = device.nextmaintenance === null ? null : parseDashDay(device.nextmaintenance);
        return [
          device.departmentName || 'No department',
          device.equipmentName,
          device.serialNumber,
          device.location,
          device.status,
          day === null ? null : { day },
        ];
      }),
    ),
  );
  expect(paper.facts[0]).toEqual(['Devices', listed.length.toLocaleString('en-IN')]);
}

async function compareBreakdowns(ask: Ask, view: WardView, moment: Moment): Promise<void> {
  const listed = await everyPage((query) => ask('ticketPage', { query }));
  const days = listed.map(({ reportedDate }) => hospitalDay(reportedDate, moment.timeZone)).sort();
  const middle = days[Math.floor(days.length / 2)] ?? '2026-01-01';
  const period = { from: '1950-01-01', to: middle };
  const facts = { tickets: view.all('ticket'), device: (id: string) => view.get('device', id) };
  const paper = breakdownPaper(facts, period, moment);
  const within = listed.filter(({ reportedDate }) => hospitalDay(reportedDate, moment.timeZone) <= middle);
  expect(sorted(column(paper, 'Call ID'))).toEqual(sorted(within.map(({ ticketNumber }) => ticketNumber)));
  const problems = column(paper, 'Problem');
  const told = new Map(within.map((ticket) => [ticket.ticketNumber, ticket.problemReported || ticket.issueType]));
  expect(problems).toEqual(column(paper, 'Call ID').map((number) => told.get(String(number))));
}

async function compareOverdue(ask: Ask, view: WardView, moment: Moment): Promise<void> {
  const listed = await ask('upcomingTasks');
  expect(listed.length, 'more tasks than the API lists').toBeLessThan(maxListed);
  const paper = overduePaper({ devices: view.all('device'), tasks: view.all('task') }, moment);
  const rows = paper.tables[0]?.rows ?? [];
  // The same tasks; where the list has the next attempt's day, the paper has the due date.
  expect(sorted(rows.map(([due, , kind, name, serial]) => [due, kind, name, serial]))).toEqual(
    sorted(
      listed
        .filter(({ status }) => status === 'Overdue')
        .map(({ dueOn, taskDate, type, name, serialNumber }) => [{ day: dueOn ?? taskDate }, type, name, serialNumber]),
    ),
  );
  const late = rows.map((row) => Number(row[1]));
  expect(late).toEqual(late.toSorted((a, b) => b - a));
}

/** Expects each task of a year once in the calendar, and in the register the calibrations that the API lists next. */
async function comparePlanned(ask: Ask, view: WardView, moment: Moment, today: string): Promise<void> {
  const year = Number(today.slice(0, 4));
  const facts = {
    devices: view.all('device'),
    tasks: view.all('task'),
    tests: view.all('test'),
    procedures: view.all('procedure'),
  };
  const calendar = planYearPaper(facts, { year, type: 'PM' }, today);
  const month = Number(today.slice(5, 7));
  const days = await ask('taskDates', { query: { year, month } });
  const ofMonth: string[] = [];
  for (const day of days) {
    const tasks = await ask('tasksByDate', { query: { year, month, day } });
    for (const { type, serialNumber, status, taskDate } of tasks) {
      const own = facts.devices.find((device) => device.serialNumber === serialNumber);
      if (type === 'PM' && own && status !== 'Cancelled') ofMonth.push(`${serialNumber} ${Number(taskDate.slice(8))}`);
    }
  }
  const serials = column(calendar, 'Serial number');
  const cells = column(calendar, paperSheet(calendar).header[2 + month] ?? '');
  const printed = cells.flatMap((cell, row) =>
    String(cell)
      .split(', ')
      .filter(Boolean)
      .map((job) => `${String(serials[row])} ${Number.parseInt(job, 10)}`),
  );
  expect(printed.toSorted()).toEqual(ofMonth.toSorted());
  const register = calibrationPaper(facts, 'Cal', moment);
  const states = column(register, 'State');
  const overdue = column(register, 'Serial number').filter((_serial, row) => states[row] === 'Overdue');
  const open = (await ask('upcomingTasks')).filter(
    ({ type, taskDate, dueOn }) => type === 'Cal' && (dueOn ?? taskDate) < today,
  );
  expect(sorted(overdue)).toEqual(sorted([...new Set(open.map(({ serialNumber }) => serialNumber))]));
  const calibrated = facts.devices.filter(
    ({ id, calibrationRequired }) =>
      calibrationRequired || facts.tasks.some((task) => task.deviceId === id && task.type === 'Cal'),
  );
  const planned = new Set(calibrated.map(({ serialNumber }) => serialNumber));
  const tested = column(register, 'Last test');
  const printedSerials = column(register, 'Serial number');
  // The other devices are listed because of a test without a plan.
  expect(sorted(printedSerials.filter((serial, row) => planned.has(String(serial)) || tested[row] === null))).toEqual(
    sorted([...planned]),
  );
}

/** Compares a device's history: without network, only price, rounds and the device's own files are missing. */
export async function compareDeviceFile(
  client: TestClient,
  view: WardView,
  device: DeviceRecord,
  moment: Moment,
): Promise<void> {
  const { status, answer, response } = await client.call('deviceFile', { params: { id: device.id } });
  if (status !== 200) throw new Error(`deviceFile: ${status} ${response.body}`);
  const { timeline, files, price, isWhole, tests, ...offline } = buildDeviceFile(
    gatherDeviceFile(view, device),
    moment,
  );
  const { timeline: whole, files: all, price: _price, isWhole: isAll, tests: every, ...rest } = answer;
  expect(offline).toEqual(rest);
  // A tablet has readings only for tests made with the procedure version that it holds.
  const known = new Map(tests.map((test) => [test.id, test]));
  const kept = every.filter(({ id }) => known.has(id));
  expect(tests).toEqual(kept.map((test) => (known.get(test.id)?.readings ? test : { ...test, readings: null })));
  expect([price, isWhole, isAll]).toEqual([null, false, true]);
  expect(all).toEqual(expect.arrayContaining(files));
  const work = (rows: typeof whole) => rows.filter(({ what }) => !what.startsWith('Daily round'));
  expect(work(timeline)).toEqual(work(whole));
  const history = historyPaper(answer, moment);
  expect(history.tables[0]?.rows).toHaveLength(whole.length);
  expect(condemnationPaper(answer, moment).tables[0]?.rows).toHaveLength(answer.repairs.length);
}
