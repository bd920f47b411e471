import { describe, expect, it } from 'vitest';
import { blankTerms } from '#contract/calls/agreement/terms.ts';
import type { FiguresPage } from '#contract/calls/figures.ts';
import { buildDeviceFile, type DeviceFileFacts } from '#contract/pages/device-file.ts';
import { breakdownPaper, periodOf } from '#contract/pages/papers/breakdowns.ts';
import { calibrationPaper } from '#contract/pages/papers/calibration.ts';
import { committeePaper, sheetMonths } from '#contract/pages/papers/committee.ts';
import { condemnationPaper, historyPaper } from '#contract/pages/papers/device-papers.ts';
import { inventoryPaper } from '#contract/pages/papers/inventory.ts';
import { momentWords } from '#contract/pages/papers/moment-words.ts';
import { durationWords } from '#contract/rules/duration.ts';
import { overduePaper } from '#contract/pages/papers/overdue.ts';
import { type Paper, paperSheet } from '#contract/pages/papers/paper.ts';
import { planYearPaper } from '#contract/pages/papers/plan-year.ts';
import type { AgreementKind, Coverage } from '#contract/records/agreement-terms.ts';
import { buildYear } from '#contract/pages/year-plan.ts';
import { counted, figure, share } from '#contract/rules/figures/figure.ts';
import { workEvent } from '#contract/rules/work-events.ts';
import { deviceRecord, retiredDevice, taskRecord, ticketRecord } from '#tests/support/ward-records.ts';

const timeZone = 'Asia/Kolkata';
const moment = { now: new Date('2026-11-21T05:00:00Z'), timeZone };
const today = '2026-11-21';
const event = (id: string, at: string) => ({ id, at, receivedAt: null, by: 'Bimal Shah', byRole: 'BME' as const });
const factOf = (paper: Paper, label: string) => paper.facts.find(([name]) => name === label)?.[1];

describe('the inventory by department', () => {
  const devices = [
    deviceRecord({ id: 'a', serialNumber: 'V-10', location: 'Room 10' }),
    deviceRecord({ id: 'b', serialNumber: 'V-9', location: 'Room 9', openTicketIds: ['t'] }),
    deviceRecord({ id: 'c', serialNumber: 'P-1', equipmentName: 'वेंटिलेटर', departmentName: 'Emergency' }),
    deviceRecord({ id: 'd', serialNumber: 'X-1', departmentName: null }),
  ];

  it('has a table for each department in walking order, devices without one last', () => {
    const paper = inventoryPaper(devices, { department: '', type: '' }, today);
    expect(paper.tables.map(({ title, rows }) => [title, rows.map((row) => row[3])])).toEqual([
      ['Emergency', ['P-1']],
      ['ICU', ['V-9', 'V-10']],
      ['No department', ['X-1']],
    ]);
    expect(paper.tables[1]?.rows[0]?.at(-1)).toBe('Under Maintenance');
    expect(factOf(paper, 'Devices')).toBe('4');
  });

  it('filters by department or kind of equipment, however they are spelled', () => {
    const serials = (department: string, type: string) =>
      inventoryPaper(devices, { department, type }, today).tables.flatMap(({ rows }) => rows.map((row) => row[3]));
    expect(serials('icu', '')).toEqual(['V-9', 'V-10']);
    expect(serials('', 'वेंटिलेटर')).toEqual(['P-1']);
    const none = inventoryPaper(devices, { department: 'Pharmacy', type: '' }, today);
    expect(none.tables).toMatchObject([{ rows: [], empty: 'No device.' }]);
  });

  it('names the department of each row in its spreadsheet', () => {
    const sheet = paperSheet(inventoryPaper(devices, { department: '', type: '' }, today));
    expect(sheet.header.slice(0, 3)).toEqual(['Department', '#', 'Equipment']);
    expect(sheet.rows.map(([department]) => department)).toEqual(['Emergency', 'ICU', 'ICU', 'No department']);
    expect(sheet.rows[0]).toHaveLength(sheet.header.length);
  });
});

