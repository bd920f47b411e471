import { describe, expect, it, test } from 'vitest';
import { buildDeviceFile, type DeviceFileFacts } from '#contract/pages/device-file.ts';
import { buildFileTests } from '#contract/pages/file-tests.ts';
import { calibrationPaper } from '#contract/pages/papers/calibration.ts';
import { limitsPaper } from '#contract/pages/papers/limits.ts';
import { historyPaper } from '#contract/pages/papers/device-papers.ts';
import { paperSheet } from '#contract/pages/papers/paper.ts';
import { readingsPaper } from '#contract/pages/papers/readings.ts';
import { testerPaper } from '#contract/pages/papers/testers.ts';
import { readingSeries } from '#contract/pages/reading-series.ts';
import type { ProcedureRecord, TestRecord } from '#contract/records/test.ts';
import { deviceRecord, taskRecord, testRecord } from '#tests/support/ward-records.ts';
import { seededSteps } from '#tests/support/test-work.ts';
import { chartLines, chartSize, chartWords } from '#ui/features/print/chart-lines.ts';

describe('P241 the list of limits to confirm', () => {
  const procedure = (name: string, steps: ProcedureRecord['steps']): ProcedureRecord => ({
    id: name,
    name,
    version: 1,
    steps,
    equipmentIds: [],
    modelIds: [],
  });
  const open = seededSteps.map((step) => ('isConfirmed' in step ? { ...step, isConfirmed: false } : step));

  test('is grouped by procedure, with limits and source', () => {
    const procedures = [
      procedure('Ward 10', open),
      procedure('Ward 9', open.slice(0, 2)),
      procedure('C', [...seededSteps]),
    ];
    const paper = limitsPaper(procedures, '2026-11-21');
    expect(paper.facts).toEqual([
      ['Limits to confirm', '3'],
      ['In', '2 procedures of 3'],
    ]);
    expect(paperSheet(paper).rows).toEqual([
      ['Ward 9', 'Rate at 60 bpm', 'bpm', '57 to 63 bpm', 'Manual, page 12'],
      ['Ward 10', 'Rate at 60 bpm', 'bpm', '57 to 63 bpm', 'Manual, page 12'],
      ['Ward 10', 'Earth resistance', 'Earth resistance, device without its cord', 'at most 200 mΩ', 'IEC 62353'],
    ]);
  });

  test('says so if all limits are confirmed', () => {
    expect(limitsPaper([procedure('A', [...seededSteps])], '2026-11-21').tables[0]?.empty).toBe(
      'All limits are confirmed.',
    );
  });
});

const moment = { now: new Date('2026-11-21T05:00:00Z'), timeZone: 'Asia/Kolkata' };
const tester = { testerId: 't', certificateId: 'c', name: 'Analyser', serialNumber: 'ESA-1', certificateNumber: 'N-1' };
const rated = (id: string, testedOn: string, rate: number | null, more: Partial<TestRecord> = {}): TestRecord =>
  testRecord({
    id,
    answers: [
      { stepId: 'housing', look: 'ok', found: null, left: null, text: '', photos: [] },
      { stepId: 'rate', look: null, found: rate, left: null, text: '', photos: [] },
    ],
    testers: [{ ...tester, dueOn: '2026-06-01' }],
    testedAt: `${testedOn}T05:00:00.000Z`,
    testedOn,
    by: 'Asha Rao',
    ...more,
  });
/** These tests did not measure electrical safety. */
const unearthed = seededSteps.filter(({ kind }) => kind !== 'electrical');
const withSteps = (tests: readonly TestRecord[]) => tests.map((one) => ({ test: one, steps: unearthed }));
const fileOf = (tests: DeviceFileFacts['tests'], more: Partial<DeviceFileFacts> = {}) =>
  buildDeviceFile(
    {
      device: deviceRecord(),
      retiredOn: null,
      removalReason: null,
      tickets: [],
      tasks: [],
      rounds: [],
      contracts: [],
      price: null,
      documents: [],
      tests,
      olderTests: 0,
      isWhole: true,
      ...more,
    },
    moment,
  );
