import type { RoundStatusFacts, SummaryFacts } from '#contract/pages/dashboard.ts';
import type { Moment } from '#contract/pages/moment.ts';
import { classFindings } from '#contract/rules/class-findings.ts';
import { type SuggestionFacts, ticketsIn90Days } from '#contract/rules/suggestions.ts';
import type { HospitalFigures } from '../kept-counts/hospital-figures.ts';
import { uptimesOf } from '../kept-counts/uptimes.ts';
import { inParts } from '../in-parts.ts';

/** Gathers the facts that the cards are computed from. */
export async function summaryFacts({ total, down, tickets }: HospitalFigures, moment: Moment): Promise<SummaryFacts> {
  const uptimes = [...(await uptimesOf(down, moment)).values()];
  return { totalEquipment: total, uptimes, maintenanceCost: tickets.cost };
}

/** Returns the templates that have no round today. */
export function roundFacts({ templates }: HospitalFigures): RoundStatusFacts {
  const left = [...templates].flatMap(([id, { name, isDone }]) => (isDone ? [] : [{ id, name }]));
  return { templates: left, doneToday: new Set() };
}

/**
 * Returns the devices that suggestions can be about, with the facts that the rules need. Source: docs/product.md P47.
 */
export async function suggestionFacts(figures: HospitalFigures, moment: Moment): Promise<SuggestionFacts> {
  const { now } = moment;
  const { candidates, endSteps, unvisited, tasks, tickets, visits, down, attentionRuns } = figures;
  const uptimes = await uptimesOf(down, moment);
  const findings = classFindings(tickets.classed, now);
  const devices = await inParts(candidates.values(), ({ id, ...device }) => ({
    ...device,
    isInRoundTemplate: !unvisited.has(id),
    openTasks: tasks.overdue.get(id) ?? [],
    ticketsIn90Days: ticketsIn90Days(tickets.reported.get(id) ?? [], now),
    uptimePercentage: uptimes.get(id) ?? 100,
    needsAttentionRun: attentionRuns.get(id) ?? 0,
    finding: findings.get(id) ?? null,
    missedVisits: visits.missed.get(id) ?? null,
  }));
  return { devices, endSteps };
}
