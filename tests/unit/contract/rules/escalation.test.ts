import { describe, expect, it } from 'vitest';
import {
  defaultNoticeSettings,
  dueStep,
  type EscalatedTicket,
  type EscalationPlace,
} from '#contract/rules/escalation.ts';
import { defaultFigureSettings } from '#contract/rules/figures/settings.ts';
import { eventSentence, workEvent } from '#contract/rules/work-events.ts';
import type { WorkEvent, WorkEventData, WorkEventKind } from '#contract/records/work-event.ts';

/** 27 November 2026 is a Friday. */
const friday = (time: string) => new Date(`2026-11-27T${time}:00+05:30`);
const at = (day: string, time: string) => new Date(`2026-${day}T${time}:00+05:30`);
const always: EscalationPlace = { timeZone: 'Asia/Kolkata', holidays: [], hours: defaultFigureSettings };
const byDay: EscalationPlace = { ...always, hours: { ...defaultFigureSettings, hours: 'department' } };

function event<K extends WorkEventKind>(kind: K, data: WorkEventData[K], when: Date, by: string | null = 'A. Rao') {
  const facts = { id: `${kind}-${when.toISOString()}`, at: when.toISOString(), receivedAt: when.toISOString() };
  return workEvent(kind, data, { ...facts, by, byRole: by === null ? null : 'BME' });
}
const step = (told: 'on-duty' | 'person' | 'office', when: Date) =>
  event('unaccepted', { within: { amount: 15, unit: 'minute' }, told, count: 1 }, when, null);
const ticketOf = (part: Partial<EscalatedTicket> & { reported: Date }): EscalatedTicket => ({
  priority: 'Critical',
  receivedAt: part.reported.toISOString(),
  events: [],
  ...part,
});
const due = (
  ticket: EscalatedTicket,
  now: Date,
  { place = always, personId = 'person' }: { place?: EscalationPlace; personId?: string } = {},
) => dueStep(ticket, { ...defaultNoticeSettings, personId }, place, now)?.told;

describe('P345 a ticket that nobody accepts', () => {
  it.each([
    ['Critical', friday('10:00'), friday('10:14'), friday('10:15')],
    ['High', friday('10:00'), friday('10:59'), friday('11:00')],
    ['Medium', friday('10:00'), friday('17:59'), friday('18:00')],
    ['Low', friday('10:00'), at('11-30', '09:59'), at('11-30', '10:00')],
  ] as const)('%s: those on duty are notified once its time is over', (priority, reported, early, late) => {
    expect(due(ticketOf({ priority, reported }), early)).toBeUndefined();
    expect(due(ticketOf({ priority, reported }), late)).toBe('on-duty');
  });

  it.each([
    // Departments work from 9 to 17, Monday to Saturday.
    ['High', friday('16:30'), at('11-28', '09:29'), at('11-28', '09:30')],
    ['Medium', friday('13:00'), at('11-28', '12:59'), at('11-28', '13:00')],
    ['Low', friday('13:00'), at('12-01', '12:59'), at('12-01', '13:00')],
    ['Critical', friday('23:00'), friday('23:14'), friday('23:15')],
  ] as const)('%s: only department hours count, for Critical all hours', (priority, reported, early, late) => {
    expect(due(ticketOf({ priority, reported }), early, { place: byDay })).toBeUndefined();
    expect(due(ticketOf({ priority, reported }), late, { place: byDay })).toBe('on-duty');
  });

  it('does not count holidays', () => {
    const place = { ...byDay, holidays: ['2026-11-28'] };
    const ticket = ticketOf({ priority: 'High', reported: friday('16:30') });
    expect(due(ticket, at('11-28', '12:00'), { place })).toBeUndefined();
    expect(due(ticket, at('11-30', '09:30'), { place })).toBe('on-duty');
  });

  it('escalates from those on duty to the named engineer to the office, each after the full time', () => {
    const first = ticketOf({ reported: friday('10:00'), events: [step('on-duty', friday('10:15'))] });
    expect(due(first, friday('10:29'))).toBeUndefined();
    expect(due(first, friday('10:30'))).toBe('person');
    expect(due(first, friday('10:30'), { personId: '' })).toBe('office');
    const second = { ...first, events: [...first.events, step('person', friday('10:30'))] };
    expect(due(second, friday('10:44'))).toBeUndefined();
    expect(due(second, friday('10:45'))).toBe('office');
    const third = { ...second, events: [...second.events, step('office', friday('10:45'))] };
    expect(due(third, at('12-31', '10:00'))).toBeUndefined();
  });

  it('makes one step after a downtime of three times the period', () => {
    const ticket = ticketOf({ reported: friday('10:00') });
    expect(due(ticket, friday('12:00'))).toBe('on-duty');
    expect(due({ ...ticket, events: [step('on-duty', friday('12:00'))] }, friday('12:14'))).toBeUndefined();
  });

  it('is timed from its receipt by the server, and again from a raise of its priority', () => {
    const late = { ...ticketOf({ reported: friday('08:00') }), receivedAt: friday('10:00').toISOString() };
    expect(due(late, friday('10:14'))).toBeUndefined();
    const raised = ticketOf({
      reported: friday('08:00'),
      events: [event('escalated', { to: 'Critical' }, friday('10:00'))],
    });
    expect(due(raised, friday('10:14'))).toBeUndefined();
    expect(due(raised, friday('10:15'))).toBe('on-duty');
  });

  it.each([
    ['accepted', event('accepted', {}, friday('10:05')), true],
    ['dispatched', event('dispatched', {}, friday('10:05')), true],
    ['arrived', event('arrived', {}, friday('10:05')), true],
    ['waiting', event('waiting', { reason: 'part', note: '' }, friday('10:05')), true],
    ['left pending', event('left-pending', {}, friday('10:05')), true],
    ['closed', event('closed', {}, friday('10:05')), true],
    [
      'assigned by an engineer to themselves',
      event('assigned', { technicianId: 't-1', technicianName: 'A. Rao' }, friday('10:05')),
      true,
    ],
    [
      'assigned by somebody else',
      event('assigned', { technicianId: 't-2', technicianName: 'B. Das' }, friday('10:05')),
      false,
    ],
    ['noted on', event('note', { text: 'Seen' }, friday('10:05')), false],
  ] as [string, WorkEvent, boolean][])('stops escalating once it is %s', (_what, taken, isEnd) => {
    expect(due(ticketOf({ reported: friday('10:00'), events: [taken] }), friday('11:00'))).toBe(
      isEnd ? undefined : 'on-duty',
    );
  });

  it('has each step on its timeline, without names for visitors', () => {
    const said = (data: Partial<WorkEventData['unaccepted']>, viewer: 'staff' | 'visitor' = 'staff') => {
      const all = { within: { amount: 15, unit: 'minute' }, told: 'on-duty', count: 1, ...data } as const;
      return eventSentence(event('unaccepted', all, friday('10:15'), null), viewer);
    };
    expect(said({})).toBe('No one accepted within 15 minutes; told the engineer on duty');
    expect(said({ count: 2, within: { amount: 1, unit: 'hour' } })).toBe(
      'No one accepted within 1 hour; told the engineers on duty',
    );
    expect(said({ told: 'person', name: 'B. Das' })).toBe('No one accepted within 15 minutes; told B. Das');
    expect(said({ told: 'person', name: 'B. Das' }, 'visitor')).not.toContain('Das');
    expect(said({ told: 'office' })).toBe('No one accepted within 15 minutes; told the office');
  });
});
