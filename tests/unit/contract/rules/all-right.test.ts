import { describe, expect, it } from 'vitest';
import { allRight } from '#contract/rules/all-right.ts';

const calm = { outOfUse: 0, overdue: 0, pendingRounds: 0, templates: 12, openTickets: 0 };
const sentence = (counts: Partial<typeof calm>) =>
  allRight({ ...calm, ...counts })
    .parts.map(({ text }) => text)
    .join('');

describe('P292: the answer to "Are we all right?"', () => {
  it.each([
    [
      {},
      'All is well: no devices out of use, no overdue tasks, no open tickets, and all 12 of today’s rounds are done.',
    ],
    [
      { templates: 1 },
      'All is well: no devices out of use, no overdue tasks, no open tickets, and today’s round is done.',
    ],
    [{ templates: 0 }, 'All is well: no devices out of use, no overdue tasks, no open tickets.'],
    [
      { outOfUse: 7, overdue: 24, pendingRounds: 9, openTickets: 7 },
      'Needs attention: 7 devices are out of use, 24 tasks are overdue, 9 of 12 rounds are still to do today and 7 tickets are open.',
    ],
    [{ overdue: 1 }, 'Needs attention: 1 task is overdue.'],
    [{ outOfUse: 1200 }, 'Needs attention: 1,200 devices are out of use.'],
    [
      { pendingRounds: 1, templates: 1, openTickets: 1 },
      'Nothing is out of use or overdue, but 1 of 1 round is still to do today and 1 ticket is open.',
    ],
  ])('%o: %s', (counts, words) => expect(sentence(counts)).toBe(words));

  it('is red for equipment out of use or overdue work, amber for work of the day, green otherwise', () => {
    const tone = (counts: Partial<typeof calm>) => allRight({ ...calm, ...counts }).tone;
    expect([
      tone({ outOfUse: 1 }),
      tone({ overdue: 1 }),
      tone({ pendingRounds: 1 }),
      tone({ openTickets: 1 }),
      tone({}),
    ]).toEqual(['danger', 'danger', 'warn', 'warn', 'ok']);
  });

  it('names what each number counts, and omits zeros', () => {
    const named = allRight({ ...calm, outOfUse: 2, openTickets: 3 }).parts.flatMap(({ count, text }) =>
      count ? [[count, text]] : [],
    );
    expect(named).toEqual([
      ['outOfUse', '2 devices are out of use'],
      ['openTickets', '3 tickets are open'],
    ]);
  });
});