const adjusted = rated('c', '2026-11-01', 70, {
  result: 'Pass limited',
  limitation: 'Adults only.',
  adjusted: [{ stepId: 'rate', title: 'Rate', unit: 'bpm', found: 70, left: 61 }],
  answers: [{ stepId: 'rate', look: null, found: 70, left: 61, text: '', photos: [] }],
});
const years = [
  rated('a', '2024-11-01', 60),
  rated('b', '2025-11-01', 66, { result: 'Fail', limitation: 'Adults only.', findings: ['Too fast.'] }),
  adjusted,
];

describe('the history file', () => {
  it('lists each test with result, testers, record and next due, and each reading over the years', () => {
    const { tables } = historyPaper(fileOf(withSteps(years)), moment);
    const rows = tables.find(({ title }) => title === 'Tests')?.rows ?? [];
    expect(rows.map((row) => row[2])).toEqual([
      'Pass',
      'Fail. Too fast.',
      // P213: the tester's certificate had expired.
      'Pass limited. By the current rules Incomplete, no longer a Pass. Found out of limits: Rate: found 70 bpm, left 61 bpm.',
    ]);
    expect(rows[1]?.slice(3, 5)).toEqual(['Analyser ESA-1, N-1', 'Asha Rao']);
    expect(rows[2]?.[3]).toBe('Analyser ESA-1, N-1, out of date since 1 Jun 2026');
    expect(rows.map((row) => row[6])).toEqual(['a', 'b', 'c']);
    const rate = tables.find(({ title }) => title === 'Rate at 60 bpm (bpm): Yearly test');
    expect(rate?.rows.map((row) => row.slice(2))).toEqual([
      ['60 bpm', '', 'within the limits'],
      ['66 bpm', '', '66 bpm is above 63 bpm'],
      ['70 bpm', '61 bpm', 'within the limits'],
    ]);
    expect(rate?.chart).toEqual({
      unit: 'bpm',
      points: [
        { on: '2024-11-01', value: 60, isOut: false },
        { on: '2025-11-01', value: 66, isOut: true },
        { on: '2026-11-01', value: 61, isOut: false },
      ],
      lower: 57,
      upper: 63,
    });
    // Earth resistance was not measured.
    expect(tables.filter(({ chart }) => chart)).toHaveLength(1);
  });

  it('says what it lacks: unconfirmed limits, older tests, versions missing on the tablet', () => {
    const steps = unearthed.map((step) => (step.id === 'rate' ? { ...step, isConfirmed: false } : step));
    const tests = [
      { test: rated('a', '2026-01-01', 60), steps },
      { test: rated('b', '2026-02-01', 60), steps: null },
    ];
    const paper = historyPaper(fileOf(tests, { olderTests: 3, isWhole: false }), moment);
    expect(paper.legend).toContain('3 older tests are left out: each has its certificate.');
    expect(paper.legend).toContain('The readings of 1 test by another version of the procedure need the network.');
    const rows = paper.tables.find(({ title }) => title === 'Tests')?.rows;
    expect(rows?.map((row) => row[2])).toEqual(['Pass. 1 limit not confirmed by the hospital.', 'Pass']);
    const rate = paper.tables.find(({ chart }) => chart);
    expect(rate?.rows.map((row) => row[1])).toEqual(['57 to 63 bpm, not confirmed']);
  });
});

test('a corrected test no longer counts, and another unit starts another series', () => {
  const other = unearthed.map((step) => (step.kind === 'reading' ? { ...step, unit: 'Hz' } : step));
  const tests = buildFileTests([
    ...withSteps([rated('a', '2026-01-01', 99), rated('b', '2026-01-02', 60, { correctsId: 'a' })]),
    { test: rated('c', '2026-03-01', 1), steps: other },
    { test: rated('d', '2026-04-01', null), steps: unearthed },
  ]);
  expect(readingSeries(tests).map(({ unit, readings }) => [unit, readings.map(({ value }) => value)])).toEqual([
    ['bpm', [60]],
    ['Hz', [1]],
  ]);
});

