import { counted } from '../../rules/counted.ts';
import type { DeviceFile } from '../../calls/device/history-file.ts';
import type { FileTest } from '../../calls/test/file-test.ts';
import { formatShortDay } from '../../rules/dates-format.ts';
import { adjustedWords, limitedResult } from '../../rules/test-result.ts';
import { overdueWords } from '../../rules/next-due.ts';
import { noLimit, quantity } from '../../rules/procedure.ts';
import { readingSeries, type ReadingSeries, type SeriesReading } from '../reading-series.ts';
import type { PaperChart, PaperColumn, PaperTable } from './paper.ts';

const testColumns: readonly PaperColumn[] = [
  { header: 'Tested', width: 11 },
  { header: 'Procedure', width: 18 },
  { header: 'Result', width: 21 },
  { header: 'Tester, certificate', width: 20 },
  { header: 'By', width: 10 },
  { header: 'Next due', width: 10 },
  { header: 'Record', width: 13 },
];
const readingColumns: readonly PaperColumn[] = [
  { header: 'Tested', width: 18 },
  { header: 'Limits', width: 24 },
  { header: 'As found', width: 15 },
  { header: 'As left', width: 15 },
  { header: 'Verdict', width: 28 },
];

/** Builds the tests of a device, and a table with a chart for each measured value. Source: docs/product.md P116. */
export function testTables({ tests }: Pick<DeviceFile, 'tests'>): PaperTable[] {
  return [
    {
      title: 'Tests',
      columns: testColumns,
      empty: 'None is recorded.',
      rows: tests.map((test) => [
        { day: test.testedOn },
        `${test.procedureName}, version ${test.version}`,
        resultWords(test),
        testerWords(test),
        test.by,
        test.openTask ? overdueWords(test.openTask) : test.nextDueOn === null ? null : { day: test.nextDueOn },
        test.id,
      ]),
    },
    ...readingSeries(tests).map(seriesTable),
  ];
}

/** Notes on tests that are missing from a paper or incomplete; empty if it has all. */
export function missingTestsWords({ tests, olderTests }: Pick<DeviceFile, 'tests' | 'olderTests'>): string {
  const withoutReadings = tests.filter(({ readings }) => readings === null).length;
  const older = counted(olderTests, 'older test is', 'older tests are');
  return [
    olderTests > 0 ? `${older} left out: each has its certificate.` : '',
    withoutReadings > 0
      ? `The readings of ${counted(withoutReadings, 'test')} by another version of the procedure need the network.`
      : '',
  ]
    .filter(Boolean)
    .join(' ');
}

function seriesTable({ title, unit, procedureName, readings }: ReadingSeries): PaperTable {
  return {
    title: `${unit === '' ? title : `${title} (${unit})`}: ${procedureName}`,
    columns: readingColumns,
    empty: '',
    rows: readings.map((reading) => [
      { day: reading.test.testedOn },
      reading.limits + (isUnconfirmed(reading) ? ', not confirmed' : ''),
      reading.found === null ? '' : quantity(reading.found, unit),
      reading.left === null ? '' : quantity(reading.left, unit),
      readingVerdict(reading),
    ]),
    chart: chartOf(unit, readings),
  };
}

function chartOf(unit: string, readings: readonly SeriesReading[]): PaperChart {
  const last = readings.at(-1);
  return {
    unit,
    points: readings.map(({ test, value, problem }) => ({ on: test.testedOn, value, isOut: problem !== '' })),
    lower: last?.lower ?? null,
    upper: last?.upper ?? null,
  };
}

/** Describes the result of a measured value. */
export function readingVerdict({ limits, problem }: Pick<SeriesReading, 'limits' | 'problem'>): string {
  if (problem !== '') return problem;
  return limits === noLimit ? 'no limit set' : 'within the limits';
}

/**
 * Describes the result of a test: its limitation, why it failed, the basis of its limits, and whether it still counts.
 */
export function resultWords(test: FileTest): string {
  const unconfirmed = (test.readings ?? []).filter(isUnconfirmed).length;
  const head = limitedResult(test);
  const more = [
    test.presentResult === undefined ? '' : `By the current rules ${test.presentResult}, no longer a Pass.`,
    test.adjusted ? `Found out of limits: ${adjustedWords(test.adjusted)}.` : '',
    ...test.findings,
    unconfirmed === 0 ? '' : `${unconfirmedWords(unconfirmed)}.`,
    test.correctsId === null ? '' : 'Corrects an earlier test.',
    test.correctedBy === null ? '' : 'Corrected by a later test, no longer counts.',
  ].filter(Boolean);
  return more.length === 0 ? head : `${head.replace(/\.$/, '')}. ${more.join(' ')}`;
}

/** Returns whether a reading has limits that nobody in the hospital has confirmed. */
function isUnconfirmed({ limits, isConfirmed }: Pick<SeriesReading, 'limits' | 'isConfirmed'>): boolean {
  return limits !== noLimit && !isConfirmed;
}

/** Counts the limits that nobody in the hospital has confirmed. */
export function unconfirmedWords(count: number): string {
  return `${counted(count, 'limit')} not confirmed by the hospital`;
}

/** The testers of a test, each with its certificate. */
export function testerWords({ testers, testedOn }: Pick<FileTest, 'testers' | 'testedOn'>): string {
  return testers
    .map(({ name, serialNumber, certificateNumber, dueOn }) => {
      const late = dueOn < testedOn ? `, out of date since ${formatShortDay(dueOn)}` : '';
      return `${name} ${serialNumber}, ${certificateNumber}${late}`;
    })
    .join('; ');
}
