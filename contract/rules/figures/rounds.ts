import { counted, figure, type Figure, type NotSeenReason, notSeenKeys, share } from './figure.ts';
import type { FigureSettings } from './settings.ts';

/** The rounds of a period. */
export interface RoundFacts {
  /** At most one for each template and day. */
  due: number;
  done: number;
  entries: number;
  notSeen: Record<NotSeenReason, number>;
  /** Entries that said Not Working or Needs Attention. */
  findings: number;
  /** Findings with a ticket for the device on the same day. */
  becameTickets: number;
}

/** The reasons, in order of display. */
const reasons = Object.keys(notSeenKeys) as NotSeenReason[];

/** Computes rounds done, devices not seen, and findings that became tickets. Source: docs/product.md P95. */
export function roundFigures(facts: RoundFacts, settings: FigureSettings): Figure[] {
  const { due, done, entries, notSeen, findings, becameTickets } = facts;
  const missed = reasons.reduce((sum, reason) => sum + notSeen[reason], 0);
  return [
    figure({
      id: 'rounds',
      title: 'Rounds done',
      unit: 'percent',
      value: share(done, due),
      target: settings.roundsTarget,
      rule: 'Each template is due once a day, up to today; a day counts as done if it has a round of the template. By department: the department of the template.',
      numerator: counted('round.done', 'done', done),
      denominator: counted('round.due', 'rounds due', due),
      parts: [counted('round.done', 'Done', done), counted('round.missed', 'Not done', due - done)],
    }),
    figure({
      id: 'not-seen',
      title: 'Devices not seen',
      unit: 'percent',
      value: share(missed, entries),
      rule: 'Round entries of the period that say Not Seen, by reason.',
      numerator: counted('entry.not-seen', 'not seen', missed),
      denominator: counted('entry.all', 'entries', entries),
      parts: reasons.map((reason) => counted(`entry.${notSeenKeys[reason]}`, reason, notSeen[reason])),
    }),
    figure({
      id: 'findings',
      title: 'Findings that became tickets',
      unit: 'percent',
      value: share(becameTickets, findings),
      rule: 'Entries that say Not Working or Needs Attention, if a ticket for the device was reported on the day of the round.',
      numerator: counted('finding.ticket', 'with a ticket', becameTickets),
      denominator: counted('finding.all', 'findings', findings),
      parts: [
        counted('finding.ticket', 'With a ticket', becameTickets),
        counted('finding.without', 'Without a ticket', findings - becameTickets),
      ],
    }),
  ];
}
