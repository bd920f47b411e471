import {
  buildDashboard,
  buildOpenTickets,
  buildRoundStatus,
  buildSuggestions,
  buildSummary,
  buildUpcomingTasks,
} from '#contract/pages/dashboard.ts';
import type { Handlers } from '../context.ts';
import type { HospitalScope } from '../db/scope.ts';
import { readDowntimes } from './downtimes.ts';
import {
  countUpcomingTasks,
  gatherOpenTickets,
  gatherRoundStatus,
  gatherSummary,
  gatherUpcomingTasks,
} from './panels.ts';
import { readSuggestionDevices } from './suggestions.ts';

const moment = (hospital: HospitalScope, now: Date) => ({ now, timeZone: hospital.facts.timeZone });

/** The panels of the dashboard, each alone and all in one answer. */
export const dashboardHandlers = {
  dashboardUserInfo: ({ actor }) => Promise.resolve({ name: actor.name }),
  dashboardSummary: async ({ hospital, now, services }) => {
    const figures = await services.figures.read(hospital, now);
    const down = await readDowntimes(hospital, now);
    return buildSummary(await gatherSummary(hospital, down, figures), moment(hospital, now));
  },
  dashboardRoundStatus: async ({ hospital, now }) => buildRoundStatus(await gatherRoundStatus(hospital, now)),
  dashboardUpcomingTasks: async ({ hospital, now, total }) => {
    total(await countUpcomingTasks(hospital, now));
    return buildUpcomingTasks(await gatherUpcomingTasks(hospital, now), moment(hospital, now));
  },
  dashboardSuggestions: async ({ hospital, now, services }) => {
    const figures = await services.figures.read(hospital, now);
    const down = await readDowntimes(hospital, now);
    return buildSuggestions(await readSuggestionDevices(hospital, now, down, figures), moment(hospital, now));
  },
  dashboardOpenTickets: async ({ hospital }) => buildOpenTickets(await gatherOpenTickets(hospital)),
  dashboardData: async ({ actor, hospital, now, services }) => {
    const figures = await services.figures.read(hospital, now);
    const down = await readDowntimes(hospital, now);
    return buildDashboard(
      {
        userName: actor.name,
        summary: await gatherSummary(hospital, down, figures),
        rounds: await gatherRoundStatus(hospital, now),
        tasks: await gatherUpcomingTasks(hospital, now),
        tickets: await gatherOpenTickets(hospital),
        suggestions: await readSuggestionDevices(hospital, now, down, figures),
      },
      moment(hospital, now),
    );
  },
} satisfies Handlers<
  | 'dashboardUserInfo'
  | 'dashboardSummary'
  | 'dashboardRoundStatus'
  | 'dashboardUpcomingTasks'
  | 'dashboardSuggestions'
  | 'dashboardOpenTickets'
  | 'dashboardData'
>;
