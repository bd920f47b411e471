import type { RoundStatusFacts, SummaryFacts } from '#contract/pages/dashboard.ts';
import type { Moment } from '#contract/pages/moment.ts';
import { classFindings } from '#contract/rules/class-findings.ts';
import { type SuggestionFacts, ticketsIn90Days } from '#contract/rules/suggestions.ts';
import { uptimePercentage } from '#contract/rules/uptime.ts';
import type { HospitalFigures } from '../figures/hospital-figures.ts';

/** What the cards are computed from. */
export function summaryFacts({ total, down, tickets }: HospitalFigures): SummaryFacts {
  return { totalEquipment: total, downDevices: [...down.values()], maintenanceCost: tickets.cost };
}

/** The templates without a round of the day. */
export function roundFacts({ templates }: HospitalFigures): RoundStatusFacts {
  const left = [...templates].flatMap(([id, { name, isDone }]) => (isDone ? [] : [{ id, name }]));
  return { templates: left, doneToday: new Set() };
}

/** The devices that a suggestion can be about, with what the rules need to know of them. Source: docs/product.md P47. */
export function suggestionFacts(figures: HospitalFigures, { now, timeZone }: Moment): SuggestionFacts {
  const { candidates, endSteps, unvisited, tasks, tickets, down, attentionRuns } = figures;
  const findings = classFindings(tickets.classed, now);
  const devices = [...candidates.values()].map(({ id, ...device }) => {
    const downtimes = down.get(id);
    return {
      ...device,
      isInRoundTemplate: !unvisited.has(id),
      openTasks: tasks.overdue.get(id) ?? [],
      ticketsIn90Days: ticketsIn90Days(tickets.reported.get(id) ?? [], now),
      uptimePercentage: downtimes ? uptimePercentage({ ...downtimes, now, timeZone }) : 100,
      needsAttentionRun: attentionRuns.get(id) ?? 0,
      finding: findings.get(id) ?? null,
    };
  });
  return { devices, endSteps };
}
