import * as z from '../zod.ts';
import { defineCall } from '../define.ts';
import { hospitalRoles } from '../permissions.ts';
import { taskStatuses } from '../rules/task-status.ts';
import { taskTypes } from '../records/values.ts';

const userInfo = z.object({ name: z.string() });
const summary = z.object({
  totalEquipment: z.number(),
  averageUptimePercentage: z.number(),
  totalMaintenanceCost: z.number(),
});
const roundStatus = z.object({
  isRoundPending: z.boolean(),
  pending: z.array(z.object({ templateId: z.string(), templateName: z.string() })),
});
const upcomingTasks = z.array(
  z.object({
    id: z.string(),
    name: z.string(),
    serialNumber: z.string(),
    taskDate: z.string(),
    type: z.enum(taskTypes),
    status: z.enum(taskStatuses),
  }),
);
const suggestions = z.array(z.string());
const openTickets = z.array(
  z.object({
    id: z.string(),
    serialNumber: z.string(),
    ticketNumber: z.string(),
    reportedDate: z.string(),
    problemReported: z.string(),
    isPendingFollowUp: z.boolean(),
    escalated: z.boolean(),
  }),
);

/** The total number of rows when the answer only has the first ones. */
export const totalHeader = 'X-Total-Count';

const read = { method: 'GET', access: hospitalRoles } as const;

export const dashboardCalls = {
  dashboardUserInfo: defineCall({ ...read, path: '/BMEDashboard/user-info', summary: 'The user', answer: userInfo }),
  dashboardSummary: defineCall({ ...read, path: '/BMEDashboard/dashboard-summary', summary: 'Cards', answer: summary }),
  dashboardRoundStatus: defineCall({
    ...read,
    path: '/BMEDashboard/round-status',
    summary: 'Templates without a round today',
    answer: roundStatus,
  }),
  dashboardUpcomingTasks: defineCall({
    ...read,
    path: '/BMEDashboard/dashboard-upcoming-tasks',
    summary: `Tasks due, at most 50 of those that ${totalHeader} counts; BMEDashboard/tasks/upcoming has all`,
    answer: upcomingTasks,
  }),
  dashboardSuggestions: defineCall({
    ...read,
    path: '/BMEDashboard/dashboard-smart-suggestions',
    summary: 'Smart suggestions',
    answer: suggestions,
  }),
  dashboardOpenTickets: defineCall({
    ...read,
    path: '/BMEDashboard/dashboard-open-tickets',
    summary: 'Open breakdown calls',
    answer: openTickets,
  }),
  dashboardData: defineCall({
    ...read,
    path: '/BMEDashboard/dashboard-data',
    summary: 'All panels in one answer',
    answer: z.object({ userInfo, summary, roundStatus, upcomingTasks, smartSuggestions: suggestions, openTickets }),
  }),
};
