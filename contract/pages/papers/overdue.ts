import { dueDay } from '../../rules/task-status.ts';
import { deviceOf, type DeviceRecord, type TaskRecord } from '../../records/ward.ts';
import { formatShortDay } from '../../rules/dates-format.ts';
import { daysBetween, hospitalDay, instantMs } from '../../rules/hospital-day.ts';
import { orderEvents } from '../../rules/work-events.ts';
import type { WorkEvent } from '../../records/work-event.ts';
import type { Moment } from '../moment.ts';
import { buildOverdueList } from '../task-list.ts';
import { dayValue, type Paper, type PaperColumn } from './paper.ts';

/** The facts that the list is built from. */
export interface OverdueFacts {
  devices: readonly DeviceRecord[];
  tasks: readonly TaskRecord[];
}

const overdueColumns: readonly PaperColumn[] = [
  { header: 'Due', width: 9 },
  { header: 'Days late', width: 6 },
  { header: 'Kind', width: 5 },
  { header: 'Equipment', width: 16 },
  { header: 'Serial number', width: 13 },
  { header: 'Department', width: 13 },
  { header: 'Location', width: 10 },
  { header: 'Engineer', width: 11 },
  { header: 'Priority', width: 8 },
];

const notLocatedColumns: readonly PaperColumn[] = [
  { header: 'Looked for on', width: 10 },
  { header: 'By', width: 12 },
  { header: 'Equipment', width: 16 },
  { header: 'Serial number', width: 13 },
  { header: 'Department', width: 13 },
  { header: 'Location', width: 10 },
  { header: 'Next try', width: 9 },
  { header: 'Note', width: 17 },
];

/**
 * Builds the list of overdue work and of devices that could not be located. A task is late from its due day, no matter
 * how often it was attempted since. Source: docs/decisions/291-attempts.md.
 */
export function overduePaper({ devices, tasks }: OverdueFacts, { now, timeZone }: Moment): Paper {
  const today = hospitalDay(now, timeZone);
  const byId = new Map(devices.map((device) => [device.id, device]));
  const placeOf = new Map(tasks.map((task) => [task.id, byId.get(task.deviceId)?.location ?? '']));
  const view = { get: (_kind: 'device', id: string) => byId.get(id) };
  const overdue = buildOverdueList(
    tasks.map((task) => ({ task, device: deviceOf(view, task) })),
    today,
  )
    .map((row) => ({ row, due: dueDay(row) }))
    .sort((a, b) => (a.due < b.due ? -1 : Number(a.due > b.due)));
  const missing = notLocated(devices, tasks);
  return {
    title: 'Overdue and Not Located',
    period: `As of ${formatShortDay(today)}`,
    facts: [
      ['Overdue tasks', overdue.length.toLocaleString('en-IN')],
      ['Devices not located', missing.length.toLocaleString('en-IN')],
    ],
    isWide: true,
    tables: [
      {
        title: 'Overdue tasks',
        columns: overdueColumns,
        empty: 'No task is overdue.',
        rows: overdue.map(({ row, due }) => [
          dayValue(due),
          daysBetween(due, today),
          row.type,
          row.name,
          row.serialNumber,
          row.department,
          placeOf.get(row.id) ?? '',
          row.technicianName ?? '',
          row.priority,
        ]),
      },
      {
        title: 'Devices not located',
        columns: notLocatedColumns,
        empty: 'No device is missing.',
        rows: missing.map(({ device, event }) => [
          dayValue(hospitalDay(event.at, timeZone)),
          event.by ?? '',
          device.equipmentName,
          device.serialNumber,
          device.departmentName ?? '',
          device.location ?? '',
          dayValue(event.data.next),
          event.data.note,
        ]),
      },
    ],
    signatures: ['Prepared by', 'Head of biomedical engineering'],
  };
}

type Attempt = Extract<WorkEvent, { kind: 'attempted' }>;

/** Devices whose last attempt at a task was Not located, and on which no task was closed since; the latest first. */
function notLocated(
  devices: readonly DeviceRecord[],
  tasks: readonly TaskRecord[],
): { device: DeviceRecord; event: Attempt }[] {
  const visits = new Map<string, WorkEvent>();
  for (const { deviceId, events } of tasks) {
    const own = events.filter(({ kind }) => kind === 'attempted' || kind === 'closed');
    const known = visits.get(deviceId);
    const last = orderEvents(known ? [...own, known] : own).at(-1);
    if (last) visits.set(deviceId, last);
  }
  return devices
    .flatMap((device) => {
      const event = visits.get(device.id);
      return event?.kind === 'attempted' && event.data.reason === 'not-located' ? [{ device, event }] : [];
    })
    .sort((a, b) => instantMs(b.event.at) - instantMs(a.event.at) || (a.device.id < b.device.id ? -1 : 1));
}
