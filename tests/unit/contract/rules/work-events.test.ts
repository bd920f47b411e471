import { describe, expect, test } from 'vitest';
import {
  eventSentence,
  notesOf,
  orderEvents,
  vendorAtClosing,
  vendorOfWork,
  workEvent,
  withEvent,
} from '#contract/rules/work-events.ts';
import {
  type WorkEvent,
  type WorkEventData,
  type WorkEventKind,
  workEventKinds,
} from '#contract/records/work-event.ts';

const facts = { id: 'e1', at: '2026-07-01T06:30:00.000Z', receivedAt: null, by: 'A. Rao', byRole: 'BME' as const };

/** One event of each kind, with its words for users of the hospital and for a visitor. */
const kinds: { [K in WorkEventKind]: [data: WorkEventData[K], staff: string, visitor: string] } = {
  reported: [{ reportedBy: 'Sister Agnes' }, 'Reported by Sister Agnes', 'Reported'],
  assigned: [{ technicianId: 'u2', technicianName: 'B. Nair' }, 'Technician assigned: B. Nair', 'Technician assigned'],
  dispatched: [{}, 'Technician dispatched', 'Technician dispatched'],
  accepted: [{}, 'Accepted by A. Rao', 'Accepted'],
  arrived: [{ isByPhone: true }, 'Started by phone', 'Started by phone'],
  waiting: [{ reason: 'part', note: 'Fan' }, 'Waiting: for a part: Fan', 'Waiting: for a part'],
  resumed: [{}, 'Work resumed', 'Work resumed'],
  restored: [{}, 'Back in clinical use', 'Back in clinical use'],
  escalated: [{ to: 'Critical' }, 'Escalated to Critical', 'Escalated to Critical'],
  unaccepted: [
    { within: { amount: 15, unit: 'minute' }, told: 'person', count: 1, name: 'B. Nair' },
    'No one accepted within 15 minutes; told B. Nair',
    'No one accepted within 15 minutes; told the engineer in charge',
  ],
  moved: [
    { from: '2026-07-01', to: '2026-07-08' },
    'Moved from 1 Jul 2026 to 8 Jul 2026',
    'Moved from 1 Jul 2026 to 8 Jul 2026',
  ],
  attempted: [
    { reason: 'not-located', note: 'Ward says store', next: '2026-07-08' },
    'Attempted: not located, next try 8 Jul 2026: Ward says store',
    'Attempted: not located, next try 8 Jul 2026',
  ],
  cancelled: [{ reason: 'Sold' }, 'Cancelled: Sold', 'Cancelled'],
  'action-required': [
    { details: 'New filter', actionTaken: 'Dusted' },
    'Action required: New filter (actions taken: Dusted)',
    'Action required',
  ],
  'left-pending': [{}, 'Left pending for a follow-up', 'Left pending for a follow-up'],
  closed: [{}, 'Closed', 'Closed'],
  note: [{ text: 'Cable of Mr. Das' }, 'Note by A. Rao: Cable of Mr. Das', 'Note'],
};

describe('the text of an event', () => {
  test.each(workEventKinds)('%s', (kind) => {
    const [data, staff, visitor] = kinds[kind];
    const event = workEvent(kind, data, facts);
    expect([eventSentence(event, 'staff'), eventSentence(event, 'visitor')]).toEqual([staff, visitor]);
  });

  test('omits missing details', () => {
    const words = <K extends WorkEventKind>(kind: K, data: WorkEventData[K], by: string | null = null) =>
      eventSentence(workEvent(kind, data, { ...facts, by }), 'staff');
    expect(words('reported', { reportedBy: '' })).toBe('Reported');
    expect(words('assigned', { technicianId: 'u9', technicianName: null })).toBe('Technician assigned');
    expect(words('action-required', { details: '' })).toBe('Action required');
    const sentence = 'Safety test version 2: Fail';
    expect(words('action-required', { details: sentence, actionTaken: sentence })).toBe(`Action required: ${sentence}`);
    expect(words('note', { text: 'Vendor visited the ward' })).toBe('Vendor visited the ward');
    expect(words('note', { text: 'Plug scorched', files: 1 })).toBe('Plug scorched (1 file)');
    expect(words('note', { text: '', files: 2 })).toBe('2 files added');
  });
});

test('simultaneous events are sorted by kind, then by id, in any order of arrival', () => {
  const event = (kind: WorkEventKind, id: string, at = facts.at): WorkEvent =>
    ({ ...facts, id, at, kind, data: {} }) as WorkEvent;
  const ordered = [
    event('note', 'z', '2026-07-01T11:59:00+05:30'),
    event('reported', 'b'),
    event('assigned', 'a'),
    event('closed', 'a'),
    event('closed', 'c'),
    event('dispatched', 'a', '2026-07-01T12:01:00+05:30'),
  ];
  for (const shuffled of [ordered.toReversed(), [...ordered.slice(3), ...ordered.slice(0, 3)]]) {
    expect(orderEvents(shuffled)).toEqual(ordered);
  }
});

test.each([
  ['the one recorded by its closing, whoever has the schedule now', { vendorId: 'v-1' }, 'v-2', 'v-1'],
  ['none if its closing says so', { vendorId: null }, 'v-2', null],
  ['that of its schedule if its closing says nothing', {}, 'v-2', 'v-2'],
  ['none if neither names one', {}, null, null],
])('the vendor of a closed task is %s', (_which, data, ofSchedule, vendorId) => {
  const closing = workEvent('closed', data, facts);
  const note = workEvent('note', { text: 'Cleaned' }, { ...facts, id: 'n1' });
  expect(vendorOfWork(vendorAtClosing([note, closing]), ofSchedule)).toBe(vendorId);
});

test('the vendor of an open task is that of its schedule', () => {
  const begun = workEvent('dispatched', {}, facts);
  expect(vendorOfWork(vendorAtClosing([begun]), 'v-2')).toBe('v-2');
});

test('notes include those without an author', () => {
  const note = workEvent('note', { text: 'Kept' }, { ...facts, id: 'n1' });
  const old = workEvent('note', { text: 'Found' }, { ...facts, id: 'n0', by: null });
  expect(notesOf([note, workEvent('closed', {}, facts), old]).map(({ data }) => data.text)).toEqual(['Found', 'Kept']);
});

test('an event that a record already has is not applied again', () => {
  const record = { priority: 'High', events: [] as WorkEvent[] };
  const event = workEvent('escalated', { to: 'Critical' }, facts);
  const once = withEvent(record, event, () => ({ priority: 'Critical' }));
  expect(once).toEqual({ priority: 'Critical', events: [event] });
  expect(withEvent(once, event, () => ({ priority: 'Low' }))).toBe(once);
  expect(record.events).toEqual([]);
});
