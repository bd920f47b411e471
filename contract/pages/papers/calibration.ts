import type { DeviceRecord, TaskRecord } from '../../replica.ts';
import { formatShortDay } from '../../rules/dates-format.ts';
import { hospitalDay, type LocalDay } from '../../rules/hospital-day.ts';
import { type PlannedType, taskNames } from '../../rules/task-status.ts';
import type { Moment } from '../moment.ts';
import { byDepartment } from './by-department.ts';
import { cutLegend, dayValue, mostOfText, type Paper, type PaperColumn, type PaperTable } from './paper.ts';

/** What the register is made from. */
export interface CalibrationFacts {
  devices: readonly DeviceRecord[];
  tasks: readonly TaskRecord[];
}

const columns: readonly PaperColumn[] = [
  { header: 'Equipment', width: 16 },
  { header: 'Make and model', width: 14 },
  { header: 'Serial number', width: 13 },
  { header: 'Location', width: 10 },
  { header: 'Last done', width: 10 },
  { header: 'By', width: 11 },
  { header: 'Next due', width: 9 },
  { header: 'State', width: 9 },
  { header: 'Remarks', width: 15, most: mostOfText },
];

/** The kinds of work that have a register. */
export const registerTypes = ['Cal', 'Safety'] as const satisfies readonly PlannedType[];
/** One of them. */
export type RegisterType = (typeof registerTypes)[number];

/** What the registers are called. */
export const registerTitles: Readonly<Record<RegisterType, string>> = {
  Cal: 'Calibration Register',
  Safety: 'Safety Test Register',
};

/** Every device that is calibrated or tested for safety: the last time and the next one, as the tasks say. */
export function calibrationPaper(
  { devices, tasks }: CalibrationFacts,
  type: RegisterType,
  { now, timeZone }: Moment,
): Paper {
  const today = hospitalDay(now, timeZone);
  const byDevice = new Map<string, TaskRecord[]>();
  for (const task of tasks) {
    if (task.type !== type || task.cancelledAt !== null) continue;
    const known = byDevice.get(task.deviceId);
    if (known) known.push(task);
    else byDevice.set(task.deviceId, [task]);
  }
  const shown = devices.filter(
    ({ id, calibrationRequired }) => (type === 'Cal' && calibrationRequired) || byDevice.has(id),
  );
  const states = new Map(shown.map(({ id }) => [id, stateOf(byDevice.get(id) ?? [], today)]));
  const counted = (state: CalibrationState) => [...states.values()].filter((each) => each.state === state).length;
  const tables = [...byDepartment(shown)].map(([title, own]): PaperTable => ({
    title,
    columns,
    empty: '',
    rows: own.map((device) => {
      const { last, next, state } = states.get(device.id) ?? { last: null, next: null, state: 'Not planned' };
      return [
        device.equipmentName,
        `${device.makeName} ${device.modelName}`.trim(),
        device.serialNumber,
        device.location ?? '',
        last?.closedAt ? { day: hospitalDay(last.closedAt, timeZone) } : null,
        last?.closedBy ?? '',
        dayValue(next && dueDay(next)),
        state,
        last?.actionTaken ?? '',
      ];
    }),
  }));
  return {
    title: registerTitles[type],
    period: `As of ${formatShortDay(today)}`,
    facts: [
      ['Devices', shown.length.toLocaleString('en-IN')],
      ['In date', counted('In date').toLocaleString('en-IN')],
      ['Overdue', counted('Overdue').toLocaleString('en-IN')],
      ['Not planned', counted('Not planned').toLocaleString('en-IN')],
    ],
    legend: cutLegend,
    dividedBy: 'Department',
    isWide: true,
    tables:
      tables.length > 0
        ? tables
        : [{ title: 'Devices', columns, rows: [], empty: `No device has ${taskNames[type].toLowerCase()} planned.` }],
    signatures: ['Prepared by', 'Head of biomedical engineering'],
  };
}

type CalibrationState = 'In date' | 'Overdue' | 'Not planned';

/** The day on which a task was first due, however often it was tried since. Source: docs/decisions/291-attempts.md. */
function dueDay({ dueOn, taskDate }: TaskRecord): LocalDay {
  return dueOn ?? taskDate;
}

/** The last calibration that was done, the first due one that is not, and what that makes of the device. */
function stateOf(
  tasks: readonly TaskRecord[],
  today: LocalDay,
): { last: TaskRecord | null; next: TaskRecord | null; state: CalibrationState } {
  const last = tasks.reduce<TaskRecord | null>(
    (latest, task) => (task.closedAt !== null && (latest?.closedAt ?? '') < task.closedAt ? task : latest),
    null,
  );
  const next = tasks.reduce<TaskRecord | null>(
    (first, task) => (task.closedAt === null && (first === null || dueDay(task) < dueDay(first)) ? task : first),
    null,
  );
  if (next !== null && dueDay(next) < today) return { last, next, state: 'Overdue' };
  return { last, next, state: next === null ? 'Not planned' : 'In date' };
}
