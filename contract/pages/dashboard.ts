import type { dashboardCalls } from '../calls/dashboard.ts';
import type { AnswerOf } from '../define.ts';
import { hospitalDay, instantMs, type LocalDay } from '../rules/hospital-day.ts';
import {
  smartSuggestions,
  type SuggestionFacts,
  type SuggestionGroup,
  suggestionGroups,
} from '../rules/suggestions.ts';
import { taskStatus, upcomingTasks } from '../rules/task-status.ts';
import type { TaskType, TicketStatus } from '../records/values.ts';
import { ticketNumberWords } from '../rules/ticket-number.ts';
import { averageUptime } from '../rules/uptime.ts';
import type { Moment } from './moment.ts';
import { byName } from './names.ts';

/** The dashboard of BME and Hospital users: all panels. */
export type DashboardPage = AnswerOf<(typeof dashboardCalls)['dashboardData']>;

/** Number of rows in a panel; the screens behind it show all of them. */
export const maxPanelRows = 50;

/** The facts that the cards are computed from. */
export interface SummaryFacts {
  /** Installed devices that are not retired. */
  totalEquipment: number;
  /** The uptimes of devices that were down in the last 365 days; all others were up all the time. Units: percent. */
  uptimes: readonly number[];
  /** Part costs of all tickets, those of retired devices too. Units: INR. */
  maintenanceCost: number;
}

/** The templates of a hospital, and whether each has a round today. */
export interface RoundStatusFacts {
  templates: readonly { id: string; name: string }[];
  doneToday: ReadonlySet<string>;
}

/** A task of an installed device. */
export interface UpcomingTaskFacts {
  id: string;
  /** Name of its equipment. */
  name: string;
  serialNumber: string;
  taskDate: LocalDay;
  type: TaskType;
  closedAt: string | null;
  cancelledAt: string | null;
  actionRequired: boolean;
  escalatedAt: string | null;
}

/** A ticket with its device, which may have been retired. */
export interface OpenTicketFacts {
  id: string;
  serialNumber: string;
  /** Null until the server has assigned one. */
  ticketNumber: string | null;
  reportedDate: string;
  problemReported: string;
  status: TicketStatus;
  escalatedAt: string | null;
}

/** The facts that the dashboard is built from. */
export interface DashboardFacts {
  /** The user's current name. */
  userName: string;
  summary: SummaryFacts;
  rounds: RoundStatusFacts;
  tasks: readonly UpcomingTaskFacts[];
  tickets: readonly OpenTicketFacts[];
  suggestions: SuggestionFacts;
}

/** Builds the whole dashboard. Source: docs/product.md P46. */
export function buildDashboard(facts: DashboardFacts, moment: Moment): DashboardPage {
  return {
    userInfo: { name: facts.userName },
    summary: buildSummary(facts.summary),
    roundStatus: buildRoundStatus(facts.rounds),
    upcomingTasks: buildUpcomingTasks(facts.tasks, moment),
    smartSuggestions: buildSuggestions(facts.suggestions, moment),
    openTickets: buildOpenTickets(facts.tickets),
  };
}

/** The three cards. Source: docs/product.md P26 and P36 and P38. */
export function buildSummary({ totalEquipment, uptimes, maintenanceCost }: SummaryFacts): DashboardPage['summary'] {
  return {
    totalEquipment,
    averageUptimePercentage: averageUptime(uptimes, Math.max(0, totalEquipment - uptimes.length)),
    totalMaintenanceCost: maintenanceCost,
  };
}

/** The templates without a round of today. Source: docs/product.md P43. */
export function buildRoundStatus({ templates, doneToday }: RoundStatusFacts): DashboardPage['roundStatus'] {
  const pending = templates
    .filter(({ id }) => !doneToday.has(id))
    .toSorted(byName)
    .map(({ id, name }) => ({ templateId: id, templateName: name }));
  return { isRoundPending: pending.length > 0, pending };
}

/** The tasks overdue or due in 30 days: escalated ones first, then by date. Source: docs/product.md P33 and P35. */
export function buildUpcomingTasks(
  tasks: readonly UpcomingTaskFacts[],
  { now, timeZone }: Moment,
): DashboardPage['upcomingTasks'] {
  const today = hospitalDay(now, timeZone);
  return upcomingTasks(tasks, today)
    .toSorted((a, b) => byEscalation(a, b) || compare(a.taskDate, b.taskDate) || compare(a.id, b.id))
    .slice(0, maxPanelRows)
    .map(({ id, name, serialNumber, taskDate, type, ...task }) => {
      return { id, name, serialNumber, taskDate, type, status: taskStatus({ ...task, taskDate, today }) };
    });
}

/** The tickets that are not closed: escalated ones first, then the latest. Source: docs/product.md P35. */
export function buildOpenTickets(tickets: readonly OpenTicketFacts[]): DashboardPage['openTickets'] {
  return tickets
    .filter(({ status }) => status !== 'Closed')
    .toSorted(
      (a, b) => byEscalation(a, b) || instantMs(b.reportedDate) - instantMs(a.reportedDate) || compare(a.id, b.id),
    )
    .slice(0, maxPanelRows)
    .map(({ id, serialNumber, ticketNumber, reportedDate, problemReported, status, escalatedAt }) => ({
      id,
      serialNumber,
      ticketNumber: ticketNumberWords(ticketNumber),
      reportedDate,
      problemReported,
      isPendingFollowUp: status === 'Pending',
      escalated: escalatedAt !== null,
    }));
}

/** The smart suggestions by rule. Source: docs/product.md P47. */
export function buildSuggestionGroups(facts: SuggestionFacts, { now, timeZone }: Moment): SuggestionGroup[] {
  return suggestionGroups(facts, hospitalDay(now, timeZone));
}

/** The smart suggestions in one list. Source: docs/product.md P47. */
export function buildSuggestions(facts: SuggestionFacts, { now, timeZone }: Moment): string[] {
  return smartSuggestions(facts, hospitalDay(now, timeZone));
}

interface Escalatable {
  escalatedAt: string | null;
}

function byEscalation(a: Escalatable, b: Escalatable): number {
  return Number(b.escalatedAt !== null) - Number(a.escalatedAt !== null);
}

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}
