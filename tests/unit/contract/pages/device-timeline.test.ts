import { expect, it } from 'vitest';
import { buildTimeline, type TimelineFacts } from '#contract/pages/device-timeline.ts';
import { workEvent } from '#contract/rules/work-events.ts';
import type { WorkEventData, WorkEventKind } from '#contract/records/work-event.ts';
import { deviceRecord, taskRecord, ticketRecord } from '#tests/support/ward-records.ts';

const moment = { now: new Date('2026-07-10T05:00:00Z'), timeZone: 'Asia/Kolkata' };

let minute = 0;
/** Creates an event, later than the ones created before. */
function event<K extends WorkEventKind>(kind: K, data: WorkEventData[K], by: string | null = 'Asha Rao') {
  minute += 1;
  const at = new Date(Date.parse('2026-07-01T05:00:00Z') + minute * 60_000).toISOString();
  return workEvent(kind, data, { id: `e${minute}`, at, receivedAt: at, by, byRole: by === null ? null : 'BME' });
}

const facts: TimelineFacts = {
  device: deviceRecord({ installationDate: null, warranties: [] }),
  retiredOn: null,
  removalReason: null,
  tickets: [
    ticketRecord({
      ticketNumber: 'BD-2026-000001',
      reportedDate: '2026-07-01T05:00:00.000Z',
      events: [
        event('accepted', {}),
        event('arrived', {}),
        event('waiting', { reason: 'part', note: 'Fan of Mr. Das' }),
        event('resumed', {}),
        event('restored', {}),
      ],
    }),
  ],
  tasks: [
    taskRecord({
      type: 'PM',
      events: [
        event('attempted', { reason: 'not-located', note: 'Ward says store', next: '2026-07-08' }),
        event('moved', { from: '2026-07-08', to: '2026-07-09', reason: 'Room closed' }),
        event('moved', { from: '2026-07-09', to: '2026-07-12' }, null),
        event('cancelled', { reason: 'Sold' }),
      ],
    }),
  ],
  rounds: [],
};

it('lists the steps of tickets and the outcome of tasks, newest first', () => {
  const rows = buildTimeline(facts, 'staff', moment);
  expect(rows.map(({ what, details, by }) => [what, details, by]).slice(0, -1)).toEqual([
    ['Preventive maintenance: cancelled', 'Sold', 'Asha Rao'],
    ['Preventive maintenance: moved from 8 Jul 2026 to 9 Jul 2026', 'Room closed', 'Asha Rao'],
    ['Preventive maintenance: attempted: not located, next try 8 Jul 2026', 'Ward says store', 'Asha Rao'],
    ['Breakdown BD-2026-000001: back in clinical use', '', 'Asha Rao'],
    ['Breakdown BD-2026-000001: work resumed', '', 'Asha Rao'],
    ['Breakdown BD-2026-000001: waiting: for a part', 'Fan of Mr. Das', 'Asha Rao'],
    ['Breakdown BD-2026-000001: arrived at the device', '', 'Asha Rao'],
    ['Breakdown BD-2026-000001: accepted', '', 'Asha Rao'],
  ]);
});

it('hides names and typed texts from a visitor', () => {
  const shown = JSON.stringify(buildTimeline(facts, 'visitor', moment));
  for (const secret of ['Asha', 'Das', 'store', 'Room closed', 'Sold']) expect(shown).not.toContain(secret);
  expect(shown).toContain('waiting: for a part');
});
