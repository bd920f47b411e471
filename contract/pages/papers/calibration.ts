import type { DeviceRecord, TaskRecord } from '../../records/ward.ts';
import type { ProcedureRecord, TestRecord } from '../../records/test.ts';
import { formatShortDay } from '../../rules/dates-format.ts';
import { hospitalDay, instantMs, type LocalDay } from '../../rules/hospital-day.ts';
import { countsAsKind } from '../../rules/kind-of-test.ts';
import { latestTests } from '../../rules/latest-tests.ts';
import { adjustedWords, isPass, limitedResult, refusedToday } from '../../rules/test-result.ts';
import { dueDay, taskNames } from '../../rules/task-status.ts';
import type { PlannedType } from '../../records/values.ts';
import type { Moment } from '../moment.ts';
import { byDepartment } from './by-department.ts';
import { cutLegend, dayValue, mostOfText, type Paper, type PaperColumn, type PaperTable } from './paper.ts';
import { testerWords } from './test-tables.ts';

/** The facts that the register is built from. */
export interface CalibrationFacts {
  devices: readonly DeviceRecord[];
  tasks: readonly TaskRecord[];
  /** Tests of the last 400 days. */
  tests: readonly TestRecord[];
  procedures: readonly ProcedureRecord[];
}

const columns: readonly PaperColumn[] = [
  { header: 'Equipment', width: 13 },
  { header: 'Make and model', width: 12 },
  { header: 'Serial number', width: 11 },
  { header: 'Location', width: 8 },
  { header: 'Last done', width: 8 },
  { header: 'By', width: 9 },
  { header: 'Next due', width: 8 },
  { header: 'State', width: 8 },
  { header: 'Last test', width: 8 },
  { header: 'Result', width: 12, most: mostOfText },
  { header: 'Tester, certificate', width: 14 },
  { header: 'Remarks', width: 13, most: mostOfText },
];

/** The kinds of work that have a register. */
export const registerTypes = ['Cal', 'Safety'] as const satisfies readonly PlannedType[];
/** A kind of work that has a register. */
export type RegisterType = (typeof registerTypes)[number];

/** The names of the registers. */
export const registerTitles: Readonly<Record<RegisterType, string>> = {
  Cal: 'Calibration Register',
  Safety: 'Safety Test Register',
};

/**
 * Builds the register of devices that are calibrated or tested for safety: the last and next date according to the
 * tasks, and the last test.
 */
export function calibrationPaper(
  { devices, tasks, tests, procedures }: CalibrationFacts,
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
  const tested = lastTests({ tasks, tests, procedures }, type);
  const shown = devices.filter(
    ({ id, calibrationRequired }) => (type === 'Cal' && calibrationRequired) || byDevice.has(id) || tested.has(id),
  );
  const states = new Map(shown.map(({ id }) => [id, stateOf(byDevice.get(id) ?? [], tested.get(id), today)]));
  const counted = (state: CalibrationState) => [...states.values()].filter((each) => each.state === state).length;
  const tables = [...byDepartment(shown)].map(([title, own]): PaperTable => ({
    title,
    columns,
    empty: '',
    rows: own.map((device) => {
      const { last, next, state } = states.get(device.id) ?? { last: null, next: null, state: 'Not planned' };
      const test = tested.get(device.id);
      return [
        device.equipmentName,
        `${device.makeName} ${device.modelName}`.trim(),
        device.serialNumber,
        device.location ?? '',
        last?.closedAt ? { day: hospitalDay(last.closedAt, timeZone) } : null,
        last?.closedBy ?? '',
        dayValue(next && dueDay(next)),
        state,
        test ? { day: test.testedOn } : null,
        test ? resultOf(test, procedures) : '',
        test ? testerWords(test) : '',
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
      ['Failed', counted('Failed').toLocaleString('en-IN')],
      ['Incomplete', counted('Incomplete').toLocaleString('en-IN')],
      ['Not planned', counted('Not planned').toLocaleString('en-IN')],
    ],
    legend: `Failed and Incomplete are the result of the last test, if no work is overdue. Only tests of the last 400 days are shown; a test that was corrected does not count. ${cutLegend}`,
    dividedBy: 'Department',
    isWide: true,
    tables:
      tables.length > 0
        ? tables
        : [
            {
              title: 'Devices',
              columns,
              rows: [],
              empty: `No ${taskNames[type].toLowerCase()} is planned or recorded.`,
            },
          ],
    signatures: ['Prepared by', 'Head of biomedical engineering'],
  };
}

/** Describes the result of a test with its limitation, and the verdict of the current rules if they refuse it. */
function resultOf(test: TestRecord, procedures: readonly ProcedureRecord[]): string {
  const version = procedures.find(({ id, version: number }) => id === test.procedureId && number === test.version);
  const present = version ? refusedToday(test, version.steps) : null;
  const head = limitedResult({ ...test, presentResult: present ?? undefined });
  const more = [
    present === null ? '' : `By the current rules ${present}`,
    test.adjusted ? `Found out of limits: ${adjustedWords(test.adjusted)}` : '',
  ].filter(Boolean);
  return more.length === 0 ? head : [head.replace(/\.$/, ''), ...more].join('. ');
}

type CalibrationState = 'In date' | 'Overdue' | 'Failed' | 'Incomplete' | 'Not planned';

/** Returns the last completed calibration, the next open one, and the resulting state of the device. */
function stateOf(
  tasks: readonly TaskRecord[],
  test: TestRecord | undefined,
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
  const isLatest = test !== undefined && instantMs(test.testedAt) >= instantMs(last?.closedAt ?? test.testedAt);
  if (isLatest && !isPass(test.result)) return { last, next, state: test.result === 'Fail' ? 'Failed' : 'Incomplete' };
  return { last, next, state: next === null ? 'Not planned' : 'In date' };
}

/** Returns the last test of each device of a register's kind; corrected tests do not count. */
function lastTests(
  { tasks, tests, procedures }: Omit<CalibrationFacts, 'devices'>,
  type: RegisterType,
): Map<string, TestRecord> {
  const byId = new Map(tests.map((test) => [test.id, test]));
  const steps = new Map(procedures.map((procedure) => [procedure.id, procedure.steps]));
  const taskById = new Map(tasks.map((task) => [task.id, task]));
  return latestTests(tests, (test) => {
    const task = taskById.get(taskOf(test, byId) ?? '') ?? null;
    return countsAsKind(test, task, steps.get(test.procedureId) ?? [])(type) ? test.deviceId : null;
  });
}

/** Returns the task of a test; a correction belongs to the task of the test that it corrects. */
function taskOf(test: TestRecord, byId: ReadonlyMap<string, TestRecord>): string | null {
  const seen = new Set<string>();
  for (let at: TestRecord | undefined = test; at && !seen.has(at.id); at = byId.get(at.correctsId ?? '')) {
    if (at.taskId !== null) return at.taskId;
    seen.add(at.id);
  }
  return null;
}
