import { counted, nounOf } from './counted.ts';

/** The counts that answer "Are we all right?". */
export interface AllRightCounts {
  /** Devices Under Maintenance or Not Working. */
  outOfUse: number;
  /** Open tasks that were due before today. */
  overdue: number;
  /** Number of templates without a round today, and of all templates. */
  pendingRounds: number;
  templates: number;
  /** Tickets that are Open or Pending. */
  openTickets: number;
}

/** A piece of the answer; if `count` is set, it links to the list behind that count. */
export interface AllRightPart {
  text: string;
  count?: Exclude<keyof AllRightCounts, 'templates'>;
}

const anyOrder = new Intl.ListFormat('en-IN');

/**
 * Answers "Are we all right?" in one sentence. Counts of zero are left out, unless all are. Source: docs/product.md
 * P292.
 */
export function allRight(counts: AllRightCounts): { tone: 'ok' | 'warn' | 'danger'; parts: AllRightPart[] } {
  const { outOfUse, overdue, pendingRounds, templates, openTickets } = counts;
  const bad: readonly AllRightPart[] = [
    { count: 'outOfUse', text: `${counted(outOfUse, 'device')} ${nounOf(outOfUse, 'is', 'are')} out of use` },
    { count: 'overdue', text: `${counted(overdue, 'task')} ${nounOf(overdue, 'is', 'are')} overdue` },
    {
      count: 'pendingRounds',
      text: `${pendingRounds} of ${counted(templates, 'round')} ${nounOf(pendingRounds, 'is', 'are')} still to do today`,
    },
    { count: 'openTickets', text: `${counted(openTickets, 'ticket')} ${nounOf(openTickets, 'is', 'are')} open` },
  ];
  const found = bad.filter(({ count }) => count !== undefined && counts[count] > 0);
  if (found.length === 0) {
    const rounds =
      templates === 0
        ? ''
        : `, and ${templates === 1 ? 'today’s round is' : `all ${templates} of today’s rounds are`} done`;
    return {
      tone: 'ok',
      parts: [{ text: `All is well: no devices out of use, no overdue tasks, no open tickets${rounds}.` }],
    };
  }
  const isBad = outOfUse > 0 || overdue > 0;
  const listed = anyOrder.formatToParts(found.map(({ text }) => text));
  const rest = [...found];
  const parts = listed.map(({ type, value }) =>
    type === 'element' ? (rest.shift() ?? { text: value }) : { text: value },
  );
  return {
    tone: isBad ? 'danger' : 'warn',
    parts: [{ text: isBad ? 'Needs attention: ' : 'Nothing is out of use or overdue, but ' }, ...parts, { text: '.' }],
  };
}
