import { counted } from '../../rules/counted.ts';
import type { DeviceFile } from '../../calls/device/history-file.ts';
import { coverageWords, coverStateWords } from '../../rules/agreements/words.ts';
import { formatShortDay } from '../../rules/dates-format.ts';
import { countsAsFailure, failureWords } from '../../rules/failure-class.ts';
import { addMonthsKeepingDay, hospitalDay, type LocalDay } from '../../rules/hospital-day.ts';
import { formatInr, sumInr } from '../../rules/money.ts';
import { removalWords } from '../../rules/removal.ts';
import { taskNames } from '../../rules/task-status.ts';
import type { Moment } from '../moment.ts';
import { cutLegend, dayValue, mostOfText, type Paper, type PaperColumn } from './paper.ts';
import { missingTestsWords, testTables } from './test-tables.ts';

/** Note on a paper that was made offline. */
const partialNote =
  'Made from the data on this tablet: the price, older rounds, older tests and documents may be missing.';

const happenedColumns: readonly PaperColumn[] = [
  { header: 'Date', width: 11 },
  { header: 'What happened', width: 26 },
  { header: 'Details', width: 38 },
  { header: 'By', width: 14 },
  { header: 'Cost', width: 11, isMoney: true },
];
const warrantyColumns: readonly PaperColumn[] = [
  { header: 'Number', width: 16 },
  { header: 'Kind', width: 9 },
  { header: 'Vendor', width: 16 },
  { header: 'Covers', width: 18 },
  { header: 'From', width: 10 },
  { header: 'Until', width: 10 },
  { header: 'Notice by', width: 10 },
  { header: 'Today', width: 11 },
];
const plannedColumns: readonly PaperColumn[] = [
  { header: 'Due', width: 20 },
  { header: 'Work', width: 80 },
];
const fileColumns: readonly PaperColumn[] = [{ header: 'File', width: 100 }];
const repairColumns: readonly PaperColumn[] = [
  { header: 'Call ID', width: 14 },
  { header: 'Reported', width: 11 },
  { header: 'Problem', width: 22, most: mostOfText },
  { header: 'Failure', width: 13 },
  { header: 'Closed', width: 11 },
  { header: 'Action taken', width: 18, most: mostOfText },
  { header: 'Part cost', width: 11, isMoney: true },
];
const committeeColumns: readonly PaperColumn[] = [
  { header: 'Name', width: 28 },
  { header: 'Designation', width: 24 },
  { header: 'Agrees (yes / no)', width: 16 },
  { header: 'Signature', width: 20 },
  { header: 'Date', width: 12 },
];
/** Number of committee members who can sign a condemnation. */
const committeeLines = 5;

/** Builds the history file of a device: everything known about it, earliest first. */
export function historyPaper(file: DeviceFile, { now, timeZone }: Moment): Paper {
  const today = hospitalDay(now, timeZone);
  const [first] = file.timeline;
  const legend = [file.isWhole ? '' : partialNote, missingTestsWords(file)].filter(Boolean).join(' ');
  return {
    title: 'Device History File',
    period: first === undefined ? formatShortDay(today) : `${formatShortDay(first.on)} to ${formatShortDay(today)}`,
    facts: [
      ...identity(file),
      ['Status', file.retiredOn === null ? file.status : removed(file)],
      ['Uptime, last 365 days', `${file.uptimePercentage.toFixed(2)} %`],
      ['Part costs to date', formatInr(costOf(file))],
    ],
    ...(legend !== '' && { legend }),
    tables: [
      {
        title: 'History',
        columns: happenedColumns,
        empty: 'Nothing has happened yet.',
        rows: file.timeline.map(({ on, what, details, by, cost }) => [{ day: on }, what, details, by, cost || null]),
      },
      {
        title: 'Warranties and contracts',
        columns: warrantyColumns,
        empty: 'None is recorded.',
        rows: file.warranties.map((cover) => [
          cover.number,
          cover.kind,
          cover.vendorName,
          coverageWords(cover.covers),
          { day: cover.startOn },
          { day: cover.endOn },
          dayValue(cover.noticeOn),
          // A device that was removed has no cover.
          cover.state === 'in force' && file.retiredOn !== null ? 'In force' : coverStateWords(cover),
        ]),
      },
      {
        title: 'Work planned',
        columns: plannedColumns,
        empty: 'None is planned.',
        rows: file.planned.map(({ type, on }) => [{ day: on }, taskNames[type]]),
      },
      {
        title: 'Files',
        columns: fileColumns,
        empty: 'None is attached.',
        rows: file.files.map((name) => [name]),
      },
      ...testTables(file),
    ],
    signatures: ['Prepared by', 'Checked by'],
  };
}

