import type { AnswerFacts } from '#contract/pages/dashboard-answers.ts';
import type {
  DashboardFacts,
  OpenTicketFacts,
  RoundStatusFacts,
  SummaryFacts,
  UpcomingTaskFacts,
} from '#contract/pages/dashboard.ts';
import type { Moment } from '#contract/pages/moment.ts';
import { type DeviceRecord, deviceOf } from '#contract/replica.ts';
import { classFindings, type ClassedTicket } from '#contract/rules/class-findings.ts';
import { hospitalDay, type LocalDay } from '#contract/rules/hospital-day.ts';
import { sumInr } from '#contract/rules/money.ts';
import { templatesDoneOn } from '#contract/rules/rounds-done.ts';
import { type SuggestionDevice, type SuggestionFacts, ticketsIn90Days } from '#contract/rules/suggestions.ts';
import { isOpenTask, upcomingTasks } from '#contract/rules/task-status.ts';
import { downtimesOf, uptimePercentage } from '#contract/rules/uptime.ts';
import { lastCover } from '#contract/rules/warranty-cover.ts';
import { endStepsOf } from '#ui/care/end-steps.ts';
import type { WardView } from '#ui/engine/engine.ts';

type Reads = Pick<WardView, 'all' | 'get'>;

/** Gathers the whole dashboard from the replica. */
export function gatherDashboard(view: Reads, userName: string, moment: Moment): DashboardFacts {
  const today = hospitalDay(moment.now, moment.timeZone);
  return {
    userName,
    summary: gatherSummary(view, moment),
    rounds: gatherRoundStatus(view, today),
    tasks: gatherUpcomingTasks(view, today),
    tickets: gatherOpenTickets(view),
    suggestions: gatherSuggestions(view, moment),
  };
}

/** What the cards are computed from. */
export function gatherSummary(view: Reads, { now, timeZone }: Moment): SummaryFacts {
  const devices = view.all('device');
  return {
    totalEquipment: devices.length,
    uptimes: devices
      .filter(({ downtimes }) => downtimes.length > 0)
      .map((device) =>
        uptimePercentage({ installedOn: device.installationDate, downtimes: downtimesOf(device), now, timeZone }),
      ),
    maintenanceCost: sumInr(view.all('ticket').map(({ partCost }) => partCost ?? 0)),
  };
}

/** The templates and which of them have a round of today. */
export function gatherRoundStatus(view: Reads, today: LocalDay): RoundStatusFacts {
  return { templates: view.all('template'), doneToday: templatesDoneOn(view.all('round'), today) };
}

/** What the answers are counted from. */
export function gatherAnswers(view: Reads, today: LocalDay): AnswerFacts {
  return {
    devices: view.all('device'),
    tasks: view.all('task'),
    tickets: view.all('ticket'),
    ...gatherRoundStatus(view, today),
  };
}

/** The open tasks that are due; a retired device has none. */
export function gatherUpcomingTasks(view: Reads, today: LocalDay): UpcomingTaskFacts[] {
  return upcomingTasks(view.all('task'), today).flatMap((task) => {
    const device = view.get('device', task.deviceId);
    return device ? [{ ...task, name: device.equipmentName, serialNumber: device.serialNumber }] : [];
  });
}

/** The tickets that are not closed. */
export function gatherOpenTickets(view: Reads): OpenTicketFacts[] {
  return view
    .all('ticket')
    .filter(({ status }) => status !== 'Closed')
    .map((ticket) => ({ ...ticket, serialNumber: deviceOf(view, ticket)?.serialNumber ?? '' }));
}

const noTasks: SuggestionDevice['openTasks'] = [];

/** What the suggestions need to know of each device, and of the hospital. */
export function gatherSuggestions(view: Reads, moment: Moment): SuggestionFacts {
  const tasks = byDevice(view.all('task').filter(isOpenTask));
  const tickets = byDevice(view.all('ticket'));
  const findings = classFindings(gatherClassed(view), moment.now);
  const inTemplates = new Set(view.all('template').flatMap((template) => template.deviceIds));
  const devices = view.all('device').map((device) => ({
    ...coverFacts(device, view),
    name: device.equipmentName,
    serialNumber: device.serialNumber,
    isCritical: device.importance === 'Critical',
    openTasks:
      tasks
        .get(device.id)
        ?.flatMap(({ type, taskDate }) => (type === 'PM' || type === 'Cal' ? [{ type, taskDate }] : [])) ?? noTasks,
    ticketsIn90Days: ticketsIn90Days(tickets.get(device.id)?.map((ticket) => ticket.reportedDate) ?? [], moment.now),
    uptimePercentage: uptimePercentage({
      downtimes: downtimesOf(device),
      installedOn: device.installationDate,
      ...moment,
    }),
    isInRoundTemplate: inTemplates.has(device.id),
    needsAttentionRun: device.needsAttentionRun,
    finding: findings.get(device.id) ?? null,
  }));
  return { devices, endSteps: endStepsOf(view) };
}

function coverFacts(
  { warranties }: DeviceRecord,
  view: Reads,
): Pick<SuggestionDevice, 'warrantyEndsOn' | 'coverKind' | 'noticeDays'> {
  const cover = lastCover(warranties);
  const contract = cover?.contractId === undefined ? undefined : view.get('contract', cover.contractId);
  return {
    warrantyEndsOn: cover?.end ?? null,
    coverKind: cover && (cover.kind ?? 'Warranty'),
    noticeDays: contract?.terms?.noticeDays ?? null,
  };
}

/** The closed tickets of installed devices whose class was stated. */
function gatherClassed(view: Reads): ClassedTicket[] {
  return view.all('ticket').flatMap(({ deviceId, failureClass, reportedDate, closedAt }) => {
    const device = failureClass === null ? undefined : view.get('device', deviceId);
    if (failureClass === null || closedAt === null || !device) return [];
    return [{ deviceId, equipmentId: device.equipmentId, failureClass, reportedDate, closedAt }];
  });
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
