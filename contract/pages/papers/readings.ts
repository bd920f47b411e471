import type { DeviceFile } from '../../calls/device/history-file.ts';
import type { FileTest } from '../../calls/test/file-test.ts';
import { formatShortDay } from '../../rules/dates-format.ts';
import { hospitalDay } from '../../rules/hospital-day.ts';
import { quantity, valueOf } from '../../rules/procedure.ts';
import { limitationInForce } from '../../rules/test-result.ts';
import type { Moment } from '../moment.ts';
import { type ReadingSeries, readingSeries } from '../reading-series.ts';
import type { Paper, PaperColumn, PaperTable, PaperValue } from './paper.ts';
import { missingTestsWords, readingVerdict, testerWords } from './test-tables.ts';

/** The latest tests, shown side by side. */
const mostCompared = 5;

/** Builds the readings of a device side by side, a table for each procedure; the sheet has a row for every reading. */
export function readingsPaper(file: DeviceFile, { now, timeZone }: Moment): Paper {
  const series = readingSeries(file.tests);
  const procedures = new Map(series.map(({ procedureId, procedureName }) => [procedureId, procedureName]));
  const missing = missingTestsWords(file);
  const partial = file.isWhole ? '' : 'Made from the data on this tablet: tests of the last 400 days.';
  return {
    title: 'Readings Compared',
    period: `As of ${formatShortDay(hospitalDay(now, timeZone))}`,
    facts: [
      ['Equipment', file.equipmentName],
      ['Serial number', file.serialNumber],
      ['Make and model', `${file.makeName} ${file.modelName}`.trim()],
      ['Department', file.departmentName],
    ],
    legend: [
      `The value as left, else as found, of the latest ${mostCompared} tests. Change: from the test before the latest one. Out: outside of the limits of its test. The sheet of Export has all readings.`,
      partial,
      missing,
    ]
      .filter(Boolean)
      .join(' '),
    isWide: true,
    tables:
      procedures.size === 0
        ? [{ title: 'Readings', columns: emptyColumns, rows: [], empty: 'No reading is recorded.' }]
        : [...procedures].map(([id, name]) =>
            comparedTable(
              name,
              series.filter(({ procedureId }) => procedureId === id),
            ),
          ),
    sheet: readingsSheet(file),
    signatures: ['Prepared by'],
  };
}

const emptyColumns: readonly PaperColumn[] = [{ header: 'Measurement', width: 100 }];

function comparedTable(title: string, series: readonly ReadingSeries[]): PaperTable {
  const all = new Map(series.flatMap(({ readings }) => readings.map(({ test }) => [test.id, test])));
  const latest = [...all.values()].toSorted((a, b) => (a.testedAt < b.testedAt ? -1 : 1)).slice(-mostCompared);
  return {
    title,
    columns: [
      { header: 'Measurement', width: 24 },
      { header: 'Limits', width: 16 },
      ...testHeads(latest).map((header) => ({ header, width: 12 })),
      { header: 'Change', width: 10 },
    ],
    empty: '',
    rows: series.map(({ title: step, unit, readings }) => {
      const of = (test: FileTest) => readings.find((reading) => reading.test.id === test.id);
      const [before, last] = readings.slice(-2);
      return [
        step,
        readings.at(-1)?.limits ?? '',
        ...latest.map((test) => {
          const reading = of(test);
          if (!reading) return '';
          return quantity(reading.value, unit) + (reading.problem === '' ? '' : ', out');
        }),
        before && last ? changeWords(last.value - before.value, unit) : '',
      ];
    }),
  };
}

/** A head for each test: its day and result, numbered where two are alike. */
function testHeads(tests: readonly FileTest[]): string[] {
  const heads = tests.map(({ testedOn, result }) => `${formatShortDay(testedOn)}: ${result}`);
  return heads.map((head, place) => {
    const before = heads.slice(0, place).filter((other) => other === head).length;
    return before === 0 ? head : `${head} (${before + 1})`;
  });
}

/** Formats a difference with its sign, without binary rounding errors. */
function changeWords(change: number, unit: string): string {
  const rounded = Number(change.toPrecision(6));
  if (rounded === 0) return 'none';
  return `${rounded > 0 ? '+' : '−'}${quantity(Math.abs(rounded), unit)}`;
}

const sheetHeader = [
  'Equipment',
  'Serial number',
  'Make',
  'Model',
  'Department',
  'Procedure',
  'Version',
  'Tested',
  'Result',
  'Limitation',
  'By',
  'Testers',
  'Measurement',
  'Unit',
  'Lower limit',
  'Upper limit',
  'As found',
  'As left',
  'Value',
  'Verdict',
  'Limits confirmed',
  'Counts',
  'Record',
];

/** Every reading in a row of its own, so that sheets of several devices can be put together. */
function readingsSheet(file: DeviceFile): { header: string[]; rows: PaperValue[][] } {
  const { equipmentName, serialNumber, makeName, modelName, departmentName } = file;
  const rows = file.tests.flatMap((test) =>
    (test.readings ?? []).map((reading): PaperValue[] => [
      equipmentName,
      serialNumber,
      makeName,
      modelName,
      departmentName,
      test.procedureName,
      test.version,
      { day: test.testedOn },
      test.result,
      limitationInForce(test),
      test.by,
      testerWords(test),
      reading.title,
      reading.unit,
      reading.lower,
      reading.upper,
      reading.found,
      reading.left,
      valueOf(reading),
      readingVerdict(reading),
      reading.isConfirmed ? 'Yes' : 'No',
      test.correctedBy === null ? 'Yes' : 'No, corrected',
      test.id,
    ]),
  );
  return { header: sheetHeader, rows };
}
