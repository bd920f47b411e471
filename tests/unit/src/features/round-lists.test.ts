import { describe, expect, it } from 'vitest';
import type { DeviceRecord, RoundRecord, TemplateRecord } from '#contract/records/ward.ts';
import { buildRoundList } from '#contract/pages/round-list.ts';
import { deviceRows } from '#tests/support/device-rows.ts';
import { createFakeEngine } from '#tests/support/fake-engine.ts';
import { dayOfRound, unfinishedDays } from '#ui/features/round/round-draft-store.ts';
import { gatherRoundList } from '#ui/features/round/gather-round-list.ts';
import { walkingOrder } from '#ui/features/round/walking-order.ts';
import { roundDraftKey } from '#ui/work/round-under-way.ts';

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
    revision: 'r1',
  };
}

const roundOf = (templateId: string, on: string): RoundRecord => ({
  id: `${templateId} ${on}`,
  templateId,
  on,
  submittedAt: `${on}T05:00:00.000Z`,
  by: 'Asha Rao',
  operational: 2,
  needsAttention: 0,
  notWorking: 0,
  notSeen: 0,
});

describe('The walking order of a round', () => {
  it('goes by department and room, Room 9 before Room 10', () => {
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

  it('ends with devices that have no location', () => {
    const walk = walkingOrder([device('1', null, null), device('2', 'ICU', null), device('3', 'ICU', 'Room 2')]);
    expect(walk.map((group) => [group.department, group.deviceIds])).toEqual([
      ['ICU', ['3', '2']],
      ['No department', ['1']],
    ]);
  });
});

describe('A custom walking order', () => {
  it('is kept; returning to a location makes another stop', () => {
    const walk = walkingOrder(
      [device('1', 'ICU', 'Room 2'), device('2', 'Emergency', 'Room 1'), device('3', 'ICU', 'Room 2')],
      true,
    );
    expect(walk.map(({ department, deviceIds }) => [department, deviceIds])).toEqual([
      ['ICU', ['1']],
      ['Emergency', ['2']],
      ['ICU', ['3']],
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
        template('t4', 'Ward 11', '2026-11-22'),
      ],
      round: [roundOf('t2', '2026-11-20'), roundOf('t1', '2026-11-21'), roundOf('t4', '2026-11-22')],
    },
  });
  const rows = buildRoundList(gatherRoundList(engine.view(), '2026-11-21'));

  it('is sorted by name, with the serials of existing devices', () => {
    expect(rows.map(({ templateName }) => templateName)).toEqual(['ICU', 'Ward 9', 'Ward 10', 'Ward 11']);
    expect(rows[0]?.serials).toEqual(['SN-d2', 'SN-d1']);
  });

  it('3.7 and 5.1: a template is pending until it has a round today; one dated tomorrow does not count', () => {
    expect(rows.map(({ isDoneToday }) => isDoneToday)).toEqual([false, true, false, false]);
  });
});

describe('An unsubmitted round', () => {
  const key = { templateId: 't1', day: '2026-11-21', userId: 'user-1' };

  it('is offered again for a week to the engineer who began it', async () => {
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

  it('is opened by the day in the address, which is never in the future', () => {
    expect(dayOfRound('2026-11-20', '2026-11-21')).toBe('2026-11-20');
    expect(dayOfRound(null, '2026-11-21')).toBe('2026-11-21');
    expect(dayOfRound('2026-11-22', '2026-11-21')).toBe('2026-11-21');
    expect(dayOfRound('2026-10-01', '2026-11-21')).toBe('2026-11-21');
    expect(dayOfRound('2026-02-30', '2026-11-21')).toBe('2026-11-21');
  });
});