describe('readings compared', () => {
  it('are listed side by side with the change since the previous test', () => {
    const more = [
      ...years,
      rated('d', '2026-11-02', 61.2),
      rated('e', '2026-11-02', 61.3, { testedAt: '2026-11-02T06:00:00.000Z' }),
      rated('f', '2026-11-03', 61),
    ];
    const [table] = readingsPaper(fileOf(withSteps(more)), moment).tables;
    expect(table?.columns.map(({ header }) => header)).toEqual([
      'Measurement',
      'Limits',
      '1 Nov 2025: Fail',
      '1 Nov 2026: Pass limited',
      '2 Nov 2026: Pass',
      '2 Nov 2026: Pass (2)',
      '3 Nov 2026: Pass',
      'Change',
    ]);
    expect(table?.rows).toEqual([
      ['Rate at 60 bpm', '57 to 63 bpm', '66 bpm, out', '61 bpm', '61.2 bpm', '61.3 bpm', '61 bpm', '−0.3 bpm'],
    ]);
  });

  it('have a spreadsheet with one reading per row, corrected ones marked', () => {
    const limited = { result: 'Pass limited', limitation: 'Ward 3' } as const;
    const tests = [
      rated('a', '2026-01-01', 99, { result: 'Fail', limitation: 'Ward 3' }),
      rated('b', '2026-01-02', 60, { correctsId: 'a', ...limited }),
    ];
    const { header, rows } = paperSheet(readingsPaper(fileOf(withSteps(tests)), moment));
    const at = (name: string) => rows.map((row) => row[header.indexOf(name)]);
    expect(at('Value')).toEqual([99, 60]);
    expect(at('Counts')).toEqual(['No, corrected', 'Yes']);
    expect(at('Limitation')).toEqual(['', 'Ward 3']);
    expect([at('Lower limit')[0], at('Unit')[0], at('Serial number')[0]]).toEqual([57, 'bpm', 'VENT-0012']);
    expect(rows.every((row) => row.length === header.length)).toBe(true);
  });

  it('say when there are none', () => {
    expect(readingsPaper(fileOf([]), moment).tables).toMatchObject([{ rows: [], empty: 'No reading is recorded.' }]);
  });
});

describe('the sparkline', () => {
  const chart = {
    unit: 'bpm',
    points: [
      { on: '2024-01-01', value: 60, isOut: false },
      { on: '2025-01-01', value: 80, isOut: true },
      { on: '2026-01-01', value: 60, isOut: false },
    ],
    lower: 57,
    upper: 63,
  };

  it('plots days from left to right, values upwards, and limits inside', () => {
    const { points, lower, upper, left, right, bottom } = chartLines(chart);
    expect(points.map(({ x }) => Math.round(x))).toEqual([left, Math.round((left + right) / 2), right]);
    expect(points[1]!.y).toBeLessThan(upper!);
    expect(upper!).toBeLessThan(points[0]!.y);
    expect(points[0]!.y).toBeLessThan(lower!);
    expect(lower!).toBeLessThanOrEqual(bottom);
    expect(right).toBeLessThan(chartSize.width);
    expect(chartWords(chart, 'Rate')).toBe(
      'Rate: 3 readings, the latest 60 bpm, limits: lower 57, upper 63, 1 outside. The numbers are in the table beside it.',
    );
  });

  it.each([
    ['one point', [{ on: '2026-01-01', value: 5, isOut: false }]],
    [
      'the same value twice on one day',
      Array.from({ length: 2 }, () => ({ on: '2026-01-01', value: 5, isOut: false })),
    ],
    ['no point', []],
  ])('stays inside its picture with %s', (_case, points) => {
    const lines = chartLines({ unit: '', points, lower: null, upper: null });
    expect(lines.points).toHaveLength(points.length);
    for (const { x, y } of lines.points) {
      expect([x >= 0, x <= chartSize.width, y >= 0, y <= chartSize.height]).toEqual([true, true, true, true]);
    }
  });
});

