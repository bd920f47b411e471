import { describe, expect, it, test } from 'vitest';
import { closeDefaults, withoutStale } from '#ui/features/ticket/close-form.tsx';
import { buildTicketTiles } from '#contract/pages/ticket-list.ts';
import { countStatuses, filterTickets, ticketRows } from '#ui/features/ticket/ticket-rows.ts';
import { workEvent } from '#contract/rules/work-events.ts';
import { createFakeEngine } from '#tests/support/fake-engine.ts';
import { deviceRecord, retiredDevice, ticketRecord } from '#tests/support/ward-records.ts';

const moment = { now: new Date('2026-11-21T04:30:00Z'), timeZone: 'Asia/Kolkata' };
const tickets = [
  ticketRecord({ id: 'a', reportedDate: '2026-11-18T04:30:00Z', status: 'Closed', closedAt: '2026-11-19T04:30:00Z' }),
  ticketRecord({ id: 'b', reportedDate: '2026-11-20T20:00:00Z', status: 'Pending' }),
  ticketRecord({ id: 'c', reportedDate: '2026-11-19T04:30:00Z', ticketNumber: null, deviceId: 'gone' }),
];
const view = createFakeEngine({ records: { device: [deviceRecord()], ticket: tickets } }).view();

describe('the list of breakdown calls', () => {
  const rows = ticketRows(view, moment);

  it('sorts the latest call first, by hospital day', () => {
    expect(rows.map((row) => row.id)).toEqual(['b', 'c', 'a']);
    expect(rows[0]?.reportedOn).toBe('2026-11-21');
  });

  it('keeps a call whose number and device have not arrived yet', () => {
    expect(rows[1]).toMatchObject({ ticketNumber: 'Number follows', serialNumber: '', equipmentName: '' });
  });

  it('names a retired device as it was', () => {
    const ticket = ticketRecord({ deviceId: 'gone', retiredDevice });
    const [row] = ticketRows(createFakeEngine({ records: { ticket: [ticket] } }).view(), moment);
    expect(row).toMatchObject({ serialNumber: 'DIAL-7', equipmentName: 'Dialysis Machine', department: 'Dialysis' });
    expect(row?.text).toContain('dial-7');
  });

  it('finds by number, serial and problem', () => {
    for (const words of ['bd-2026-000001', 'vent-0012', 'no display']) expect(rows[0]?.text).toContain(words);
  });

  it('counts every unclosed call as open, so that the tiles add up', () => {
    expect(buildTicketTiles(countStatuses(rows))).toEqual({ totalCalls: 3, openCalls: 2, closeCalls: 1 });
    const listed = (status: string) => filterTickets(rows, { status }, 'user-1').map((row) => row.id);
    expect(listed('not-closed')).toEqual(['b', 'c']);
    expect(listed('Pending')).toEqual(['b']);
    expect(listed('nonsense')).toHaveLength(3);
  });
});

test('P241 waiting tickets show the reason, and since which hospital day', () => {
  const facts = { receivedAt: '2026-11-19T20:00:00Z', by: null, byRole: null };
  const waits = workEvent('waiting', { reason: 'part', note: '' }, { ...facts, id: 'w', at: '2026-11-19T20:00:00Z' });
  const records = {
    ticket: [...tickets, ticketRecord({ id: 'd', reportedDate: '2026-11-18T04:30:00Z', events: [waits] })],
  };
  const rows = ticketRows(createFakeEngine({ records }).view(), moment);
  const shown = filterTickets(rows, { status: 'not-closed', waitingFor: 'any' }, 'user-1');
  expect(shown.map(({ id, waitingFor, waitingOn }) => [id, waitingFor, waitingOn])).toEqual([
    ['d', 'part', '2026-11-20'],
  ]);
});

describe('the page of a breakdown call', () => {
  it('suggests another follow-up for a call that waits for one', () => {
    expect(closeDefaults(ticketRecord({ status: 'Pending' }), undefined).isFollowUpRequired).toBe(true);
    expect(closeDefaults(ticketRecord(), undefined).isFollowUpRequired).toBe(false);
  });

  it('drops the part and the follow-up when they are unticked', () => {
    const close = {
      id: 'ticket-1',
      actionTaken: 'Replaced the fuse',
      partRequired: false,
      partDetails: 'Fuse',
      partCost: 20,
      followUpAction: 'Look again',
      resolutionNote: '',
      isFollowUpRequired: false,
      files: [],
    };
    expect(withoutStale(close)).toMatchObject({ partDetails: '', partCost: null, followUpAction: '' });
    const kept = { ...close, partRequired: true, isFollowUpRequired: true };
    expect(withoutStale(kept)).toEqual(kept);
  });
});