describe('the calendar of a year', () => {
  const devices = [deviceRecord(), deviceRecord({ id: 'device-2', serialNumber: 'V-2' })];
  const tasks = [
    taskRecord({ id: '1', taskDate: '2026-03-19' }),
    taskRecord({ id: '2', taskDate: '2026-03-05', closedAt: '2026-03-05T05:00:00Z' }),
    taskRecord({ id: '3', taskDate: '2026-11-21' }),
    // An attempted task is listed on the day of the next attempt, as on the screen.
    taskRecord({
      id: '4',
      taskDate: '2026-12-31',
      dueOn: '2026-10-30',
      attempt: { at: '2026-11-20T05:00:00Z', reason: 'in-use' },
    }),
    taskRecord({ id: '5', taskDate: '2026-06-01', cancelledAt: '2026-05-01T05:00:00Z' }),
    taskRecord({ id: '6', taskDate: '2026-07-01', type: 'Cal' }),
    taskRecord({ id: '7', taskDate: '2025-03-01' }),
    taskRecord({ id: '8', taskDate: '2026-04-01', deviceId: 'retired' }),
  ];

  it('lists the jobs of each device by month, and no device without any', () => {
    const paper = planYearPaper({ devices, tasks }, { year: 2026, type: 'PM' }, today);
    expect(paper.tables).toHaveLength(1);
    const row = ['Ventilator', 'VENT-0012', '', '', '5 done, 19 late', '', '', '', '', '', '', '', '21', '31 tried'];
    expect(paper.tables[0]?.rows).toEqual([row]);
    expect(paper.facts.map(([, value]) => value)).toEqual(['1', '4', '1', '1']);
  });

  it('counts the same as the year screen, including planned work beyond the horizon', () => {
    const plans = [{ type: 'PM' as const, every: 3, unit: 'month' as const, from: '2026-01-31' }];
    const facts = { devices: [deviceRecord({ plans }), devices[1]!], tasks };
    for (const year of [2026, 2028]) {
      const rows = buildYear(facts, { year, today, lets: ({ type }) => type === 'PM' });
      const onScreen = rows.map(({ months }) => months.map((jobs) => jobs.reduce((sum, { count }) => sum + count, 0)));
      const onPaper = planYearPaper(facts, { year, type: 'PM' }, today).tables[0]?.rows.map((row) =>
        row.slice(2).map((cell) => (typeof cell === 'string' ? cell.split(', ').filter(Boolean).length : -1)),
      );
      expect(onPaper).toEqual(onScreen);
      expect(onScreen.flat().reduce((sum, count) => sum + count, 0)).toBe(4);
    }
    const paper = planYearPaper(facts, { year: 2028, type: 'PM' }, today);
    expect(paper.tables[0]?.rows[0]).toContain('30 planned');
  });

  it('shows one kind of work, and says when there is none', () => {
    const calibrations = planYearPaper({ devices, tasks }, { year: 2026, type: 'Cal' }, today);
    expect(calibrations.tables[0]?.rows[0]?.[8]).toBe('1 late');
    const none = planYearPaper({ devices, tasks }, { year: 2031, type: 'PM' }, today);
    expect(none.tables).toMatchObject([{ rows: [], empty: 'No preventive maintenance is planned in 2031.' }]);
  });
});

