import {
  type DeviceRecord,
  deviceOf,
  type RoundRecord,
  type TaskRecord,
  type TicketRecord,
} from '#contract/replica.ts';
import { formatShortDay } from '#contract/rules/dates-format.ts';
import { addDays, daysBetween, hospitalDay, type LocalDay } from '#contract/rules/hospital-day.ts';
import { smartSuggestions, type SuggestionDevice, ticketsIn90Days } from '#contract/rules/suggestions.ts';
import { upcomingTasks } from '#contract/rules/task-status.ts';
import { averageUptime, uptimePercentage } from '#contract/rules/uptime.ts';
import type { WardView } from '#ui/resource/engine.ts';

type Reads = Pick<WardView, 'all' | 'get'>;

/** The time and place for which a dashboard is computed. */
export interface Moment {
  now: Date;
  timeZone: string;
}

/** The three cards. Source: document 1, BME dashboard; document 3, rules 3.2 and 3.5. */
export function summaryOf(view: Reads, moment: Moment) {
  const devices = view.all('device');
  return {
    totalEquipment: devices.length,
    averageUptimePercentage: averageUptime(devices.map((device) => uptimeOf(device, moment))),
    totalMaintenanceCost: devices.reduce((sum, device) => sum + device.maintenanceCost, 0),
  };
}

/** The templates that today still ask for a round. Source: document 3, rule 3.7. */
export function pendingTemplates(view: Reads, today: LocalDay): { id: string; name: string }[] {
  return view
    .all('template')
    .filter(({ lastRoundOn }) => lastRoundOn === null || lastRoundOn < today)
    .map(({ id, name }) => ({ id, name }))
    .sort((a, b) => a.name.localeCompare(b.name, 'en', { numeric: true }));
}

/** A ticket that is not closed, as the dashboard shows it. */
export interface OpenTicketRow {
  id: string;
  serialNumber: string;
  ticketNumber: string | null;
  reportedOn: LocalDay;
  problemReported: string;
  isEscalated: boolean;
  isPendingFollowUp: boolean;
}

/** The tickets that are not closed: escalated ones first, then the latest. Source: document 3, rule 3.6. */
export function openTicketRows(view: Reads, timeZone: string): OpenTicketRow[] {
  return view
    .all('ticket')
    .filter((ticket) => ticket.status !== 'Closed')
    .toSorted(escalatedThenLatest)
    .map((ticket) => ({
      id: ticket.id,
      serialNumber: deviceOf(view, ticket)?.serialNumber ?? '',
      ticketNumber: ticket.ticketNumber,
      reportedOn: hospitalDay(ticket.reportedDate, timeZone),
      problemReported: ticket.problemReported,
      isEscalated: ticket.escalatedAt !== null,
      isPendingFollowUp: ticket.status === 'Pending',
    }));
}

/** A task that is overdue or due in the next 30 days, with its device. */
export interface UpcomingTaskRow {
  task: TaskRecord;
  name: string;
  serialNumber: string;
}

/** The tasks of the next 30 days: escalated ones first, then overdue, then by date. Source: document 3, rules 3.3 and 3.6. */
export function upcomingTaskRows(view: Reads, today: LocalDay): UpcomingTaskRow[] {
  return upcomingTasks(view.all('task'), today)
    .sort((a, b) => Number(b.escalatedAt !== null) - Number(a.escalatedAt !== null))
    .map((task) => {
      const device = deviceOf(view, task);
      return { task, name: device?.equipmentName ?? '', serialNumber: device?.serialNumber ?? '' };
    });
}

/** Counts of one day's round entries. */
export interface ChartPoint {
  day: LocalDay;
  label: string;
  operational: number;
  needsAttention: number;
  notWorking: number;
}

/** The entries of the rounds of each day from one to the other, the oldest first; days without a round as zero. */
export function chartPoints(
  rounds: readonly RoundRecord[],
  { from, to }: { from: LocalDay; to: LocalDay },
): ChartPoint[] {
  const points = Array.from({ length: daysBetween(from, to) + 1 }, (_day, index): ChartPoint => {
    const day = addDays(from, index);
    const label = formatShortDay(day).replace(/ \d{4}$/, '');
    return { day, label, operational: 0, needsAttention: 0, notWorking: 0 };
  });
  const byDay = new Map(points.map((point) => [point.day, point]));
  for (const round of rounds) {
    const point = byDay.get(round.on);
    if (!point) continue;
    point.operational += round.operational;
    point.needsAttention += round.needsAttention;
    point.notWorking += round.notWorking;
  }
  return points;
}

/**
 * The smart suggestions as far as the replica can tell; the run of Needs Attention rounds needs the history of entries,
 * which only the server has. Source: document 3, rule 3.8.
 */
export function suggestionsOf(view: Reads, today: LocalDay, moment: Moment): string[] {
  const tasks = byDevice(view.all('task').filter((task) => task.closedAt === null));
  const tickets = byDevice(view.all('ticket'));
  const inTemplates = new Set(view.all('template').flatMap((template) => template.deviceIds));
  const devices = view.all('device').map((device): SuggestionDevice => ({
    name: device.equipmentName,
    serialNumber: device.serialNumber,
    isCritical: device.importance === 'Critical',
    openTasks: (tasks.get(device.id) ?? []).flatMap(({ type, taskDate }) =>
      type === 'PM' || type === 'Cal' ? [{ type, taskDate }] : [],
    ),
    ticketsIn90Days: ticketsIn90Days(
      (tickets.get(device.id) ?? []).map((ticket) => ticket.reportedDate),
      moment.now,
    ),
    warrantyEndsOn: device.warranty?.end ?? null,
    uptimePercentage: uptimeOf(device, moment),
    isInRoundTemplate: inTemplates.has(device.id),
    needsAttentionRun: 0,
  }));
  return smartSuggestions(devices, today);
}

function uptimeOf(device: DeviceRecord, { now, timeZone }: Moment): number {
  return uptimePercentage({
    downtimes: device.downtimes.map(([from, to]) => ({ from, to })),
    installedOn: device.installationDate,
    now,
    timeZone,
  });
}

function escalatedThenLatest(a: TicketRecord, b: TicketRecord): number {
  const escalated = Number(b.escalatedAt !== null) - Number(a.escalatedAt !== null);
  return escalated || Date.parse(b.reportedDate) - Date.parse(a.reportedDate);
}

function byDevice<Row extends { deviceId: string }>(rows: readonly Row[]): Map<string, Row[]> {
  const found = new Map<string, Row[]>();
  for (const row of rows) {
    const known = found.get(row.deviceId);
    if (known) known.push(row);
    else found.set(row.deviceId, [row]);
  }
  return found;
}
