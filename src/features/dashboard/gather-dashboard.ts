import type { AnswerFacts } from '#contract/pages/dashboard-answers.ts';
import type {
  DashboardFacts,
  OpenTicketFacts,
  RoundStatusFacts,
  SummaryFacts,
  UpcomingTaskFacts,
} from '#contract/pages/dashboard.ts';
import type { Moment } from '#contract/pages/moment.ts';
import type { MyWorkFacts } from '#contract/pages/my-work.ts';
import { deviceOf } from '#contract/records/ward.ts';
import { hospitalDay, type LocalDay } from '#contract/rules/hospital-day.ts';
import { sumInr } from '#contract/rules/money.ts';
import { templatesDoneOn } from '#contract/rules/rounds-done.ts';
import { upcomingTasks } from '#contract/rules/task-status.ts';
import { downtimesOf, uptimePercentage } from '#contract/rules/uptime.ts';
import { gatherSuggestions } from '#ui/work/gather-suggestions.ts';
import type { WardView } from '#ui/engine/engine.ts';

type Reads = Pick<WardView, 'all' | 'get'>;

/** Collects the data of the whole dashboard from the replica. */
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

/** Collects the facts from which the cards are computed. */
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

/** Collects the templates, and which of them have a round today. */
export function gatherRoundStatus(view: Reads, today: LocalDay): RoundStatusFacts {
  return { templates: view.all('template'), doneToday: templatesDoneOn(view.all('round'), today) };
}

/** Collects the facts that the tiles count. */
export function gatherAnswers(view: Reads, today: LocalDay): AnswerFacts {
  return {
    devices: view.all('device'),
    tasks: view.all('task'),
    tickets: view.all('ticket'),
    ...gatherRoundStatus(view, today),
  };
}

/** Collects the facts from which the work of one engineer is gathered. */
export function gatherMyWork(view: Reads): MyWorkFacts {
  return { tickets: view.all('ticket'), tasks: view.all('task'), deviceFor: (record) => deviceOf(view, record) };
}

/** Collects open tasks that are due; tasks of retired devices are left out. */
export function gatherUpcomingTasks(view: Reads, today: LocalDay): UpcomingTaskFacts[] {
  return upcomingTasks(view.all('task'), today).flatMap((task) => {
    const device = view.get('device', task.deviceId);
    return device ? [{ ...task, name: device.equipmentName, serialNumber: device.serialNumber }] : [];
  });
}

/** Collects the tickets that are not closed. */
export function gatherOpenTickets(view: Reads): OpenTicketFacts[] {
  return view
    .all('ticket')
    .filter(({ status }) => status !== 'Closed')
    .map((ticket) => ({ ...ticket, serialNumber: deviceOf(view, ticket)?.serialNumber ?? '' }));
}
