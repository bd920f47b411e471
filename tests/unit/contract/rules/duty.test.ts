import { describe, expect, it } from 'vitest';
import type { DutyLeave, DutyShift } from '#contract/records/duty.ts';
import { onDuty } from '#contract/rules/duty.ts';
import { createFakeEngine } from '#tests/support/fake-engine.ts';
import { technicianOptions } from '#ui/work/duty-now.ts';

const timeZone = 'Asia/Kolkata';
const engineers = ['asha', 'imran', 'meera'];
/** 27 November 2026 is a Friday. */
const friday = (time: string) => new Date(`2026-11-27T${time}:00+05:30`);
const saturday = (time: string) => new Date(`2026-11-28T${time}:00+05:30`);
const shift = (technicianId: string, days: number[], from: string, to: string): DutyShift => ({
  id: `${technicianId}-${from}`,
  technicianId,
  days,
  from,
  to,
});
const leave = (technicianId: string, from: string, to: string): DutyLeave => ({
  id: `${technicianId}-${from}`,
  technicianId,
  from,
  to,
});
const day = shift('asha', [5], '08:00', '20:00');
const night = shift('imran', [5], '20:00', '08:00');
const whole = shift('meera', [5], '07:00', '07:00');

describe('P322 who is on duty', () => {
  it.each([
    ['at the first minute', [day, night], [], friday('08:00'), ['asha'], true],
    ['not at the minute in which it ends', [day, night], [], friday('20:00'), ['imran'], true],
    ['after midnight, by the day on which the shift began', [day, night], [], saturday('07:59'), ['imran'], true],
    ['until the same time of the next day', [whole], [], saturday('06:59'), ['meera'], true],
    ['on no other day', [day], [], saturday('12:00'), engineers, false],
    ['not before a shift of the night begins', [night], [], friday('03:00'), engineers, false],
    [
      'nobody on leave',
      [day, night],
      [leave('asha', '2026-11-20', '2026-11-27')],
      friday('12:00'),
      ['imran', 'meera'],
      false,
    ],
    [
      'to the end of a night whose leave begins in the morning',
      [night],
      [leave('imran', '2026-11-28', '2026-11-29')],
      saturday('05:00'),
      ['imran'],
      true,
    ],
    [
      'everybody where all are on leave',
      [],
      engineers.map((id) => leave(id, '2026-11-27', '2026-11-27')),
      friday('12:00'),
      engineers,
      false,
    ],
    ['nobody who has left', [shift('gone', [5], '08:00', '20:00')], [], friday('12:00'), engineers, false],
  ] as const)('%s', (_what, shifts, away, instant, ids, isByTable) => {
    const found = onDuty({ shifts: [...shifts], leave: [...away] }, engineers, { instant, timeZone });
    expect(found).toEqual({ ids, isByTable });
  });

  it('is everybody if there is no duty table', () => {
    expect(onDuty(undefined, engineers, { instant: friday('12:00'), timeZone })).toEqual({
      ids: engineers,
      isByTable: false,
    });
  });

  it('comes first when work is assigned, and leave is marked', () => {
    const technician = ['Asha', 'Imran', 'Meera'].map((name) => ({ id: name.toLowerCase(), name }));
    const setting = { id: 'duty' as const, shifts: [night], leave: [leave('asha', '2026-11-27', '2026-11-27')] };
    const labels = (instant: Date, known = [setting]) => {
      const view = createFakeEngine({ records: { technician, setting: known } }).view();
      return technicianOptions(view, { instant, timeZone }).map(({ label }) => label);
    };
    expect(labels(friday('21:00'))).toEqual(['Imran (on duty)', 'Asha (on leave)', 'Meera']);
    expect(labels(friday('12:00'))).toEqual(['Asha (on leave)', 'Imran', 'Meera']);
    expect(labels(friday('21:00'), [])).toEqual(['Asha', 'Imran', 'Meera']);
  });
});