describe('overdue and not located', () => {
  const looked = (id: string, at: string, reason: 'not-located' | 'in-use' = 'not-located') =>
    workEvent('attempted', { reason, note: 'Not in the store', next: '2026-11-30' }, event(id, at));

  it('lists overdue work, with how late it is', () => {
    const tasks = [taskRecord({ id: '1', taskDate: '2026-11-20' }), taskRecord({ id: '2', taskDate: '2026-11-01' })];
    const [overdue] = overduePaper({ devices: [deviceRecord()], tasks }, moment).tables;
    expect(overdue?.rows.map((row) => row.slice(0, 2))).toEqual([
      [{ day: '2026-11-01' }, 20],
      [{ day: '2026-11-20' }, 1],
    ]);
    expect(overdue?.rows[0]?.[6]).toBe('Block B, Room 4');
  });

  it('counts a task as late from its original due date, not from the last attempt', () => {
    const tasks = [
      taskRecord({ id: '1', taskDate: '2026-11-18' }),
      taskRecord({
        id: '2',
        taskDate: '2026-11-20',
        dueOn: '2026-10-22',
        attempt: { at: '2026-11-10T05:00:00Z', reason: 'in-use' },
      }),
    ];
    const [overdue] = overduePaper({ devices: [deviceRecord()], tasks }, moment).tables;
    expect(overdue?.rows.map((row) => row.slice(0, 2))).toEqual([
      [{ day: '2026-10-22' }, 30],
      [{ day: '2026-11-18' }, 3],
    ]);
  });

  it.each([
    ['whose last attempt did not find it', [looked('e1', '2026-11-10T20:00:00Z')], 1],
    [
      'that was in use at a later one',
      [looked('e1', '2026-11-10T05:00:00Z'), looked('e2', '2026-11-11T05:00:00Z', 'in-use')],
      0,
    ],
    [
      'on which work was closed since',
      [looked('e1', '2026-11-10T05:00:00Z'), workEvent('closed', {}, event('e2', '2026-11-12T05:00:00Z'))],
      0,
    ],
    ['that nobody has looked for', [], 0],
  ])('lists a device %s: %s', (_case, events, count) => {
    const tasks = [
      taskRecord({ id: '1', taskDate: '2026-12-01', events }),
      taskRecord({ id: '2', taskDate: '2026-12-02', events: [looked('e0', '2026-11-01T05:00:00Z', 'in-use')] }),
    ];
    const missing = overduePaper({ devices: [deviceRecord()], tasks }, moment).tables[1];
    expect(missing?.rows).toHaveLength(count);
    if (count > 0) {
      expect(missing?.rows[0]).toEqual([
        { day: '2026-11-11' },
        'Bimal Shah',
        'Ventilator',
        'VENT-0012',
        'ICU',
        'Block B, Room 4',
        { day: '2026-11-30' },
        'Not in the store',
      ]);
    }
  });
});

describe('the breakdown register', () => {
  const minute = 60_000;
  const device = (id: string) => (id === 'device-1' ? deviceRecord() : undefined);
  const tickets = [
    ticketRecord({
      id: 'closed',
      status: 'Closed',
      reportedDate: '2026-11-01T04:30:00Z',
      closedAt: '2026-11-04T06:40:00Z',
      closedBy: 'Asha Rao',
      failureClass: 'battery',
      partCost: 1500.5,
      events: [
        workEvent('arrived', {}, event('a', '2026-11-01T05:30:00Z')),
        workEvent('waiting', { reason: 'part', note: '' }, event('b', '2026-11-01T06:00:00Z')),
        workEvent('resumed', {}, event('c', '2026-11-02T06:00:00Z')),
        workEvent('restored', {}, event('d', '2026-11-02T06:15:00Z')),
      ],
    }),
    ticketRecord({ id: 'open', ticketNumber: null, reportedDate: '2026-11-20T04:30:00Z', problemReported: '' }),
    ticketRecord({ id: 'last', reportedDate: '2026-10-31T18:29:59Z' }),
    ticketRecord({ id: 'gone', deviceId: 'x', retiredDevice, reportedDate: '2026-10-31T18:30:00Z' }),
  ];

  it('lists what was reported in the period, by hospital days, earliest first', () => {
    const paper = breakdownPaper({ tickets, device }, { from: '2026-11-01', to: '2026-11-20' }, moment);
    const rows = paper.tables[0]?.rows ?? [];
    expect(rows.map((row) => row[3])).toEqual(['DIAL-7', 'VENT-0012', 'VENT-0012']);
    expect(rows[1]?.slice(7)).toEqual([
      'Battery',
      { ms: 60 * minute },
      { ms: 45 * minute },
      'Part 1 d',
      { ms: 24 * 60 * minute },
      { ms: 25 * 60 * minute + 45 * minute },
      { at: '2026-11-04T06:40:00Z' },
      '',
      'Asha Rao',
      1500.5,
    ]);
    expect(rows[2]?.slice(0, 2)).toEqual(['Number follows', { at: '2026-11-20T04:30:00Z' }]);
    expect([rows[2]?.[5], rows[2]?.[12], rows[2]?.[13]]).toEqual(['Electrical', '1 d so far', 'Open']);
    expect(paper.facts.map(([, value]) => value)).toEqual(['3', '1', '2', '₹1,500.50']);

    const mistaken = tickets.map((ticket) =>
      ticket.retiredDevice ? { ...ticket, retiredDevice: { ...retiredDevice, isMistake: true } } : ticket,
    );
    const without = breakdownPaper({ tickets: mistaken, device }, { from: '2026-11-01', to: '2026-11-20' }, moment);
    expect(without.tables[0]?.rows.map((row) => row[3])).toEqual(['VENT-0012', 'VENT-0012']);
    expect(without.facts.at(-1)).toEqual(['Left out, of devices entered by mistake', '1']);
  });

  it.each([
    ['2026-11-01', '2026-11-30', {}],
    ['2026-11-01', '2026-11-01', {}],
    ['', '2026-11-30', { from: 'Please enter a valid date.' }],
    ['2026-02-30', 'x', { from: 'Please enter a valid date.', to: 'Please enter a valid date.' }],
    ['2026-11-02', '2026-11-01', { to: 'The last day must not be before the first one.' }],
  ])('reads the period %s to %s', (from, to, errors) => {
    expect(periodOf({ from, to })).toEqual({
      period: Object.keys(errors).length === 0 ? { from, to } : null,
      errors,
    });
  });
});

