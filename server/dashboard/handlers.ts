import {
  buildOpenTickets,
  buildRoundStatus,
  buildSuggestions,
  buildSummary,
  buildUpcomingTasks,
  type DashboardPage,
} from '#contract/pages/dashboard.ts';
import type { Moment } from '#contract/pages/moment.ts';
import { hospitalDay } from '#contract/rules/hospital-day.ts';
import type { CallContext, Handlers } from '../context.ts';
import type { HospitalFigures } from '../kept-counts/hospital-figures.ts';
import { countUpcomingTasks } from '../kept-counts/work-figures.ts';
import { ReadyJson } from '../ready-json.ts';
import { roundFacts, suggestionFacts, summaryFacts } from './facts.ts';

type Asked = Pick<CallContext<'dashboardData'>, 'hospital' | 'now' | 'services'>;

const read = ({ services, hospital, now }: Asked): Promise<HospitalFigures> => services.figures.read(hospital, now);
const momentOf = ({ hospital, now }: Asked): Moment => ({ now, timeZone: hospital.facts.timeZone });

/** Serves the panels of the dashboard, one by one and all in one answer. */
export const dashboardHandlers = {
  dashboardUserInfo: ({ actor }) => Promise.resolve({ name: actor.name }),
  dashboardSummary: async (asked) => buildSummary(await summaryFacts(await read(asked), momentOf(asked))),
  dashboardRoundStatus: async (asked) => buildRoundStatus(roundFacts(await read(asked))),
  dashboardUpcomingTasks: async (asked) => {
    const { hospital, now } = asked;
    asked.total(await countUpcomingTasks(hospital, hospitalDay(now, hospital.facts.timeZone)));
    return buildUpcomingTasks((await read(asked)).tasks.upcoming, momentOf(asked));
  },
  dashboardSuggestions: async (asked) => {
    const moment = momentOf(asked);
    return buildSuggestions(await suggestionFacts(await read(asked), moment), moment);
  },
  dashboardOpenTickets: async (asked) => buildOpenTickets((await read(asked)).tickets.open),
  dashboardData: async (asked) => {
    const user = JSON.stringify({ name: asked.actor.name });
    return new ReadyJson(`{"userInfo":${user},${await panelsText(await read(asked), momentOf(asked))}}`);
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

/** The panels that were requested in the last minute, by the figures that they show. */
const made = new WeakMap<HospitalFigures, { minute: number; text: Promise<string> }>();

/**
 * Returns all panels as fields of a JSON object. Uptimes are hundredths of a percent of a year, so a minute makes no
 * difference.
 */
function panelsText(figures: HospitalFigures, moment: Moment): Promise<string> {
  const minute = Math.floor(new Date(moment.now).getTime() / 60_000);
  const known = made.get(figures);
  if (known?.minute === minute) return known.text;
  const text = buildPanels(figures, moment);
  made.set(figures, { minute, text });
  return text;
}

async function buildPanels(figures: HospitalFigures, moment: Moment): Promise<string> {
  const panels: Omit<DashboardPage, 'userInfo'> = {
    summary: buildSummary(await summaryFacts(figures, moment)),
    roundStatus: buildRoundStatus(roundFacts(figures)),
    upcomingTasks: buildUpcomingTasks(figures.tasks.upcoming, moment),
    smartSuggestions: buildSuggestions(await suggestionFacts(figures, moment), moment),
    openTickets: buildOpenTickets(figures.tickets.open),
  };
  return JSON.stringify(panels).slice(1, -1);
}
