import { describe, expect, it } from 'vitest';
import type { DeviceRecord, TemplateRecord } from '#contract/replica.ts';
import { deviceRows } from '#tests/support/device-rows.ts';
import { createFakeEngine } from '#tests/support/fake-engine.ts';
import { dayOfRound, roundDraftKey, unfinishedDays } from '#ui/features/ward-round/round-drafts.ts';
import { templateRows } from '#ui/features/ward-round/template-rows.ts';
import { walkingOrder } from '#ui/features/ward-round/walking-order.ts';

const [sample] = deviceRows(1);

function device(id: string, departmentName: string | null, location: string | null): DeviceRecord {
  if (!sample) throw new Error('deviceRows made no device.');
  return { ...sample, id, serialNumber: `SN-${id}`, departmentName, location };
}

function template(id: string, name: string, lastRoundOn: string | null): TemplateRecord {
  const lastRoundAt = lastRoundOn && `${lastRoundOn}T05:00:00.000Z`;
  return {
    id,
    name,
    departmentId: null,
    deviceIds: ['d2', 'd1', 'gone'],
    completedRoundsCount: 3,
    lastRoundAt,
    lastRoundOn,
  };
}

describe('The walk of a round', () => {
  it('goes department by department and room by room, Room 9 before Room 10', () => {
    const walk = walkingOrder([
      device('4', 'ICU', 'Room 10'),
      device('2', 'Emergency', 'Room 1'),
      device('10', 'ICU', 'Room 9'),
      device('3', 'ICU', 'Room 9'),
    ]);
    expect(walk.map((group) => [group.department, group.deviceIds])).toEqual([
      ['Emergency', ['2']],
      ['ICU', ['3', '10', '4']],
    ]);
    expect(walk[1]?.locations.map(({ location }) => location)).toEqual(['Room 9', 'Room 10']);
  });

  it('ends with the devices whose place nobody has written down', () => {
    const walk = walkingOrder([device('1', null, null), device('2', 'ICU', null), device('3', 'ICU', 'Room 2')]);
    expect(walk.map((group) => [group.department, group.deviceIds])).toEqual([
      ['ICU', ['3', '2']],
      ['No department', ['1']],
    ]);
  });
});

describe('The list of templates', () => {
  const engine = createFakeEngine({
    records: {
      device: [device('d1', 'ICU', null), device('d2', 'ICU', null)],
      template: [
        template('t2', 'Ward 10', '2026-11-20'),
        template('t1', 'Ward 9', '2026-11-21'),
        template('t3', 'ICU', null),
      ],
    },
  });
  const rows = templateRows(engine.view(), '2026-11-21');

  it('stands in the order of the names, with the serials of the devices that are still there', () => {
    expect(rows.map(({ name }) => name)).toEqual(['ICU', 'Ward 9', 'Ward 10']);
    expect(rows[0]?.serialNumbers).toEqual(['SN-d2', 'SN-d1']);
  });

  it('3.7: a template is pending until it has a round of today', () => {
    expect(rows.map(({ isDoneToday }) => isDoneToday)).toEqual([false, true, false]);
  });

  it('leaves out a template that has just been deleted', () => {
    expect(templateRows(engine.view(), '2026-11-21', new Set(['t3'])).map(({ id }) => id)).toEqual(['t1', 't2']);
  });
});

describe('A round that was not submitted', () => {
  const key = { templateId: 't1', day: '2026-11-21', userId: 'user-1' };

  it('is offered again for a week, to the engineer who began it', async () => {
    const begun = { rows: { d1: {} }, added: [] };
    const drafts = new Map<string, unknown>([
      [roundDraftKey({ ...key, day: '2026-11-20' }), begun],
      [roundDraftKey({ ...key, day: '2026-11-14' }), begun],
      [roundDraftKey({ ...key, day: '2026-11-13' }), begun],
      [roundDraftKey({ ...key, day: '2026-11-19', userId: 'user-2' }), begun],
      [roundDraftKey({ ...key, day: '2026-11-18' }), { rows: {}, added: [] }],
    ]);
    expect(await unfinishedDays(createFakeEngine({ drafts }), key)).toEqual(['2026-11-20', '2026-11-14']);
  });

  it('is opened by the day in the address, which is never a day to come', () => {
    expect(dayOfRound('2026-11-20', '2026-11-21')).toBe('2026-11-20');
    expect(dayOfRound(null, '2026-11-21')).toBe('2026-11-21');
    expect(dayOfRound('2026-11-22', '2026-11-21')).toBe('2026-11-21');
    expect(dayOfRound('2026-10-01', '2026-11-21')).toBe('2026-11-21');
    expect(dayOfRound('2026-02-30', '2026-11-21')).toBe('2026-11-21');
  });
});