describe('the calibration register', () => {
  it('lists each calibrated device with its last and next calibration', () => {
    const devices = [
      deviceRecord({ id: 'a', serialNumber: '1' }),
      deviceRecord({ id: 'b', serialNumber: '2', calibrationRequired: false }),
      deviceRecord({ id: 'c', serialNumber: '3' }),
      deviceRecord({ id: 'd', serialNumber: '4', calibrationRequired: false }),
    ];
    const cal = (id: string, deviceId: string, taskDate: string, closedAt: string | null = null) =>
      taskRecord({ id, deviceId, type: 'Cal', taskDate, closedAt, closedBy: closedAt && 'Asha Rao' });
    const tasks = [
      cal('1', 'a', '2026-01-01', '2026-01-02T20:00:00Z'),
      cal('2', 'a', '2025-01-01', '2025-01-02T05:00:00Z'),
      cal('3', 'a', '2027-01-01'),
      cal('4', 'a', '2028-01-01'),
      cal('5', 'b', '2026-11-20'),
      taskRecord({ id: '6', deviceId: 'd', taskDate: '2026-11-20' }),
      taskRecord({ id: '7', deviceId: 'c', type: 'Cal', cancelledAt: '2026-11-01T05:00:00Z' }),
    ];
    const paper = calibrationPaper({ devices, tasks, tests: [], procedures: [] }, 'Cal', moment);
    expect(paper.tables[0]?.rows.map((row) => [row[2], ...row.slice(4, 8)])).toEqual([
      ['1', { day: '2026-01-03' }, 'Asha Rao', { day: '2027-01-01' }, 'In date'],
      ['2', null, '', { day: '2026-11-20' }, 'Overdue'],
      ['3', null, '', null, 'Not planned'],
    ]);
    expect(paper.facts.map(([, value]) => value)).toEqual(['3', '1', '1', '0', '0', '1']);
  });

  it('names the work that was due first, even if an attempt postponed it', () => {
    const attempt = { at: '2026-11-10T05:00:00Z', reason: 'in-use' } as const;
    const tasks = [
      taskRecord({ id: '1', type: 'Cal', taskDate: '2026-12-10', dueOn: '2026-11-01', attempt }),
      taskRecord({ id: '2', type: 'Cal', taskDate: '2026-11-28' }),
    ];
    const paper = calibrationPaper({ devices: [deviceRecord()], tasks, tests: [], procedures: [] }, 'Cal', moment);
    expect(paper.tables[0]?.rows[0]?.slice(6, 8)).toEqual([{ day: '2026-11-01' }, 'Overdue']);
  });
});

