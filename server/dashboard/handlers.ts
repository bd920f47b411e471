import type { Handlers } from '../context.ts';
import { readOpenTickets, readRoundStatus, readSummary, readUpcomingTasks } from './panels.ts';
import { readSuggestions } from './suggestions.ts';

/** The panels of the dashboard, each alone and all in one answer. */
export const dashboardHandlers = {
  dashboardUserInfo: ({ actor }) => Promise.resolve({ name: actor.name }),
  dashboardSummary: ({ hospital, now }) => readSummary(hospital, now),
  dashboardRoundStatus: ({ hospital, now }) => readRoundStatus(hospital, now),
  dashboardUpcomingTasks: ({ hospital, now }) => readUpcomingTasks(hospital, now),
  dashboardSuggestions: ({ hospital, now }) => readSuggestions(hospital, now),
  dashboardOpenTickets: ({ hospital }) => readOpenTickets(hospital),
  dashboardData: async ({ actor, hospital, now }) => ({
    userInfo: { name: actor.name },
    summary: await readSummary(hospital, now),
    roundStatus: await readRoundStatus(hospital, now),
    upcomingTasks: await readUpcomingTasks(hospital, now),
    smartSuggestions: await readSuggestions(hospital, now),
    openTickets: await readOpenTickets(hospital),
  }),
} satisfies Handlers<
  | 'dashboardUserInfo'
  | 'dashboardSummary'
  | 'dashboardRoundStatus'
  | 'dashboardUpcomingTasks'
  | 'dashboardSuggestions'
  | 'dashboardOpenTickets'
  | 'dashboardData'
>;
