import type { LocalDay } from '../../rules/hospital-day.ts';
import { taskNames } from '../../rules/task-status.ts';
import type { PlannedType } from '../../records/values.ts';
import { jobsOfYear, type YearFacts, type YearJob } from '../year-plan.ts';
import { byDepartment } from './by-department.ts';
import type { Paper, PaperColumn, PaperTable } from './paper.ts';

const titles: Readonly<Record<PlannedType, string>> = {
  PM: 'Preventive Maintenance Calendar',
  Cal: 'Calibration Calendar',
  Safety: 'Safety Test Calendar',
  Inspection: 'Inspection Calendar',
};

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'] as const;

const columns: readonly PaperColumn[] = [
  { header: 'Equipment', width: 13 },
  { header: 'Serial number', width: 11 },
  ...months.map((header) => ({ header, width: 5.5 })),
];

/**
 * Builds the plan of a year for one kind of work: devices by months, counted as on its screen; devices without work in
 * that year are left out.
 */
export function planYearPaper(
  facts: YearFacts,
  { year, type }: { year: number; type: PlannedType },
  today: LocalDay,
): Paper {
  const jobs = jobsOfYear(facts, year, today).filter((job) => job.type === type);
  const planned = new Map<string, YearJob[]>();
  for (const job of jobs) planned.set(job.device.id, [...(planned.get(job.device.id) ?? []), job]);
  const shown = facts.devices.filter(({ id }) => planned.has(id));
  const done = jobs.filter(({ state }) => state === 'Closed').length;
  const late = jobs.filter((job) => markOf(job) === 'late').length;
  const tables = [...byDepartment(shown)].map(([title, own]): PaperTable => ({
    title,
    columns,
    empty: '',
    rows: own.map((device) => [
      device.equipmentName,
      device.serialNumber,
      ...months.map((_month, index) => monthWords(planned.get(device.id) ?? [], index)),
    ]),
  }));
  const name = taskNames[type];
  return {
    title: titles[type],
    period: String(year),
    facts: [
      ['Devices', shown.length.toLocaleString('en-IN')],
      ['Tasks', jobs.length.toLocaleString('en-IN')],
      ['Done', done.toLocaleString('en-IN')],
      ['Overdue', late.toLocaleString('en-IN')],
    ],
    legend:
      'In each month: the days of its tasks. Done: closed. Tried: attempted, still open, on the day of the next try. Late: overdue, and not attempted. Planned: the task is made 13 months ahead.',
    dividedBy: 'Department',
    isWide: true,
    tables:
      tables.length > 0
        ? tables
        : [{ title: name, columns, rows: [], empty: `No ${name.toLowerCase()} is planned in ${year}.` }],
    signatures: ['Prepared by', 'Approved by'],
  };
}

/** The word beside the day of a job; an attempted job is open and was tried. */
function markOf({ state, isAttempted }: YearJob): 'done' | 'tried' | 'late' | 'planned' | '' {
  if (state === 'Closed') return 'done';
  if (state === 'Planned') return 'planned';
  if (isAttempted) return 'tried';
  return state === 'Overdue' ? 'late' : '';
}

/** The jobs of one month: `5 done, 19`. */
function monthWords(jobs: readonly YearJob[], month: number): string {
  return jobs
    .filter(({ on }) => Number(on.slice(5, 7)) === month + 1)
    .toSorted((a, b) => (a.on < b.on ? -1 : Number(a.on > b.on)))
    .map((job) => `${Number(job.on.slice(8))} ${markOf(job)}`.trim())
    .join(', ');
}