describe('the documents of one device', () => {
  const facts: DeviceFileFacts = {
    device: deviceRecord({ warranties: [{ number: 'W-1', start: '2020-02-04', end: '2023-02-03' }] }),
    retiredOn: null,
    removalReason: null,
    tickets: [
      ticketRecord({ id: 'b', ticketNumber: 'BD-2026-000002', failureClass: 'use-error' }),
      ticketRecord({
        id: 'a',
        status: 'Closed',
        reportedDate: '2024-05-01T04:30:00Z',
        closedAt: '2024-05-02T04:30:00Z',
        closedBy: 'Asha Rao',
        actionTaken: 'Board changed',
        failureClass: 'component',
        partCost: 12_500.5,
      }),
    ],
    tasks: [
      taskRecord(),
      taskRecord({ id: 'task-2', cancelledAt: '2026-11-01T05:00:00Z' }),
      taskRecord({ id: 'task-3', closedAt: '2023-01-05T05:00:00Z', actionTaken: 'Filter changed' }),
    ],
    rounds: [
      { status: 'Operational', at: '2026-11-19T05:00:00Z' },
      { status: 'Not Working', at: '2026-11-18T05:00:00Z', description: 'No light', by: 'Meera Nair' },
    ],
    contracts: [],
    price: 250_010,
    documents: ['Invoice.pdf'],
    tests: [],
    olderTests: 0,
    isWhole: true,
  };
  const file = buildDeviceFile(facts, moment);

  it('list its history in order, earliest first, with texts and names', () => {
    const paper = historyPaper(file, moment);
    expect(
      paper.tables[0]?.rows.map(([on, what, details, by]) => [Object.values(on ?? {})[0], what, details, by]),
    ).toEqual([
      ['2020-02-04', 'Warranty W-1 started, ends 3 Feb 2023', '', ''],
      ['2020-02-04', 'Installed', '', ''],
      ['2023-01-05', 'Preventive maintenance completed', 'Filter changed', ''],
      ['2024-05-01', 'Breakdown BD-2026-000001 reported (Electrical)', 'No display after power on', 'Asha Rao'],
      ['2024-05-02', 'Breakdown BD-2026-000001 closed', 'Board changed', 'Asha Rao'],
      ['2026-11-18', 'Daily round: Not Working', 'No light', 'Meera Nair'],
      ['2026-11-20', 'Breakdown BD-2026-000002 reported (Electrical)', 'No display after power on', 'Asha Rao'],
    ]);
    expect(paper.tables.map(({ rows }) => rows.length)).toEqual([7, 1, 1, 1, 0]);
    expect(paper.legend).toBeUndefined();
  });

  it('P142 list each contract with kind, vendor, coverage and days, and which one covers today', () => {
    const contract = (id: string, kind: AgreementKind, startOn: string, endOn: string, noticeDays: number | null) => ({
      id,
      number: id,
      kind,
      vendorId: 'v',
      vendorName: 'Meditech',
      contactName: '',
      phone: '',
      startOn,
      endOn,
      terms: { ...blankTerms(), covers: ['labour', 'parts'] as const satisfies Coverage[], noticeDays },
    });
    const contracts = [
      contract('AMC-1', 'AMC', '2023-02-04', '2024-02-03', null),
      contract('CMC-1', 'CMC', '2026-02-04', '2027-02-03', 60),
      contract('PC-1', 'Per call', '2026-02-04', '2027-02-03', null),
      contract('CMC-2', 'CMC', '2027-02-04', '2028-02-03', 60),
    ];
    const warranties = contracts.map(({ id, kind, startOn, endOn }) => {
      return { number: id, start: startOn, end: endOn, kind: kind as 'AMC', contractId: id };
    });
    const plain = { number: 'W-1', start: '2020-02-04', end: '2023-02-03' };
    const device = deviceRecord({ warranties: [plain, ...warranties] });
    const tableOf = (more: Partial<DeviceFileFacts>) =>
      historyPaper(buildDeviceFile({ ...facts, device, contracts, ...more }, moment), moment).tables.find(
        ({ title }) => title === 'Warranties and contracts',
      );
    const named = ['Meditech', 'Labour, parts'];
    expect(tableOf({})?.rows).toEqual([
      ['W-1', 'Warranty', '', '', { day: '2020-02-04' }, { day: '2023-02-03' }, null, 'Ended'],
      ['AMC-1', 'AMC', ...named, { day: '2023-02-04' }, { day: '2024-02-03' }, null, 'Ended'],
      ['CMC-1', 'CMC', ...named, { day: '2026-02-04' }, { day: '2027-02-03' }, { day: '2026-12-05' }, 'Covered today'],
      ['PC-1', 'Per call', ...named, { day: '2026-02-04' }, { day: '2027-02-03' }, null, 'Pay per call'],
      ['CMC-2', 'CMC', ...named, { day: '2027-02-04' }, { day: '2028-02-03' }, { day: '2027-12-05' }, 'Not started'],
    ]);
    const gone = tableOf({ retiredOn: '2026-03-03', removalReason: 'condemned' });
    expect(gone?.rows.map((row) => row.at(-1))).toEqual(['Ended', 'Ended', 'In force', 'In force', 'Not started']);
  });

  it("show the device's cost and failures, and leave room for the committee", () => {
    const paper = condemnationPaper(file, moment);
    expect(factOf(paper, 'Age')).toBe('6 years 10 months');
    expect(factOf(paper, 'Price')).toBe('₹2,50,010.00');
    expect(factOf(paper, 'Breakdowns to date')).toBe('2');
    expect(factOf(paper, 'Failures to date')).toBe('1');
    expect(factOf(paper, 'Failures in the last 12 months')).toBe('0');
    expect(factOf(paper, 'Part costs to date')).toBe('₹12,500.50, 5.0 % of the price');
    expect(paper.tables[1]).toMatchObject({ title: 'Condemnation committee', isToFill: true });
    expect(paper.tables[1]?.rows).toHaveLength(5);
  });

  it('show the reason of a removed device, and its age up to then', () => {
    const gone = buildDeviceFile({ ...facts, retiredOn: '2025-01-03', removalReason: 'condemned' }, moment);
    const paper = condemnationPaper(gone, moment);
    expect(factOf(paper, 'Removed')).toBe('Condemned, 3 Jan 2025');
    expect(factOf(paper, 'Age')).toBe('4 years 11 months');
    expect(factOf(historyPaper(gone, moment), 'Status')).toBe('Condemned, 3 Jan 2025');
  });

  it('say offline what is missing', () => {
    const part = buildDeviceFile({ ...facts, price: null, documents: [], isWhole: false }, moment);
    for (const paper of [historyPaper(part, moment), condemnationPaper(part, moment)]) {
      expect(factOf(paper, 'Price')).toBe('Not on this tablet');
      expect(paper.legend).toContain('Made from the data on this tablet');
    }
  });
});