describe('the registers', () => {
  const procedures = [
    { id: 'p', name: 'Yearly test', version: 1, steps: [...unearthed], equipmentIds: [], modelIds: [] },
  ];
  const registerOf = (tests: TestRecord[], tasks = [taskRecord({ id: 'cal', type: 'Cal', taskDate: '2027-01-01' })]) =>
    calibrationPaper({ devices: [deviceRecord()], tasks, tests, procedures }, 'Cal', moment).tables[0]?.rows[0]?.slice(
      7,
      11,
    );

  it('show the last test with its result and testers, and a failed one as the state', () => {
    expect(registerOf([...years])).toEqual([
      'In date',
      { day: '2026-11-01' },
      'Pass limited. By the current rules Incomplete. Found out of limits: Rate: found 70 bpm, left 61 bpm',
      'Analyser ESA-1, N-1, out of date since 1 Jun 2026',
    ]);
    const incomplete = rated('d', '2026-11-02', null, { result: 'Incomplete', taskId: 'cal' });
    expect(registerOf([...years, incomplete])?.slice(0, 3)).toEqual([
      'Incomplete',
      { day: '2026-11-02' },
      'Incomplete',
    ]);
    expect(registerOf(years.slice(0, 2))?.slice(0, 3)).toEqual(['Failed', { day: '2025-11-01' }, 'Fail']);
    expect(registerOf([])).toEqual(['In date', null, '', '']);
  });

  it("omit a corrected test, and assign a correction to the first test's task", () => {
    const failed = rated('a', '2026-11-01', 90, { result: 'Fail', taskId: 'cal' });
    const corrected = rated('b', '2026-11-02', 60, { correctsId: 'a', testers: [{ ...tester, dueOn: '2027-01-01' }] });
    expect(registerOf([failed, corrected])?.slice(0, 3)).toEqual(['In date', { day: '2026-11-02' }, 'Pass']);
  });

  it('include a tested device without a plan', () => {
    const device = deviceRecord({ calibrationRequired: false });
    const paper = calibrationPaper({ devices: [device], tasks: [], tests: [...years], procedures }, 'Cal', moment);
    expect(paper.tables[0]?.rows.map((row) => [row[2], row[7]])).toEqual([['VENT-0012', 'Not planned']]);
    const safety = calibrationPaper({ devices: [device], tasks: [], tests: [...years], procedures }, 'Safety', moment);
    expect(safety.tables).toMatchObject([{ rows: [], empty: 'No safety test is planned or recorded.' }]);
  });
});

test('the register of testers shows which are in date and when each was used, the first due first', () => {
  const testers = [
    {
      id: 't',
      name: 'Analyser',
      serialNumber: 'ESA-1',
      certificates: [
        {
          id: 'c',
          number: 'N-1',
          dueOn: '2026-11-21',
          calibration: { laboratory: 'NABL Pune', calibratedOn: '2026-01-04', uncertainty: '±2 %', range: '' },
        },
      ],
    },
    {
      id: 'u',
      name: 'Simulator',
      serialNumber: 'SIM-1',
      certificates: [{ id: 'd', number: 'N-2', dueOn: '2026-11-20' }],
    },
  ];
  const paper = testerPaper({ testers, tests: years }, moment);
  expect(paper.facts.map(([, value]) => value)).toEqual(['2', '1', '1']);
  expect(paper.tables[0]?.rows).toEqual([
    ['Simulator', 'SIM-1', 'N-2', '', '', { day: '2026-11-20' }, 'Out of date', 0, null],
    [
      'Analyser',
      'ESA-1',
      'N-1',
      '4 Jan 2026, NABL Pune',
      '±2 %',
      { day: '2026-11-21' },
      'In date',
      3,
      { day: '2026-11-01' },
    ],
  ]);
});
