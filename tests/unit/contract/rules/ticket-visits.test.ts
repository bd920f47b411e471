import { expect, test } from 'vitest';
import { workEvent } from '#contract/rules/work-events.ts';
import { afterClosings, closingAction, countedClosing, ticketSentence } from '#contract/rules/ticket-visits.ts';

const closing = (id: string, at: string, by: string) =>
  workEvent(
    'closed',
    {
      visit: {
        actionTaken: `Done by ${by}`,
        resolutionNote: '',
        partRequired: false,
        partDetails: '',
        partCost: null,
        followUpAction: '',
        failureClass: null,
        files: [],
      },
    },
    { id, at, receivedAt: null, by, byRole: 'BME' },
  );
const first = closing('b', '2026-11-20T10:00:00.000Z', 'Asha');
const second = closing('a', '2026-11-20T11:00:00.000Z', 'Ben');

test.each([
  ['as they were made', [first, second]],
  ['the later one first', [second, first]],
])('P190 of two closings that arrive %s, the first one closes the ticket', (_order, events) => {
  const counted = countedClosing(events);
  expect(counted).toBe(first);
  expect(afterClosings(events)).toMatchObject({ status: 'Closed', closedAt: first.at, closedBy: 'Asha' });
  expect(closingAction({ events, actionTaken: 'Done by Ben' })).toBe('Done by Asha');
  expect(ticketSentence(second, counted)).toBe('Closed again by Ben, kept as a visit; the first closing counts');
});