/** Builds the form on which a committee decides to retire a device: description, costs, reason, and signatures. */
export function condemnationPaper(file: DeviceFile, { now, timeZone }: Moment): Paper {
  const today = hospitalDay(now, timeZone);
  const cost = costOf(file);
  const share = file.price ? `${((cost / file.price) * 100).toFixed(1)} % of the price` : '';
  const yearAgo = addMonthsKeepingDay(today, -12);
  const failures = file.repairs.filter(({ failureClass }) => countsAsFailure(failureClass));
  const lastYear = failures.filter(({ reportedOn }) => reportedOn > yearAgo);
  return {
    title: 'Condemnation Form',
    period: formatShortDay(today),
    facts: [
      ...identity(file),
      ['Age', ageWords(file, today)],
      ['Breakdowns to date', file.repairs.length.toLocaleString('en-IN')],
      ['Failures to date', failures.length.toLocaleString('en-IN')],
      ['Failures in the last 12 months', lastYear.length.toLocaleString('en-IN')],
      ['Part costs to date', [formatInr(cost), share].filter(Boolean).join(', ')],
      ['Uptime, last 365 days', `${file.uptimePercentage.toFixed(2)} %`],
      ...(file.retiredOn === null ? [] : [['Removed', removed(file)] as const]),
    ],
    legend: [
      'Use errors, faults that could not be reproduced and calls without a fault are not counted as failures.',
      cutLegend,
      file.isWhole ? '' : partialNote,
    ]
      .filter(Boolean)
      .join(' '),
    questions: [
      {
        title: 'Reason for condemnation',
        choices: [
          'Repair costs more than it is worth',
          'Spare parts are no longer available',
          'Unsafe for patient or user',
          'Damaged beyond repair',
          'Obsolete',
          'Other',
        ],
        lines: 3,
      },
      { title: 'Disposal recommended', choices: ['Sale', 'Buy-back', 'Scrap', 'Use for spare parts'], lines: 1 },
    ],
    tables: [
      {
        title: 'Repairs to date',
        columns: repairColumns,
        empty: 'No breakdown is recorded.',
        rows: file.repairs.map((repair) => [
          repair.ticketNumber,
          { day: repair.reportedOn },
          repair.problem,
          repair.closedOn === null ? '' : failureWords(repair.failureClass),
          dayValue(repair.closedOn),
          repair.actionTaken,
          repair.cost || null,
        ]),
      },
      {
        title: 'Condemnation committee',
        columns: committeeColumns,
        isToFill: true,
        empty: '',
        rows: Array.from({ length: committeeLines }, () => committeeColumns.map(() => '')),
      },
    ],
    signatures: ['Head of biomedical engineering', 'Head of department', 'Medical superintendent'],
  };
}

function identity(file: DeviceFile): (readonly [string, string])[] {
  return [
    ['Equipment', file.equipmentName],
    ['Serial number', file.serialNumber],
    ['Make', file.makeName],
    ['Model', file.modelName],
    ['Department', file.departmentName],
    ['Location', file.location],
    ['Importance', file.importance],
    ['Vendor', file.vendorName],
    ['Purchased', dayWords(file.purchaseDate)],
    ['Installed', dayWords(file.installationDate)],
    ['Price', file.price === null ? (file.isWhole ? '' : 'Not on this tablet') : formatInr(file.price)],
  ];
}

function dayWords(day: LocalDay | null): string {
  return day === null ? '' : formatShortDay(day);
}

function removed({ retiredOn, removalReason }: DeviceFile): string {
  return [removalReason === null ? 'Removed' : removalWords[removalReason], dayWords(retiredOn)]
    .filter(Boolean)
    .join(', ');
}

function costOf({ repairs }: DeviceFile): number {
  return sumInr(repairs.map(({ cost }) => cost));
}

/** Returns whole years and months since the purchase, or since the installation if only that is known. */
function ageWords({ purchaseDate, installationDate, retiredOn }: DeviceFile, today: LocalDay): string {
  const from = purchaseDate ?? installationDate;
  const until = retiredOn ?? today;
  if (from === null || from > until) return '';
  let months = (Number(until.slice(0, 4)) - Number(from.slice(0, 4))) * 12;
  months += Number(until.slice(5, 7)) - Number(from.slice(5, 7));
  if (addMonthsKeepingDay(from, months) > until) months -= 1;
  const [years, rest] = [Math.floor(months / 12), months % 12];
  return [years > 0 && counted(years, 'year'), counted(rest, 'month')].filter(Boolean).join(' ');
}