describe('the committee sheet', () => {
  const page = (month: string, done: number, isRunning = false): FiguresPage => ({
    period: { from: `${month}-01`, to: `${month}-28`, words: `Month ${month}`, isRunning, firstDay: '2026-09-01' },
    narrowed: null,
    groups: [
      {
        title: 'Planned work',
        figures: [
          figure({
            id: 'completion',
            title: 'Completion',
            unit: 'percent',
            value: share(done, 10),
            target: 95,
            rule: 'Done on time, among the tasks due.',
            numerator: counted('job.done', 'done on time', done),
            denominator: counted('job.due', 'tasks due', 10),
          }),
        ],
      },
      {
        title: 'Failures',
        figures: [
          figure({
            id: 'mtbf',
            title: 'Time between failures',
            unit: 'days',
            value: null,
            rule: 'Device days for each failure.',
            numerator: null,
            denominator: null,
          }),
        ],
      },
    ],
    uptime: { value: 99, devices: 3 },
  });
  const months = [
    { from: '2026-08-01', page: null },
    { from: '2026-09-01', page: page('2026-09', 5) },
    { from: '2026-10-01', page: page('2026-10', 9) },
    { from: '2026-11-01', page: page('2026-11', 10, true) },
  ];

  it('covers the month and the three before it', () => {
    expect(sheetMonths('2026-02')).toEqual(['2025-11', '2025-12', '2026-01', '2026-02']);
  });

  it('has a row per figure with its months, target and components', () => {
    const paper = committeePaper(months, null);
    expect(paper.period).toBe('Month 2026-11, up to now, with the three months before');
    expect(paper.tables.map(({ title, rows }) => [title, ...rows])).toEqual([
      ['Planned work', ['Completion', 'No data', '50 %', '90 %', '100 %', '95 %', '10 done on time of 10 tasks due']],
      ['Failures', ['Time between failures', 'No data', 'No data', 'No data', 'No data', '', '']],
      [
        'What the figures say',
        ['Completion', 'Done on time, among the tasks due.'],
        ['Time between failures', 'Device days for each failure.'],
      ],
    ]);
    expect(paperSheet(paper).rows).toHaveLength(2);
    expect(paperSheet(paper).header.slice(0, 4)).toEqual(['Group', 'Figure', 'August 2026', 'September 2026']);
  });

  it('P149 uses one unit for the times of a row', () => {
    const turnaround = (value: number | null, target: number | null) =>
      figure({
        id: 'turnaround',
        title: 'Turnaround',
        unit: 'hours',
        value,
        target,
        rule: 'From the report.',
        numerator: counted('turnaround.measured', 'back in use', 4),
        denominator: counted('ticket.reported', 'tickets reported', 5),
      });
    const rowOf = (values: (number | null)[], target: number | null = null) => {
      const shown = months.map(({ from }, place) => ({
        from,
        page: {
          ...page('2026-11', 1),
          groups: [{ title: 'Repair', figures: [turnaround(values[place] ?? null, target)] }],
        },
      }));
      return committeePaper(shown, null).tables[0]?.rows[0]?.slice(1, 6);
    };
    expect(rowOf([36, 72, null, 0.5])).toEqual(['36 h', '72 h', 'No data', '0.5 h', '']);
    expect(rowOf([60, 72, 84, 240])).toEqual(['2.5 days', '3 days', '3.5 days', '10 days', '']);
    expect(rowOf([36, 72, null, 36], 72)).toEqual(['36 h', '72 h', 'No data', '36 h', '72 h']);
    expect(rowOf([60, 72, 84, 240], 4)).toEqual(['60 h', '72 h', '84 h', '240 h', '4 h']);
    expect(rowOf([60, 72, 84, 240], 72)).toEqual(['2.5 days', '3 days', '3.5 days', '10 days', '3 days']);
  });

  it('says offline when it was printed', () => {
    expect(committeePaper(months, null).legend).not.toContain('Printed without network');
    expect(committeePaper(months, 'as of 10:42').legend).toContain('figures as this tablet saw them as of 10:42');
  });
});

describe('times on paper', () => {
  it.each([
    [0, '0 min'],
    [-5, '0 min'],
    [59_999, '0 min'],
    [60_000, '1 min'],
    [3_600_000, '1 h'],
    [3_660_000, '1 h 1 min'],
    [86_400_000, '1 d'],
    [90_000_000, '1 d 1 h'],
    [86_460_000, '1 d'],
  ])('%i ms are %s', (ms, words) => expect(durationWords(ms)).toBe(words));

  it('show day and time at the hospital', () => {
    expect(momentWords('2026-11-20T20:00:00Z', timeZone)).toBe('21 Nov 2026, 01:30');
  });
});
