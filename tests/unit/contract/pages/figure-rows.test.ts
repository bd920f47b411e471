import { describe, expect, test } from 'vitest';
import {
  buildAgreementRow,
  buildDeviceRow,
  buildEntryRow,
  buildJobRow,
  buildRoundRow,
  buildTicketRow,
  type JobRowFacts,
  type TicketRowFacts,
} from '#contract/pages/figure-rows.ts';
import { setLabel } from '#contract/pages/figures.ts';
import type { FigureSet } from '#contract/rules/figures/figure.ts';

const device = { serialNumber: 'S-1', name: 'Ventilator', department: 'ICU' };

describe('a job shows its state, and the window that decided it', () => {
  const job: JobRowFacts = {
    ...device,
    id: 'j',
    type: 'PM',
    due: '2026-11-10',
    taskDate: '2026-11-10',
    intervalDays: 91,
    windowDays: null,
    closedOn: null,
    attempted: false,
    attemptReason: null,
    movedFrom: null,
    isCancelled: false,
  };
  test.each<[Partial<JobRowFacts>, string]>([
    [{}, 'Preventive maintenance: open'],
    [{ closedOn: '2026-11-20' }, 'Preventive maintenance: done 20 Nov 2026'],
    [{ closedOn: '2026-11-21' }, 'Preventive maintenance: done late on 21 Nov 2026, was on time until 20 Nov 2026'],
    [
      { attempted: true, attemptReason: 'not-located', taskDate: '2026-12-01' },
      'Preventive maintenance: attempted (not located), next try 1 Dec 2026',
    ],
    [{ type: 'Cal', movedFrom: '2026-11-03' }, 'Calibration: open, moved from 3 Nov 2026'],
    [{ isCancelled: true }, 'Preventive maintenance: cancelled'],
  ])('%j', (facts, words) => {
    const row = buildJobRow({ ...job, ...facts }, 'last-event');
    expect(row).toMatchObject({ kind: 'task', day: '2026-11-10', words, amount: null });
  });
});

describe('a ticket shows what its set is about', () => {
  const ticket: TicketRowFacts = {
    ...device,
    id: 't',
    ticketNumber: 'BD-2026-000001',
    priority: 'High',
    reportedAt: '2026-11-09T20:00:00.000Z',
    arrivedAt: '2026-11-09T20:30:00.000Z',
    restoredAt: null,
    closedAt: '2026-11-11T20:00:00.000Z',
    handsOnMs: 5_400_000,
    failureClass: 'wear',
    waitingFor: 'part',
    waitingSince: '2026-11-10T20:00:00.000Z',
    amount: 7_200_000,
  };
  test.each<[FigureSet, string, number | null]>([
    ['response.hour', 'BD-2026-000001, High: within 1 hour', 0.5],
    ['hands-on.measured', 'BD-2026-000001, High: the same day', 1.5],
    ['turnaround.High', 'BD-2026-000001, High: within 7 days', 48],
    ['waiting.part', 'BD-2026-000001, High', 2],
    ['waiting.now', 'BD-2026-000001, High: waiting for a part since 11 Nov 2026', 2],
    ['cost.tickets', 'BD-2026-000001, High', 7_200_000],
    ['failure.counted', 'BD-2026-000001, High: Wear, preventable by maintenance, closed 12 Nov 2026', null],
  ])('%s', (set, words, amount) => {
    const row = buildTicketRow(ticket, set, 'Asia/Kolkata');
    expect(row).toMatchObject({ kind: 'ticket', day: '2026-11-10', words, amount });
  });

  test('a ticket without an arrival has no response and no class', () => {
    const open = { ...ticket, arrivedAt: null, closedAt: null, failureClass: null };
    expect(buildTicketRow(open, 'response.none', 'UTC')).toMatchObject({
      words: 'BD-2026-000001, High: no evidence',
      amount: null,
    });
    expect(buildTicketRow(open, 'failure.counted', 'UTC').words).toBe('BD-2026-000001, High: Not stated, not closed');
  });
});

test('devices show their hours, rounds link to round or template, entries show their findings', () => {
  expect(buildDeviceRow({ ...device, id: 'd', words: '', amount: 9_000_000 }, 'hours')).toMatchObject({ amount: 2.5 });
  const day = { templateId: 'w', name: 'Ward', department: '', day: '2026-11-10' };
  expect(buildRoundRow({ ...day, roundId: 'r' })).toMatchObject({ kind: 'round', id: 'r', words: 'done' });
  expect(buildRoundRow({ ...day, roundId: null })).toMatchObject({ kind: 'template', id: 'w', words: 'no round' });
  const entry = { ...device, id: 'd', roundId: 'r', day: '2026-11-10', reason: 'In use', description: '' };
  expect(buildEntryRow({ ...entry, status: 'Not Seen' })).toMatchObject({
    kind: 'round',
    id: 'r',
    words: 'Not Seen: In use',
  });
});

test('a contract names its vendor and the number of its devices', () => {
  const facts = { id: 'c', number: 'CMC-1', kind: 'CMC', vendorName: 'Meditech', devices: 1, amount: 250 } as const;
  expect(buildAgreementRow(facts)).toMatchObject({ kind: 'contract', name: 'CMC CMC-1', words: 'Meditech, 1 device' });
  expect(buildAgreementRow({ ...facts, vendorName: '', devices: 3 })).toMatchObject({
    words: '3 devices',
    amount: 250,
  });
});

test('a set has the same label as in its figure', () => {
  expect(setLabel('completion', 'job.late')).toEqual({ figure: 'Completion', part: 'Done late' });
  expect(setLabel('completion', 'job.cancelled').part).toBe('Cancelled, counted nowhere');
  expect(setLabel('turnaround', 'turnaround.Critical').part).toBe('Critical');
  expect(setLabel('cost', 'job.late').part).toBe('rows');
});
