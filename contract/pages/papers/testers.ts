import type { Calibration } from '../../records/procedure.ts';
import type { TesterRecord, TestRecord } from '../../records/test.ts';
import { formatShortDay } from '../../rules/dates-format.ts';
import { hospitalDay, type LocalDay } from '../../rules/hospital-day.ts';
import { isInDate } from '../../rules/test-result.ts';
import type { Moment } from '../moment.ts';
import { dayValue, type Paper, type PaperColumn } from './paper.ts';
import { byName } from '../names.ts';

/** The facts that the register is built from. */
export interface TesterFacts {
  testers: readonly TesterRecord[];
  /** Tests of the last 400 days. */
  tests: readonly TestRecord[];
}

const columns: readonly PaperColumn[] = [
  { header: 'Tester', width: 16 },
  { header: 'Serial number', width: 12 },
  { header: 'Certificate', width: 13 },
  { header: 'Calibrated', width: 16 },
  { header: 'Range, uncertainty', width: 13 },
  { header: 'Due', width: 9 },
  { header: 'State', width: 8 },
  { header: 'Tests', width: 5 },
  { header: 'Last used', width: 8 },
];

/** Builds the register of test instruments, by calibration due date. */
export function testerPaper({ testers, tests }: TesterFacts, { now, timeZone }: Moment): Paper {
  const today = hospitalDay(now, timeZone);
  const used = usesOf(tests);
  const rows = testers
    .map((tester) => ({ tester, certificate: tester.certificates[0] ?? null }))
    .toSorted((a, b) => order(a.certificate?.dueOn ?? '', b.certificate?.dueOn ?? '') || byName(a.tester, b.tester));
  const isCurrent = (row: (typeof rows)[number]) => row.certificate !== null && isInDate(row.certificate, today);
  const inDate = rows.filter(isCurrent).length;
  return {
    title: 'Tester Register',
    period: `As of ${formatShortDay(today)}`,
    facts: [
      ['Testers', rows.length.toLocaleString('en-IN')],
      ['In date', inDate.toLocaleString('en-IN')],
      ['Out of date', (rows.length - inDate).toLocaleString('en-IN')],
    ],
    legend:
      'Due: the last day on which the certificate counts. A test with a tester out of date is not a Pass. Tests: those of the last 400 days.',
    tables: [
      {
        title: 'Testers',
        columns,
        empty: 'No tester is registered.',
        rows: rows.map((row) => {
          const { id, name, serialNumber } = row.tester;
          const uses = used.get(id);
          return [
            name,
            serialNumber,
            row.certificate?.number ?? '',
            calibratedWords(row.certificate?.calibration),
            rangeWords(row.certificate?.calibration),
            dayValue(row.certificate?.dueOn ?? null),
            isCurrent(row) ? 'In date' : 'Out of date',
            uses?.count ?? 0,
            dayValue(uses?.lastOn ?? null),
          ];
        }),
      },
    ],
    signatures: ['Prepared by', 'Head of biomedical engineering'],
  };
}

/** Says when and by which laboratory a tester was calibrated; empty if not entered. */
export function calibratedWords(calibration: Calibration | undefined): string {
  const { laboratory = '', calibratedOn = '' } = calibration ?? {};
  return [calibratedOn === '' ? '' : formatShortDay(calibratedOn), laboratory].filter(Boolean).join(', ');
}

/** Describes the range and uncertainty of a tester; empty if not entered. */
export function rangeWords(calibration: Calibration | undefined): string {
  return [calibration?.range, calibration?.uncertainty].filter(Boolean).join(', ');
}

function usesOf(tests: readonly TestRecord[]): Map<string, { count: number; lastOn: LocalDay }> {
  const used = new Map<string, { count: number; lastOn: LocalDay }>();
  for (const { testers, testedOn } of tests) {
    for (const { testerId } of testers) {
      const known = used.get(testerId);
      const lastOn = known && known.lastOn > testedOn ? known.lastOn : testedOn;
      used.set(testerId, { count: (known?.count ?? 0) + 1, lastOn });
    }
  }
  return used;
}

const order = (a: string, b: string): number => (a < b ? -1 : Number(a > b));
